import { sql } from 'kysely';
import { isOvertaken, isPassing, isRefusal } from './client/database-errors.ts';
import type { Database } from './client/database.ts';
import { connectionsOf } from './client/open-database.ts';
import { type Announcement, unknownChangeOf } from './client/announcements.ts';
import { stampRaising } from './change-stamps.ts';
import { findKept, keepReply, onceOnly } from './idempotency.ts';
import { openOf, type OpenTransaction, registerOpen } from './open-transaction.ts';
import {
  jobSettings,
  limiterSettings,
  type TransactionSettings,
  tenantSettingsOf,
  platformSettings,
  platformSettingsOf,
} from './client/transaction-settings.ts';
import { ready, statement } from './statement.ts';
import { atCommit } from './together.ts';
import { platformTenant, type TenantId, type Tx } from './tx.ts';

export { Overtaken } from './client/database-errors.ts';
export { platformTenant } from './tx.ts';
export type { TenantId, Tx } from './tx.ts';

export interface TenantWork {
  readonly database: Database;
  readonly tenantId: TenantId;
  readonly now: Date;
  /** Set when the request may be repeated and must have one effect (see `onceOnly`). */
  readonly idempotency?: { readonly key: string; readonly requestHash: string } | undefined;
  /**
   * Set where all statements have to see the snapshot of the first one; otherwise each sees its
   * own. Not where the change stamp is raised.
   */
  readonly isolation?: 'repeatable read' | undefined;
  /**
   * False where no screen shows what is written, such as an audit row: then the business's change
   * stamp stays (decision 0036).
   */
  readonly isShown?: boolean | undefined;
}

/**
 * Runs the database work of a verb in one transaction that row security confines to one business.
 * Await nothing else in it: no network, no file, no password hash.
 */
export async function inTenant<T>(work: TenantWork, verb: (tx: Tx) => Promise<T>): Promise<T> {
  return onceForKey(work, verb, (replying) => writeIn(work, replying));
}

/** Announces something once with the commit of the transaction (decision 0044). */
export function announceAtCommit(tx: Tx, announcement: Announcement): void {
  const { announced } = openOf(tx);
  const isNew = announced.every(
    ({ channel, payload }) => channel !== announcement.channel || payload !== announcement.payload,
  );
  if (isNew) announced.push(announcement);
}

/** Collects an announcement, which is sent once the transaction has committed. */
export type Announce = (announcement: Announcement) => void;

/**
 * The same for a verb that writes bookings and announces what it changes. Of a commit whose outcome
 * is unknown, open screens hear that something may have changed.
 */
export async function inTenantAnnouncing<T>(
  work: TenantWork,
  verb: (tx: Tx, announce: Announce) => Promise<T>,
): Promise<T> {
  const { announcer } = connectionsOf(work.database);
  await announcer?.introduce();
  return onceForKey(
    work,
    (tx) => verb(tx, (each) => announceAtCommit(tx, each)),
    async (replying) => {
      let isCommitting = false;
      try {
        return await writeIn(work, async (tx) => {
          isCommitting = false;
          const reply = await replying(tx);
          isCommitting = true;
          return reply;
        });
      } catch (error) {
        if (isCommitting && !isRefusal(error)) announcer?.announce([unknownChangeOf(work.tenantId)]);
        throw error;
      }
    },
  );
}

async function writeIn<T>(work: TenantWork, verb: (tx: Tx) => Promise<T>): Promise<T> {
  const { tenantId, isShown = true } = work;
  return inTransaction(
    work,
    { settings: tenantSettingsOf(tenantId), stamped: isShown ? [tenantId] : [] },
    verb,
  );
}

/**
 * Runs a verb in its transaction, which has one effect and one reply for the request's idempotency
 * key if it has one.
 */
async function onceForKey<T>(
  work: TenantWork,
  verb: (tx: Tx) => Promise<T>,
  transaction: (replying: (tx: Tx) => Promise<T>) => Promise<T>,
): Promise<T> {
  const { idempotency, tenantId, now } = work;
  if (!idempotency) return transaction(verb);
  const attempt = () =>
    transaction(async (tx) => {
      const reply = await verb(tx);
      atCommit(tx, work, keepReply({ ...idempotency, reply: JSON.stringify(reply), now }));
      return reply;
    });
  return onceOnly(idempotency, attempt, async () =>
    readInTenant(work, (tx) => findKept(tx, tenantId, idempotency.key)),
  );
}

/**
 * The same for a verb that only reads: a write in it fails. It is repeated once when its connection
 * was lost, a prepared statement went stale under it, or PostgreSQL ended it for another, because
 * nothing was written.
 */
export async function readInTenant<T>(work: TenantWork, verb: (tx: Tx) => Promise<T>): Promise<T> {
  const reading = connectionsOf(work.database).kysely.transaction().setAccessMode('read only');
  const read = () =>
    reading.execute(async (tx) => {
      const { connection } = await registerOpen(tx);
      connection.open(tenantSettingsOf(work.tenantId));
      return verb(tx);
    });
  return read().catch((error: unknown) => {
    if (isPassing(error)) return read();
    throw error;
  });
}

/**
 * Runs work that belongs to no single business: sign-in, the super admin, background jobs. It sees
 * every row, so each file that calls this, `asJob` or `asLimiter` is listed with its reason in
 * scripts/checks/platform-access.mjs.
 */
export async function asPlatform<T>(
  work: { readonly database: Database },
  verb: (tx: Tx) => Promise<T>,
): Promise<T> {
  return inTransaction(work, { settings: platformSettings }, verb);
}

/**
 * The same for a background job that no request waits for: each of its statements may take a
 * minute.
 */
export async function asJob<T>(
  work: { readonly database: Database },
  verb: (tx: Tx) => Promise<T>,
): Promise<T> {
  return inTransaction(work, { settings: jobSettings }, verb);
}

/**
 * The same for a count of a limit: it takes two seconds at most, and its commit does not wait for
 * the disk.
 */
export async function asLimiter<T>(
  work: { readonly database: Database },
  verb: (tx: Tx) => Promise<T>,
): Promise<T> {
  return inTransaction(work, { settings: limiterSettings }, verb);
}

/**
 * Runs work of one business that needs the platform's rights, such as writing roles or ending
 * sessions, in one transaction that row security confines to the business: of memberships,
 * invitations, subscriptions, the audit log and the outbox it sees and writes the rows of that
 * business alone, and it writes no other business's row in tenants and business_profiles. Other
 * tables it sees whole, so it uses none of them except those of people,
 * platform_admins and plans. Each file that calls this is listed in
 * scripts/checks/platform-access.mjs.
 */
export async function inTenantAsPlatform<T>(
  { database, tenantId }: Pick<TenantWork, 'database' | 'tenantId'>,
  verb: (tx: Tx) => Promise<T>,
): Promise<T> {
  const settings = platformSettingsOf(tenantId);
  return inTransaction({ database }, { settings, stamped: [tenantId] }, verb);
}

interface Frame {
  readonly settings: TransactionSettings;
  /** The businesses whose change stamp is raised if anything is written. */
  readonly stamped?: readonly string[];
}

/** How often a verb is run at most where other transactions were first. */
const mostAttempts = 3;

/**
 * Runs work in a transaction, and again where another transaction was first (`isOvertaken`):
 * nothing of it was written, and it reads what the other one has written.
 */
async function inTransaction<T>(
  { database, isolation }: Pick<TenantWork, 'database' | 'isolation'>,
  { settings, stamped = [] }: Frame,
  verb: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { kysely, announcer } = connectionsOf(database);
  const writing = kysely.transaction();
  let announced: readonly Announcement[] = [];
  const run = async () =>
    (isolation ? writing.setIsolationLevel(isolation) : writing).execute(async (tx) => {
      const opened = await registerOpen(tx);
      opened.connection.open(settings);
      for (const tenantId of stamped) opened.stamped.add(tenantId);
      const done = await verb(tx);
      announced = opened.announced;
      finish(opened, announcer === undefined);
      return done;
    });
  const attempt = async (left: number): Promise<T> =>
    run().catch((error: unknown) => {
      if (left === 0 || !isOvertaken(error)) throw error;
      return attempt(left - 1);
    });
  const result = await attempt(mostAttempts - 1);
  announcer?.announce(announced);
  return result;
}

const notify = statement<{ channels: string[]; payloads: string[] }, object>(
  (_, { channels, payloads }) => sql`select pg_notify(channel, payload)
    from unnest(${channels}::text[], ${payloads}::text[]) with ordinality as sent (channel, payload, place)
    order by place`,
);

/** Adds what leaves with every commit: announcements, and the stamps of what was written. */
function finish({ connection, announced, stamped }: OpenTransaction, notifies: boolean): void {
  if (connection.hasWritten)
    for (const tenantId of stamped) connection.atCommit(ready(stampRaising({}), tenantId));
  if (!notifies || announced.length === 0) return;
  const channels = announced.map(({ channel }) => channel);
  const payloads = announced.map(({ payload }) => payload);
  connection.atCommit(ready(notify({ channels, payloads }), platformTenant));
}
