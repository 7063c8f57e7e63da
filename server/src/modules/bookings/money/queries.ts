import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import type { TenantId } from '../../../db/tenant.ts';
import { isShownWith, selectAdvance, selectFamily, selectPerson } from '../../people/index.ts';
import { bookName, type DiscountRow, paymentColumns, type PaymentRow } from '../../ledger/index.ts';

/** The most rows of an advance that are offered for a correction. */
export const mostCorrectable = 20;

/**
 * Matches what was taken since the last close of its drawer for the advance of a booking's person and
 * of those shown with them, what was given back of their advances, and the newest payments: owners
 * correct those whose drawer was closed.
 */
function isOpenAdvance(tenantId: TenantId, id: string) {
  return sql<boolean>`(payments.patient_id in (select patients.id from patients
      where patients.tenant_id = ${tenantId} and ${isShownWith(tenantId, selectPerson(tenantId, id))})
    and payments.kind <> 'transfer'
    and (payments.of_id is not null or exists (select from drawers where drawers.tenant_id = ${tenantId}
      and drawers.id = payments.drawer_id and drawers.period = payments.drawer_period)
      or payments.id in (select newest.id from payments as newest
        where newest.tenant_id = ${tenantId} and newest.kind = 'payment'
          and newest.patient_id in (select patients.id from patients
            where patients.tenant_id = ${tenantId} and ${isShownWith(tenantId, selectPerson(tenantId, id))})
        order by newest.taken_at desc, newest.id desc limit ${mostCorrectable})))`;
}

/** Reads the rows of advances that may be voided or corrected, with what was taken away of them, oldest first. */
export const readOpenAdvances = statement<{ id: string }, PaymentRow>((db, { tenantId, id }) =>
  db
    .selectFrom('payments')
    .select(paymentColumns)
    .where('tenant_id', '=', tenantId)
    .where(isOpenAdvance(tenantId, id))
    .orderBy('taken_at')
    .orderBy('id'),
);

interface NameRow {
  readonly id: string;
  readonly name: string | null;
}

/** Lists the names of the users who noted the money of a booking, as the books have them. */
export const listNames = statement<{ id: string }, NameRow>((db, { tenantId, id }) =>
  db
    .selectFrom('payments')
    .select(['noted_by as id', bookName(tenantId, 'noted_by').as('name')])
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`(payments.appointment_id = ${id} or ${isOpenAdvance(tenantId, id)})`)
    .where('noted_by', 'is not', null)
    .$narrowType<{ id: string }>()
    .unionAll(
      db
        .selectFrom('discounts')
        .select(['given_by as id', bookName(tenantId, 'given_by').as('name')])
        .where('tenant_id', '=', tenantId)
        .where('appointment_id', '=', id)
        .where('given_by', 'is not', null)
        .$narrowType<{ id: string }>(),
    )
    .unionAll(
      db
        .selectFrom('charges')
        .select(['added_by as id', bookName(tenantId, 'added_by').as('name')])
        .where('tenant_id', '=', tenantId)
        .where('appointment_id', '=', id)
        .where('added_by', 'is not', null)
        .$narrowType<{ id: string }>(),
    ),
);

/** Reads the discounts of a booking, oldest first. */
export const readDiscounts = statement<{ id: string }, DiscountRow>((db, { tenantId, id }) =>
  db
    .selectFrom('discounts')
    .select(['id', 'paise', 'reason', 'given_at', 'given_by'])
    .where('tenant_id', '=', tenantId)
    .where('appointment_id', '=', id)
    .orderBy('given_at')
    .orderBy('id'),
);

/** Finds when the last bill or invoice of a booking was made that credit notes have not lowered to nothing. */
export const findLastBilled = statement<{ id: string }, { made_at: Date }>(
  (_, { tenantId, id }) => sql<{ made_at: Date }>`select bill.made_at from papers as bill
    where bill.tenant_id = ${tenantId} and bill.appointment_id = ${id}
      and bill.kind in ('bill_of_supply', 'tax_invoice', 'debit_note')
      and bill.total_paise > coalesce((select sum(note.total_paise) from papers as note
        where note.tenant_id = ${tenantId} and note.of_id = bill.id and note.kind = 'credit_note'), 0)
    order by bill.made_at desc limit 1`,
);

/** Sums the advances of a booking's person and of those shown with them. One row. */
export const sumAdvance = statement<{ id: string }, { advance: number }>((_, { tenantId, id }) =>
  selectAdvance(tenantId, selectPerson(tenantId, id)),
);

export interface AdvanceRow {
  readonly id: string;
  readonly advance_paise: number;
}

/**
 * Locks the advances of a person and of those shown with them, in the order of their ids as a
 * change of a booking does.
 */
export const lockAdvances = statement<{ patientId: string }, AdvanceRow>(
  (_, { tenantId, patientId }) => sql<AdvanceRow>`
    select patients.id, patients.advance_paise from patients
    where patients.tenant_id = ${tenantId} and ${isShownWith(tenantId, sql`${patientId}::uuid`)}
    order by patients.id for update`,
);

/** A row of a person's advance that a booking's money became. */
interface Kept {
  readonly id: string;
  readonly patient_id: string;
}

/** Lists what of a booking's payment became an advance, oldest first. */
export const listKeptOf = statement<{ ofId: string }, Kept>(
  (_, { tenantId, ofId }) => sql<Kept>`select kept.id, kept.patient_id from payments as moved
    join payments as kept on kept.tenant_id = ${tenantId} and kept.id = moved.pair_id
    where moved.tenant_id = ${tenantId} and moved.of_id = ${ofId} and moved.kind = 'transfer'
    order by kept.taken_at, kept.id`,
);

/** Locks the advances of people, in the order of their ids. */
export const lockAdvancesOf = statement<{ ids: readonly string[] }, AdvanceRow>(
  (_, { tenantId, ids }) => sql<AdvanceRow>`select id, advance_paise from patients
    where tenant_id = ${tenantId} and id = any (${ids}::uuid[]) order by id for update`,
);

/** Reads the person of a transfer's other row. */
export const readPair = statement<{ id: string }, { patient_id: string | null }>((db, { tenantId, id }) =>
  db.selectFrom('payments').select('patient_id').where('tenant_id', '=', tenantId).where('id', '=', id),
);

/** Reads the rows of people's advances, oldest first. */
export const readAdvanceRows = statement<{ ids: readonly string[] }, PaymentRow>((db, { tenantId, ids }) =>
  db
    .selectFrom('payments')
    .select(paymentColumns)
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`patient_id = any (${ids}::uuid[])`)
    .orderBy('taken_at')
    .orderBy('id'),
);

/** The day of a paid visit, and the last day on which another visit is free after it. */
interface PaidVisit {
  readonly date: string;
  readonly until: string;
}

/**
 * Finds the last paid visit of the booking's person for the same service, to the same doctor or
 * court, within the days in which that service is free after one; no row if there is none. Paid is
 * what was completed and owes nothing, unless its whole price was waived.
 */
export const findPaidVisit = statement<{ id: string }, PaidVisit>(
  (_, { tenantId, id }) => sql<PaidVisit>`
    select paid.appointment_date as date, paid.appointment_date + services.free_within_days as until
    from appointments as visit
    join services on services.tenant_id = ${tenantId} and services.id = visit.service_id
    join patients as named on named.tenant_id = ${tenantId} and named.id = visit.patient_id
    join appointments as paid on paid.tenant_id = ${tenantId}
      and paid.patient_id in (select family.id from ${selectFamily(tenantId, 'named')})
      and coalesce(paid.resource_id::text, paid.doctor) = coalesce(visit.resource_id::text, visit.doctor)
      and paid.service_id = visit.service_id and paid.status = 'completed'
      and paid.discount_paise + paid.allowed_paise < paid.price_paise
      and paid.amount_paise >= paid.price_paise + paid.charges_paise - paid.discount_paise - paid.allowed_paise
      and paid.id <> visit.id
      and paid.appointment_date between visit.appointment_date - services.free_within_days
        and visit.appointment_date
    where visit.tenant_id = ${tenantId} and visit.id = ${id}
      and visit.amount_paise is null and visit.discount_paise = 0
    order by paid.appointment_date desc limit 1`,
);
