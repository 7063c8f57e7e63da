import type { LiveTopic } from '@samay/contract/reach/live';
import { sql } from 'kysely';
import { getRefusal } from './bounds.ts';
import { isOvertaken, isPassing, isRefusal } from './errors.ts';
import { type Announcement, getUnknownChanges, type Database } from './database.ts';
import { getConnections } from './open-database.ts';
import { stampRaising, atCommit, run, Tx } from './transaction.ts';
import { findKept, keepReply, onceOnly } from './idempotency.ts';
import {
  getJobOpening,
  jobOpening,
  limiterOpening,
  type Opening,
  getOpening,
  platformOpening,
  getPlatformOpening,
} from './openings.ts';
import { platform, statement, type TenantId } from './statement.ts';

export { Overtaken } from './errors.ts';
export { platform, platformTenant, type TenantId } from './statement.ts';
export type { Tx } from './transaction.ts';

export interface TenantWork {
  readonly database: Database;
  readonly tenantId: TenantId;
  readonly now: Date;
  /** Set when the request may be repeated and must have one effect (see `onceOnly`). */
  readonly idempotency?: { readonly key: string; readonly requestHash: string } | undefined;
  /**
   * Set if all statements have to see the snapshot of the first one; otherwise each sees its own.
   * Not allowed where the change stamp is raised.
   */
  readonly isolation?: 'repeatable read' | undefined;
  /** False if no screen shows the written rows: the change stamp stays (decision 0036). */
  readonly isShown?: boolean | undefined;
  /**
   * Set for a part of a job that is done again where a crash takes it back: its commit does not wait for the
   * disk. Each statement of a `long` one may take a minute: it locks nothing for which a request waits.
   */
  readonly ofJob?: 'brief' | 'long' | undefined;
}

/**
 * Runs the database work of a verb in one transaction that row security confines to one business.
 * Await nothing else in it: no network, no file, no password hash. It has one effect and one reply
 * for the request's idempotency key.
 */
export async function inTenant<T>(work: TenantWork, verb: (tx: Tx) => Promise<T>): Promise<T> {
  const { database, tenantId, idempotency, now, isolation, isShown = true, ofJob } = work;
  const opening: Opening = {
    ...(ofJob ? getJobOpening(tenantId, ofJob === 'long') : getOpening(tenantId)),
    mode: isolation && `isolation level ${isolation}`,
  };
  const write = (replying: (tx: Tx) => Promise<T>) =>
    inTransaction(database, opening, isShown ? [tenantId] : [], replying);
  if (!idempotency) return write(verb);
  const attempt = () =>
    write(async (tx) => {
      const reply = await verb(tx);
      atCommit(tx, work, keepReply({ ...idempotency, reply: JSON.stringify(reply), now }));
      return reply;
    });
  return onceOnly(idempotency, attempt, async () =>
    readInTenant(work, async (tx) => (await run(tx, work, findKept(idempotency)))[0]),
  );
}

/** Announces something once with the commit of the transaction (decision 0044). */
export function announceAtCommit(tx: Tx, announcement: Announcement): void {
  tx.announced.set(`${announcement.channel} ${announcement.payload}`, announcement);
}

/** Announces a changed row to the open screens of a business, once with the commit. */
export function announceChange(
  tx: Tx,
  { tenantId }: Pick<TenantWork, 'tenantId'>,
  topic: LiveTopic,
  id: string,
  operation: 'insert' | 'update' = 'update',
): void {
  announceAtCommit(tx, { channel: 'changes', payload: `${tenantId} ${topic} ${id} ${operation}` });
}

/** Announces a changed row of the business, as `announceChange` does. */
export type Announce = (topic: LiveTopic, id: string, operation?: 'insert' | 'update') => void;

/**
 * Runs a verb like `inTenant`, for verbs that write bookings and announce their changes: the other
 * servers notice when this one ends between the commit and its announcement.
 */
export async function inTenantAnnouncing<T>(
  work: TenantWork,
  verb: (tx: Tx, announce: Announce) => Promise<T>,
): Promise<T> {
  await getConnections(work.database).announcer?.introduce();
  return inTenant(work, (tx) => verb(tx, (...change) => announceChange(tx, work, ...change)));
}

/**
 * Runs work of a business that only reads: a write in it fails. It is repeated once when its
 * connection was lost, a prepared statement was stale, or PostgreSQL ended it in a conflict,
 * because nothing was written.
 */
export async function readInTenant<T>(
  { database, tenantId }: TenantWork,
  verb: (tx: Tx) => Promise<T>,
): Promise<T> {
  const opening: Opening = { ...getOpening(tenantId), mode: 'read only' };
  const read = () => inOneTransaction(database, opening, verb);
  return read().catch((error: unknown) => {
    if (isPassing(error)) return read();
    throw error;
  });
}

interface OfPlatform {
  readonly database: Database;
}

/**
 * Runs work that belongs to no single business: sign-in, the super admin, background jobs. It sees
 * every row, so each file that calls this, `asJob` or `asLimiter` is listed with its reason in
 * scripts/checks/platform-access.mjs.
 */
export async function asPlatform<T>({ database }: OfPlatform, verb: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(database, platformOpening, [], verb);
}

/** Runs a job as the platform: no request waits, so each of its statements may take a minute. */
export async function asJob<T>({ database }: OfPlatform, verb: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(database, jobOpening, [], verb);
}

/**
 * Counts a limit as the platform: it takes two seconds at most, and its commit does not wait for
 * the disk.
 */
export async function asLimiter<T>({ database }: OfPlatform, verb: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(database, limiterOpening, [], verb);
}

/**
 * Runs work of one business that needs the platform's rights, such as writing roles or ending
 * sessions, in one transaction that row security confines to the business: in memberships,
 * invitations, subscriptions, the audit log and the outbox it sees and writes the rows of that
 * business alone, and it writes no other business's row in tenants and business_profiles. It sees
 * other tables whole, so it uses none of them except those of people, platform_admins and plans.
 * Each file that calls this is listed in scripts/checks/platform-access.mjs.
 */
export async function inTenantAsPlatform<T>(
  { database, tenantId }: Pick<TenantWork, 'database' | 'tenantId'>,
  verb: (tx: Tx) => Promise<T>,
): Promise<T> {
  return inTransaction(database, getPlatformOpening(tenantId), [tenantId], verb);
}

/** The most runs of a verb when other transactions were first. */
const mostAttempts = 3;

/**
 * Runs a verb in a transaction, and again if another transaction was first (`isOvertaken`): nothing
 * of it was written, and it reads the other's changes.
 * @param stamped the businesses whose change stamp is raised if anything is written
 */
async function inTransaction<T>(
  database: Database,
  opening: Opening,
  stamped: readonly string[],
  verb: (tx: Tx) => Promise<T>,
): Promise<T> {
  const writing = async (tx: Tx) => {
    for (const tenantId of stamped) tx.stamped.add(tenantId);
    return verb(tx);
  };
  for (let attempt = 1; ; attempt += 1)
    try {
      return await inOneTransaction(database, opening, writing);
    } catch (error) {
      if (attempt === mostAttempts || !isOvertaken(error)) throw getRefusal(error) ?? error;
    }
}

async function inOneTransaction<T>(
  database: Database,
  opening: Opening,
  verb: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { connect, announcer } = getConnections(database);
  const connection = connect(opening);
  const tx = new Tx(connection);
  let isCommitting = false;
  let heard: readonly Announcement[] = [];
  try {
    const done = await verb(tx);
    const announced = [...tx.announced.values()];
    for (const tenantId of tx.hasWritten ? tx.stamped : []) atCommit(tx, { tenantId }, stampRaising({}));
    if (!announcer && announced.length > 0) notifyAtCommit(tx, announced);
    isCommitting = true;
    await connection.commit();
    heard = announced;
    return done;
  } catch (error) {
    await connection.rollback();
    // Throws if it is unknown whether the transaction was committed.
    if (isCommitting && !isRefusal(error)) heard = getUnknownChanges([...tx.announced.values()]);
    throw error;
  } finally {
    await connection.release();
    // Announces after the release, so that it needs no other connection.
    announcer?.announce(heard);
  }
}

const notify = statement<{ channels: string[]; payloads: string[] }, object>(
  (_, { channels, payloads }) => sql`select pg_notify(channel, payload)
    from unnest(${channels}::text[], ${payloads}::text[]) with ordinality as sent (channel, payload, place)
    order by place`,
);

function notifyAtCommit(tx: Tx, announced: readonly Announcement[]): void {
  const channels = announced.map(({ channel }) => channel);
  const payloads = announced.map(({ payload }) => payload);
  atCommit(tx, platform, notify({ channels, payloads }));
}
