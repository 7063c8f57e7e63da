import type { AppointmentMay, AppointmentVerb } from '@samay/contract/bookings/appointments';
import { hasEnded, mayBecome } from '@samay/contract/bookings/statuses';
import { isOwner } from '@samay/contract/core/roles';
import { undoMinutes } from '@samay/contract/core/wording';
import { addDays, indiaDate } from '@samay/contract/core/time';
import { allowed, userIdOf } from '../../../context/actor.ts';
import type { BookingContext } from '../../../context/business-context.ts';
import { isOfSitting, type Sitting, sittingAt } from '../../availability/index.ts';
import { waitsWithToken } from './calls.ts';
import type { AppointmentRow } from './queries.ts';
import { startOf } from './start-of.ts';

type Booking = Pick<
  AppointmentRow,
  | 'walk_in'
  | 'arrived_at'
  | 'status'
  | 'status_set_at'
  | 'status_set_by'
  | 'appointment_date'
  | 'appointment_time'
  | 'prescription_id'
> & {
  /** Whether the money of its day, or of that of its cancellation fee, is locked; left out where the list does not read it. */
  readonly is_locked?: boolean;
  /** Left out where the list does not read them: then it does not say whether the person can be called. */
  readonly token?: string | null;
  readonly started_at?: Date | null;
};

/** The verbs that change what a locked day shows. */
const lockedVerbs: ReadonlySet<AppointmentVerb> = new Set([
  'cancel',
  'complete',
  'markNoShow',
  'reopen',
  'reschedule',
  'undoCancel',
  'undoCompletion',
]);

/** A condition of a change that is no verb of staff. */
export type MayChange = (booking: AppointmentRow, context: BookingContext) => boolean;

/** Returns whether a verb changes what the figures of its booking's day say. */
export function changesFigures(may: AppointmentVerb | MayChange): boolean {
  return typeof may !== 'string' || lockedVerbs.has(may);
}

/**
 * Returns whether new money of a booking is late: the day that has its amount is locked. It is the
 * booking's own, or that of its cancellation fee.
 */
export function isFrozen({
  is_locked: isLocked,
  is_fee_locked: isFeeLocked,
  status,
}: Pick<AppointmentRow, 'is_locked' | 'is_fee_locked' | 'status'>): boolean {
  return hasEnded(status) ? isFeeLocked : isLocked;
}

type Coming = Pick<AppointmentRow, 'status' | 'arrived_at' | 'started_at' | 'appointment_date'>;

/**
 * Lists what the caller may do with a booking in its current state. Verbs enforce it, and replies
 * carry it for the screen's buttons.
 */
export function mayWith(booking: Booking, context: BookingContext): AppointmentMay {
  return policyFor(context)(booking);
}

/**
 * Prepares `mayWith` for all bookings of a page: checks that do not depend on the booking run once.
 */
export function policyFor(context: BookingContext): (booking: Booking) => AppointmentMay {
  const sitting = sittingAt(context.now);
  const tomorrow = addDays(sitting.day, 1);
  const isActive = !isSuspended(context);
  const isClinic = context.businessType === 'doctor';
  const mayWrite = isActive && allowed(context, 'appointments.write');
  const mayReadFiles = isClinic && allowed(context, 'prescriptions.read');
  const mayWriteFiles = isClinic && isActive && allowed(context, 'prescriptions.write');
  return (booking) => {
    const { status } = booking;
    const hasCome = booking.appointment_date <= sitting.day;
    const isSeen = isSeenIn(sitting, booking);
    if (!isSeen && booking.appointment_date === tomorrow) context.replyChangesAt?.(sitting.changesAt);
    const isScheduled = status === 'scheduled';
    const verbs: AppointmentVerb[] = [];
    if (mayWrite) {
      if (isClinic && mayBeCalled(booking)) verbs.push('call');
      if (mayBecome(status, 'cancelled')) verbs.push('cancel');
      if (isSeen && mayBecome(status, 'completed')) verbs.push('complete');
      // A walk-in has only its arrival: it can only be missed or cancelled.
      if (isScheduled && !booking.walk_in) verbs.push('markArrived');
      if (hasCome && mayBecome(status, 'no_show')) verbs.push('markNoShow');
      verbs.push('recordPayment');
      if (status === 'no_show') verbs.push('reopen');
      if (isScheduled || status === 'completed') verbs.push('reschedule');
      if (isScheduled && isSeen) verbs.push('start');
      if (status === 'cancelled' && mayUndoCancel(booking, context)) verbs.push('undoCancel');
      if (status === 'completed' && mayUndoCompletion(booking, context)) verbs.push('undoCompletion');
    }
    if (mayWriteFiles && status !== 'cancelled') verbs.push('uploadPrescription');
    if (mayReadFiles && booking.prescription_id !== null) verbs.push('viewPrescription');
    return booking.is_locked ? verbs.filter((verb) => !lockedVerbs.has(verb)) : verbs;
  };
}

/** Returns whether a person may be seen by now: their day has come, or in the evening the night that follows. */
export function isSeenIn(
  sitting: Sitting,
  booking: Pick<AppointmentRow, 'appointment_date' | 'appointment_time'>,
): boolean {
  return booking.appointment_date <= sitting.day || isOfSitting(startOf(booking), sitting);
}

function mayBeCalled(booking: Booking): boolean {
  const { token = null, started_at: started = null } = booking;
  return waitsWithToken({ ...booking, token, started_at: started });
}

/**
 * Returns whether a booking is to come, for a change of several together: scheduled, not arrived or
 * started, today or later.
 */
export function isToCome(
  { status, arrived_at: arrived, started_at: started, appointment_date: date }: Coming,
  { now }: Pick<BookingContext, 'now'>,
): boolean {
  return status === 'scheduled' && arrived === null && started === null && date >= indiaDate(now);
}

function isSuspended({ actor }: Pick<BookingContext, 'actor'>): boolean {
  return actor.kind === 'staff' && actor.tenant?.suspended === true;
}

/** Returns whether the caller set the status of a booking, and may undo it. A trigger agrees. */
function mayUndoCompletion(booking: Booking, context: BookingContext): boolean {
  return booking.status_set_by === userIdOf(context.actor) && isRecent(booking, context);
}

/** Returns whether a cancellation can be undone by itself: by who cancelled or an owner. */
function mayUndoCancel(booking: Booking, context: BookingContext): boolean {
  const { actor } = context;
  if (actor.kind !== 'staff') return false;
  return (booking.status_set_by === actor.userId || isOwner(actor.role)) && isRevocable(booking, context);
}

/**
 * Returns whether a cancellation can be undone with the closing for which it was made: by all who
 * may go on with that closing, also if a colleague cancelled.
 */
export function mayUndoCancelOfClosing(booking: Booking, context: BookingContext): boolean {
  const mayWrite = !isSuspended(context) && allowed(context, 'appointments.write');
  return mayWrite && booking.status === 'cancelled' && isRevocable(booking, context);
}

/**
 * Returns whether a cancellation is recent. A walk-in whose arrival was cleared with its no-show
 * stays cancelled.
 */
function isRevocable(booking: Booking, context: BookingContext): boolean {
  return !(booking.walk_in && booking.arrived_at === null) && isRecent(booking, context);
}

/** Returns whether a status was set within the last ten minutes. */
function isRecent({ status_set_at }: Booking, { now, replyChangesAt }: BookingContext): boolean {
  if (status_set_at === null) return false;
  const end = new Date(status_set_at.getTime() + undoMinutes * 60_000);
  const isWithin = now < end;
  if (isWithin) replyChangesAt?.(end);
  return isWithin;
}
