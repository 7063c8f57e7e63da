import { wordsIn } from './word-list.ts';
import { plainTyped } from '@samay/contract/core/characters';
import type { LocalDate } from '@samay/contract/core/time';
import type { DateOrder } from '@samay/contract/imports/columns';
import { parseBirth, type AgeAndSex } from '@samay/contract/people/age';
import { readSerial } from './serial-dates.ts';

type KnownSex = NonNullable<AgeAndSex['sex']>;

/** The words of sexes, in the languages of India and as they are misspelt; Latin ones in small letters. */
const sexWords: Record<KnownSex, readonly string[]> = {
  female: wordsIn(`f, female, fem, femal, femail, femle, fmale, feamle, woman, women, w, girl, lady, ladies,
    mahila, stri, stree, महिला, स्त्री, औरत, लड़की, बालिका, मुलगी, பெண், స్త్రీ, మహిళ, ಮಹಿಳೆ,
    ಹೆಣ್ಣು, ಸ್ತ್ರೀ, સ્ત્રી, મહિલા, মহিলা, নারী, സ്ത്രീ, ਔਰਤ, ਮਹਿਲਾ, ମହିଳା, ସ୍ତ୍ରୀ, عورت, خاتون`),
  male: wordsIn(`m, male, mal, mael, mail, mle, man, men, boy, gent, gents, purush, पुरुष, पु, आदमी, लड़का,
    बालक, मुलगा, ஆண், పురుషుడు, పురుష, ಪುರುಷ, ಗಂಡು, પુરુષ, পুরুষ, പുരുഷൻ, പുരുഷന്, ਮਰਦ, ਪੁਰਸ਼,
    ପୁରୁଷ, مرد`),
  other: wordsIn(`o, other, others, transgender, trans, tg, t, third, third gender, अन्य, किन्नर, இதர, ఇతర,
    ಇತರೆ, અન્ય, অন্যান্য, മറ്റുള്ളവ, ਹੋਰ, ଅନ୍ୟାନ୍ୟ`),
};
const sexes = new Map(
  (Object.entries(sexWords) as [KnownSex, readonly string[]][]).flatMap(([sex, words]) =>
    words.map((word) => [foldWord(word), sex] as const),
  ),
);
const unknownSex = new Set(wordsIn(`unknown, not specified, not known, u, undisclosed, prefer not to say`));

/** Reads a sex in any spelling; null for one that is not told, undefined for another text. */
export function readSex(cell: string): KnownSex | null | undefined {
  const word = foldWord(cell);
  return unknownSex.has(word) ? null : sexes.get(word);
}

function foldWord(text: string): string {
  return plainTyped(text)
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();
}

/** The words of ages and what is written for them; a filler is left out. */
const ageWords = new Map<string, string>(
  Object.entries({
    years: wordsIn(`साल, वर्ष, वर्षे, बरस, saal, sal, varsh, varsha, years, year, yrs, yr, y`),
    months: wordsIn(`महीने, महीना, माह, महिने, mahine, mahina, months, month, mths, mth, mos, mo`),
    days: wordsIn(`दिन, दिवस, din, days, day`),
    '': wordsIn(`old, ka, ki, ke, का, की, के, age, of, o, about, approx, and`),
  }).flatMap(([unit, words]) => words.map((word) => [word.normalize('NFC'), unit] as const)),
);
const ones =
  wordsIn(`zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, thirteen,
    fourteen, fifteen, sixteen, seventeen, eighteen, nineteen`);
const tens = wordsIn(`twenty, thirty, forty, fifty, sixty, seventy, eighty, ninety`);
const hindi = wordsIn(`शून्य, एक, दो, तीन, चार, पांच, छह, सात, आठ, नौ, दस, ग्यारह, बारह, तेरह, चौदह, पंद्रह, सोलह,
    सत्रह, अठारह, उन्नीस, बीस`).map((word) => word.normalize('NFC'));

const isoDay = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/;
const inNumbers = /^(\d{1,2})([/. -])(\d{1,2})([/. -])(\d{4}|\d{2})$/;
const halfYears = /^(\d{1,2})\.(\d)$/;
const trailingSex = /^([^/,]{1,30})[/,]([^/,]{1,12})$/;

export interface ReadBirth {
  readonly born: string;
  /** The sex behind an age, `34/F`. */
  readonly sex?: KnownSex;
}

/**
 * Reads an age in digits or words, a year or a date of birth, or Excel's number of it, with a sex behind it
 * where there is one. Undefined if it is none.
 */
export function readBirth(cell: string, order: DateOrder, today: LocalDate): ReadBirth | undefined {
  const text = plainTyped(cell);
  const born = readBorn(text, order, today);
  if (born !== undefined) return { born };
  const [, age = '', behind = ''] = trailingSex.exec(text) ?? /^(.{1,30}) (\p{L}{1,12})$/u.exec(text) ?? [];
  const sex = behind === '' ? undefined : readSex(behind);
  // A single m behind a space may be months as well.
  const isClear = behind.length > 1 || !text.endsWith(' ' + behind) || behind.toLowerCase() !== 'm';
  const bornBefore = sex && isClear ? readBorn(age.trim(), order, today) : undefined;
  return sex && bornBefore !== undefined ? { born: bornBefore, sex } : undefined;
}

function readBorn(text: string, order: DateOrder, today: LocalDate): string | undefined {
  const [, iso] = isoDay.exec(text) ?? [];
  const [, first, , second, , year] = inNumbers.exec(text) ?? [];
  const swapped = order === 'month' && year !== undefined ? `${second}/${first}/${year}` : undefined;
  const [, years, tenths] = halfYears.exec(text) ?? [];
  const inMonths = tenths === undefined ? undefined : toMonths(Number(years), Number(tenths));
  const told = inMonths ?? swapped ?? iso ?? fromSerial(text) ?? text;
  return parseBirth(told, today) ?? parseBirth(inDigits(told), today) ?? undefined;
}

/** Writes an age with tenths of years in months, `1.5`; one that is whole in years, `34.0`. */
function toMonths(years: number, tenths: number): string {
  return tenths === 0 ? String(years) : `${Math.round((years + tenths / 10) * 12)} months`;
}

function fromSerial(text: string): string | undefined {
  return /^\d{5}$/.test(text) ? readSerial(Number(text)) : undefined;
}

/** Writes the words of an age in digits and with the units of `parseBirth`: `thirty four saal`. */
function inDigits(text: string): string {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/(\d)(\p{L})/gu, '$1 $2')
    .split(/[\s.,-]+/)
    .map((word) => numberWord(word) ?? ageWords.get(word) ?? word)
    .filter((word) => word !== '');
  return words.reduce((before, word) => {
    // Adds the ones to their ten: `30 4`.
    const ten = /(?:^| )([2-9]0)$/.exec(before)?.[1];
    return ten !== undefined && /^[1-9]$/.test(word)
      ? before.slice(0, -1) + word
      : `${before} ${word}`.trim();
  }, '');
}

function numberWord(word: string): string | undefined {
  const [one, ten, number] = [ones.indexOf(word), tens.indexOf(word), hindi.indexOf(word)];
  if (ten !== -1) return String((ten + 2) * 10);
  const found = Math.max(one, number);
  return found === -1 ? undefined : String(found);
}
