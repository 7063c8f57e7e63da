import type { Appointment } from '@samay/contract/bookings/appointments';
import { formatCount, formatRupees } from '@samay/contract/core/money';

/** Formats that a price lowered the discount of a moved booking; empty where it did not. */
export function loweredText({
  discount,
  discountGiven,
}: Pick<Appointment, 'discount' | 'discountGiven'>): string {
  return discountGiven === undefined
    ? ''
    : `; discount lowered from ${formatRupees(discountGiven)} to ${formatRupees(discount)}`;
}

/** Formats that prices lowered discounts of moved bookings; empty where none did. */
export function loweredOfSeveral(moved: readonly Appointment[]): string {
  const lowered = moved.filter(({ discountGiven }) => discountGiven !== undefined);
  return lowered.length === 0 ? '' : `; discount lowered of ${formatCount(lowered.length)}`;
}
