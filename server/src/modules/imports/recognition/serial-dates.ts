const dayMs = 86_400_000;
const dayMinutes = 1440;
/** The day 0 of workbooks that count from 1900, from the day 61 on: they take 1900 for a leap year. */
const from1900 = Date.UTC(1899, 11, 30);
/** The days between the two counts of workbooks. */
const later1904 = 1462;
/** 31 December 2199. */
const lastSerial = 109_939;

/**
 * Returns the day, the day and the time, or the time that a number of days in a workbook means:
 * `2026-04-03`, `2026-04-03 14:30` or `14:30`; undefined for a number that is none.
 */
export function readSerial(value: number, countsFrom1904 = false): string | undefined {
  // Rounds to a minute first, which may be the next day's.
  const minutes = Math.round(value * dayMinutes);
  const day = Math.floor(minutes / dayMinutes) + (countsFrom1904 ? later1904 : 0);
  const rest = minutes - Math.floor(minutes / dayMinutes) * dayMinutes;
  if (!(value >= 0) || day > lastSerial) return undefined;
  const time = `${twoDigits(Math.floor(rest / 60))}:${twoDigits(rest % 60)}`;
  if (value < 1 && minutes < dayMinutes) return time;
  const date = new Date(from1900 + (day + (day < 60 ? 1 : 0)) * dayMs).toISOString().slice(0, 10);
  return rest === 0 ? date : `${date} ${time}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
