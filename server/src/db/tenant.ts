import { CompiledQuery, sql, type Transaction } from 'kysely';
import { isDeadlock, isPassing } from './client/database-errors.ts';
import type { Database } from './client/database.ts';
import { connectionsOf } from './client/open-database.ts';
import { type Announcement, unknownChangeOf } from './client/announcements.ts';
import { raiseStamp } from './change-stamps.ts';
import { findKept, isKeptByAnother, keepReply, onceOnly } from './idempotency.ts';
import { transactionSettings } from './client/transaction-settings.ts';
import type { Schema } from './client/schema.ts';
import { runWaiting } from './together.ts';

/** The id of a business that work may be confined to. Only context/tenant-id.ts makes one. */
export type TenantId = string & { readonly __brand: 'TenantId' };

/** An open transaction: all SQL of one verb. */
export type Tx = Transaction<Schema>;

/** Stands in `tenant_id` of rows that belong to the platform and to no business. */
export const platformTenant = '00000000-0000-0000-0000-000000000000';

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

/** What open transactions announce once they have committed. */
const announcedBy = new WeakMap<Tx, Announcement[]>();

/** Announces something once with the commit of the transaction (decision 0044). */
export function announceAtCommit(tx: Tx, announcement: Announcement): void {
  const announced = announcedBy.get(tx);
  const isNew = announced?.every(
    ({ channel, payload }) => channel !== announcement.channel || payload !== announcement.payload,
  );
  if (isNew) announced?.push(announcement);
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
          const reply = await replying(tx);
          isCommitting = true;
          return reply;
        });
      } catch (error) {
        if (isCommitting && !isKeptByAnother(error)) announcer?.announce([unknownChangeOf(work.tenantId)]);
        throw error;
      }
    },
  );
}

async function writeIn<T>(work: TenantWork, verb: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(work, async (tx) => {
    await tx.executeQuery(CompiledQuery.raw(transactionSettings.tenant, [work.tenantId]));
    const result = await verb(tx);
    await runWaiting(tx);
    if (work.isShown !== false) await raiseStamp(tx, work.tenantId);
    return result;
  });
}

async function notify(tx: Tx, announced: readonly Announcement[]): Promise<void> {
  const sent = announced.map(({ channel, payload }) => sql`pg_notify(${channel}, ${payload})`);
  await sql`select ${sql.join(sent)}`.execute(tx);
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
      await keepReply(tx, { ...idempotency, tenantId, reply, now });
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
      await tx.executeQuery(CompiledQuery.raw(transactionSettings.tenant, [work.tenantId]));
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
  return inPlatform(work, CompiledQuery.raw(transactionSettings.platform), verb);
}

/**
 * The same for a background job that no request waits for: each of its statements may take a
 * minute.
 */
export async function asJob<T>(
  work: { readonly database: Database },
  verb: (tx: Tx) => Promise<T>,
): Promise<T> {
  return inPlatform(work, CompiledQuery.raw(transactionSettings.job), verb);
}

/**
 * The same for a count of a limit: it takes two seconds at most, and its commit does not wait for
 * the disk.
 */
export async function asLimiter<T>(
  work: { readonly database: Database },
  verb: (tx: Tx) => Promise<T>,
): Promise<T> {
  return inPlatform(work, CompiledQuery.raw(transactionSettings.limiter), verb);
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
  return inPlatform(
    { database },
    CompiledQuery.raw(transactionSettings.platformInTenant, [tenantId]),
    async (tx) => {
      const result = await verb(tx);
      await raiseStamp(tx, tenantId);
      return result;
    },
  );
}

async function inPlatform<T>(
  { database }: { readonly database: Database },
  settings: CompiledQuery,
  verb: (tx: Tx) => Promise<T>,
): Promise<T> {
  return inTransaction({ database }, async (tx) => {
    await tx.executeQuery(settings);
    return verb(tx);
  });
}

/**
 * Runs work in a transaction, and once more where PostgreSQL ended it because others waited for it
 * and it for them: nothing of it was written. The order of locks leaves no deadlock (decision
 * 0047); this is for one that nobody has thought of.
 */
async function inTransaction<T>(
  { database, isolation }: Pick<TenantWork, 'database' | 'isolation'>,
  verb: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { kysely, announcer } = connectionsOf(database);
  const writing = kysely.transaction();
  let announced: Announcement[] = [];
  const run = () =>
    (isolation ? writing.setIsolationLevel(isolation) : writing).execute(async (tx) => {
      announced = [];
      announcedBy.set(tx, announced);
      const done = await verb(tx);
      if (!announcer && announced.length > 0) await notify(tx, announced);
      return done;
    });
  const result = await run().catch((error: unknown) => {
    if (isDeadlock(error)) return run();
    throw error;
  });
  announcer?.announce(announced);
  return result;
}
