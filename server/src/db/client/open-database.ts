import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { AnnouncesLater } from './announcements.ts';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/**
 * What a transaction sends whose statements are all known before it begins: its settings, then its
 * statements with their values.
 */
export interface ReadTransaction {
  /** Whether it may write. It is not repeated then where its outcome is unknown. */
  readonly writes?: boolean | undefined;
  /**
   * What the transaction begins with. Undefined: a single statement, which is a transaction of its
   * own as the login role.
   */
  readonly settings: readonly string[] | undefined;
  readonly statements: readonly { readonly text: string; readonly values: readonly unknown[] }[];
}

/** Sends such a transaction in one message, and returns the rows of each statement. */
export type SendRead = (transaction: ReadTransaction) => Promise<Record<string, unknown>[][]>;

/**
 * A database with its connections. Only server/src/db and what starts and stops the process may
 * import this file.
 */
export interface OpenDatabase extends Database {
  /** Connections of the login role. */
  readonly pool: pg.Pool;
  readonly kysely: Kysely<Schema>;
  /** Absent where each statement of a read is sent by itself. */
  readonly sendRead?: SendRead | undefined;
  /** Absent where changes are announced in their own transaction. */
  readonly announcer?: AnnouncesLater | undefined;
  /**
   * Whether this machine's clock agrees with the database's; absent where that is the same machine.
   */
  readonly isClockRight?: (() => boolean) | undefined;
  /**
   * Ends the connections. Embedded: also writes pending data and releases the directory. A second
   * call waits for the first.
   */
  close(): Promise<void>;
}

/** The database inside this process. */
export interface EmbeddedDatabase extends OpenDatabase {
  readonly kind: 'embedded';
  /** Where its data is stored; undefined in memory. */
  readonly directory: string | undefined;
  /** False from the moment that it is stuck until it has been reopened (decision 0022). */
  isRunning(): boolean;
  /**
   * Whether transactions may write; a write while they may not fails with PostgreSQL's
   * `read_only_sql_transaction`.
   */
  allowWrites(may: boolean): Promise<void>;
  /** The whole database as a tar archive, taken between transactions. */
  dump(compression: 'gzip' | 'none'): Promise<Blob>;
  /**
   * Copies the files of the database to a new folder, between transactions: what was acknowledged
   * is in it. Statements wait meanwhile.
   */
  copyTo(folder: string): Promise<void>;
}

/**
 * The connections of a database. Every `Database` was made by `openEmbedded` or `openPostgres`, so
 * it has them.
 */
export function connectionsOf(database: Database): OpenDatabase {
  return database as OpenDatabase;
}

export function isEmbedded(database: Database): database is EmbeddedDatabase {
  return database.kind === 'embedded';
}

/** Makes a function that closes something once; later calls return the first promise. */
export function onlyOnce(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => (closing ??= close());
}
