import { LocalDate } from '@samay/contract/time';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * A date as people in India type it (`21 Nov 2026`, `21/11/2026`, `21-11-26`, `21.11.2026`) or as machines do (`2026-11-21`);
 * null when it is none, or does not exist. The day always stands before the month.
 */
export function parseTypedDate(text: string): LocalDate | null {
  const parts = text
    .trim()
    .toLowerCase()
    .split(/[\s./,-]+/);
  const [first = '', second = '', third = ''] = parts;
  if (parts.length !== 3) return null;
  if (/^\d{4}$/.test(first)) return dateOf(first, second, third);
  return dateOf(third.length === 2 ? `20${third}` : third, monthNumber(second), first);
}

function monthNumber(text: string): string {
  const index = months.indexOf(text.slice(0, 3));
  return index < 0 ? text : String(index + 1);
}

function dateOf(year: string, month: string, day: string): LocalDate | null {
  const date = LocalDate.safeParse(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  return date.success ? date.data : null;
}
