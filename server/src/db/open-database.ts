import type pg from 'pg';
import type { Announcement, Database } from './database.ts';
import type { Connection } from './connection.ts';
import type { Opening } from './openings.ts';

/** Sends announcements after the commit of what they announce (decision 0044). */
export interface AnnouncesLater {
  /** Resolves once the other servers would notice the loss of an announcement of this one. */
  introduce(): Promise<void>;
  /** Sends announcements soon, in their order. */
  announce(announcements: readonly Announcement[]): void;
}

/**
 * A database with its connections. Only server/src/db and what starts and stops the process may
 * import this file.
 */
export interface OpenDatabase extends Database {
  /** Connections of the login role. */
  readonly pool: pg.Pool;
  /** Begins a transaction, or sends statements without one. Nothing is sent or taken yet. */
  readonly connect: (opening?: Opening) => Connection;
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
