import { type Insertable, type Selectable, sql } from 'kysely';
import type { ChargeList, PaidBy } from '../../../db/json-columns.ts';
import type { Charges, Discounts, Payments } from '../../../db/schema.ts';
import { everyColumn, pick, statement } from '../../../db/statement.ts';

export type { ChargeList, PaidBy };
export type PaymentRow = Omit<Selectable<Payments>, 'tenant_id' | 'taken_on'>;
export type NewPayment = PaymentRow;
export type DiscountRow = Omit<Selectable<Discounts>, 'tenant_id' | 'appointment_id'>;
export type ChargeRow = Omit<Selectable<Charges>, 'tenant_id'>;
export type NewCharge = ChargeRow;
export type NewDiscount = Omit<Insertable<Discounts>, 'tenant_id'>;

export const paymentColumns = everyColumn<PaymentRow>({
  id: true,
  kind: true,
  appointment_id: true,
  patient_id: true,
  paise: true,
  method: true,
  reference: true,
  reason: true,
  of_id: true,
  pair_id: true,
  cancel_id: true,
  allowed_paise: true,
  is_late: true,
  source: true,
  drawer_id: true,
  drawer_period: true,
  corrects_drawer_id: true,
  corrects_period: true,
  taken_at: true,
  taken_by: true,
  noted_by: true,
});

export const insertPayment = statement<NewPayment, object>((db, values) =>
  db.insertInto('payments').values({
    tenant_id: values.tenantId,
    ...pick(values, paymentColumns),
  }),
);

const chargeColumns = everyColumn<ChargeRow>({
  id: true,
  appointment_id: true,
  kind: true,
  name: true,
  paise: true,
  treatment: true,
  sac: true,
  rate: true,
  of_id: true,
  added_at: true,
  added_by: true,
});

export const insertCharge = statement<NewCharge, object>((db, values) =>
  db.insertInto('charges').values({
    tenant_id: values.tenantId,
    ...pick(values, chargeColumns),
  }),
);

/** Reads the charges of a booking and their removals, oldest first. */
export const readCharges = statement<{ id: string }, ChargeRow>((db, { tenantId, id }) =>
  db
    .selectFrom('charges')
    .select(chargeColumns)
    .where('tenant_id', '=', tenantId)
    .where('appointment_id', '=', id)
    .orderBy('added_at')
    .orderBy('id'),
);

export const insertDiscount = statement<NewDiscount, object>((db, values) =>
  db.insertInto('discounts').values({
    tenant_id: values.tenantId,
    id: values.id,
    appointment_id: values.appointment_id,
    paise: values.paise,
    reason: values.reason,
    given_at: values.given_at,
    given_by: values.given_by,
  }),
);

/** Reads the money of bookings, oldest first. */
export const readPayments = statement<{ ids: readonly string[] }, PaymentRow>((db, { tenantId, ids }) =>
  db
    .selectFrom('payments')
    .select(paymentColumns)
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`appointment_id = any (${ids}::uuid[])`)
    .orderBy('taken_at')
    // Sorts a void before the row that was written in its place.
    .orderBy('kind', 'desc')
    .orderBy('id'),
);

/** A row of money that was taken, with the person whose booking or advance it belongs to. */
export interface TakingRow extends Pick<
  PaymentRow,
  'id' | 'paise' | 'method' | 'taken_at' | 'appointment_id'
> {
  readonly kind: 'payment' | 'refund' | 'void';
  readonly person_name: string | null;
}

/** Selects a `TakingRow` of `payments` with `joinPeople`. */
export const takingColumns = sql`payments.id, payments.kind, payments.paise, payments.method, payments.taken_at,
  payments.appointment_id,
  case when payments.appointment_id is null then patients.name else appointments.person_name end as person_name`;

/** Joins their bookings and people to `payments`. */
export function joinPeople(tenantId: unknown) {
  return sql`left join appointments on appointments.tenant_id = ${tenantId} and appointments.id = payments.appointment_id
    left join patients on patients.tenant_id = ${tenantId} and patients.id = payments.patient_id`;
}

/**
 * Selects the name of the user of a column for the books: also of one who left, as long as it is
 * kept; null after that.
 */
export function bookName(tenantId: unknown, user: string) {
  const id = sql.ref(user);
  return sql<string | null>`coalesce((select full_name from users where users.id = ${id}),
    (select book_names.name from book_names where book_names.tenant_id = ${tenantId} and book_names.user_id = ${id}))`;
}
