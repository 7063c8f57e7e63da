import type { ImportKind } from '@samay/contract/imports/rows';
import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';

/** Keeps the uses of a file's columns for the next one with the same heads. */
export const saveUses = statement<{ id: string; columns: string }, object>(
  (_, { tenantId, id, columns }) => sql`update imports set columns = ${columns}
    where tenant_id = ${tenantId} and id = ${id}::uuid`,
);

/** Reads the uses of the columns of the latest files. */
export const readLatestUses = statement<{ kind: ImportKind }, { heads: string[]; columns: string }>(
  (_, { tenantId, kind }) => sql<{ heads: string[]; columns: string }>`select heads, columns from imports
    where tenant_id = ${tenantId} and kind = ${kind} and columns is not null
    order by added_at desc limit 20`,
);
