import { readDateParts } from '@samay/contract/core/typed/dates';
import { addDays, LocalDate, getWeekday } from '@samay/contract/core/time';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const nearDays: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

/**
 * The completion of a date without a year or week: to the next one from today, or to the last one
 * up to today.
 */
export type Nearest = 'coming' | 'past';

/**
 * Parses a date as people in India type it (`21 Nov 2026`, `21/11/2026`, `21-11-26`, `21.11`,
 * `21 nov`, `tomorrow`, `fri`) or in ISO form (`2026-11-21`). Returns null if it is not a date or
 * does not exist. The day always precedes the month.
 */
export function parseTypedDate(text: string, today: LocalDate, nearest: Nearest): LocalDate | null {
  const typed = text.trim().toLowerCase();
  const away = Object.hasOwn(nearDays, typed) ? nearDays[typed] : undefined;
  if (away !== undefined) return addDays(today, away);
  const parts = readDateParts(typed);
  if (!parts) return nearestWeekday(typed, today, nearest);
  const { year, month, day } = parts;
  if (day === undefined) return null;
  if (year === undefined) return nearestDay(day, month, today, nearest);
  return makeDate(year.length === 2 ? `20${year}` : year, month, day);
}

function nearestWeekday(name: string, today: LocalDate, nearest: Nearest): LocalDate | null {
  const weekday = startingWith(weekdays, name);
  if (weekday < 0) return null;
  const step = nearest === 'coming' ? 1 : -1;
  const days = Array.from({ length: 7 }, (_none, away) => addDays(today, step * away));
  return days.find((day) => getWeekday(day).toLowerCase() === weekdays[weekday]) ?? null;
}

/** Returns the day in the nearest year that has it: 29 February can be up to eight years away. */
function nearestDay(day: string, month: string, today: LocalDate, nearest: Nearest): LocalDate | null {
  const step = nearest === 'coming' ? 1 : -1;
  const years = Array.from({ length: 9 }, (_none, away) => String(Number(today.slice(0, 4)) + step * away));
  const days = years.map((year) => makeDate(year, month, day));
  return days.find((date) => date !== null && (nearest === 'coming' ? date >= today : date <= today)) ?? null;
}

/** Returns the index of the name that starts with the text, which needs at least three letters. */
function startingWith(names: readonly string[], text: string): number {
  return text.length < 3 ? -1 : names.findIndex((name) => name.startsWith(text));
}

function makeDate(year: string, month: string, day: string): LocalDate | null {
  const date = LocalDate.safeParse(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
  return date.success ? date.data : null;
}

/** Returns whether the text is a valid day. */
export function isDay(text: string): boolean {
  return LocalDate.safeParse(text).success;
}
