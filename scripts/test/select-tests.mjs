import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The server's tests that an engine may answer differently: what they import leads to the engine of this run. The others need one run only. */
export function engineTests(root) {
  const engine = join(root, 'server', 'test', 'fixtures', 'database.ts');
  return testsIn(root, 'server').filter((file) => leadsTo(join(root, file), engine));
}

/** What an odd zone is worth repeating for: tests that compute, without a database, another process, a connection or a page. */
export function zoneTests(root) {
  const withEngine = new Set(engineTests(root));
  const starts = (file) =>
    /openEmbedded|openPostgres|spawn|createServer|openCashDesk|new Inspections/.test(readFileSync(join(root, file), 'utf8'));
  return [
    ...testsIn(root, 'contract'),
    ...testsIn(root, 'server').filter((file) => !withEngine.has(file) && !starts(file)),
    ...testsIn(root, join('web', 'src')),
  ];
}

/** The server's tests for an hour's work: all but the invariants and what starts other processes. */
export function quickTests(root) {
  const slow = (file) => file.startsWith(join('server', 'test', 'invariants')) || /\bspawn\(/.test(readFileSync(join(root, file), 'utf8'));
  return testsIn(root, 'server').filter((file) => !slow(file));
}

function testsIn(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
    .map((file) => join(folder, file))
    .toSorted();
}

/** Whether a file imports the other one, itself or through what it imports. */
function leadsTo(file, target, seen = new Set()) {
  if (file === target) return true;
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const imported = readFileSync(file, 'utf8').matchAll(/(?:from|import)[ (]'(\.[^']+)'/g);
  return [...imported].some(([, path]) => leadsTo(join(dirname(file), path), target, seen));
}
