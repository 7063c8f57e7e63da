import fs from 'node:fs';
import path from 'node:path';
import type { Pool } from 'pg';
import type { DatabaseLog } from '../../database.ts';

/** The number of write-ahead log files, 16 MB each, above which a checkpoint is due. */
const most = 4;
const everyMs = 30_000;

/**
 * Writes a checkpoint when the write-ahead log has grown. PGlite lacks PostgreSQL's checkpointer
 * process, which does this: the log of a running server grew until the disk was full. Returns a
 * function that ends this.
 */
export function limitWal(
  pool: Pool,
  database: string,
  log: DatabaseLog,
  lookEveryMs = everyMs,
): () => Promise<void> {
  let underWay: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    if (underWay || segmentsIn(path.join(database, 'pg_wal')) <= most) return;
    underWay = pool
      .query('checkpoint')
      .catch((error: unknown) =>
        log.warn({ err: error }, 'the log of the embedded database could not be shortened'),
      )
      .finally(() => (underWay = undefined));
  }, lookEveryMs).unref();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}

function segmentsIn(directory: string): number {
  return fs.readdirSync(directory).filter((name) => /^[0-9A-F]{24}$/.test(name)).length;
}
