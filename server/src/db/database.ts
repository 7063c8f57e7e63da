/**
 * Calls the listener with each payload of a channel; `onGap` means that some may have been missed.
 */
export type Listen = (
  channel: string,
  listener: (payload: string) => void,
  onGap: () => void,
) => Promise<() => Promise<void>>;

/**
 * The database as the rest of the server sees it. Statements run in the transactions of
 * db/tenant.ts; the connections themselves (open-database.ts) are for server/src/db and for the
 * process that opens and closes them.
 */
export interface Database {
  /** PostgreSQL, or PGlite inside this process. */
  readonly kind: 'embedded' | 'postgres';
  /**
   * Listens to the notifications of a channel until the returned function is called. After a lost
   * connection it listens again by itself and calls `onGap`, because notifications sent meanwhile
   * are lost.
   */
  readonly listen: Listen;
}

/** Where the database reports what nobody is waiting for. pino's loggers fit. */
export interface DatabaseLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/**
 * A notification to every server: `changes` for open screens, `outbox` for the workers, with the
 * payload `events` where only events are new.
 */
export interface Announcement {
  readonly channel: 'changes' | 'outbox';
  readonly payload: string;
}

/**
 * Says of a business that something has changed: open screens take the unknown topic for a gap, and
 * fetch again.
 */
export function unknownChangeOf(tenantId: string): Announcement {
  return { channel: 'changes', payload: `${tenantId} unknown - update` };
}

/** Says it once of each business of which something was announced. */
export function unknownChangesOf(announcements: readonly Announcement[]): Announcement[] {
  const changes = announcements.filter(
    ({ channel, payload }) => channel === 'changes' && !payload.startsWith('server '),
  );
  const tenantIds = new Set(changes.map(({ payload }) => payload.split(' ')[0] ?? ''));
  return [...tenantIds].map(unknownChangeOf);
}

/**
 * A database that must not be opened or used as it is; the message tells the operator why and what
 * to do.
 */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}

/** For callers without a logger: Node prints warnings on stderr. */
export const warningsLog: DatabaseLog = {
  warn: (_fields, message) => process.emitWarning(message, 'DatabaseWarning'),
  error: (_fields, message) => process.emitWarning(message, 'DatabaseError'),
};
