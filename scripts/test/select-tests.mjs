import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Selects the server's tests that depend on the database engine, because their imports lead to it.
 * The others need only one run.
 */
export function engineTests(root) {
  const engine = join(root, 'server', 'test', 'fixtures', 'database.ts');
  return testsIn(root, 'server').filter((file) => leadsTo(join(root, file), engine));
}

/**
 * Selects the tests to repeat in other time zones: those that compute, without a database, child
 * process, connection or page.
 */
export function zoneTests(root) {
  const withEngine = new Set(engineTests(root));
  const starts = (file) =>
    /openEmbedded|openPostgres|spawn|createServer|startPaymentProvider|new Inspections/.test(
      readFileSync(join(root, file), 'utf8'),
    );
  return [
    ...testsIn(root, 'contract'),
    ...testsIn(root, 'server').filter((file) => !withEngine.has(file) && !starts(file)),
    ...testsIn(root, join('web', 'src')),
  ];
}

/**
 * Selects the server's tests of a quick run: all but the invariants and those that start other
 * processes.
 */
export function quickTests(root) {
  const slow = (file) =>
    file.startsWith(join('server', 'test', 'invariants')) ||
    /\bspawn\(/.test(readFileSync(join(root, file), 'utf8'));
  return testsIn(root, 'server').filter((file) => !slow(file));
}

function testsIn(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
    .map((file) => join(folder, file))
    .toSorted();
}

/** Whether a file imports the target, directly or through other files. */
function leadsTo(file, target, seen = new Set()) {
  if (file === target) return true;
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const imported = readFileSync(file, 'utf8').matchAll(/(?:from|import)[ (]'(\.[^']+)'/g);
  return [...imported].some(([, path]) => leadsTo(join(dirname(file), path), target, seen));
}
