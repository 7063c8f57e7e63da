import { CompiledQuery, type Transaction } from 'kysely';
import { isPlanGone } from './client/database-errors.ts';
import type { Database } from './client/database.ts';
import { onceOnly } from './idempotency.ts';
import { transactionSettings } from './client/transaction-settings.ts';
import type { Schema } from './client/schema.ts';

/** A business that the caller's session belongs to. Minted from the session alone (see http/authenticate.ts) or by `asPlatform` work. */
export type TenantId = string & { readonly __brand: 'TenantId' };

/** An open transaction: all SQL of one verb. */
export type Tx = Transaction<Schema>;

/** In the place of a business where a row belongs to none: the platform's own. */
export const platformTenant = '00000000-0000-0000-0000-000000000000';

export interface TenantWork {
  readonly database: Database;
  readonly tenantId: TenantId;
  readonly now: Date;
  /** Set when the request may come twice and must have one effect (see `onceOnly`). */
  readonly idempotency?: { readonly key: string; readonly requestHash: string } | undefined;
  /** Set where all statements have to see the moment of the first one; otherwise each sees its own. */
  readonly isolation?: 'repeatable read' | undefined;
}

/**
 * Runs a verb's database work in one transaction that row security confines to the caller's business. Await nothing else in
 * it: no network, no file, no hash.
 */
export async function inTenant<T>(work: TenantWork, verb: (tx: Tx) => Promise<T>): Promise<T> {
  const { database, isolation } = work;
  const writing = isolation ? database.kysely.transaction().setIsolationLevel(isolation) : database.kysely.transaction();
  return writing.execute(async (tx) => {
    await tx.executeQuery(CompiledQuery.raw(transactionSettings.tenant, [work.tenantId]));
    if (!work.idempotency) return verb(tx);
    return onceOnly(tx, work.tenantId, work.idempotency, work.now, () => verb(tx));
  });
}

/**
 * The same for a verb that only reads: a write in it fails. It is run once more when a statement's plan went bad under it, since nothing was
 * written.
 */
export async function readInTenant<T>(work: TenantWork, verb: (tx: Tx) => Promise<T>): Promise<T> {
  const reading = work.database.kysely.transaction().setAccessMode('read only');
  const read = () =>
    reading.execute(async (tx) => {
      await tx.executeQuery(CompiledQuery.raw(transactionSettings.tenant, [work.tenantId]));
      return verb(tx);
    });
  return read().catch((error: unknown) => {
    if (isPlanGone(error)) return read();
    throw error;
  });
}

/** Runs work that belongs to no single business: sign-in, the super admin, background jobs. It sees every row. */
export async function asPlatform<T>(work: { readonly database: Database }, verb: (tx: Tx) => Promise<T>): Promise<T> {
  return inPlatform(work, transactionSettings.platform, verb);
}

/** The same for a background job that nobody waits for: each of its statements may take a minute. */
export async function asJob<T>(work: { readonly database: Database }, verb: (tx: Tx) => Promise<T>): Promise<T> {
  return inPlatform(work, transactionSettings.job, verb);
}

async function inPlatform<T>({ database }: { readonly database: Database }, opening: string, verb: (tx: Tx) => Promise<T>): Promise<T> {
  return database.kysely.transaction().execute(async (tx) => {
    await tx.executeQuery(CompiledQuery.raw(opening));
    return verb(tx);
  });
}
