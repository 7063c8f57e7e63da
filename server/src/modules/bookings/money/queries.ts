import { sql } from 'kysely';
import { statement } from '../../../db/statement.ts';
import { isShownWith, selectAdvance, selectFamily, selectPerson } from '../../people/index.ts';
import { type DiscountRow, paymentColumns, type PaymentRow } from '../../ledger/index.ts';

interface NameRow {
  readonly id: string;
  readonly name: string | null;
}

/** Lists the names of users without those who are erased and those that the reader may not see. */
export const listNames = statement<{ id: string }, NameRow>((db, { tenantId, id }) =>
  db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.noted_by')
    .select(['users.id', 'users.full_name as name'])
    .where('payments.tenant_id', '=', tenantId)
    .where('payments.appointment_id', '=', id)
    .unionAll(
      db
        .selectFrom('discounts')
        .innerJoin('users', 'users.id', 'discounts.given_by')
        .select(['users.id', 'users.full_name as name'])
        .where('discounts.tenant_id', '=', tenantId)
        .where('discounts.appointment_id', '=', id),
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

/**
 * Finds the last paid visit of the booking's person to the same doctor or court, within the days in
 * which the booking's service is free after one; no row if there is none.
 */
export const findPaidVisit = statement<{ id: string }, { date: string }>(
  (_, { tenantId, id }) => sql<{ date: string }>`
    select paid.appointment_date as date
    from appointments as visit
    join services on services.tenant_id = ${tenantId} and services.id = visit.service_id
    join patients as named on named.tenant_id = ${tenantId} and named.id = visit.patient_id
    join appointments as paid on paid.tenant_id = ${tenantId}
      and paid.patient_id in (select family.id from ${selectFamily(tenantId, 'named')})
      and coalesce(paid.resource_id::text, paid.doctor) = coalesce(visit.resource_id::text, visit.doctor)
      and paid.status = 'completed' and paid.amount_paise > 0
      and paid.id <> visit.id
      and paid.appointment_date between visit.appointment_date - services.free_within_days
        and visit.appointment_date
    where visit.tenant_id = ${tenantId} and visit.id = ${id}
      and visit.amount_paise is null and visit.discount_paise = 0
    order by paid.appointment_date desc limit 1`,
);
