import { plainTyped } from '../characters.ts';

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** The parts of a typed date, as texts of digits; the year as long as it is typed. */
export interface DateParts {
  readonly year?: string;
  readonly month: string;
  readonly day?: string;
}

/**
 * Splits a date as people in India type it: `14/3/1992`, `14.3.92`, `14 Mar 1992`, `14th March`,
 * `Mar 14, 1992`, `Mar 1992`, `3/1992`, `14/3` or in ISO form. In numbers the day stands before the
 * month. Returns undefined for any other text; the day may not exist in its month.
 */
export function readDateParts(text: string): DateParts | undefined {
  const parts = plainTyped(text)
    .toLowerCase()
    .split(/[\s./,-]+/)
    .map((part) => /^(\d{1,2})(?:st|nd|rd|th)$/.exec(part)?.[1] ?? part);
  const [first = '', second = '', third, ...rest] = parts;
  if (rest.length > 0 || second === '') return undefined;
  const named = monthNumber(first);
  if (third === undefined) {
    if (isYear(second)) return valid({ month: named ?? first, year: second });
    return named === undefined
      ? valid({ day: first, month: monthNumber(second) ?? second })
      : valid({ day: second, month: named });
  }
  if (isYear(first)) return valid({ year: first, month: monthNumber(second) ?? second, day: third });
  return named === undefined
    ? valid({ day: first, month: monthNumber(second) ?? second, year: third })
    : valid({ day: second, month: named, year: third });
}

/** Returns the number of a month's name, which needs at least three letters. */
function monthNumber(text: string): string | undefined {
  const name = text === 'sept' ? 'september' : text;
  const index = name.length < 3 ? -1 : months.findIndex((month) => month.startsWith(name));
  return index < 0 ? undefined : String(index + 1);
}

function isYear(text: string): boolean {
  return /^\d{4}$/.test(text);
}

function valid(parts: DateParts): DateParts | undefined {
  const { year = '2000', month, day = '1' } = parts;
  const isRead = /^(?:\d{2}){1,2}$/.test(year) && /^\d{1,2}$/.test(month) && /^\d{1,2}$/.test(day);
  return isRead ? parts : undefined;
}
