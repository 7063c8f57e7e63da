import type { Plugin, Rolldown } from 'vite';

/**
 * The modules that the busiest pages load after the entry, by address, as web/src/app/page-table.ts
 * names them.
 */
export const pageModules: Readonly<Record<string, readonly string[]>> = {
  '/login': ['/modules/identity/session/login-screen.tsx'],
  '/dashboard': ['/app/shell/dashboard-layout.tsx', '/app/pages/home-page.tsx'],
  '/dashboard/appointments': ['/app/shell/dashboard-layout.tsx', '/app/pages/appointments-page.tsx'],
};

/**
 * Adds preload links to the HTML for the chunks of the busiest pages, so that they load together
 * with the entry and not after it. The server keeps each link only on its own address
 * (server/src/http/web.ts).
 */
export function pagePreloads(): Plugin {
  return {
    name: 'samay:page-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.entries(pageModules).flatMap(([path, modules]) =>
          findFiles(bundle, modules).map((file) => link(path, file)),
        ),
    },
  };
}

function link(path: string, file: string) {
  const kind = file.endsWith('.js') ? { rel: 'modulepreload' } : { rel: 'preload', as: 'style' };
  // Sets the mode of the later request: a preload with another mode would be fetched twice.
  return {
    tag: 'link',
    injectTo: 'head' as const,
    attrs: { ...kind, crossorigin: '', href: `/${file}`, 'data-page': path },
  };
}

/**
 * Returns the files of the chunks that hold these modules, of their static imports and their
 * styles, without those that the entry imports.
 */
function findFiles(bundle: Rolldown.OutputBundle, modules: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = chunks.filter(({ isEntry }) => isEntry);
  const wanted = modules.map((module) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
    if (!chunk) throw new Error(`No chunk holds ${module}, which page-preloads.ts names`);
    return chunk;
  });
  const already = withImports(chunks, entry);
  const needed = [...withImports(chunks, wanted)].filter((chunk) => !already.has(chunk));
  return [
    ...new Set(
      needed.flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])]),
    ),
  ];
}

function withImports(
  chunks: readonly Rolldown.OutputChunk[],
  from: readonly Rolldown.OutputChunk[],
): Set<Rolldown.OutputChunk> {
  const all = new Set(from);
  for (const { imports } of all)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) all.add(chunk);
  return all;
}
