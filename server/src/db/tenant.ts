import { sql, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import { onceOnly } from './idempotency.ts';
import type { Schema } from './schema.ts';

/** A business that the caller's session belongs to. Minted from the session alone (see http/authenticate.ts) or by `asPlatform` work. */
export type TenantId = string & { readonly __brand: 'TenantId' };

/** An open transaction: all SQL of one verb. */
export type Tx = Transaction<Schema>;

export interface TenantWork {
  readonly database: Database;
  readonly tenantId: TenantId;
  readonly now: Date;
  /** Set when the request may come twice and must have one effect (see `onceOnly`). */
  readonly idempotency?: { readonly key: string; readonly requestHash: string } | undefined;
}

/**
 * Runs a verb's database work in one transaction that row security confines to the caller's business. Await nothing else in
 * it: no network, no file, no hash.
 */
export async function inTenant<T>(work: TenantWork, verb: (tx: Tx) => Promise<T>): Promise<T> {
  return work.database.kysely.transaction().execute(async (tx) => {
    // Without parameters, so that it travels in one message with `begin`. The cost is that of solid-state disks: by PostgreSQL's default, that
    // of spinning ones, a business that is most of a table was read through whole instead of by its index.
    await sql`select set_config('role', 'samay_app', true), set_config('app.tenant_id', ${sql.lit(work.tenantId)}, true),
      set_config('statement_timeout', '5s', true), set_config('random_page_cost', '1.1', true)`.execute(tx);
    if (!work.idempotency) return verb(tx);
    return onceOnly(tx, work.tenantId, work.idempotency, work.now, () => verb(tx));
  });
}

/** Runs work that belongs to no single business: sign-in, background jobs, the super admin. It sees every row. */
export async function asPlatform<T>(work: { readonly database: Database }, verb: (tx: Tx) => Promise<T>): Promise<T> {
  return work.database.kysely.transaction().execute(async (tx) => {
    await sql`select set_config('role', 'samay_platform', true), set_config('statement_timeout', '30s', true)`.execute(tx);
    return verb(tx);
  });
}
