import { addDays, addMonths, formatDate, type LocalDate } from '@samay/contract/core/time';

/** Returns the first and the last day of a month. */
export function daysOfMonth(month: string): { from: LocalDate; to: LocalDate } {
  const from = `${month}-01`;
  return { from, to: addDays(addMonths(from, 1), -1) };
}

/** Returns the month after this one, or before it by -1: `2026-11`. */
export function adjacentMonth(month: string, months: 1 | -1): string {
  return addMonths(`${month}-01`, months).slice(0, 7);
}

/** Names a month: `Nov 2026`. */
export function monthName(month: string): string {
  return formatDate(`${month}-01`).replace(/^\S+ /, '');
}
