/**
 * Calls the listener with each payload of a channel; `onGap` means that some may have been missed.
 */
export type Listen = (
  channel: string,
  listener: (payload: string) => void,
  onGap: () => void,
) => Promise<() => Promise<void>>;

/**
 * The interface of the database to the rest of the server. Statements run in the transactions of
 * db/tenant.ts; the connections themselves (open-database.ts) are for server/src/db and for the
 * process that opens and closes them.
 */
export interface Database {
  /** PostgreSQL, or PGlite inside this process. */
  readonly kind: 'embedded' | 'postgres';
  /**
   * Listens to the notifications of a channel until the returned function is called. Listens again
   * after a lost connection and calls `onGap`, because notifications sent in the meantime are lost.
   */
  readonly listen: Listen;
}

/** Receives reports of the database for which no caller waits. pino's loggers fit. */
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
 * Announces an unknown change of a business: open screens treat the unknown topic as a gap, and
 * fetch again.
 */
export function getUnknownChange(tenantId: string): Announcement {
  return { channel: 'changes', payload: `${tenantId} unknown - update` };
}

/** Announces an unknown change once for each business of the announcements. */
export function getUnknownChanges(announcements: readonly Announcement[]): Announcement[] {
  const changes = announcements.filter(
    ({ channel, payload }) => channel === 'changes' && !payload.startsWith('server '),
  );
  const tenantIds = new Set(changes.map(({ payload }) => payload.split(' ')[0] ?? ''));
  return [...tenantIds].map(getUnknownChange);
}

/**
 * A database that must not be opened or used; the message tells the operator the reason and the
 * remedy.
 */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}

/** For callers without a logger: Node prints warnings on stderr. */
export const warningsLog: DatabaseLog = {
  warn: (_fields, message) => process.emitWarning(message, 'DatabaseWarning'),
  error: (_fields, message) => process.emitWarning(message, 'DatabaseError'),
};
