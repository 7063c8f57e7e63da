import type { BusinessType } from '@samay/contract/core/roles';
import { type Selectable, sql } from 'kysely';
import type { PaperContent } from '../../../db/json-columns.ts';
import type { Papers, PaperSettings, ServiceTaxes } from '../../../db/schema.ts';
import { pick, statement } from '../../../db/statement.ts';
import type { TenantId } from '../../../db/tenant.ts';
import { isShownWith, selectPerson } from '../../people/index.ts';
import { shownStatement, visible } from '../../visibility/index.ts';
import { bookName, paymentColumns, type PaymentRow } from '../../ledger/index.ts';

export type { PaperContent };
export type PaperSettingsRow = Omit<Selectable<PaperSettings>, 'tenant_id'>;
export type TaxRow = Omit<Selectable<ServiceTaxes>, 'tenant_id'>;
export interface PaperRow extends Omit<Selectable<Papers>, 'tenant_id'> {
  /** Whether the money of a receipt or a voucher was voided. */
  readonly is_void: boolean;
  /** The part of a receipt voucher that bills of its own booking have, in paise; read with a booking's papers alone. */
  readonly billed_paise?: number;
}

/** The head of a business's papers, without its name. */
export interface BusinessHead {
  readonly address: string | null;
  readonly telephone: string | null;
  readonly registration_number: string | null;
  readonly business_type: BusinessType | null;
}

const settingsColumns = [
  'registration',
  'legal_name',
  'gstin',
  'prefix',
  'automatic',
  'credit_notes_until',
] as const;

export const paperColumns = [
  'id',
  'kind',
  'number',
  'series',
  'position',
  'dated',
  'made_at',
  'made_by',
  'appointment_id',
  'patient_id',
  'payment_id',
  'of_id',
  'total_paise',
  'taxable_paise',
  'cgst_paise',
  'sgst_paise',
  'rate',
  'sac',
  'content',
] as const;

/** Selects whether the money of a receipt or a voucher was voided. */
export function isVoid(tenantId: TenantId) {
  return sql<boolean>`exists (select from payments as void where void.tenant_id = ${tenantId}
    and void.of_id = papers.payment_id and void.kind = 'void')`.as('is_void');
}

/** Computes the paise of a receipt voucher that bills, invoices and debit notes of its own booking have. */
export function billedPaise(tenantId: TenantId, voucher: 'voucher' | 'papers') {
  return sql<number>`coalesce((select sum((part ->> 'paise')::bigint)
    from papers as bill, jsonb_array_elements(bill.content -> 'vouchers') as part
    where bill.tenant_id = ${tenantId} and bill.appointment_id = ${sql.ref(`${voucher}.appointment_id`)}
      and bill.kind in ('bill_of_supply', 'tax_invoice', 'debit_note')
      and (part ->> 'id')::uuid = ${sql.ref(`${voucher}.id`)}), 0)::bigint`;
}

/** Reads how the business makes papers; no row where the owner has never said it. */
export const readPaperSettings = statement<object, PaperSettingsRow>((db, { tenantId }) =>
  db.selectFrom('paper_settings').select(settingsColumns).where('tenant_id', '=', tenantId),
);

export const writePaperSettings = statement<PaperSettingsRow, object>((db, values) => {
  const row = pick(values, settingsColumns);
  return db
    .insertInto('paper_settings')
    .values({ tenant_id: values.tenantId, ...row })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(row));
});

/** Reads the taxes of all services, those of each by the day from which they hold. */
export const readServiceTaxes = statement<object, TaxRow>((db, { tenantId }) =>
  db
    .selectFrom('service_taxes')
    .select(['service_id', 'holds_from', 'treatment', 'sac', 'rate'])
    .where('tenant_id', '=', tenantId)
    .orderBy('service_id')
    .orderBy('holds_from'),
);

export const writeServiceTax = statement<TaxRow, object>((db, values) => {
  const { treatment, sac, rate } = values;
  const key = { service_id: values.service_id, holds_from: values.holds_from };
  return db
    .insertInto('service_taxes')
    .values({ tenant_id: values.tenantId, ...key, treatment, sac, rate })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'service_id', 'holds_from']).doUpdateSet({ treatment, sac, rate }),
    );
});

/** A service of which papers can be made. */
export interface PaperService {
  readonly id: string;
  readonly name: string;
  readonly is_archived: boolean;
}

/** Reads the services in their order, those that are archived last: visits of them are billed too. */
export const readPaperServices = statement<object, PaperService>((db, { tenantId }) =>
  db
    .selectFrom('services')
    .select(['id', 'name', sql<boolean>`archived_at is not null`.as('is_archived')])
    .where('tenant_id', '=', tenantId)
    .orderBy('is_archived')
    .orderBy('position')
    .orderBy('id'),
);

/** Reads the head of the business's papers. One row. */
export const readBusinessHead = statement<object, BusinessHead>((db, { tenantId }) =>
  db
    .selectFrom('business_profiles')
    .select(['address', 'telephone', 'registration_number', 'business_type'])
    .where('tenant_id', '=', tenantId),
);

/** Reads the name of the business. One row. */
export const readBusinessName = statement<object, { name: string }>((db, { tenantId }) =>
  db.selectFrom('tenants').select('name').where('id', '=', tenantId),
);

/**
 * Reads the papers of a booking, and the receipts and vouchers of the advance of its person, of
 * those shown with them and of whose advance has paid it, with the papers that lower or answer them, from whichever booking they were
 * made, oldest first. Receipts and vouchers of bookings' payments that became the advance are among them, but not
 * once a bill has the money.
 */
export const readPapers = statement<{ id: string }, PaperRow>((db, { tenantId, id }) =>
  db
    .with('own', () => ownPapers(tenantId, id))
    .selectFrom('papers')
    .select(paperColumns)
    .select(isVoid(tenantId))
    .select(billedPaise(tenantId, 'papers').as('billed_paise'))
    .where('tenant_id', '=', tenantId)
    .where(
      sql<boolean>`papers.id in (select own.id from own union all select answer.id from papers as answer
        join own on answer.of_id = own.id where answer.tenant_id = ${tenantId})`,
    )
    .orderBy('made_at')
    .orderBy('number'),
);

/** Selects the ids of the papers of a booking, and of the receipts and vouchers of its person's advance. */
function ownPapers(tenantId: TenantId, id: string) {
  return sql<{ id: string }>`(select papers.id from papers
      where papers.tenant_id = ${tenantId} and papers.appointment_id = ${id}
    union select voucher.id from payments as money
      left join payments as moved on moved.tenant_id = ${tenantId} and moved.id = money.pair_id
      join papers as voucher on voucher.tenant_id = ${tenantId} and voucher.payment_id in (money.id, moved.of_id)
      where money.tenant_id = ${tenantId} and money.patient_id in (${selectPeople(tenantId, id)})
        and (voucher.payment_id = money.id
          or voucher.kind = 'receipt_voucher' and ${billedPaise(tenantId, 'voucher')} < voucher.total_paise
          or not exists (select from papers as bill
            where bill.tenant_id = ${tenantId} and bill.appointment_id = moved.appointment_id
              and bill.kind in ('tax_invoice', 'bill_of_supply') and bill.made_at >= voucher.made_at)))`;
}

/**
 * Selects the ids of a booking's person and of those shown with them, and of whose advance has paid it: a name that was
 * corrected, or a merge that was undone, gives the booking another person.
 */
function selectPeople(tenantId: TenantId, id: string) {
  return sql`${selectShown(tenantId, id)}
    union select giver.patient_id from payments as got
      join payments as giver on giver.tenant_id = ${tenantId} and giver.id = got.pair_id
      where got.tenant_id = ${tenantId} and got.appointment_id = ${id} and giver.patient_id is not null`;
}

/** Selects the ids of a booking's person and of those shown with them. */
function selectShown(tenantId: TenantId, id: string) {
  return sql`select patients.id from patients
    where patients.tenant_id = ${tenantId} and ${isShownWith(tenantId, selectPerson(tenantId, id))}`;
}

/** Reads the credit notes of a booking that a user decided not to make. */
export const readDismissals = statement<{ id: string }, { paise: number }>((db, { tenantId, id }) =>
  db
    .selectFrom('credit_dismissals')
    .select('paise')
    .where('tenant_id', '=', tenantId)
    .where('appointment_id', '=', id),
);

/** A row of an advance. */
export interface AdvanceMoney extends PaymentRow {
  /** The row of the booking that gave the money of a transfer to the advance. */
  readonly moved_id: string | null;
  /** The visit of a transfer if it has a bill, whose first was made after what came back from it. */
  readonly billed_id: string | null;
  /** Whether the visit of a transfer had a bill before. */
  readonly was_billed: boolean;
  /** Whether it is of another person, whose advance has paid the booking. */
  readonly is_of_other: boolean;
}

/**
 * Reads the money of the advance of a booking's person, of those shown with them and of whose advance has paid it,
 * oldest first.
 */
export const readAdvanceMoney = statement<{ id: string }, AdvanceMoney>((db, { tenantId, id }) =>
  db
    .selectFrom('payments')
    .leftJoin('payments as moved', (join) =>
      join.onRef('moved.id', '=', 'payments.pair_id').on('moved.tenant_id', '=', tenantId),
    )
    .select(paymentColumns.map((name) => `payments.${name}` as const))
    .select('moved.of_id as moved_id')
    .select(
      sql<string | null>`(select moved.appointment_id from papers as bill
        where bill.tenant_id = ${tenantId} and bill.appointment_id = moved.appointment_id
          and bill.kind in ('tax_invoice', 'bill_of_supply')
        having count(*) > 0 and (payments.paise < 0 or min(bill.made_at) > payments.taken_at))`.as(
        'billed_id',
      ),
    )
    .select(
      sql<boolean>`exists (select from papers as bill
        where bill.tenant_id = ${tenantId} and bill.appointment_id = moved.appointment_id
          and bill.kind in ('tax_invoice', 'bill_of_supply') and bill.made_at <= payments.taken_at)`.as(
        'was_billed',
      ),
    )
    .select(sql<boolean>`payments.patient_id not in (${selectShown(tenantId, id)})`.as('is_of_other'))
    .where('payments.tenant_id', '=', tenantId)
    .where(sql<boolean>`payments.patient_id in (${selectPeople(tenantId, id)})`)
    .orderBy('payments.taken_at')
    .orderBy('payments.id'),
);

/**
 * Raises a series and returns its number. The row stays locked until the transaction ends, so that
 * the next paper waits, and a paper that is not written gives its number back.
 */
export const nextNumber = statement<{ series: string }, { last_number: number }>(
  (_, { tenantId, series }) => sql<{ last_number: number }>`
    insert into paper_series (tenant_id, series, last_number) values (${tenantId}, ${series}, 1)
    on conflict (tenant_id, series) do update set last_number = paper_series.last_number + 1
    returning last_number`,
);

export const insertPaper = statement<PaperRow, object>((db, values) =>
  db.insertInto('papers').values({
    tenant_id: values.tenantId,
    ...pick(values, paperColumns),
  }),
);

/**
 * Reads one paper with the name of the user who made it, if the plan shows its booking, or one of its
 * person.
 */
export const readPaper = shownStatement<{ id: string }, PaperRow & { made_by_name: string | null }>(
  (db, { order, visibility }, { tenantId, id }) =>
    db
      .selectFrom('papers')
      .select(paperColumns.map((name) => `papers.${name}` as const))
      .select(isVoid(tenantId))
      .select(bookName(tenantId, 'papers.made_by').as('made_by_name'))
      .where('papers.tenant_id', '=', tenantId)
      .where('papers.id', '=', id)
      .where(
        sql<boolean>`exists (select from appointments where appointments.tenant_id = ${tenantId}
          and (appointments.id = papers.appointment_id or appointments.patient_id in (
            select patients.id from patients where patients.tenant_id = ${tenantId}
              and ${isShownWith(tenantId, sql`papers.patient_id`)}))
          and ${visible(order, visibility)})`,
      ),
);

/** The papers after one of a range of days, newest first. */
export interface PapersAfter {
  readonly from: string;
  readonly to: string;
  readonly afterDay: string;
  readonly afterNumber: string;
  readonly limit: number;
}

/** A paper with the day on which its money was voided; null while it stands. */
export interface ListedPaper extends PaperRow {
  readonly void_on: string | null;
}

export const listPaperRows = statement<PapersAfter, ListedPaper>((db, values) =>
  db
    .selectFrom('papers')
    .select(paperColumns)
    .select(isVoid(values.tenantId))
    .select(
      sql<string | null>`(select void.taken_on from payments as void where void.tenant_id = ${values.tenantId}
        and void.of_id = papers.payment_id and void.kind = 'void')`.as('void_on'),
    )
    .where('tenant_id', '=', values.tenantId)
    .where('dated', '>=', values.from)
    .where('dated', '<=', values.to)
    .where(sql<boolean>`(dated, number) < (${values.afterDay}::date, ${values.afterNumber})`)
    .orderBy('dated', 'desc')
    .orderBy('number', 'desc')
    .limit(values.limit),
);
