import { sql } from 'kysely';
import { raiseStamp } from '../../../db/transaction.ts';
import type { Tx } from '../../../db/tenant.ts';

/**
 * Keeps the name of a user who leaves a business for its books, if a row of money names the user.
 */
export async function keepBookName(
  tx: Tx,
  { tenantId, userId, at }: { tenantId: string; userId: string; at: Date },
): Promise<void> {
  const user = await tx.selectFrom('users').select('full_name').where('id', '=', userId).executeTakeFirst();
  if (!user?.full_name || !(await isInBooks(tx, tenantId, userId))) return;
  const kept = { name: user.full_name, removed_at: at };
  await tx
    .insertInto('book_names')
    .values({ tenant_id: tenantId, user_id: userId, ...kept })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet(kept))
    .execute();
}

async function isInBooks(tx: Tx, tenantId: string, userId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select
    exists (select from payments where tenant_id = ${tenantId} and ${userId}::uuid in (taken_by, noted_by))
    or exists (select from discounts where tenant_id = ${tenantId} and given_by = ${userId})
    or exists (select from drawers where tenant_id = ${tenantId} and id = ${userId})
    or exists (select from drawer_entries where tenant_id = ${tenantId} and noted_by = ${userId})
    or exists (select from drawer_closes where tenant_id = ${tenantId} and ${userId}::uuid in (closed_by, reopened_by))
    or exists (select from papers where tenant_id = ${tenantId} and made_by = ${userId}) as found`.execute(
    tx,
  );
  return rows[0]?.found === true;
}

/** Deletes the name of a user whose account is restored: the account has it again. */
export async function deleteBookName(tx: Tx, tenantId: string, userId: string): Promise<void> {
  await tx.deleteFrom('book_names').where('tenant_id', '=', tenantId).where('user_id', '=', userId).execute();
}

/** Deletes the names of users who left before an instant. Returns their number. */
export async function deleteBookNamesBefore(tx: Tx, before: Date): Promise<number> {
  const deleted = await tx
    .deleteFrom('book_names')
    .where('removed_at', '<', before)
    .returning('tenant_id')
    .execute();
  for (const tenantId of new Set(deleted.map((row) => row.tenant_id))) await raiseStamp(tx, tenantId);
  return deleted.length;
}
