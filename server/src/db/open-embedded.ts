import fs from 'node:fs';
import path from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { type Pool, escapeIdentifier } from 'pg';
import { columnParsers } from './column-parsers.ts';
import { type DatabaseLog, type EmbeddedDatabase, type Listen, kyselyOver, onlyOnce, warningsLog } from './database.ts';
import { lockDirectory } from './directory-lock.ts';
import { DurableFileSystem, durableStartParams, syncTree } from './durable-file-system.ts';
import { embeddedPool } from './embedded-connection.ts';
import { assertUsable, markAsOurs, placesOf } from './embedded-directory.ts';

export interface EmbeddedOptions {
  /** Its `database` folder keeps the data; undefined: in memory. */
  directory?: string | undefined;
  /** A dump that a new database starts from. */
  dump?: Blob | undefined;
  log?: DatabaseLog;
}

const extensions = { pg_trgm, btree_gin };

/**
 * Opens PGlite in this process, on disk with fsync at each commit.
 *
 * @throws DatabaseRefused when another process uses the directory, it was moved to PostgreSQL, or another version wrote it
 */
export async function openEmbedded({ directory, dump, log = warningsLog }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  if (directory === undefined) return embeddedDatabase(await PGlite.create(withDump({ extensions }, dump)), undefined, log, nothing);
  const home = path.resolve(directory);
  fs.mkdirSync(home, { recursive: true, mode: 0o700 });
  const lock = await lockDirectory(home, log);
  try {
    assertUsable(home);
    await createOnce(home, dump);
    return embeddedDatabase(await openOnDisk(placesOf(home).database), home, log, () => lock.release());
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** A database appears under its name only when whole and on the disk: a start that is interrupted begins again. */
async function createOnce(home: string, dump: Blob | undefined): Promise<void> {
  const { database, unfinished } = placesOf(home);
  if (fs.existsSync(database)) {
    if (dump) throw new Error(`cannot load a dump over the database in ${database}`);
    return;
  }
  fs.rmSync(unfinished, { recursive: true, force: true });
  const pglite = await PGlite.create(withDump({ dataDir: unfinished, extensions }, dump));
  await pglite.close();
  syncTree(unfinished);
  markAsOurs(home);
  fs.renameSync(unfinished, database);
  syncTree(home);
}

async function openOnDisk(dataDir: string): Promise<PGlite> {
  const startParams = durableStartParams(PGlite.defaultStartParams);
  return PGlite.create({ fs: new DurableFileSystem(dataDir), extensions, startParams });
}

function withDump(options: PGliteOptions, dump: Blob | undefined): PGliteOptions {
  return dump ? { ...options, loadDataDir: dump } : options;
}

function embeddedDatabase(pglite: PGlite, directory: string | undefined, log: DatabaseLog, release: () => Promise<void>): EmbeddedDatabase {
  const pool = embeddedPool(pglite, columnParsers);
  pool.on('error', (error) => log.error({ err: error }, `the embedded database failed: ${error.message}`));
  return {
    kind: 'embedded',
    directory,
    pool,
    kysely: kyselyOver(pool),
    listen: listenInProcess(pglite, pool),
    dump: (compression) => dumpBetweenTransactions(pglite, pool, compression),
    close: onlyOnce(async () => {
      await pool.end();
      await pglite.close();
      await release();
    }),
  };
}

/** Every notification of the one session is ours, so nothing can be missed and `onGap` is never called. */
function listenInProcess(pglite: PGlite, pool: Pool): Listen {
  return async (channel, hear) => {
    const stop = pglite.onNotification((heardOn, payload) => {
      if (heardOn === channel) hear(payload);
    });
    // Through the pool, since a statement of PGlite's own could fall into the middle of someone's transaction.
    await pool.query(`listen ${escapeIdentifier(channel)}`);
    return async () => stop();
  };
}

/** Holds the only connection meanwhile, so that nobody's half transaction is in the dump. */
async function dumpBetweenTransactions(pglite: PGlite, pool: Pool, compression: 'gzip' | 'none'): Promise<Blob> {
  const client = await pool.connect();
  try {
    await client.query('checkpoint');
    return await pglite.dumpDataDir(compression);
  } finally {
    client.release();
  }
}

async function nothing(): Promise<void> {}
