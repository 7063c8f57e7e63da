import fs from 'node:fs';
import path from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { type Pool, escapeIdentifier } from 'pg';
import { columnParsers } from '../../column-parsers.ts';
import { type DatabaseLog, DatabaseRefused, type Listen, warningsLog } from '../../database.ts';
import { type EmbeddedDatabase, onlyOnce } from '../../open-database.ts';
import { Connection } from '../../connection.ts';
import type { Opening } from '../../openings.ts';
import { lockDirectory } from './directory-lock.ts';
import { DurableFileSystem, durableStartParams } from './durable-file-system.ts';
import { freeMegabytes } from '../../../core/disk.ts';
import { limitWal } from './limit-wal.ts';
import { EmbeddedEngine } from './engine.ts';
import { embeddedPool, readOnlySession } from './embedded-connection.ts';
import { readNewDatabase } from './new-database.ts';
import { assertUsable, friendlyPath, markAsOurs, getPlaces } from './embedded-directory.ts';
import { syncTree } from './sync-path.ts';

export interface EmbeddedOptions {
  /** The data is in its `database` folder; undefined: in memory. */
  directory?: string | undefined;
  /** A dump that a new database starts from. */
  dump?: Blob | undefined;
  log?: DatabaseLog;
  /** The time limit for a statement, and for the wait for the connection; 30 s by default. */
  statementMs?: number | undefined;
}

/** A new file of the write-ahead log takes 16 MB; opening writes at most one. */
const roomToOpenMb = 32;
/** EX_SOFTWARE of sysexits.h; a process that loses its pid file exits with the same code. */
const exitCode = 70;

const extensions = { pg_trgm, btree_gin, btree_gist };

/**
 * Opens PGlite in this process, on disk with fsync at each commit.
 *
 * @throws DatabaseRefused when another process uses the directory, it was moved to PostgreSQL,
 *   another version wrote it, or its disk is full
 */
export async function openEmbedded({
  directory,
  dump,
  log = warningsLog,
  statementMs = 30_000,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  if (directory === undefined) {
    const engine = new EmbeddedEngine(await openInMemory(dump), { log, statementMs });
    return embeddedDatabase(engine, { directory, log, statementMs, release: nothing });
  }
  const home = path.resolve(directory);
  fs.mkdirSync(home, { recursive: true, mode: 0o700 });
  const lock = await lockDirectory(home, log);
  try {
    assertUsable(home);
    assertRoom(home);
    await createOnce(home, dump);
    const reopen = () => openOnDisk(getPlaces(home).database);
    const hasRoom = () => freeMegabytes(home) >= roomToOpenMb;
    const giveUp = () => {
      log.error(
        { directory: home },
        'the embedded database stays closed: this process ends, so that a new one opens it',
      );
      process.exit(exitCode);
    };
    const engine = new EmbeddedEngine(await reopen(), { log, statementMs, reopen, hasRoom, giveUp });
    return embeddedDatabase(engine, {
      directory: home,
      log,
      statementMs,
      release: () => lock.release(),
    });
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Checks the space on the disk. @throws DatabaseRefused when the disk has no space for opening */
function assertRoom(home: string): void {
  const free = freeMegabytes(home);
  if (free >= roomToOpenMb) return;
  throw new DatabaseRefused(
    `The disk of ${friendlyPath(home)} is full: ${Math.floor(free)} MB are free, and the database needs ${roomToOpenMb} MB to open. Make room first.`,
  );
}

/**
 * Creates the database. It gets its name only when it is complete and synced, so that an
 * interrupted start begins again.
 */
async function createOnce(home: string, dump: Blob | undefined): Promise<void> {
  const { database, unfinished } = getPlaces(home);
  if (fs.existsSync(database)) {
    if (dump) throw new Error(`cannot load a dump over the database in ${database}`);
    return;
  }
  fs.rmSync(unfinished, { recursive: true, force: true });
  const files = dump ?? (await readNewDatabase());
  const pglite = await PGlite.create(withDump({ dataDir: unfinished, extensions }, files));
  await pglite.close();
  syncTree(unfinished);
  markAsOurs(home);
  fs.renameSync(unfinished, database);
  syncTree(home);
}

async function openOnDisk(dataDir: string): Promise<PGlite> {
  const startParams = durableStartParams(PGlite.defaultStartParams);
  const pglite = new ProtocolPGlite({ fs: new DurableFileSystem(dataDir), extensions, startParams });
  await pglite.waitReady;
  return pglite;
}

/**
 * Creates it with few buffers: the files are in memory too, and to fill many takes a third of a
 * start.
 */
async function openInMemory(dump: Blob | undefined): Promise<PGlite> {
  const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];
  const pglite = new ProtocolPGlite(withDump({ extensions, startParams }, dump));
  await pglite.waitReady;
  return pglite;
}

/**
 * PGlite for callers of the protocol alone. When it opens, PGlite asks for all array types, for the
 * parsers of its own `query`: a tenth of a start
 * (docs/decisions/0080-the-server-in-a-few-files.md). Here `pg` parses the answers.
 */
class ProtocolPGlite extends PGlite {
  override async _initArrayTypes(): Promise<void> {
    // Skips the array types, which only PGlite's own `query` needs.
  }
}

function withDump(options: PGliteOptions, dump: Blob | undefined): PGliteOptions {
  return dump ? { ...options, loadDataDir: dump } : options;
}

interface Opened {
  directory: string | undefined;
  log: DatabaseLog;
  statementMs: number;
  release: () => Promise<void>;
}

function embeddedDatabase(
  engine: EmbeddedEngine,
  { directory, log, statementMs, release }: Opened,
): EmbeddedDatabase {
  const pool = embeddedPool(engine, columnParsers, statementMs);
  pool.on('error', (error) => log.error({ err: error }, `the embedded database failed: ${error.message}`));
  const connect = (opening?: Opening) => new Connection(pool, {}, opening);
  const stopLimitingWal =
    directory === undefined ? nothing : limitWal(pool, getPlaces(directory).database, log);
  return {
    kind: 'embedded',
    directory,
    pool,
    connect,
    listen: listenInProcess(engine, pool),
    isRunning: () => engine.isRunning,
    allowWrites: (may) => allowWrites(engine, pool, may),
    dump: (compression) => dumpBetweenTransactions(engine, pool, compression),
    copyTo: (folder) => copyBetweenTransactions(pool, directory, folder),
    close: onlyOnce(async () => {
      await stopLimitingWal();
      await pool.end();
      await engine.close();
      await release();
    }),
  };
}

/**
 * Makes the open session and later ones read-only, or writable again. A session that cannot be
 * changed is about to be replaced.
 */
async function allowWrites(engine: EmbeddedEngine, pool: Pool, may: boolean): Promise<void> {
  engine.isReadOnly = !may;
  await pool.query(may ? 'reset default_transaction_read_only' : readOnlySession).catch(() => undefined);
}

/** Listens through the engine. There is one session, so nothing is missed while it runs. */
function listenInProcess(engine: EmbeddedEngine, pool: Pool): Listen {
  return async (channel, listener, onGap) => {
    const stop = engine.listen(
      channel,
      (sentOn, payload) => {
        if (sentOn === channel) listener(payload);
      },
      onGap,
    );
    // Sends it through the pool: a statement sent directly to PGlite could run inside another
    // caller's transaction.
    await pool.query(`listen ${escapeIdentifier(channel)}`);
    return async () => stop();
  };
}

/** Dumps while holding the only connection, so that no open transaction is in the dump. */
async function dumpBetweenTransactions(
  engine: EmbeddedEngine,
  pool: Pool,
  compression: 'gzip' | 'none',
): Promise<Blob> {
  const client = await pool.connect();
  try {
    await client.query('checkpoint');
    return await engine.dump(compression);
  } finally {
    client.release();
  }
}

/**
 * Copies the files while holding the only connection, so nothing writes. The file system shares the
 * blocks where it can (reflink).
 */
async function copyBetweenTransactions(
  pool: Pool,
  directory: string | undefined,
  folder: string,
): Promise<void> {
  if (directory === undefined) throw new Error('a database in memory has no files');
  const client = await pool.connect();
  try {
    await client.query('checkpoint');
    await fs.promises.cp(getPlaces(directory).database, folder, {
      recursive: true,
      mode: fs.constants.COPYFILE_FICLONE,
    });
  } finally {
    client.release();
  }
}

async function nothing(): Promise<void> {}
