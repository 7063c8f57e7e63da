import { sql } from 'kysely';
import { openOf } from './open-transaction.ts';
import { statement } from './statement.ts';
import type { Tx } from './tx.ts';

/**
 * Raises the change stamp of a business. It is sent with the commit: the later, the shorter its row
 * is held (decision 0036).
 */
export const stampRaising = statement<object, object>(
  (_, { tenantId }) => sql`select raise_stamp(${tenantId}::uuid)`,
);

/**
 * Raises the change stamp of a business (decision 0036) at the commit of a transaction that writes
 * what its screens show; that of `platformTenant` stands for every business. A business's own
 * transactions raise theirs anyway. One that has only read and locked raises none.
 */
export async function raiseStamp(tx: Tx, tenantId: string): Promise<void> {
  openOf(tx).stamped.add(tenantId);
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
