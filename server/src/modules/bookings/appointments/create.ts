import { randomUUID } from 'node:crypto';
import { Appointment, type NewAppointment } from '@samay/contract/bookings/appointments';
import { inTenantAnnouncing, readInTenant, type Announce, type TenantId, type Tx } from '../../../db/tenant.ts';
import { userIdOf } from '../../../context/actor.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError } from '../../../core/app-error.ts';
import { auditValues } from '../../audit/index.ts';
import { lockPlace, noPlaceError, type PlaceLock, takingPlace } from '../../tenancy/index.ts';
import { announceWritten } from './announce-written.ts';
import { fetchWritten } from './fetch.ts';
import { present } from './present.ts';
import { type AppointmentRow, isReferenceTaken } from './queries.ts';
import { insertBooking, type NewBooking, newBookingOf } from './write-queries.ts';

/**
 * Creates a booking. Throws `plan.limit_reached` when the plan's month of that date is full. A time that is past, taken or outside the
 * opening hours is accepted: the form has warned.
 */
export async function createAppointment(context: TenantContext, { body }: { body: NewAppointment }): Promise<Appointment> {
  assertDoctor(body, context);
  const made = await withFreeReference(context, body, (booking) =>
    takingPlace((most) =>
      inTenantAnnouncing(context, async (tx, announce) => present(await book(tx, context, { booking, most, announce }), context)),
    ),
  );
  // A repeated request gets the stored reply. A server of the last release may have written it, without the fields that this one adds (0021).
  if (Appointment.safeParse(made).success) return made;
  return readInTenant(context, async (tx) => present(await fetchWritten(tx, context, made.id), context));
}

/** A clinic's appointment must name its doctor; a turf's booking must not. */
function assertDoctor(body: NewAppointment, context: TenantContext): void {
  if (context.businessType === 'doctor' && !body.doctor)
    throw new AppError('request.invalid', { fields: { doctor: 'Please enter a doctor name' } });
  if (context.businessType === 'turf' && body.doctor)
    throw new AppError('request.invalid', { fields: { doctor: 'This field is not known here' } });
}

interface Booking {
  readonly booking: NewBooking;
  readonly most: PlaceLock;
  readonly announce: Announce;
}

/** Writes the booking with its audit row and effects, if the plan has a place for it. Returns its row as it is now. */
async function book(tx: Tx, context: TenantContext, { booking, most, announce }: Booking): Promise<AppointmentRow> {
  const plan = await lockPlace(tx, context, { date: booking.appointment_date, most });
  const written = await insertBooking(tx, context, { ...booking, ...auditValues(context, 'appointment.created'), ...plan });
  if (!written) throw noPlaceError(plan);
  await announceWritten({ tx, announce }, context, {
    id: booking.id,
    operation: 'insert',
    change: 'created',
    receivers: written.receivers,
  });
  return rowOf(booking, written.patient_id);
}

/** The row of a new booking with the database's defaults. */
function rowOf({ created_by: _, ...booking }: NewBooking, patientId: string | null): AppointmentRow {
  return {
    ...booking,
    patient_id: patientId,
    status: 'scheduled',
    status_set_at: null,
    status_set_by: null,
    currency: 'INR',
    prescription_id: null,
    arrived_at: null,
    resource_id: null,
    resource_name: null,
    service_id: null,
    service_name: null,
    duration_min: null,
    buffer_before_min: null,
    buffer_after_min: null,
    price_paise: null,
    overbooked_reason: null,
    series_id: null,
    file_name: null,
    file_type: null,
    file_bytes: null,
    file_created_at: null,
  };
}

/** The reference is `booking_` and the current millisecond, or the next one that is free in this business (specification 9). */
async function withFreeReference<T>(context: TenantContext, body: NewAppointment, write: (booking: NewBooking) => Promise<T>): Promise<T> {
  const createdBy = userIdOf(context.actor);
  for (;;) {
    const reference = `booking_${nextMillisecond(context.tenantId, context.now.getTime())}`;
    try {
      return await write(newBookingOf(body, { id: randomUUID(), reference, createdBy, now: context.now }));
    } catch (error) {
      // Another server has given it, or it was given before.
      if (!isReferenceTaken(error)) throw error;
    }
  }
}

/** The last millisecond that this process has given to each business, where that is not past. */
const given = new Map<TenantId, number>();

/** The next millisecond of this process for a business, so that its own bookings do not wait for each other's references. */
function nextMillisecond(tenantId: TenantId, now: number): number {
  for (const [id, last] of given) if (last < now) given.delete(id);
  const next = Math.max(now, (given.get(tenantId) ?? 0) + 1);
  given.set(tenantId, next);
  return next;
}
