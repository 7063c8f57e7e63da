import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Results, tableOf } from './table.ts';

const committed = fileURLToPath(new URL('../../results', import.meta.url));
const notCommitted = fileURLToPath(new URL('../../../test-results/bench', import.meta.url));
const names = ['cpu', 'plans', 'start', 'weight', 'export', 'import', 'citus'] as const;

/**
 * Writes a part's results as JSON, and updates the table of all results in the same folder:
 * `bench/results` for a whole run, `test-results/bench`, which git ignores, for a quick one or for
 * some operations.
 */
export async function writeResult<Name extends keyof Results>(
  name: Name,
  result: Results[Name],
  { whole }: { whole: boolean },
): Promise<void> {
  const directory = whole ? committed : notCommitted;
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, `${name}.json`), `${JSON.stringify(result, rounded, 2)}\n`);
  const all: Partial<Results> = {};
  for (const each of names) Object.assign(all, { [each]: await readResult(join(directory, `${each}.json`)) });
  await writeFile(join(directory, 'README.md'), tableOf(all));
  console.log(`${name}: ${join(directory, 'README.md')}`);
}

async function readResult(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : JSON.parse(text);
}

/** Rounds to four significant digits, more than such a measurement can repeat. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
}
