import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

// Compares the pictures of docs/architecture.md with the imports of server/src/modules. An arrow is drawn where one folder imports another; an
// import may be left out of the picture where a longer path of arrows leads to the same folder.
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const modules = join(root, 'server/src/modules');
const moduleNames = foldersIn(modules);
const pictures = picturesOf(readFileSync(join(root, 'docs/architecture.md'), 'utf8'));

describe.each(moduleNames)('the picture of %s', (module) => {
  const drawn = pictures.get(module) ?? { nodes: new Set(), arrows: [] };
  const imports = importsOf(module);

  it('has each of its features', () => {
    expect(foldersIn(join(modules, module)).filter((feature) => !drawn.nodes.has(feature))).toEqual([]);
  });

  it('has a path for each import', () => {
    expect(imports.filter(([from, to]) => !reaches(drawn.arrows, from, to))).toEqual([]);
  });

  it('has no arrow without an import', () => {
    const found = new Set(imports.map(String));
    expect(drawn.arrows.filter((arrow) => !found.has(String(arrow)))).toEqual([]);
  });
});

it('tells an arrow that is missing, one that is drawn and not imported, and a chain', () => {
  const { arrows } = readPicture('a & b-->c-->d\nx-. handed in .->a');
  expect(arrows).toEqual([
    ['a', 'c'],
    ['b', 'c'],
    ['c', 'd'],
  ]);
  expect(reaches(arrows, 'a', 'd')).toBe(true);
  expect(reaches(arrows, 'd', 'a')).toBe(false);
  expect(reaches(arrows, 'x', 'a')).toBe(false);
});

/** Each module's picture: the first mermaid block after the heading with its name. */
function picturesOf(text) {
  const found = [...text.matchAll(/^### `(\w+)`\n(?:(?!^#)[^])*?```mermaid\n([^]*?)```/gm)];
  return new Map(found.map(([, module, picture]) => [module, readPicture(picture)]));
}

/** Solid arrows as `[from, to]`, and all names. Dashed arrows show what is handed in: they are no imports. */
function readPicture(picture) {
  const lines = picture.split('\n').filter((line) => !/^\s*(flowchart|subgraph|end)\b/.test(line));
  const chains = lines.filter((line) => !line.includes('-.')).map((line) => line.split('-->').map((names) => names.split('&').map(nameOf)));
  const arrows = chains.flatMap((chain) =>
    chain.slice(1).flatMap((to, index) => chain[index].flatMap((from) => to.map((name) => [from, name]))),
  );
  return { nodes: new Set(chains.flat(2)), arrows: arrows.filter(([from]) => from !== 'door') };
}

/** `door[[index.ts]]` is called door. */
function nameOf(node) {
  return node.trim().replace(/[[({].*$/, '');
}

/** What the features of a module import: `[feature, feature]` within it, `[module, module]` beyond it. */
function importsOf(module) {
  const files = readdirSync(join(modules, module), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const found = files.flatMap((file) => {
    const path = join(modules, module, file);
    const targets = [...readFileSync(path, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, target]) =>
      relative(modules, normalize(join(dirname(path), target))).split(sep),
    );
    return targets.flatMap((target) => arrowOf([module, ...file.split(sep)], target));
  });
  return [...new Map(found.map((arrow) => [String(arrow), arrow])).values()];
}

/** Files directly in a module put its features together (its door, its routes), so their imports within it are no arrows. */
function arrowOf([module, ...file], [targetModule, ...target]) {
  if (targetModule === '..') return [];
  if (targetModule !== module) return [[module, targetModule]];
  const isArrow = file.length > 1 && target.length > 1 && file[0] !== target[0];
  return isArrow ? [[file[0], target[0]]] : [];
}

function reaches(arrows, from, to) {
  const next = arrows.filter(([start]) => start === from).map(([, end]) => end);
  return next.some((end) => end === to || reaches(arrows, end, to));
}

function foldersIn(path) {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}
