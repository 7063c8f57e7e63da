import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { pages } from './pages.ts';

/**
 * Replaces `<!--part:name-->` by `parts/<name>.html`, with the page's values of `%title%`,
 * `%description%`, `%path%` and `%home%` (the prefix of links to sections of the first page). An
 * unknown part or placeholder fails the build.
 */
export function includeParts(): Plugin {
  return {
    name: 'samay:include-parts',
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { filename }) => withParts(html, basename(filename)),
    },
  };
}

/** Returns the page with its parts, before the server fills in its settings. */
export function withParts(html: string, file: string): string {
  const page = pages[file];
  if (!page) throw new Error(`${file} has no words of its own in pages.ts`);
  const words: Readonly<Record<string, string>> = { ...page, home: page.path === '/' ? '' : '/' };
  return html.replaceAll(/<!--part:(\w+)-->/g, (_, part: string) =>
    readFileSync(join(import.meta.dirname, 'parts', `${part}.html`), 'utf8')
      .trimEnd()
      .replaceAll(/%(\w+)%/g, (_word, name: string) => {
        const word = words[name];
        if (word === undefined)
          throw new Error(`parts/${part}.html asks for %${name}%, which ${file} does not have`);
        return word;
      }),
  );
}
