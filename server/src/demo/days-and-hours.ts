import {
  addDays,
  addMonths,
  daysBetween,
  indiaDate,
  type LocalDate,
  getWeekday,
} from '@samay/contract/core/time';

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];

/** Mornings and evenings, closed on Sunday. */
export const clinicHours = {
  slots: [
    { start_time: '9 AM', end_time: '1 PM' },
    { start_time: '5 PM', end_time: '8 PM' },
  ],
  days: [...weekdays, 'Saturday'],
};

export const turfHours = {
  slots: [{ start_time: '6 AM', end_time: '11 PM' }],
  days: [...weekdays, 'Saturday', 'Sunday'],
};

/**
 * The clinic's appointment times, every quarter of an hour: `09:00` … `12:45`, `17:00` … `19:45`.
 */
export const clinicTimes = [...every(15, 9, 13), ...every(15, 17, 20)];
/** The times of a ground on workdays: people play before and after work. */
export const workdayTurfTimes = [...every(60, 6, 9), ...every(60, 17, 23)];
export const weekendTurfTimes = every(60, 6, 23);

export function isSunday(date: LocalDate): boolean {
  return getWeekday(date) === 'Sunday';
}

export function isWeekend(date: LocalDate): boolean {
  return ['Saturday', 'Sunday'].includes(getWeekday(date));
}

/** Returns the first of the current month in India, when every demo subscription began. */
export function monthStart(now: Date): LocalDate {
  return `${indiaDate(now).slice(0, 7)}-01`;
}

export function monthEnd(now: Date): LocalDate {
  return addMonths(monthStart(now), 1);
}

const pastWeeks = 3;
const futureWeeks = 2;
const weeksBeforeLastMonth = 2;

/**
 * Returns the days that have bookings: three past weeks and two future ones, and the quieter days
 * before them. These go back two weeks beyond the last month, with which the summary compares, so
 * that it has returning people too.
 */
export function demoDays(now: Date): {
  readonly quiet: readonly LocalDate[];
  readonly recent: readonly LocalDate[];
} {
  const today = indiaDate(now);
  const first = addDays(addMonths(monthStart(now), -1), -7 * weeksBeforeLastMonth);
  const recent = addDays(today, -7 * pastWeeks);
  return { quiet: daysFrom(first, recent), recent: daysFrom(recent, addDays(today, 7 * futureWeeks + 1)) };
}

/** Returns the last day whose money is locked: that of the month before the last one. */
export function lockedUntil(now: Date): LocalDate {
  return addDays(addMonths(monthStart(now), -1), -1);
}

/** Lists the days from one to another, the end excluded. */
function daysFrom(start: LocalDate, end: LocalDate): LocalDate[] {
  return Array.from({ length: daysBetween(start, end) }, (_none, index) => addDays(start, index));
}

/** Lists times `HH:MM` at regular intervals from one hour to another, the end excluded. */
function every(minutes: number, fromHour: number, toHour: number): string[] {
  const count = ((toHour - fromHour) * 60) / minutes;
  return Array.from({ length: count }, (_none, index) => {
    const at = fromHour * 60 + index * minutes;
    return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
  });
}
