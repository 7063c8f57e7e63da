import type pg from 'pg';
import type { Announcement, Database } from './database.ts';
import type { Connection } from './connection.ts';
import type { Opening } from './openings.ts';

/** Sends announcements after the commit of what they announce (decision 0044). */
export interface AnnouncesLater {
  /** Resolves when the other servers would notice the loss of an announcement of this one. */
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
   * Whether this machine's clock agrees with the database's; absent if both are on the same
   * machine.
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
  /** Returns false from the moment that it is stuck until it has been reopened (decision 0022). */
  isRunning(): boolean;
  /**
   * Allows or forbids writing; a forbidden write fails with PostgreSQL's
   * `read_only_sql_transaction`.
   */
  allowWrites(may: boolean): Promise<void>;
  /** Dumps the whole database as a tar archive, between transactions. */
  dump(compression: 'gzip' | 'none'): Promise<Blob>;
  /**
   * Copies the files of the database to a new folder, between transactions: the copy has all
   * acknowledged writes. Statements wait in the meantime.
   */
  copyTo(folder: string): Promise<void>;
}

/**
 * Returns the connections of a database. Every `Database` was created by `openEmbedded` or
 * `openPostgres`, so it has them.
 */
export function getConnections(database: Database): OpenDatabase {
  return database as OpenDatabase;
}

export function isEmbedded(database: Database): database is EmbeddedDatabase {
  return database.kind === 'embedded';
}

/** Returns a function that closes something once; later calls return the first promise. */
export function onlyOnce(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => (closing ??= close());
}
