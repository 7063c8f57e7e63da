import type { NewAppointment } from '@samay/contract/bookings/appointments';
import type { Insertable, Updateable } from 'kysely';
import type { Appointments } from '../../../db/client/schema.ts';
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

/** Whether another scheduled or completed booking has this date and time (and doctor, for a clinic). */
export async function isTaken(
  tx: Tx,
  slot: { date: string; time: string; doctor: string | undefined; except: string | undefined },
): Promise<boolean> {
  const taken = await tx
    .selectFrom('appointments')
    .select('id')
    .where('appointment_date', '=', slot.date)
    .where('appointment_time', '=', slot.time)
    .where('status', 'in', ['scheduled', 'completed'])
    .$if(slot.doctor !== undefined, (query) => query.where('doctor', '=', slot.doctor ?? ''))
    .$if(slot.except !== undefined, (query) => query.where('id', '<>', slot.except ?? ''))
    .limit(1)
    .executeTakeFirst();
  return taken !== undefined;
}

export async function findOpeningHours(tx: Tx) {
  return tx.selectFrom('business_profiles').select(['time_slots', 'operating_days']).executeTakeFirst();
}

export async function listDoctorNames(tx: Tx): Promise<string[]> {
  const people = await tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.full_name')
    .where('memberships.role', '=', 'DOCTOR')
    .where('users.full_name', 'is not', null)
    .orderBy('users.full_name')
    .execute();
  return people.map((person) => person.full_name ?? '');
}

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
export function selectAppointments(tx: Tx) {
  return tx
    .selectFrom('appointments')
    .leftJoin('files', (join) =>
      join.onRef('files.tenant_id', '=', 'appointments.tenant_id').onRef('files.id', '=', 'appointments.prescription_id'),
    )
    .select(columns);
}
