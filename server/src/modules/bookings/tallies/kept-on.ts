import { hasEnded } from '@samay/contract/bookings/statuses';
import { indiaDate, type LocalDate } from '@samay/contract/core/time';
import type { Tallied } from './tallies.ts';

/**
 * Returns the day whose revenue the money of a cancelled or missed booking is: today once there is some,
 * and the same day from then on, so that a refund or its void changes that day. Null for a scheduled or
 * completed booking.
 * @param booking a changed booking with the day that it had before
 */
export function keptOn(
  { status, revenue_paise: paise, kept_on: before }: Pick<Tallied, 'status' | 'revenue_paise' | 'kept_on'>,
  now: Date,
): LocalDate | null {
  if (!hasEnded(status)) return null;
  return before ?? ((paise ?? 0) > 0 ? indiaDate(now) : null);
}
