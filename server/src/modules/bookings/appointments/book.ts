import { randomUUID } from 'node:crypto';
import type { NewAppointment } from '@samay/contract/bookings/appointments';
import { userIdOf } from '../../../context/actor.ts';
import type { TenantContext } from '../../../context/request-context.ts';
import { AppError, orNotFound } from '../../../core/app-error.ts';
import type { Announce, TenantId, Tx } from '../../../db/tenant.ts';
import { auditValues } from '../../audit/index.ts';
import {
  assertClaimed,
  claimValues,
  type FoundOccupation,
  isClaiming,
  type Occupation,
  occupationOf,
  type Overbooking,
  type SoughtBy,
  soughtOccupation,
  soughtOf,
  type SoughtValues,
  untilNext,
} from '../../availability/index.ts';
import { lockPlanBeside, noPlaceError, type PlaceLock } from '../../tenancy/index.ts';
import { announceWritten } from './announce-written.ts';
import { keptColumns, occupiedColumns } from './kept-columns.ts';
import { type AppointmentRow, isReferenceTaken } from './queries.ts';
import { claimsNothing } from './walk-in.ts';
import { insertBooking, type NewBooking, newBookingOf, type PlainBooking } from './write-queries.ts';

/** Of a booking of a series. */
interface OfSeries {
  readonly seriesId: string;
  /** Its place in the transaction. */
  readonly number: number;
  /** One mail is for the whole series. */
  readonly isMailed: boolean;
}

interface Booking {
  readonly body: NewAppointment;
  readonly reference: string;
  readonly overbooking: Overbooking;
  readonly most: PlaceLock;
  readonly announce: Announce;
  readonly series?: OfSeries;
}

/** The subscription first, then what the booking may occupy (decision 0047). */
const lockPlace = lockPlanBeside<SoughtValues, FoundOccupation, { by: SoughtBy }>((values, { by }) =>
  soughtOccupation(values, { by, lock: 'share' }),
);

/**
 * Writes a booking with its claims, audit row and effects, if the plan has a place for it and its
 * time is free. Returns its row as it is now. The transaction is one of `takingPlace` and of
 * `claimingTimes`.
 */
export async function book(
  tx: Tx,
  context: TenantContext,
  { body, reference, overbooking, most, announce, series }: Booking,
): Promise<AppointmentRow> {
  const plain = newBookingOf(body, {
    id: randomUUID(),
    reference,
    createdBy: userIdOf(context.actor),
    now: context.now,
  });
  const wanted = { ...body, doctor: plain.doctor, claimsNothing: claimsNothing(plain, context) };
  const { values, by } = soughtOf(wanted);
  const locked = await lockPlace(tx, context, { date: wanted.date, most }, { values, shape: { by } });
  const { plan, found } = orNotFound(locked, 'plan.limit_reached');
  const full = occupationOf(found, wanted);
  const isUntilNext = plain.walk_in && !overbooking && isClaiming(full);
  const occupation = isUntilNext ? await untilNext(tx, context, full) : full;
  const unclaimed = occupiedColumns(occupation, null);
  const booking = {
    ...plain,
    ...keptColumns(occupation, overbooking),
    doctor: doctorOf(plain, occupation, context),
    series_id: series?.seriesId ?? null,
  };
  const detail = {
    ...(overbooking && { overbooked: overbooking.reason }),
    ...(series && { series: series.seriesId }),
    ...(plain.walk_in && { walkIn: true }),
  };
  const written = await insertBooking(tx, context, {
    booking,
    ...auditValues(context, 'appointment.created', detail),
    ...plan,
    unclaimedResource: unclaimed.resource_id,
    unclaimedPrice: unclaimed.price_paise,
    claims: isClaiming(occupation) ? claimValues(occupation, overbooking !== null, context.now) : undefined,
  });
  if (!written.has_place) throw noPlaceError(plan);
  assertClaimed(occupation, written, series?.number);
  announceWritten({ tx, announce }, context, {
    id: booking.id,
    operation: 'insert',
    change: 'created',
    isMailed: series?.isMailed ?? true,
  });
  return rowOf(booking, occupiedColumns(occupation, written.place), written.patient_id);
}

/**
 * A clinic's appointment must name its doctor, or the resource that is one; a turf's booking must
 * not.
 */
export function assertDoctor(
  body: Pick<NewAppointment, 'doctor' | 'resourceId'>,
  context: TenantContext,
): void {
  if (context.businessType === 'doctor' && !body.doctor && !body.resourceId)
    throw new AppError('request.invalid', { fields: { doctor: 'Please enter a doctor name' } });
  if (context.businessType === 'turf' && body.doctor)
    throw new AppError('request.invalid', { fields: { doctor: 'This field is not known here' } });
}

/** The text that was given, else the name of the doctor who was chosen. */
function doctorOf(
  { doctor }: PlainBooking,
  { candidates }: Occupation,
  { businessType }: TenantContext,
): string | null {
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
    started_at: null,
    file_name: null,
    file_type: null,
    file_bytes: null,
    file_created_at: null,
  };
}

/**
 * Runs what writes `count` bookings with references of theirs: `booking_` and the current
 * millisecond, or the next ones that are free in this business (specification 9).
 */
export async function withFreeReferences<T>(
  { tenantId, now }: Pick<TenantContext, 'tenantId' | 'now'>,
  count: number,
  write: (references: readonly string[]) => Promise<T>,
): Promise<T> {
  for (;;) {
    const references = Array.from(
      { length: count },
      () => `booking_${nextMillisecond(tenantId, now.getTime())}`,
    );
    try {
      return await write(references);
    } catch (error) {
      // Another server has given one of them, or it was given before.
      if (!isReferenceTaken(error)) throw error;
    }
  }
}

/** The last millisecond that this process has given to each business, where that is not past. */
const given = new Map<TenantId, number>();

/**
 * The next millisecond of this process for a business, so that its own bookings do not wait for
 * each other's references.
 */
function nextMillisecond(tenantId: TenantId, now: number): number {
  for (const [id, last] of given) if (last < now) given.delete(id);
  const next = Math.max(now, (given.get(tenantId) ?? 0) + 1);
  given.set(tenantId, next);
  return next;
}
