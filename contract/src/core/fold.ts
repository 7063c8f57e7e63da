import { asciiDigits, withoutInvisible } from './characters.ts';

// Folds typed text in two ways: *identity*, which decides whether two names belong to one person or
// doctor, and *search*, which decides whether a typed text finds a written one. The database's
// `fold_name` and `fold_text` do the same; one list of pairs is tested with both.

const apostrophes = /[`\u00B4\u02B9\u02BB\u02BC\u02C8\u02CA\u02CB\u2018-\u201B\u2032\u2035\uFF07]/g;
const dashes = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g;
const spaces = /[\t-\r \u0085\u1680\u2028\u2029]+/g;
/** Capitals that normalization does not decompose, and final sigma. */
const small = pairLetters(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZÆĐÐØÞŁŒΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩςАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІҐ',
  'abcdefghijklmnopqrstuvwxyzæđðøþłœαβγδεζηθικλμνξοπρστυφχψωσабвгдежзиклмнопрстуфхцчшщъыьэюяєіґ',
);
/** Malayalam's letters that end a syllable, in the spelling without their own code points. */
const syllableEnds: Letters = { ൺ: 'ണ്', ൻ: 'ന്', ർ: 'ര്', ൽ: 'ല്', ൾ: 'ള്', ൿ: 'ക്' };

const titles = getWords(
  'dr|doctor|prof|professor|mr|mrs|ms|miss|shri|shree|smt|shrimati|kum|kumari|master|' +
    'श्री|श्रीमती|सुश्री|कुमारी|डॉ|डॉक्टर|திரு|திருமதி|செல்வி|செல்வன்|டாக்டர்|' +
    'શ્રીમતી|ડૉ|শ্রীমতী|ডা|ডাঃ|ಶ್ರೀಮತಿ|ಡಾ|శ్రీమతి|డా|ശ്രീമതി|ഡോ|ਸ਼੍ਰੀਮਤੀ|ਡਾ|ଶ୍ରୀମତୀ|ଡା',
);
/**
 * The titles that only count with a dot: without it they begin a given name, such as Sri Lakshmi.
 */
const titlesWithDot = getWords('sri|capt|col|adv|er|શ્રી|শ্রী|ಶ್ರೀ|శ్రీ|ശ്രീ|ਸ਼੍ਰੀ|ଶ୍ରୀ|ஸ்ரீ');
/** The most characters that fit into an index. */
const longestName = 360;

/**
 * Folds a name to identify a person: without regard to case, spaces, forms of address, the encoding
 * of letters and apostrophes, and invisible characters. 'Baby of Meera' is not Meera.
 */
export function foldName(name: string): string {
  return Array.from(withoutTitles(plain(name)))
    .slice(0, longestName)
    .join('');
}

function withoutTitles(name: string): string {
  const [, word = '', gap = ''] = /^([^. ]+)([. ]+)(?=[^. ])/.exec(name) ?? [];
  const rest = name.slice(word.length + gap.length);
  const isTitle =
    titles.has(word) ||
    (titlesWithDot.has(word) && gap.startsWith('.')) ||
    (word === 'baby' && !rest.startsWith('of '));
  return isTitle ? withoutTitles(rest) : name;
}

/** Marks and apostrophes that people leave out, including nuktas and vowel points. */
const leftOut =
  /[\u0300-\u036F\u064B-\u065F\u0670\u093C\u09BC\u0A3C\u0ABC\u0B3C\u0CBC\u1AB0-\u1ACE\u1DC0-\u1DFF\u20D0-\u20F0\uFE20-\uFE2F']/g;
/** Letters that people type in place of others. */
const swapped: Letters = {
  ...pairLetters('øłđðı', 'olddi'),
  // Chandrabindu as anusvara, and Arabic letters in Urdu's form.
  ...pairLetters(
    '\u0901\u0981\u0A01\u0A81\u0B01\u0C01\u0C81\u064A\u0649\u0643',
    '\u0902\u0982\u0A02\u0A82\u0B02\u0C02\u0C82\u06CC\u06CC\u06A9',
  ),
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ß: 'ss',
};
const punctuation = /[ .,;:()/"-]+/g;
/** A separate initial before another one: `r k rao` is searched as `rk rao`. */
const initial = /(?<![^ ])([a-z]) (?=[a-z](?: |$))/g;

/** Folds a text for search: like `foldName`, and without marks, dots and other punctuation. */
export function foldText(text: string): string {
  return asciiDigits(replaceLetters(plain(text).replaceAll(leftOut, ''), swapped))
    .replaceAll(punctuation, ' ')
    .trim()
    .replaceAll(initial, '$1');
}

const titleWords = new Set([...titles, ...titlesWithDot, 'baby'].map(foldText));

/**
 * Splits a search into folded words, in any order, without the forms of address before a name. A
 * text without letters and digits is searched unchanged.
 */
export function searchWords(text: string): string[] {
  const folded = foldText(text);
  if (folded === '') return [text.trim().toLowerCase()];
  const words = folded.split(' ');
  const isTitle = (word: string, place: number) =>
    titleWords.has(word) && !(word === 'baby' && words[place + 1] === 'of');
  const first = words.findIndex((word, place) => !isTitle(word, place));
  return words.slice(Math.max(first, 0));
}

/** Returns whether a search for either name finds the other one. */
export function soundAlike(name: string, other: string): boolean {
  return sorted(name) === sorted(other);
}

function sorted(name: string): string {
  return searchWords(name).toSorted().join(' ');
}

function plain(text: string): string {
  const normalized = withoutInvisible(text.replaceAll(apostrophes, "'").replaceAll(dashes, '-'));
  return replaceLetters(normalized.normalize('NFKD'), { ...small, ...syllableEnds })
    .replaceAll(spaces, ' ')
    .trim();
}

/** Splits words between bars, encoded as `plain` leaves them. */
function getWords(list: string): ReadonlySet<string> {
  return new Set(list.normalize('NFKD').split('|'));
}

type Letters = Readonly<Record<string, string>>;

function pairLetters(from: string, to: string): Letters {
  return Object.fromEntries(Array.from(from, (letter, place) => [letter, to.charAt(place)]));
}

function replaceLetters(text: string, letters: Letters): string {
  return text.replaceAll(/[^\n]/gu, (letter) => letters[letter] ?? letter);
}
