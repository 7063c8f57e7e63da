import { type RawBuilder, sql } from 'kysely';
import type { TenantId } from '../../../db/tenant.ts';
import { statement } from '../../../db/statement.ts';
import { personFacts } from '../../people/index.ts';
import { daySums, feeSums, methodSums, tallyPeople } from './booking-queries.ts';
import type { Lines } from './people-queries.ts';

// An undo of bookings runs as the platform's role, which alone deletes money. It takes rows of the import alone.

type Own = Lines & { readonly tenantId: TenantId };

function isOwn({ tenantId, id, from, to }: Own): RawBuilder<boolean> {
  return sql<boolean>`own.tenant_id = ${tenantId}::uuid and own.import_id = ${id}::uuid and own.line between ${from} and ${to}
    and own.appointment_id = own.new_id`;
}

/** Selects the ids of the bookings of the lines that are in, or that are taken back. */
function ids(values: Own, state: 'done' | 'undone'): RawBuilder<unknown> {
  return sql`array(select own.new_id from import_rows as own where ${isOwn(values)} and own.state = ${sql.lit(state)})`;
}

/** Locks the bookings of some lines in the order of their ids, and then the lock of the months. */
export const lockAddedBookings = statement<Lines, { id: string }>(
  (_, values) => sql<{ id: string }>`select appointments.id from appointments
    where appointments.tenant_id = ${values.tenantId}::uuid and appointments.id = any(${ids(values, 'done')})
    order by appointments.id for update`,
);

/** Locks the people of these bookings in the order of their ids. */
export const lockTheirPeople = statement<Lines, { id: string }>(
  (_, values) => sql<{ id: string }>`select patients.id from patients
    where patients.tenant_id = ${values.tenantId}::uuid and patients.id = any(array(
      select appointments.patient_id from appointments where appointments.tenant_id = ${values.tenantId}::uuid
        and appointments.id = any(${ids(values, 'done')})))
    order by patients.id for update`,
);

/**
 * The tables that name a booking: those whose rows keep it, by the reason that is shown, and those whose
 * rows are taken away with it. Payments that were not imported and notes that were changed keep it too.
 */
export const namingBookings = {
  paid: ['charges', 'discounts', 'papers', 'credit_dismissals'],
  in_use: [
    'files',
    'whatsapp_messages',
    'notices',
    'replies',
    'closing_bookings',
    'calendar_events',
    'booking_requests',
    'number_proofs',
    'online_orders',
    'online_payments',
    'online_refunds',
  ],
  taken: ['visit_notes', 'claims', 'payments'],
} as const;

/**
 * Notes what becomes of the bookings: one of a locked month, one that a user has changed, one with further
 * money or papers, and one that something else names, stays.
 */
export const judgeBookingUndo = statement<Lines, object>((_, values) => {
  const { tenantId } = values;
  const has = (table: string, where = sql``) => sql`exists (select from ${sql.table(table)} as other
    where other.tenant_id = ${tenantId}::uuid and other.appointment_id = booking.id ${where})`;
  const hasAny = (tables: readonly string[]) =>
    sql.join(
      tables.map((table) => has(table)),
      sql` or `,
    );
  return sql`update import_rows as own set (state, stayed_because) = (
      select case when judged.because is null then 'undone' else 'stayed' end, judged.because from (
        select case
          when booking.id is null then null
          when booking.appointment_date <= profile.money_locked_until or booking.kept_on <= profile.money_locked_until then 'locked'
          when booking.updated_at <> booking.created_at or ${has('visit_notes', sql`and other.version > 1`)} then 'changed'
          when ${has('payments', sql`and other.source <> 'imported'`)} or ${hasAny(namingBookings.paid)} then 'paid'
          when ${hasAny(namingBookings.in_use)} then 'in_use'
          end as because
        from (select 1) as one
        left join business_profiles as profile on profile.tenant_id = ${tenantId}::uuid
        left join appointments as booking on booking.tenant_id = ${tenantId}::uuid and booking.id = own.new_id
        offset 0
      ) as judged
    )
    where ${isOwn(values)} and own.state = 'done'`;
});

const dayColumns = [
  'scheduled',
  'completed',
  'cancelled',
  'no_show',
  'uncounted',
  'revenue_bookings',
  'revenue_paise',
];

/** Takes the bookings away with their claims, money and notes, and from the tallies of people and days. */
export const takeBookings = [
  statement<Lines, object>((_, values) => tallyPeople(values.tenantId, ids(values, 'undone'), '-')),
  statement<Lines, object>(
    (_, values) => sql`update day_tallies set ${sql.join(
      dayColumns.map((name) => sql`${sql.ref(name)} = day_tallies.${sql.ref(name)} - sums.${sql.ref(name)}`),
    )}
    from (${daySums(values.tenantId, ids(values, 'undone'))}) as sums
    where day_tallies.tenant_id = ${values.tenantId}::uuid and day_tallies.day = sums.day`,
  ),
  statement<Lines, object>(
    (_, values) => sql`update day_tallies set fee_paise = day_tallies.fee_paise - sums.paise
    from (${feeSums(values.tenantId, ids(values, 'undone'))}) as sums
    where day_tallies.tenant_id = ${values.tenantId}::uuid and day_tallies.day = sums.day`,
  ),
  statement<Lines, object>(
    (_, values) => sql`update payment_tallies
    set bookings = payment_tallies.bookings - sums.bookings, paise = payment_tallies.paise - sums.paise
    from (${methodSums(values.tenantId, ids(values, 'undone'), 'revenue')}) as sums
    where payment_tallies.tenant_id = ${values.tenantId}::uuid and payment_tallies.day = sums.day
      and payment_tallies.payment_method = sums.method`,
  ),
  statement<Lines, object>(
    (_, values) => sql`update payment_tallies set fee_paise = payment_tallies.fee_paise - sums.paise
    from (${methodSums(values.tenantId, ids(values, 'undone'), 'fee')}) as sums
    where payment_tallies.tenant_id = ${values.tenantId}::uuid and payment_tallies.day = sums.day
      and payment_tallies.payment_method = sums.method`,
  ),
  ...namingBookings.taken.map((table) =>
    statement<Lines, object>(
      (_, values) => sql`delete from ${sql.table(table)} where tenant_id = ${values.tenantId}
        and appointment_id = any(${ids(values, 'undone')})`,
    ),
  ),
  statement<Lines, object>(
    (_, values) =>
      sql`delete from appointments where tenant_id = ${values.tenantId} and id = any(${ids(values, 'undone')})`,
  ),
];

/** Selects the people of the lines whose bookings were taken back. */
function theirPeople(values: Own): RawBuilder<unknown> {
  return sql`array(select own.patient_id from import_rows as own where ${isOwn(values)} and own.state = 'undone')`;
}

/** Corrects the day of the latest booking of people who have lost one. */
export const noteLatest = statement<Lines, object>(
  (_, values) => sql`update patients set latest_date = coalesce((
      select max(appointments.appointment_date) from appointments
      where appointments.tenant_id = ${values.tenantId}::uuid and appointments.patient_id = patients.id), '0001-01-01')
    where patients.tenant_id = ${values.tenantId}::uuid and patients.id = any(${theirPeople(values)})`,
);

/** Deletes the people that the import added, who have no booking left and that nothing was added to. */
export const removeTheirPeople = statement<Lines, object>((_, values) => {
  const isTold = (name: string) =>
    sql`coalesce(known.${sql.ref(name)} = own.content -> 'person' ->> ${sql.lit(name)}, known.${sql.ref(name)} is null)`;
  return sql`delete from patients
    where patients.tenant_id = ${values.tenantId}::uuid and patients.id = any(array(
        select known.id from import_rows as own
        join patients as known on known.tenant_id = ${values.tenantId}::uuid and known.id = own.patient_id
        where own.tenant_id = ${values.tenantId}::uuid and own.import_id = ${values.id}::uuid
          and own.patient_id = md5(own.new_id::text)::uuid and own.patient_id = any(${theirPeople(values)})
          and known.merged_into is null and known.language is null
          and ${sql.join(personFacts.map(isTold), sql` and `)}))
      and not exists (select from appointments where appointments.tenant_id = ${values.tenantId}::uuid and appointments.patient_id = patients.id)
      and not exists (select from payments where payments.tenant_id = ${values.tenantId}::uuid and payments.patient_id = patients.id)
      and not exists (select from patients as merged where merged.tenant_id = ${values.tenantId}::uuid and merged.merged_into = patients.id)`;
});
