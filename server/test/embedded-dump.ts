import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { now } from '@samay/contract/time';
import type { Database } from '../src/db/database.ts';
import { readMigrations } from '../src/db/migrations.ts';
import { openEmbedded } from '../src/db/open-embedded.ts';

/** A dump of a database in memory after `prepare`, made once and kept in the temporary folder until the migrations change. */
export async function dumpOf(state: 'empty' | 'migrated', prepare: (database: Database) => Promise<unknown>): Promise<Blob> {
  const key = createHash('sha256').update(`pglite 0.5.16 ${process.arch} alone`);
  if (state === 'migrated') for (const { checksum } of readMigrations()) key.update(checksum);
  const file = path.join(os.tmpdir(), `samay-test-${process.getuid?.() ?? ''}-${state}-${key.digest('hex').slice(0, 16)}.tar`);
  if (!fs.existsSync(file)) await makeDump(file, prepare);
  return new Blob([fs.readFileSync(file)]);
}

/** Several test processes may do this at once: each renames a whole file into place. */
async function makeDump(file: string, prepare: (database: Database) => Promise<unknown>): Promise<void> {
  const database = await openEmbedded({});
  try {
    await prepare(database);
    await dropTemplates(database);
    const dump = await database.dump('none');
    fs.writeFileSync(`${file}.${process.pid}`, Buffer.from(await dump.arrayBuffer()), { mode: 0o600 });
    fs.renameSync(`${file}.${process.pid}`, file);
    dropOldDumps();
  } finally {
    await database.close();
  }
}

/** Two thirds of the files, of which nobody makes a database here: without them one opens in three quarters of the time. */
async function dropTemplates({ pool }: Database): Promise<void> {
  await pool.query("update pg_database set datistemplate = false where datname in ('template0', 'template1')");
  await pool.query('drop database template0');
  await pool.query('drop database template1');
}

/** Those of migrations as they were: nobody asks for them again. */
function dropOldDumps(): void {
  const yesterday = now().getTime() - 86_400_000;
  for (const name of fs.readdirSync(os.tmpdir()).filter((entry) => entry.startsWith(`samay-test-${process.getuid?.() ?? ''}-`))) {
    const file = path.join(os.tmpdir(), name);
    if ((fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? yesterday) < yesterday) fs.rmSync(file, { force: true });
  }
}
