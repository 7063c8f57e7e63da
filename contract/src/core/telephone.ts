import { asciiDigits } from './characters.ts';

/** A telephone number in a contact. */
export interface Telephone {
  /**
   * The normal form: ten digits for a number of India with its area code, `+` and digits for one
   * abroad, the digits to dial for a local or a service number.
   */
  readonly number: string;
  /** The number as it is written, in ASCII. */
  readonly written: string;
  /** The end of the number in the contact. A second number, an extension or a remark may follow. */
  readonly end: number;
}

/** The fewest digits of a telephone number. */
const fewestDigits = 6;

/** Dashes, spaces and invisible characters between digits. */
const gaps =
  /[\u034F\t_~\u00A0\u00AD\u00B7\u061C\u1680\u180E\u2000-\u2015\u2022\u2027-\u202F\u205F-\u206F\u2212\u2800\u3000\uFE58\uFE63\uFEFF\uFF0D\uFF0E]/g;

/** Digits with gaps between them. */
const run = /(?:\+[ ().-]*)?[0-9](?:[ ().-]*[0-9])*/g;

// The forms of a number at the beginning of a run, in the order in which they are tried. An Indian
// number ends before anything but a digit, or before a whole mobile number. The database's function
// `telephone` has the same forms.
/** `+91`, `91`, `0091` or `091`, with or without the `0` of an area code. */
const withCountry = /^(?:\+\D*)?(?:0\D*)*9\D*1\D*(?:0\D*)*([1-9](?:\D*\d){9})(?:(?!\d)|(?=[6-9]\d{9}(?!\d)))/;
const withinIndia = /^(?:0\D*)?([1-9](?:\D*\d){9})(?:(?!\d)|(?=[6-9]\d{9}(?!\d)))/;
const abroad = /^(?:\+|0\D*0)\D*([1-9](?:\D*\d){5,14})(?!\d)/;
const firstOfTwo = /^(\d(?:\D*\d){5,8})(?=\D+\d(?:\D*\d){5})/;

/** Reads the first telephone number of a contact; undefined if there is none. */
export function readTelephone(contact: string): Telephone | undefined {
  for (const { 0: text, index } of plain(contact).matchAll(run)) {
    const { number, length } = normalForm(text);
    if (number.length >= fewestDigits) return { number, written: text.slice(0, length), end: index + length };
  }
  return undefined;
}

/** Returns the address that calls a number in its normal form. */
export function callAddress(number: string): string {
  return `tel:${/^(?!18[06]0)\d{10}$/.test(number) ? '+91' : ''}${number}`;
}

/**
 * Returns the digits to search if a text is a telephone number, or a part of one with at least
 * `fewest` digits; undefined for any other text.
 */
export function searchedDigits(search: string, fewest = fewestDigits): string | undefined {
  const typed = plain(search).trim();
  if (!/^[+\d(][\d\s().,;&/+-]*$/.test(typed)) return undefined;
  const first = typed.match(run)?.find((text) => toDigits(text).length >= fewest);
  if (first === undefined) return undefined;
  const isAbroad = /^(?:\+|0\D*0)/.test(first);
  const { number } = normalForm(first);
  const digits = toDigits(number).replace(isAbroad && number.length < fewestDigits ? /^91/ : '', '');
  return digits.length > 0 && digits.length <= (isAbroad ? 15 : 12) ? digits : undefined;
}

/** Writes the digits and gaps of a contact in ASCII. The length stays. */
function plain(contact: string): string {
  return asciiDigits(contact).replaceAll(gaps, ' ').replaceAll('\uFF0B', '+');
}

function normalForm(text: string): { readonly number: string; readonly length: number } {
  const found = withCountry.exec(text) ?? withinIndia.exec(text);
  if (found?.[1]) return { number: toDigits(found[1]), length: found[0].length };
  const foreign = abroad.exec(text);
  if (foreign?.[1]) return { number: foreignForm(foreign[1]), length: foreign[0].length };
  const [first] = firstOfTwo.exec(text) ?? [text];
  return { number: toDigits(first).replace(/^0+/, ''), length: first.length };
}

/** Returns a foreign number's normal form, or that of an Indian one without its area code. */
function foreignForm(text: string): string {
  const digits = toDigits(text.replaceAll('(0)', ''));
  return digits.startsWith('91') ? digits.replace(/^910*/, '') : `+${digits}`;
}

function toDigits(text: string): string {
  return text.replaceAll(/\D/g, '');
}
