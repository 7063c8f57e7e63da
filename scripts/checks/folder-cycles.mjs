import { dirname } from 'node:path';

/**
 * Tests and fixtures may import from anywhere. `scripts/test` is the test runner and no folder of
 * tests.
 */
const isExempt = /\.test\.\w+$|^(?!scripts\/).*\/(?:test|fixtures)\//;
const isSource = /^(?:contract|server|web|sandbox|e2e|bench|scripts)\//;

/**
 * Finds folders that import each other, directly or through further folders. A folder means the
 * files directly in it; files in a cycle of folders need not be in a cycle themselves.
 *
 * @param {{ source: string, dependencies: { resolved: string }[] }[]} modules what
 *   dependency-cruiser has read
 * @returns {{ folders: string[], imports: [from: string, to: string][] }[]} each cycle with the
 *   imports between its folders
 */
export function folderCycles(modules) {
  const imports = modules
    .filter(({ source }) => isSource.test(source) && !isExempt.test(source))
    .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => [source, resolved]))
    .filter(([from, to]) => isSource.test(to) && dirname(from) !== dirname(to));
  const reachable = reachableFolders(imports);
  const cycles = [...reachable.keys()]
    .filter((folder) => reachable.get(folder).has(folder))
    .map((folder) =>
      [...reachable.get(folder)]
        .filter((other) => reachable.get(other)?.has(folder))
        .toSorted((one, other) => (one < other ? -1 : 1)),
    );
  return [...new Map(cycles.map((folders) => [folders.join(), folders])).values()].map((folders) => ({
    folders,
    imports: imports.filter((pair) => pair.every((file) => folders.includes(dirname(file)))),
  }));
}

/** Lists, for each folder that imports from another one, all folders that its imports lead to. */
function reachableFolders(imports) {
  const direct = new Map();
  for (const [from, to] of imports.map((pair) => pair.map((file) => dirname(file)))) {
    direct.set(from, (direct.get(from) ?? new Set()).add(to));
  }
  return new Map([...direct.keys()].map((folder) => [folder, follow(folder, new Set())]));

  function follow(folder, seen) {
    for (const to of direct.get(folder) ?? []) {
      if (!seen.has(to)) follow(to, seen.add(to));
    }
    return seen;
  }
}
