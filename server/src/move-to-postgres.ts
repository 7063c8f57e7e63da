import fs from 'node:fs';
import path from 'node:path';
import { DatabaseRefused } from './db/database.ts';
import { friendlyPath } from './db/engines/embedded/embedded-directory.ts';
import { moveToPostgres } from './commands/move/move.ts';
import { openEmbedded } from './db/engines/embedded/open-embedded.ts';
import { openPostgres } from './db/engines/postgres/open-postgres.ts';

/**
 * `npm run move-to-postgres`: copies the embedded data of DATA_DIR to the PostgreSQL of
 * DATABASE_URL, once.
 */
async function main(): Promise<void> {
  const directory = path.resolve(process.env['DATA_DIR'] ?? 'data');
  const url = process.env['DATABASE_URL'];
  if (!url)
    throw new DatabaseRefused(
      'Set DATABASE_URL to the PostgreSQL that takes the data, and MIGRATION_DATABASE_URL to the owner of its tables.',
    );
  if (!fs.existsSync(path.join(directory, 'database')))
    throw new DatabaseRefused(`There is no embedded data in ${friendlyPath(directory)}.`);
  const source = await openEmbedded({ directory });
  try {
    const target = await openPostgres({ url, poolSize: 1 });
    try {
      const { rows } = await moveToPostgres(source, target, process.env['MIGRATION_DATABASE_URL'] ?? url);
      report(rows, directory);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

function report(rows: Record<string, number>, directory: string): void {
  for (const [table, count] of Object.entries(rows)) say(`${table}: ${count} rows, equal on both sides`);
  say(`
The data is in PostgreSQL now. What waits in the outbox is delivered from there; uploaded files and secrets stay in ${friendlyPath(directory)}.
Next: start Samay with the same DATABASE_URL (and MIGRATION_DATABASE_URL) and the same DATA_DIR.
The embedded database there is kept as it was, but no longer opened.`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(
    `${error instanceof DatabaseRefused ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exitCode = 1;
}
