import { CompiledQuery, type Transaction } from 'kysely';
import type { Schema } from './client/schema.ts';
import { stampRaising } from './client/transaction-settings.ts';

type Tx = Transaction<Schema>;

/**
 * Raises the change stamp of a business (decision 0036) at the commit of a transaction that writes
 * what its screens show; that of `platformTenant` stands for every business. A business's own
 * transactions raise theirs anyway. One that has only read and locked raises none.
 */
export async function raiseStamp(tx: Tx, tenantId: string): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw(stampRaising, [tenantId]));
}

/** The same for the business of a person whose name or deletion its screens show. */
export async function raiseStampOfBusinessOf(tx: Tx, userId: string): Promise<void> {
  for (const { tenant_id: id } of await tx
    .selectFrom('memberships')
    .select('tenant_id')
    .where('user_id', '=', userId)
    .execute())
    await raiseStamp(tx, id);
}
