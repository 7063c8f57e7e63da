import { isCalendarDay, type LocalDate } from '../core/time.ts';

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
  /** The day or the year of birth: `1992-03-14` or `1992`. */
  readonly born: string | null;
  readonly sex: (typeof sexes)[number]['value'] | null;
}

/** Returns whether a text is a day or a year of birth of a living person. */
export function isBirth(text: string, today: LocalDate): boolean {
  const [year, thisYear] = [Number(text.slice(0, 4)), Number(today.slice(0, 4))];
  const isWritten = /^\d{4}$/.test(text) || isCalendarDay(text);
  return isWritten && year >= thisYear - oldest && text <= today;
}

/**
 * Parses an age (`34`), a year of birth (`1992`) or a date (`14/3/1992`). An age gives the year only.
 * Returns null if it is none of them.
 */
export function parseBirth(typed: string, today: LocalDate): string | null {
  const text = typed.trim();
  if (/^\d{1,3}$/.test(text)) {
    const age = Number(text);
    return age <= oldest ? String(Number(today.slice(0, 4)) - age) : null;
  }
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/. -](\d{1,2})[/. -](\d{4})$/.exec(text) ?? [];
  const born = year === '' ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isBirth(born, today) ? born : null;
}

/** Formats a birth as it is typed: `1992` or `14/3/1992`. */
export function formatBirth(born: string): string {
  return born.split('-').toReversed().map(Number).join('/');
}

/**
 * Formats age and sex in short: `34 F`, below two years with the months if the day is known (`8 mo
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

/** Counts an age in years, and in months if the day of birth is known. */
function computeAge(born: string, today: LocalDate): { years: number; months?: number } {
  const [year = 0, month, day = 1] = born.split('-').map(Number);
  const [thisYear = 0, thisMonth = 1, thisDay = 1] = today.split('-').map(Number);
  if (month === undefined) return { years: thisYear - year };
  const months = (thisYear - year) * 12 + thisMonth - month - (thisDay < day ? 1 : 0);
  return { years: Math.floor(months / 12), months };
}
