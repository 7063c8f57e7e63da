import type { Appointment } from '@samay/contract/bookings/appointments';
import type { BusinessType } from '@samay/contract/core/roles';
import { indiaDate, indiaTime } from '@samay/contract/core/time';
import type { TransitionEntry } from '../actions/use-transitions.ts';

/** An action that the details offer for a booking; `money` takes the amount due. */
export type DetailsAct =
  | TransitionEntry['key']
  | 'money'
  | 'reschedule'
  | 'recordPayment'
  | 'editPerson'
  | 'visit'
  | 'printSlip'
  | 'printToken'
  | 'shareSlip'
  | 'cancel';

/**
 * Lists what a desk most likely does next with a booking in its state, the likeliest first. The
 * details show the first two that are offered, and all others in a menu.
 */
export function likelyActs(
  { status, date, time, arrivedAt, startedAt }: Appointment,
  businessType: BusinessType,
  now: Date,
): readonly DetailsAct[] {
  if (status === 'completed') return ['undoCompletion', 'money'];
  if (status === 'no_show') return ['reopen'];
  if (status === 'cancelled') return ['undoCancel'];
  const today = indiaDate(now);
  if (date > today) return ['reschedule', 'money'];
  // A game begins at its time, and nobody starts it.
  const isPlaying = businessType === 'turf' && (date < today || time <= indiaTime(now));
  if (startedAt !== null || (arrivedAt !== null && isPlaying)) return ['complete', 'money'];
  if (arrivedAt !== null) return ['start', 'money', 'complete'];
  return date < today ? ['complete', 'money', 'markNoShow'] : ['markArrived', 'money', 'reschedule'];
}
