import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const scripts = dirname(import.meta.dirname);

test.each(['setup/setup.mjs', 'start/start.mjs', 'start/dev.mjs', 'test/test.mjs'])(
  '%s can run before any package is installed [O-3.16]',
  (entry) => {
    expect(findPackages(join(scripts, entry), readSource)).toEqual([]);
  },
);

test('a package that a script imports through another one is found; a dynamic import may wait for the installation', () => {
  const sources = {
    '/a.mjs': "import { b } from './b.mjs';\nconst later = await import('late');\n",
    '/b.mjs': "import fs from 'node:fs';\nimport {\n  one,\n} from 'early';\nimport './c.mjs';\n",
    '/c.mjs': "export * from 'exported';\n",
  };
  expect(findPackages('/a.mjs', (path) => sources[path])).toEqual(['early', 'exported']);
});

/** Lists the packages that a file's static imports lead to. */
function findPackages(file, read, seen = new Set()) {
  if (seen.has(file)) return [];
  seen.add(file);
  const imported = [...read(file).matchAll(/^(?:import|export)\b(?: ?[\w*{][^;'"]*? from)? '([^']+)'/gm)].map(
    ([, specifier]) => specifier,
  );
  return imported.flatMap((specifier) => {
    if (specifier.startsWith('.')) return findPackages(join(dirname(file), specifier), read, seen);
    return specifier.startsWith('node:') ? [] : [specifier];
  });
}

function readSource(path) {
  expect(existsSync(path)).toBe(true);
  return readFileSync(path, 'utf8');
}
