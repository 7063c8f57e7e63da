import type { Appointment } from '@samay/contract/bookings/appointments';
import { formatCount, formatRupees } from '@samay/contract/core/money';

type Discounted = Pick<Appointment, 'price' | 'discount' | 'discountGiven'>;

/** Returns whether a follow-up is no longer free because of its day. */
export function isOutOfFreeDays({ price, discount, discountGiven }: Discounted): boolean {
  return discount === 0 && discountGiven !== undefined && discountGiven === price;
}

/** Formats that a move left less of a booking's discount; empty where it did not. */
export function loweredText(moved: Discounted): string {
  const { discount, discountGiven } = moved;
  if (discountGiven === undefined) return '';
  if (isOutOfFreeDays(moved)) return `; outside its free days, ${formatRupees(discountGiven)} to pay`;
  return `; discount lowered from ${formatRupees(discountGiven)} to ${formatRupees(discount)}`;
}

/** Formats of how many moved bookings less of the discount is left; empty where it is of none. */
export function loweredOfSeveral(moved: readonly Appointment[]): string {
  const lowered = moved.filter(({ discountGiven }) => discountGiven !== undefined);
  return lowered.length === 0 ? '' : `; discount lowered of ${formatCount(lowered.length)}`;
}
