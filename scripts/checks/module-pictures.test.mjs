import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

// Compares the pictures of docs/architecture.md with the imports of server/src/modules. An arrow is
// drawn where one folder imports another; an import may be left out of the picture if a longer path
// of arrows leads to the same folder.
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const source = join(root, 'server/src');
const modules = join(source, 'modules');
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

describe('the picture of all modules', () => {
  const { arrows } = pictures.get('Modules') ?? { arrows: [] };
  const layers = foldersIn(source).filter(
    (name) => !['modules', 'demo', 'process', 'scheduled-jobs'].includes(name),
  );
  const imports = [...moduleNames.flatMap(importsBeyond), ...layers.flatMap(importsOfLayer)];

  it('has a path for each import of a module or a layer below', () => {
    expect(imports.length).toBeGreaterThan(20);
    expect(imports.filter(([from, to]) => !reaches(arrows, from, to))).toEqual([]);
  });

  it('has no arrow without an import', () => {
    const found = new Set(imports.map(String));
    expect(arrows.filter((arrow) => arrow[0] !== 'composition' && !found.has(String(arrow)))).toEqual([]);
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

/**
 * Finds each module's picture, and the picture of all modules: the first mermaid block after the
 * heading with the name.
 */
function picturesOf(text) {
  const found = [...text.matchAll(/^#+ `?([\w-]+)`?\n(?:(?!^#)[^])*?```mermaid\n([^]*?)```/gm)];
  return new Map(found.map(([, name, picture]) => [name, readPicture(picture)]));
}

/**
 * Returns solid arrows as `[from, to]`, and all names. Dashed arrows show handed-in functions: they
 * are no imports.
 */
function readPicture(picture) {
  const lines = picture.split('\n').filter((line) => !/^\s*(flowchart|subgraph|end)\b/.test(line));
  const chains = lines
    .filter((line) => !line.includes('-.'))
    .map((line) => line.split('-->').map((names) => names.split(' & ').map(nameOf)));
  const arrows = chains.flatMap((chain) =>
    chain.slice(1).flatMap((to, index) => chain[index].flatMap((from) => to.map((name) => [from, name]))),
  );
  return { nodes: new Set(chains.flat(2)), arrows: arrows.filter(([from]) => from !== 'door') };
}

/** Returns the name of a node: `door[[index.ts]]` is called door. */
function nameOf(node) {
  return node.trim().replace(/[[({].*$/, '');
}

/**
 * Lists the imports of a module's features: `[feature, feature]` within it, `[module, module]`
 * beyond it.
 */
function importsOf(module) {
  const makeArrow = (file, target) => {
    if (target[0] !== 'modules') return [];
    if (target[1] !== module) return [[module, target[1]]];
    // Leaves out files directly in a module, which combine its features (its door, its routes):
    // their imports within it are no arrows.
    const isArrow = file.length > 3 && target.length > 3 && file[2] !== target[2];
    return isArrow ? [[file[2], target[2]]] : [];
  };
  return distinct(importsIn(join('modules', module)).flatMap(([file, target]) => makeArrow(file, target)));
}

function importsBeyond(module) {
  const arrows = importsIn(join('modules', module)).map(([, target]) => [
    module,
    target[0] === 'modules' ? target[1] : target[0],
  ]);
  return distinct(arrows.filter(([from, to]) => from !== to));
}

function importsOfLayer(layer) {
  const arrows = importsIn(layer).map(([, target]) => [
    layer,
    target[0] === 'modules' ? target[1] : target[0],
  ]);
  return distinct(arrows.filter(([from, to]) => from !== to));
}

/**
 * Lists the imports of the files in a folder, without tests: `[path, path]` as parts, relative to
 * server/src.
 */
function importsIn(folder) {
  const files = readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  return files.flatMap((file) => {
    const path = join(source, folder, file);
    const targets = [...readFileSync(path, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(
      ([, target]) => target,
    );
    return targets.map((target) =>
      [path, join(dirname(path), target)].map((full) => relative(source, full).split(sep)),
    );
  });
}

function distinct(arrows) {
  return [...new Map(arrows.map((arrow) => [String(arrow), arrow])).values()];
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
