import { formatRupees } from '@samay/contract/core/money';
import type { BusinessType } from '@samay/contract/core/roles';
import {
  addDays,
  formatTime,
  formatWeekday,
  type LocalDate,
  type LocalTime,
} from '@samay/contract/core/time';
import { rangeText } from '../../../../../lib/days.ts';
import type { TimeChoices } from './time-choices.ts';

interface Booked {
  readonly businessType: BusinessType;
  readonly today: LocalDate;
}

/**
 * Formats the time that a press books: `5:00 pm` today, `Fri 27, 5:00 pm` on another day, with its
 * month where the number alone could be another day's. A turf's has its end: `7:00–9:00 pm`.
 */
export function bookedTimeText(
  { date, time }: { readonly date: LocalDate; readonly time: LocalTime },
  { endTime }: Pick<TimeChoices, 'endTime'>,
  { businessType, today }: Booked,
): string {
  const hours =
    businessType === 'turf' && endTime !== undefined ? rangeText(time, endTime, '–') : formatTime(time);
  if (date === today) return hours;
  const weekday = formatWeekday(date);
  const isNear = date > today && date < addDays(today, 28);
  return `${isNear ? `${weekday.slice(0, 3)} ${Number(date.slice(8))}` : weekday}, ${hours}`;
}

/**
 * Formats the court and the price that a press books, as far as they are known: `Ground 1 · ₹2,400`,
 * at a clinic the price. A turf's walk-in may be shorter than asked for, so its price is not said.
 */
export function bookedWhatText(
  { courts, resource, price }: Pick<TimeChoices, 'courts' | 'resource' | 'price'>,
  { businessType }: Pick<Booked, 'businessType'>,
  isNow = false,
): string {
  const isTurf = businessType === 'turf';
  return [
    isTurf && courts.length > 1 && resource?.name,
    price !== null && !(isTurf && isNow) && formatRupees(price),
  ]
    .filter(Boolean)
    .join(' · ');
}
