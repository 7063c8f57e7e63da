import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Appointments, Schema } from '../../../db/schema.ts';
import { run } from '../../../db/transaction.ts';
import { pick, type QueryBuilder, type Statement, statement } from '../../../db/statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';
import { durationOf } from '../../availability/index.ts';
import { shownStatement, type ListView, visible } from '../../visibility/index.ts';

const columns = [
  'appointments.id',
  'appointments.reference',
  'appointments.person_name',
  'appointments.person_email',
  'appointments.person_contact',
  'appointments.patient_id',
  'appointments.doctor',
  'appointments.appointment_date',
  'appointments.appointment_time',
  'appointments.status',
  'appointments.status_set_at',
  'appointments.status_set_by',
  'appointments.cancel_reason',
  'appointments.closing_id',
  'appointments.cancel_id',
  'appointments.charges_paise',
  'appointments.discount_paise',
  'appointments.allowed_paise',
  'appointments.waived_paise',
  'appointments.free_until',
  'appointments.amount_paise',
  'appointments.revenue_paise',
  'appointments.paid_by',
  'appointments.kept_on',
  'appointments.currency',
  'appointments.payment_method',
  'appointments.payment_id',
  'appointments.prescription_id',
  'appointments.arrived_at',
  'appointments.confirmed_at',
  'appointments.own_change',
  'appointments.source',
  'appointments.guest_note',
  'appointments.link_version',
  'appointments.counts_in_plan',
  'appointments.created_at',
  'appointments.updated_at',
  'appointments.resource_id',
  'resources.name as resource_name',
  'appointments.service_id',
  'appointments.service_name',
  'appointments.buffer_before_min',
  'appointments.buffer_after_min',
  'appointments.price_paise',
  'appointments.overbooked_reason',
  'appointments.series_id',
  'appointments.walk_in',
  'appointments.delay_min',
  'appointments.started_at',
  'appointments.token',
  'appointments.token_day',
  'appointments.calls',
  'appointments.called_at',
  'appointments.skipped_at',
  'files.display_name as file_name',
  'files.media_type as file_type',
  'files.bytes as file_bytes',
  'files.created_at as file_created_at',
] as const;

/** A booking with its prescription's file. Times are `HH:MM:SS`. */
export type AppointmentRow = Awaited<ReturnType<ReturnType<typeof selectAppointments>['execute']>>[number];

/** Reads one booking, if the plan shows it. */
export const findShown = shownStatement<{ bookingId: string }, AppointmentRow>(
  (db, { order, visibility }, { tenantId, bookingId }) =>
    selectAppointments(db, tenantId)
      .where('appointments.tenant_id', '=', tenantId)
      .where('appointments.id', '=', bookingId)
      .where(visible(order, visibility)),
);

/** Reads one booking within a transaction, if the plan shows it. */
export async function findShownIn(
  tx: Tx,
  work: { readonly tenantId: TenantId },
  view: ListView,
  bookingId: string,
): Promise<AppointmentRow | undefined> {
  return (await run(tx, work, findShown(view, { bookingId })))[0];
}

/** Locks one booking for this transaction and reads it, whether or not the plan shows it. */
export const lockBooking = statement<{ id: string }, AppointmentRow>((db, { tenantId, id }) =>
  selectAppointments(db, tenantId)
    .where('appointments.tenant_id', '=', tenantId)
    .where('appointments.id', '=', id)
    .forUpdate('appointments'),
);

/** Reads one booking, whether or not the plan shows it. */
export async function findAny(
  tx: Tx,
  work: { readonly tenantId: TenantId },
  id: string,
): Promise<AppointmentRow | undefined> {
  return (await run(tx, work, selectAny({ id })))[0];
}

/** Locks bookings for this transaction, in the order of their ids. */
export const lockBookings = statement<{ ids: readonly string[] }, AppointmentRow>((db, { tenantId, ids }) =>
  selectAppointments(db, tenantId)
    .where('appointments.tenant_id', '=', tenantId)
    .where(sql<boolean>`appointments.id = any (${ids}::uuid[])`)
    .orderBy('appointments.id')
    .forUpdate('appointments'),
);

/** Locks the scheduled bookings of a series, in the order of their ids. */
export const lockScheduled = statement<{ seriesId: string }, AppointmentRow>((db, { tenantId, seriesId }) =>
  selectAppointments(db, tenantId)
    .where('appointments.tenant_id', '=', tenantId)
    .where('appointments.series_id', '=', seriesId)
    .where('appointments.status', '=', 'scheduled')
    .orderBy('appointments.id')
    .forUpdate('appointments'),
);

const selectAny = statement<{ id: string }, AppointmentRow>((db, { tenantId, id }) =>
  selectAppointments(db, tenantId)
    .where('appointments.tenant_id', '=', tenantId)
    .where('appointments.id', '=', id),
);

export interface LastReference {
  readonly last_reference: number | null;
}

/** Reads the number of the last reference that the business has given, under its plan's lock. */
export const readLastReference = statement<object, LastReference>(
  (_, { tenantId }) =>
    sql<LastReference>`select last_reference from change_stamps where tenant_id = ${tenantId}`,
);

/** Stores the number of the last reference in the row that every change of a business writes. */
export const keepLastReference = statement<{ number: number }, object>(
  (_, { tenantId, number }) => sql`insert into change_stamps as stamps (tenant_id, stamp, last_reference)
    values (${tenantId}, 0, ${number}) on conflict (tenant_id) do update set last_reference = excluded.last_reference`,
);

interface Slot {
  readonly date: string;
  readonly time: string;
  readonly doctor: string | undefined;
  readonly except: string | undefined;
}

/**
 * Finds another scheduled or completed booking of this date and time (and doctor, for a clinic).
 */
export function findTaken(slot: Slot): Statement<{ id: string }> {
  return selectTaken(slot, { hasDoctor: slot.doctor !== undefined, hasException: slot.except !== undefined });
}

const selectTaken = statement<Slot, { id: string }, { hasDoctor: boolean; hasException: boolean }>(
  (db, values, { hasDoctor, hasException }) =>
    db
      .selectFrom('appointments')
      .select('id')
      .where('tenant_id', '=', values.tenantId)
      .where('appointment_date', '=', values.date)
      .where('appointment_time', '=', values.time)
      .where('status', 'in', ['scheduled', 'completed'])
      .$if(hasDoctor, (query) => query.where('doctor', '=', values.doctor as string))
      .$if(hasException, (query) => query.where('id', '<>', values.except as string))
      .limit(1),
);

export const readOpeningHours = statement<object, OpeningHours>((db, { tenantId }) =>
  db
    .selectFrom('business_profiles')
    .select(['time_slots', 'operating_days'])
    .where('tenant_id', '=', tenantId),
);

export type OpeningHours = Pick<Selectable<Schema['business_profiles']>, 'time_slots' | 'operating_days'>;

export const listDoctorNames = statement<object, { full_name: string | null }>((db, { tenantId }) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.full_name')
    .where('memberships.tenant_id', '=', tenantId)
    .where('memberships.role', '=', 'DOCTOR')
    .where('users.full_name', 'is not', null)
    .orderBy('users.full_name'),
);

/**
 * Computes what a booking owes in paise, as `duePaise` of the contract does; below zero where more was
 * taken.
 */
export const owedPaise = sql<number>`(coalesce(appointments.price_paise, 0) + appointments.charges_paise
  - appointments.discount_paise - appointments.allowed_paise - coalesce(appointments.amount_paise, 0))`;

/** Matches the bookings that owe money, in the words of the index appointments_due. */
export const owesMoney = sql<boolean>`appointments.status in ('scheduled', 'completed') and ${owedPaise} > 0`;

/** Computes whether the money of any of a booking's days is locked. */
function isLocked(tenantId: TenantId, ...days: readonly string[]) {
  return sql<boolean>`coalesce(least(${sql.join(days.map((name) => sql.ref(name)))}) <= (
    select money_locked_until from business_profiles where tenant_id = ${tenantId}), false)`;
}

/** Reads the last day whose money is locked; null without one. One row. */
export const readLockedUntil = statement<object, { until: string | null }>((db, { tenantId }) =>
  db.selectFrom('business_profiles').select('money_locked_until as until').where('tenant_id', '=', tenantId),
);

/** Selects every column of a reply, with the prescription's. */
export function selectAppointments(db: QueryBuilder, tenantId: TenantId) {
  return db
    .selectFrom('appointments')
    .leftJoin('files', (join) =>
      join
        .onRef('files.tenant_id', '=', 'appointments.tenant_id')
        .onRef('files.id', '=', 'appointments.prescription_id'),
    )
    .leftJoin('resources', (join) =>
      join
        .onRef('resources.tenant_id', '=', 'appointments.tenant_id')
        .onRef('resources.id', '=', 'appointments.resource_id'),
    )
    .select(columns)
    .select(durationOf(tenantId).as('duration_min'))
    .select(isLocked(tenantId, 'appointments.appointment_date', 'appointments.kept_on').as('is_locked'))
    .select(isLocked(tenantId, 'appointments.kept_on').as('is_fee_locked'))
    .select(
      sql<string | null>`case when appointments.status = 'cancelled' then
        (select users.full_name from users where users.id = appointments.status_set_by) end`.as(
        'cancelled_by',
      ),
    );
}

/** The columns that a change may write. */
export type AppointmentChanges = Updateable<Appointments>;

const newColumns = [
  'id',
  'reference',
  'person_name',
  'person_email',
  'person_contact',
  'patient_id',
  'doctor',
  'appointment_date',
  'appointment_time',
  'amount_paise',
  'revenue_paise',
  'paid_by',
  'payment_method',
  'payment_id',
  'resource_id',
  'price_paise',
  'charges_paise',
  'service_id',
  'service_name',
  'duration_min',
  'buffer_before_min',
  'buffer_after_min',
  'overbooked_reason',
  'series_id',
  'walk_in',
  'source',
  'guest_note',
  'counts_in_plan',
  'arrived_at',
  'token',
  'token_day',
  'created_by',
  'created_at',
  'updated_at',
] as const;

/** The columns of a new booking; the database gives it its status. */
export type NewBookingColumns = Required<Pick<Insertable<Appointments>, (typeof newColumns)[number]>>;

export const insertBooking = statement<NewBookingColumns, object>((db, values) =>
  db.insertInto('appointments').values({
    tenant_id: values.tenantId,
    ...pick(values, newColumns),
  }),
);

/** Changes columns of a locked booking. */
export function updateBooking(id: string, columns: AppointmentChanges): Statement<object> {
  const shape = { columns: Object.keys(columns).join(' ') };
  return updateColumns({ ...columns, bookingId: id }, shape);
}

const updateColumns = statement<AppointmentChanges & { bookingId: string }, object, { columns: string }>(
  (_, values, { columns }) => {
    const changes = columns.split(' ').map((name) => setting(name, values[name as keyof AppointmentChanges]));
    return sql`update appointments set ${sql.join(changes)}
      where tenant_id = ${values.tenantId} and id = ${values.bookingId}`;
  },
);

function setting(column: string, value: unknown): RawBuilder<unknown> {
  return sql`${sql.ref(column)} = ${value}`;
}
