// @vitest-environment node
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, expect, it, vi } from 'vitest';

const web = join(import.meta.dirname, '..');
let chunks: Rolldown.OutputChunk[];

beforeAll(async () => {
  // With the tests' own NODE_ENV, React's development build would be measured.
  vi.stubEnv('NODE_ENV', 'production');
  const built = (await build({
    root: web,
    logLevel: 'error',
    mode: 'production',
    build: { write: false },
  })) as Rolldown.RolldownOutput;
  vi.unstubAllEnvs();
  chunks = built.output.filter((file) => file.type === 'chunk');
});

// Less than the promised 120 kB; the list with its quick form has 197 kB
// (docs/decisions/0057-the-list-and-one-quick-form.md). The sign-in page has 200 bytes for the
// ETags of screens, because it has the one client of the API: the first screen after it loads no
// other; 600 for the names of later pages, the last for tomorrow's people and the archive, and 300
// for presses that stay with their button (decision 0088); 200 for the names of imports, of the
// public page and of its requests. The list has 400 for calling a person and skipping one (decision 0153).
it.each([
  ['/login', 119_800, ['main.tsx', 'login-screen.tsx']],
  ['the list', 197_400, ['main.tsx', 'dashboard-layout.tsx', 'appointments-page.tsx']],
] as const)('%s needs at most %i bytes of JavaScript, brotli [S-2.18]', (_, most, modules) => {
  const needed = neededBy(modules);
  const bytes = [...needed].reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0);
  expect(bytes).toBeLessThanOrEqual(most);
  expect(bytes).toBeGreaterThan(50_000);
});

it('has the error screen in the first file, because the network may fail later [P-16.9]', () => {
  const brought = [...neededBy(['main.tsx'])].flatMap(({ modules }) => Object.keys(modules));
  expect(brought.filter((id) => id.endsWith('/app/error-screen.tsx'))).toHaveLength(1);
});

it('has no two chunks that import each other: one would be evaluated too early', () => {
  const others = (chunk: Rolldown.OutputChunk) =>
    chunk.imports.flatMap((name) => chunks.filter(({ fileName }) => fileName === name));
  const isAfterItself = (chunk: Rolldown.OutputChunk) => {
    const before = new Set(others(chunk));
    for (const other of before) for (const next of others(other)) before.add(next);
    return before.has(chunk);
  };
  expect(chunks.filter(isAfterItself).map(({ fileName }) => fileName)).toEqual([]);
});

it('loads the schemas only with the forms [S-2.18]', () => {
  const hasZod = (set: Iterable<Rolldown.OutputChunk>) =>
    [...set].some(({ modules }) => Object.keys(modules).some((id) => /zod[/]v4/.test(id)));
  expect(hasZod(chunks)).toBe(true);
  expect(
    hasZod(
      neededBy([
        'main.tsx',
        'login-screen.tsx',
        'dashboard-layout.tsx',
        'appointments-page.tsx',
        'home-page.tsx',
      ]),
    ),
  ).toBe(false);
});

it('keeps scripts and styles out of the page itself, for the content security policy', async () => {
  const html = await readFile(join(web, 'index.html'), 'utf8');
  expect(html).not.toMatch(/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/);
  expect(html).toContain('<meta name="csp-nonce" content="__CSP_NONCE__" />');
  expect(html).toContain('<meta name="samay-mode" content="__SAMAY_MODE__" />');
});

/** Returns the chunks that hold these modules, with all their static imports. */
function neededBy(modules: readonly string[]): Set<Rolldown.OutputChunk> {
  const needed = new Set<Rolldown.OutputChunk>();
  const take = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || needed.has(chunk)) return;
    needed.add(chunk);
    for (const name of chunk.imports) take(chunks.find(({ fileName }) => fileName === name));
  };
  for (const module of modules)
    take(chunks.find((chunk) => Object.keys(chunk.modules).some((id) => id.endsWith(`/${module}`))));
  return needed;
}
