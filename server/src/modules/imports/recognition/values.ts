import { plainTyped } from '@samay/contract/core/characters';
import { readTelephone } from '@samay/contract/core/telephone';
import { isCalendarDay, isClockTime, type LocalDate, type LocalTime } from '@samay/contract/core/time';
import { readDateParts } from '@samay/contract/core/typed/dates';
import { parseRupees } from '@samay/contract/core/typed/parse-rupees';
import type { DateOrder } from '@samay/contract/imports/columns';

/** Cells by which people say that there is nothing. */
const nothing = new Set([
  '',
  '-',
  '--',
  '—',
  '–',
  '.',
  '0',
  'na',
  'n/a',
  'n.a.',
  'nil',
  'none',
  'null',
  'no',
  'x',
  '#n/a',
  'नहीं',
]);

/** Returns whether a cell says that there is no value. */
export function isNothing(cell: string): boolean {
  return nothing.has(plainTyped(cell).toLowerCase());
}

/** A number as Excel shows a long one in a narrow column, with a mantissa and the power of ten. */
const shortened = /^(\d)(?:\.(\d+))?e\+?(\d{1,2})$/i;
const wholeWithZero = /^(\d{6,15})\.0+$/;

/**
 * Reads the telephone numbers of a cell, each in the form that is kept: `+91` and ten digits, or as it is
 * written for a number abroad and one without an area code. `lost` where Excel kept too few digits;
 * undefined where there is none.
 */
export function readContacts(cell: string): string[] | 'lost' | undefined {
  let rest = plainTyped(cell);
  const [, first, more = '', power = '0'] = shortened.exec(rest) ?? [];
  if (first !== undefined) {
    if (more.length < Math.min(Number(power), 8)) return 'lost';
    rest = String(Number(rest));
  }
  rest = wholeWithZero.exec(rest)?.[1] ?? rest;
  const numbers: string[] = [];
  for (let found = readTelephone(rest); found && numbers.length < 5; found = readTelephone(rest)) {
    const { number, end } = found;
    numbers.push(/^(?!18[06]0)[1-9]\d{9}$/.test(number) ? `+91${number}` : number);
    rest = rest.slice(end);
  }
  return numbers.length > 0 ? [...new Set(numbers)] : undefined;
}

const isoDate = /^(\d{4}-\d{2}-\d{2})(?:[T ](.*))?$/;
const slashed = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4}|\d{2})(?:[, T](.*))?$/;
const weekday = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[,.]? +/i;
/** The beginning of a time behind a date whose month is a word. */
const timeBehind = /[, ]{1,3}(?=\d{1,2}[:.]\d{2})/;

interface ReadDate {
  readonly date: LocalDate;
  /** The text behind the date, in which a time may stand. */
  readonly rest: string;
}

/** Reads the day of a booking, as people in India write it, or as a number of days of Excel's. */
export function readDay(cell: string, order: DateOrder): ReadDate | undefined {
  const text = plainTyped(cell).replace(weekday, '');
  const [, iso, behind = ''] = isoDate.exec(text) ?? [];
  if (iso !== undefined) return isCalendarDay(iso) ? { date: iso, rest: behind } : undefined;
  const [, first = '', second = '', year, rest = ''] = slashed.exec(text) ?? [];
  if (year !== undefined) {
    const [day, month] = order === 'day' ? [first, second] : [second, first];
    return toDay({ year, month, day }, rest.trim());
  }
  const gap = timeBehind.exec(text);
  const after = gap === null ? '' : text.slice(gap.index + gap[0].length);
  const parts = readDateParts(gap === null ? text : text.slice(0, gap.index));
  return parts?.year === undefined || parts.day === undefined
    ? undefined
    : toDay({ year: parts.year, month: parts.month, day: parts.day }, after);
}

function toDay(
  { year, month, day }: { year: string; month: string; day: string },
  rest: string,
): ReadDate | undefined {
  const date = [year.length === 2 ? `20${year}` : year, month.padStart(2, '0'), day.padStart(2, '0')].join(
    '-',
  );
  return isCalendarDay(date) ? { date, rest } : undefined;
}

/** Tells of a date in numbers which part could be a month: both, the second, or the first alone. */
export function getOrders(cell: string): readonly DateOrder[] {
  const [, first, second] = slashed.exec(plainTyped(cell)) ?? [];
  if (first === undefined || second === undefined || first === second) return [];
  const orders: DateOrder[] = [];
  if (Number(second) <= 12) orders.push('day');
  if (Number(first) <= 12) orders.push('month');
  return orders;
}

const clock = /^(\d{1,2})(?:[:.](\d{2})(?:[:.]\d{2}(?:\.0+)?)?)?\s*([ap])?\.?(?:m\.?)?$/i;
const military = /^([01]\d|2[0-3])([0-5]\d)(?:\s*hrs?)?$/i;
const betweenTimes = /^(.{1,12}?)\s*(?:-|–|—|to|till)\s*(.{1,12})$/i;

export interface ReadTimes {
  readonly time: LocalTime;
  readonly end?: LocalTime;
}

/** Reads a time, or the two of a range: `10:30 am`, `18:00`, `6-7 pm`. An hour alone has to say its half. */
export function readTimes(cell: string): ReadTimes | undefined {
  const text = plainTyped(cell);
  const single = readTime(text);
  if (single !== undefined) return { time: single };
  const [, from, to] = betweenTimes.exec(text) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const half = /([ap])\.?m?\.?$/i.exec(to)?.[1];
  const end = readTime(to);
  const time =
    readTime(from) === undefined || !/[ap]/i.test(from) ? readStart(from, half, end) : readTime(from);
  return time === undefined || end === undefined ? undefined : { time, end };
}

/** Reads the beginning of a range, which has the half of the day of its end unless that is earlier. */
function readStart(
  from: string,
  half: string | undefined,
  end: LocalTime | undefined,
): LocalTime | undefined {
  if (half === undefined || end === undefined) return readTime(from);
  const [same, other] = [half, half.toLowerCase() === 'a' ? 'p' : 'a'].map((each) =>
    readTime(`${from} ${each}m`),
  );
  return same !== undefined && same < end ? same : (other ?? same);
}

function readTime(text: string): LocalTime | undefined {
  const [, hours, minutes = '00'] = military.exec(text) ?? [];
  if (hours !== undefined) return `${hours}:${minutes}`;
  const [, hour, minute, half] = clock.exec(text) ?? [];
  if (hour === undefined || (minute === undefined && half === undefined)) return undefined;
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return undefined;
  const noon = half === undefined ? 0 : half.toLowerCase() === 'p' ? 12 : 0;
  const read = half === undefined ? Number(hour) : (Number(hour) % 12) + noon;
  const time = `${String(read).padStart(2, '0')}:${minute ?? '00'}`;
  return isClockTime(time) ? time : undefined;
}

const western = /^[^\d]*(\d{1,3}(?:,\d{3})+)(?:\.(\d\d?))?\D*$/;
const manyDecimals = /^(\d{1,9}\.\d\d)\d+$/;
const free = new Set(['free', 'nil', '-', '--', 'na', 'n/a', 'मुफ्त']);

/** Reads an amount in paise; null for an empty cell, and NaN for what is none. */
export function readAmount(cell: string): number | null {
  const text = plainTyped(cell);
  if (free.has(text.toLowerCase())) return 0;
  const exact = parseRupees(manyDecimals.exec(text)?.[1] ?? text);
  if (exact === null || !Number.isNaN(exact)) return exact;
  const [, rupees, decimals = ''] = western.exec(text) ?? [];
  return rupees === undefined ? Number.NaN : Number(rupees.replaceAll(',', '') + decimals.padEnd(2, '0'));
}
