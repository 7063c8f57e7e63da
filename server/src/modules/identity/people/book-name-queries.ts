import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { raiseStamp, run, type Tx } from '../../../db/transaction.ts';
import { platform } from '../../../db/tenant.ts';

/** Keeps the name of a user who leaves a business for its books, if a row of money names the user. */
export const keepBookName = statement<{ userId: string; at: Date }, object>(
  (_, { tenantId, userId, at }) => sql`insert into book_names (tenant_id, user_id, name, removed_at)
    select ${tenantId}, id, full_name, ${at} from users
    where id = ${userId} and full_name <> '' and (
      exists (select from payments where tenant_id = ${tenantId} and ${userId}::uuid in (taken_by, noted_by))
      or exists (select from discounts where tenant_id = ${tenantId} and given_by = ${userId})
      or exists (select from drawers where tenant_id = ${tenantId} and drawers.id = ${userId})
      or exists (select from drawer_entries where tenant_id = ${tenantId} and noted_by = ${userId})
      or exists (select from drawer_closes where tenant_id = ${tenantId} and ${userId}::uuid in (closed_by, reopened_by))
      or exists (select from papers where tenant_id = ${tenantId} and made_by = ${userId}))
    on conflict (tenant_id, user_id) do update set name = excluded.name, removed_at = excluded.removed_at`,
);

const deleteBefore = statement<{ before: Date }, { tenant_id: string }>((db, { before }) =>
  db.deleteFrom('book_names').where('removed_at', '<', before).returning('tenant_id'),
);

/** Deletes the names of users who left before an instant. Returns their number. */
export async function deleteBookNamesBefore(tx: Tx, before: Date): Promise<number> {
  const deleted = await run(tx, platform, deleteBefore({ before }));
  for (const tenantId of new Set(deleted.map((row) => row.tenant_id))) await raiseStamp(tx, tenantId);
  return deleted.length;
}
