import { randomUUID } from 'node:crypto';
import { Appointment, type NewAppointment } from '@samay/contract/bookings/appointments';
import { inTenantAnnouncing, readInTenant, type Announce, type TenantId, type Tx } from '../../../db/tenant.ts';
import { userIdOf } from '../../../context/actor.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError, orNotFound } from '../../../core/app-error.ts';
import { auditValues } from '../../audit/index.ts';
import {
  assertClaimed,
  claimingTime,
  claimValues,
  type FoundOccupation,
  type Occupation,
  occupationOf,
  type Overbooking,
  type SoughtBy,
  soughtOccupation,
  soughtOf,
  type SoughtValues,
  type WantedTime,
} from '../../availability/index.ts';
import { lockPlanBeside, noPlaceError, type PlaceLock, takingPlace } from '../../tenancy/index.ts';
import { announceWritten } from './announce-written.ts';
import { fetchWritten } from './fetch.ts';
import { keptColumns, occupiedColumns } from './kept-columns.ts';
import { present } from './present.ts';
import { type AppointmentRow, isReferenceTaken } from './queries.ts';
import { insertBooking, type NewBooking, newBookingOf, type PlainBooking } from './write-queries.ts';

/**
 * Creates a booking. Throws `plan.limit_reached` when the plan's month of that date is full, and `slot.taken` when its time is. One that is past or
 * outside the opening hours is accepted: the form has warned.
 */
export async function createAppointment(context: TenantContext, { body }: { body: NewAppointment }): Promise<Appointment> {
  assertDoctor(body, context);
  const wanted: WantedTime = { ...body, doctor: body.doctor ?? null };
  const made = await withFreeReference(context, body, (booking) =>
    claimingTime(context, body, (overbooking) =>
      takingPlace((most) =>
        inTenantAnnouncing(context, async (tx, announce) =>
          present(await book(tx, context, { booking, wanted, overbooking, most, announce }), context),
        ),
      ),
    ),
  );
  // A repeated request gets the stored reply. A server of the last release may have written it, without the fields that this one adds (0021).
  if (Appointment.safeParse(made).success) return made;
  return readInTenant(context, async (tx) => present(await fetchWritten(tx, context, made.id), context));
}

/** A clinic's appointment must name its doctor, or the resource that is one; a turf's booking must not. */
function assertDoctor(body: NewAppointment, context: TenantContext): void {
  if (context.businessType === 'doctor' && !body.doctor && !body.resourceId)
    throw new AppError('request.invalid', { fields: { doctor: 'Please enter a doctor name' } });
  if (context.businessType === 'turf' && body.doctor)
    throw new AppError('request.invalid', { fields: { doctor: 'This field is not known here' } });
}

interface Booking {
  readonly booking: PlainBooking;
  readonly wanted: WantedTime;
  readonly overbooking: Overbooking;
  readonly most: PlaceLock;
  readonly announce: Announce;
}

/** The subscription first, then what the booking may occupy (decision 0047). */
const lockPlace = lockPlanBeside<SoughtValues, FoundOccupation, { by: SoughtBy }>((values, { by }) =>
  soughtOccupation(values, { by, lock: 'share' }),
);

/** Writes the booking with its claims, audit row and effects, if the plan has a place for it and its time is free. Returns its row as it is now. */
async function book(
  tx: Tx,
  context: TenantContext,
  { booking: plain, wanted, overbooking, most, announce }: Booking,
): Promise<AppointmentRow> {
  const { values, by } = soughtOf(wanted);
  const locked = await lockPlace(tx, context, { date: wanted.date, most }, { values, shape: { by } });
  const { plan, found } = orNotFound(locked, 'plan.limit_reached');
  const occupation = occupationOf(found, wanted);
  const booking = { ...plain, ...keptColumns(occupation, overbooking), doctor: doctorOf(plain, occupation, context) };
  const written = await insertBooking(tx, context, {
    ...booking,
    ...auditValues(context, 'appointment.created', overbooking ? { overbooked: overbooking.reason } : {}),
    ...plan,
    unclaimedPrice: occupation.price,
    claims: occupation.candidates.length === 0 ? undefined : claimValues(occupation, overbooking !== null, context.now),
  });
  if (!written.has_place) throw noPlaceError(plan);
  assertClaimed(occupation, written);
  await announceWritten({ tx, announce }, context, {
    id: booking.id,
    operation: 'insert',
    change: 'created',
    receivers: written.receivers,
  });
  return rowOf(booking, occupiedColumns(occupation, written.place), written.patient_id);
}

/** The text that was given, else the name of the doctor who was chosen. */
function doctorOf({ doctor }: PlainBooking, { candidates }: Occupation, { businessType }: TenantContext): string | null {
  return businessType === 'doctor' ? (doctor ?? candidates[0]?.name ?? null) : null;
}

/** The row of a new booking with the database's defaults. */
function rowOf(
  { created_by: _, ...booking }: NewBooking,
  occupied: ReturnType<typeof occupiedColumns>,
  patientId: string | null,
): AppointmentRow {
  return {
    ...booking,
    ...occupied,
    patient_id: patientId,
    status: 'scheduled',
    status_set_at: null,
    status_set_by: null,
    currency: 'INR',
    prescription_id: null,
    arrived_at: null,
    series_id: null,
    file_name: null,
    file_type: null,
    file_bytes: null,
    file_created_at: null,
  };
}

/** The reference is `booking_` and the current millisecond, or the next one that is free in this business (specification 9). */
async function withFreeReference<T>(
  context: TenantContext,
  body: NewAppointment,
  write: (booking: PlainBooking) => Promise<T>,
): Promise<T> {
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
