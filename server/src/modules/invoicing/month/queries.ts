import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { isVoid, paperColumns, type PaperRow } from '../rows/queries.ts';

/**
 * Reads the papers that the papers of a range of days name: the vouchers that they have or answer, the bills that they
 * lower or raise, and those of debit notes that they lower.
 */
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
        select raising.of_id from papers as naming
        join papers as raising on raising.tenant_id = ${values.tenantId} and raising.id = naming.of_id
          and raising.kind = 'debit_note'
        where naming.tenant_id = ${values.tenantId} and naming.dated between ${values.from} and ${values.to}
        union all
        select (voucher ->> 'id')::uuid from papers as naming, jsonb_array_elements(naming.content -> 'vouchers') as voucher
        where naming.tenant_id = ${values.tenantId} and naming.dated between ${values.from} and ${values.to})`,
    ),
);

/** A voucher whose payment or refund was voided, and the day of that. */
export interface VoidedRow {
  readonly id: string;
  readonly void_on: string;
  /** The part that bills, invoices and refund vouchers have of it. */
  readonly used_paise: number;
}

/** Reads the voided vouchers of a range of days, and those that were voided in it. */
export const readVoided = statement<{ from: string; to: string }, PaperRow & VoidedRow>(
  (_, { tenantId, from, to }) => sql<PaperRow & VoidedRow>`with voided as (
      select ${selectColumns('papers')}, void.taken_on as void_on
      from payments as void
      join papers on papers.tenant_id = ${tenantId} and papers.payment_id = void.of_id
      where void.tenant_id = ${tenantId} and void.kind = 'void'
        and papers.kind in ('receipt_voucher', 'refund_voucher')
        and (papers.dated between ${from}::date and ${to}::date
          or (void.taken_on between ${from}::date and ${to}::date and papers.dated < ${from}::date))
    ), used as (
      select (voucher ->> 'id')::uuid as id, (voucher ->> 'paise')::bigint as paise
      from papers as naming, jsonb_array_elements(naming.content -> 'vouchers') as voucher
      where naming.tenant_id = ${tenantId} and naming.dated >= (select min(dated) from voided)
      union all
      select answer.of_id, answer.total_paise from papers as answer
      where answer.tenant_id = ${tenantId} and answer.kind = 'refund_voucher'
        and answer.dated >= (select min(dated) from voided) and not exists (
          select from payments as void where void.tenant_id = ${tenantId}
            and void.of_id = answer.payment_id and void.kind = 'void')
    )
    select ${selectColumns('voided')}, true as is_void, void_on,
      coalesce((select sum(used.paise) from used where used.id = voided.id), 0)::bigint as used_paise
    from voided order by number`,
);

function selectColumns(table: 'papers' | 'voided') {
  return sql.join(paperColumns.map((name) => sql.ref(`${table}.${name}`)));
}
