import { addMonths, indiaDate, type LocalDate } from '@samay/contract/core/time';

/** Every demo subscription began on the first of the current month in India. */
export function monthStart(now: Date): LocalDate {
  return `${indiaDate(now).slice(0, 7)}-01`;
}

export function monthEnd(now: Date): LocalDate {
  return addMonths(monthStart(now), 1);
}
