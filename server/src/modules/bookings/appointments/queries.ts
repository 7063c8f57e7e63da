import type { NewAppointment } from '@samay/contract/bookings/appointments';
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Appointments, Schema } from '../../../db/client/schema.ts';
import { type QueryBuilder, type Statement, statement } from '../../../db/statement.ts';
import type { TenantId, Tx } from '../../../db/tenant.ts';
import { type ListOrder, type Visibility, visible } from './visibility-queries.ts';

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
  'appointments.amount_paise',
  'appointments.currency',
  'appointments.payment_method',
  'appointments.payment_id',
  'appointments.prescription_id',
  'appointments.arrived_at',
  'appointments.created_at',
  'appointments.updated_at',
  'files.display_name as file_name',
  'files.media_type as file_type',
  'files.bytes as file_bytes',
  'files.created_at as file_created_at',
] as const;

/** A booking with its prescription's file. Times are `HH:MM:SS`. */
export type AppointmentRow = Awaited<ReturnType<ReturnType<typeof selectAppointments>['execute']>>[number];

/** One booking that the plan shows, locked for this transaction where `lock` is set. */
export async function findAppointment(
  tx: Tx,
  id: string,
  { order, visibility, lock }: { order: ListOrder; visibility: Visibility; lock: boolean },
): Promise<AppointmentRow | undefined> {
  return selectAppointments(tx)
    .where('appointments.id', '=', id)
    .where(visible(order, visibility))
    .$if(lock, (query) => query.forUpdate('appointments'))
    .executeTakeFirst();
}

/** Columns that a change may write. */
export type AppointmentChanges = Updateable<Appointments>;

/** Inserts a booking and returns its id; undefined, with nothing inserted, where the reference exists in this business. */
export async function insertAppointment(tx: Tx, values: Insertable<Appointments>): Promise<string | undefined> {
  const inserted = await tx
    .insertInto('appointments')
    .values(values)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

export async function updateAppointment(tx: Tx, id: string, changes: AppointmentChanges): Promise<void> {
  await tx.updateTable('appointments').set(changes).where('id', '=', id).execute();
}

interface Slot {
  readonly date: string;
  readonly time: string;
  readonly doctor: string | undefined;
  readonly except: string | undefined;
}

/** Finds another scheduled or completed booking of this date and time (and doctor, for a clinic). */
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
  db.selectFrom('business_profiles').select(['time_slots', 'operating_days']).where('tenant_id', '=', tenantId),
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

/** The columns of a new booking. */
export function valuesOf(
  tenantId: TenantId,
  actorId: string | null,
  now: Date,
  reference: string,
  booking: NewAppointment,
): Insertable<Appointments> {
  return {
    tenant_id: tenantId,
    reference,
    person_name: booking.personName,
    person_email: booking.personEmail,
    person_contact: booking.personContact || null,
    doctor: booking.doctor ?? null,
    appointment_date: booking.date,
    appointment_time: booking.time,
    amount_paise: booking.amount ?? null,
    payment_method: booking.paymentMethod || null,
    payment_id: booking.paymentId || null,
    created_by: actorId,
    created_at: now,
    updated_at: now,
  };
}

/** Selects every column of a reply, with the prescription's. */
export function selectAppointments(db: QueryBuilder) {
  return db
    .selectFrom('appointments')
    .leftJoin('files', (join) =>
      join.onRef('files.tenant_id', '=', 'appointments.tenant_id').onRef('files.id', '=', 'appointments.prescription_id'),
    )
    .select(columns);
}
