import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

interface Old {
  readonly tenant_id: string;
  readonly id: string;
}

/** Lists imports of all businesses that have rows although none of them is needed any more. */
export const listOld = statement<{ before: Date }, Old>(
  (_, { before }) => sql<Old>`select tenant_id, id from imports
    where (state not in ('checking', 'running', 'undoing') and coalesce(done_at, added_at) < ${before})
      and exists (select from import_rows where import_rows.tenant_id = imports.tenant_id
        and import_rows.import_id = imports.id)
    limit 20`,
);

/** Deletes some rows of an import; none where nothing is left. */
export const deleteSomeRows = statement<{ id: string; limit: number }, { line: number }>(
  (_, { tenantId, id, limit }) => sql<{ line: number }>`delete from import_rows
    where tenant_id = ${tenantId} and import_id = ${id}::uuid and line = any(array(
      select own.line from import_rows as own where own.tenant_id = ${tenantId}::uuid and own.import_id = ${id}::uuid
      order by own.line limit ${limit}))
    returning line`,
);

/** Deletes the words of an import, before its rows. */
export const deleteWords = statement<{ id: string }, object>(
  (_, { tenantId, id }) => sql`update imports set words = null
    where tenant_id = ${tenantId} and id = ${id}::uuid and words is not null`,
);
