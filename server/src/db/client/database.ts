import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { guardedPool, type Guards } from '../pipeline/pipelined-pool.ts';
import type { Schema } from './schema.ts';

/** Hears each payload sent to a channel; `onGap` means that some may have been missed. */
export type Listen = (channel: string, hear: (payload: string) => void, onGap: () => void) => Promise<() => Promise<void>>;

/** PostgreSQL, or PGlite inside this process, behind one `pg.Pool`. */
export interface Database {
  readonly kind: 'embedded' | 'postgres';
  /** Connections of the login role; only server/src/db may use it. */
  readonly pool: pg.Pool;
  readonly kysely: Kysely<Schema>;
  /**
   * Hears the notifications of a channel until the returned function is called. After a lost connection it listens again by
   * itself and calls `onGap`, since what was sent meanwhile is lost.
   */
  readonly listen: Listen;
  /** Ends the connections; embedded: writes what is pending and gives the directory free. Again: waits for the first time. */
  close(): Promise<void>;
}

/** The database inside this process. */
export interface EmbeddedDatabase extends Database {
  readonly kind: 'embedded';
  /** Where its data lies; undefined in memory. */
  readonly directory: string | undefined;
  /** False from the moment that it is stuck until it is open again (decision 0022). */
  isRunning(): boolean;
  /** Whether transactions may write; one that must not fails with PostgreSQL's `read_only_sql_transaction`. */
  allowWrites(may: boolean): Promise<void>;
  /** The whole database as a tar archive, taken between transactions. */
  dump(compression: 'gzip' | 'none'): Promise<Blob>;
}

/** Where the database reports what nobody is waiting for. pino's loggers are such. */
export interface DatabaseLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A database that must not be opened or used as it is; the message tells a person why and what to do. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}

export function isEmbedded(database: Database): database is EmbeddedDatabase {
  return database.kind === 'embedded';
}

/** The query builder over a pool. */
export function kyselyOver(pool: pg.Pool, guards: Guards = {}): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: guardedPool(pool, guards) }) });
}

/** For callers without a logger: Node prints warnings on stderr. */
export const warningsLog: DatabaseLog = {
  warn: (_fields, message) => process.emitWarning(message, 'DatabaseWarning'),
  error: (_fields, message) => process.emitWarning(message, 'DatabaseError'),
};

export function onlyOnce(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => (closing ??= close());
}
