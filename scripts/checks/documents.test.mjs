import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
].filter((name) => name.endsWith('.md'));

it.each(documents)('%s names only paths that exist', (name) => {
  const text = readFileSync(join(root, name), 'utf8');
  const missing = pathsIn(text).filter(
    (path) => !existsSync(join(root, path)) && !existsSync(join(root, dirname(name), path)),
  );
  expect(missing).toEqual([]);
});

const records = readdirSync(join(root, 'docs/decisions')).filter((name) => /^\d/.test(name));

it('keeps each decision on one page [O-5.17]', () => {
  const longest = 3_500;
  const sizes = records.map((name) => [
    name,
    readFileSync(join(root, 'docs/decisions', name), 'utf8').length,
  ]);
  expect(sizes.filter(([, length]) => length > longest)).toEqual([]);
});

it('has every decision that code cites [O-5.17]', () => {
  const numbers = new Set(records.map((name) => name.slice(0, 4)));
  const sources = ['contract', 'server', 'web', 'sandbox', 'e2e', 'bench', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(
        (name) => /\.(ts|tsx|mjs|sql)$/.test(name) && !/(^|\/)(node_modules|dist|migrations)\//.test(name),
      )
      .map((name) => join(folder, name)),
  );
  const lost = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bdecisions?[ /](\d{4})\b/g)]
      .filter(([, number]) => !numbers.has(number))
      .map(([cited]) => `${file}: ${cited}`),
  );
  expect(sources.length).toBeGreaterThan(1_000);
  expect(lost).toEqual([]);
});

/**
 * Finds the paths in a document: inline code that begins with one of our folders, and links within
 * the repository.
 */
function pathsIn(text) {
  const ours = [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, path]) => path)
    .filter((path) => /^(contract|server|web|sandbox|e2e|bench|docs|scripts)\/[\w./-]+$/.test(path));
  const links = [...text.matchAll(/\]\(([^)#]+)\)/g)]
    .map(([, path]) => path)
    .filter((path) => !/^\w+:/.test(path));
  return [...ours, ...links].filter((path) => !/(^|\/)(dist|node_modules|data)(\/|$)/.test(path));
}
