import { addDays, addMonths, isCalendarDay, type LocalDate } from '../core/time.ts';
import { readDateParts } from '../core/typed/dates.ts';
import { plainTyped } from '../core/characters.ts';

/** The oldest age that is accepted. */
const oldest = 120;
/** The age from which a person is of age. */
const ofAge = 18;

/** The sexes that are kept, with their names and the letters of rows. */
export const sexes = [
  { value: 'female', name: 'Female', short: 'F' },
  { value: 'male', name: 'Male', short: 'M' },
  { value: 'other', name: 'Other', short: 'O' },
] as const;

export interface AgeAndSex {
  /** The day, the month or the year of birth: `1992-03-14`, `1992-03` or `1992`. */
  readonly born: string | null;
  readonly sex: (typeof sexes)[number]['value'] | null;
}

/** Returns whether a text is a day, a month or a year of birth of a living person. */
export function isBirth(text: string, today: LocalDate): boolean {
  const isWritten = /^\d{4}$/.test(text) || isCalendarDay(/^\d{4}-\d{2}$/.test(text) ? `${text}-01` : text);
  return isWritten && Number(text.slice(0, 4)) >= Number(today.slice(0, 4)) - oldest && text <= today;
}

/**
 * Parses an age (`34`, `34 yrs`, `8 months`, `1 yr 6 months`, `10 days`), a year of birth (`1992`), a
 * month (`3/1992`, `Mar 1992`) or a date (`14/3/1992`, `14/3/92`, `14 Mar 1992`), in the digits of any
 * script. An age in years gives the year only, one in months or weeks the month. A year of two digits
 * is the last such year up to today. Returns null if it is none of them.
 */
export function parseBirth(typed: string, today: LocalDate): string | null {
  const text = plainTyped(typed).toLowerCase();
  const born = /^\d{4}$/.test(text) ? text : (bornByAge(text, today) ?? bornOn(text, today));
  return born !== undefined && isBirth(born, today) ? born : null;
}

// An age as it is typed: in years, with or without a word; in months, with years before them; in weeks
// or days. A single *m* behind a number alone may mean male, and is none.
const ageInYears = /^(\d{1,3})(?:\s*(?:y|yrs?|years?)\.?)?(?:\s*(?:\/\s*o|old))?$/;
const ageInMonths =
  /^(\d{1,3})\s*(?:mos?|mths?|months?|(?:y|yrs?|years?)[.,]?\s*(\d{1,2})\s*(?:m|mos?|mths?|months?))\.?(?:\s*old)?$/;
const ageInDays = /^(\d{1,3})\s*(?:(w|wks?|weeks?)|d|days?)\.?(?:\s*old)?$/;

/** Returns the birth of an age as of today, as exactly as the age is told; undefined if it is none. */
function bornByAge(text: string, today: LocalDate): string | undefined {
  const [, years] = ageInYears.exec(text) ?? [];
  if (years !== undefined) return String(Number(today.slice(0, 4)) - Number(years));
  const [, first, second] = ageInMonths.exec(text) ?? [];
  if (first !== undefined) {
    const months = second === undefined ? Number(first) : 12 * Number(first) + Number(second);
    return addMonths(`${today.slice(0, 7)}-01`, -months).slice(0, 7);
  }
  const [, count, week] = ageInDays.exec(text) ?? [];
  if (count === undefined) return undefined;
  return week === undefined ? addDays(today, -Number(count)) : addDays(today, -7 * Number(count)).slice(0, 7);
}

/** Returns a typed date with its year, or a month with its year; undefined if it is none. */
function bornOn(text: string, today: LocalDate): string | undefined {
  const { year, month = '', day } = readDateParts(text) ?? {};
  if (year === undefined) return undefined;
  const rest = [month, ...(day === undefined ? [] : [day])].map((part) => part.padStart(2, '0')).join('-');
  if (year.length === 4) return `${year}-${rest}`;
  const century = Number(today.slice(0, 2));
  return [`${century}${year}-${rest}`, `${century - 1}${year}-${rest}`].find((date) => date <= today);
}

/** Formats a birth as it is typed: `1992`, `3/1992` or `14/3/1992`. */
export function formatBirth(born: string): string {
  return born.split('-').toReversed().map(Number).join('/');
}

/**
 * Formats age and sex in short: `34 F`, below two years with the months if the month is known (`8 mo
 * M`). Returns undefined if neither is known.
 */
export function formatAgeAndSex({ born, sex }: AgeAndSex, today: LocalDate): string | undefined {
  const age = born === null ? undefined : ageText(born, today);
  const text = [age, sexes.find(({ value }) => value === sex)?.short].filter(Boolean).join(' ');
  return text === '' ? undefined : text;
}

/** Returns whether a person is below 18, of a year of birth by this year less that one. */
export function isMinor(born: string, today: LocalDate): boolean {
  return computeAge(born, today).years < ofAge;
}

function ageText(born: string, today: LocalDate): string {
  const { years, months } = computeAge(born, today);
  return months === undefined || months >= 24 ? String(years) : `${months} mo`;
}

/** Counts an age in years, and in months if the month of birth is known; its first day stands for it. */
function computeAge(born: string, today: LocalDate): { years: number; months?: number } {
  const [year = 0, month, day = 1] = born.split('-').map(Number);
  const [thisYear = 0, thisMonth = 1, thisDay = 1] = today.split('-').map(Number);
  if (month === undefined) return { years: thisYear - year };
  const months = (thisYear - year) * 12 + thisMonth - month - (thisDay < day ? 1 : 0);
  return { years: Math.floor(months / 12), months };
}
