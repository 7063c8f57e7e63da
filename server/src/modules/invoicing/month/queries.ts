import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { isVoid, paperColumns, type PaperRow } from '../papers/queries.ts';

/** Reads the papers that the papers of a range of days name: the vouchers that they have or answer. */
export const readNamedPapers = statement<{ from: string; to: string }, PaperRow>((db, values) =>
  db
    .selectFrom('papers')
    .select(paperColumns)
    .select(isVoid(values.tenantId))
    .where('tenant_id', '=', values.tenantId)
    .where(
      sql<boolean>`papers.id in (
        select naming.of_id from papers as naming
        where naming.tenant_id = ${values.tenantId} and naming.dated between ${values.from} and ${values.to}
        union all
        select (voucher ->> 'id')::uuid from papers as naming, jsonb_array_elements(naming.content -> 'vouchers') as voucher
        where naming.tenant_id = ${values.tenantId} and naming.dated between ${values.from} and ${values.to})`,
    ),
);
