import { isOfSitting, sittingAt } from '../../availability/index.ts';
import type { AppointmentRow } from '../rows/queries.ts';
import { startOf } from '../rows/start-of.ts';
import type { OwnBusinessRow } from './queries.ts';

const minuteMs = 60_000;

/** The rights of a person with their own booking now. */
export interface OwnMay {
  readonly come: boolean;
  readonly cancel: boolean;
  readonly move: boolean;
}

type Booking = Pick<
  AppointmentRow,
  | 'status'
  | 'arrived_at'
  | 'started_at'
  | 'appointment_date'
  | 'appointment_time'
  | 'resource_id'
  | 'service_id'
  | 'is_locked'
>;

/**
 * Decides what a person may do with their booking: nothing once they have come or in a suspended business,
 * nor once the time has begun, but to say that they are on their way to a waiting room with numbers; a cancel and a move only before the cut-off. Only what has a service and
 * a doctor or court is moved, because free times follow from both.
 */
export function ownMay(
  booking: Booking,
  {
    status,
    cutoff_min: cutoff,
    gives_tokens: hasWaitingRoom,
  }: Pick<OwnBusinessRow, 'status' | 'cutoff_min' | 'gives_tokens'>,
  now: Date,
): OwnMay {
  const isExpected =
    booking.status === 'scheduled' && booking.arrived_at === null && booking.started_at === null;
  const isOpen = isExpected && status !== 'suspended' && !booking.is_locked;
  const left = startOf(booking).getTime() - now.getTime();
  const change = isOpen && left > 0 && left >= cutoff * minuteMs;
  return {
    come: isOpen && (left > 0 || (hasWaitingRoom && isOfSitting(startOf(booking), sittingAt(now)))),
    cancel: change,
    move: change && booking.resource_id !== null && booking.service_id !== null,
  };
}

/** Returns whether a person who was missing at their time has said since that they are on their way. */
export function isOnTheWay(
  booking: Pick<AppointmentRow, 'appointment_date' | 'appointment_time' | 'arrived_at' | 'confirmed_at'>,
): boolean {
  const { arrived_at: arrived, confirmed_at: confirmed } = booking;
  return arrived === null && confirmed !== null && confirmed >= startOf(booking);
}
