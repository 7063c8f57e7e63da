import { assertThat } from '../../../core/app-error.ts';
import { plainName } from './pdf-names.ts';

export type PdfDictionary = ReadonlyMap<string, PdfValue>;

/**
 * A value of a PDF. Strings are bytes, a reference is the other object's number, and a word is
 * `true`, `false`, `null` or meaningless.
 */
export type PdfValue =
  | { readonly dictionary: PdfDictionary }
  | { readonly array: readonly PdfValue[] }
  | { readonly name: string }
  | { readonly string: Buffer }
  | { readonly number: number }
  | { readonly reference: number }
  | { readonly word: string };

const deepest = 32;
const space = /[\0\t\n\f\r ]/;
const regular = /[^\0\t\n\f\r ()<>[\]{}/%]/;
const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/**
 * Reads values of a PDF (ISO 32000-1, 7.3) from a position on. Throws `prescription.unsafe` where a
 * value does not end, is nested deeper than any real one, or names a key twice, since readers
 * differ in which of the two they take.
 */
export class PdfReader {
  readonly #text: string;
  #at: number;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#at = start;
  }

  get at(): number {
    return this.#at;
  }

  /** Returns whether the next text is this one, after blanks and comments. */
  isBefore(expected: string): boolean {
    this.#skip();
    return this.#text.startsWith(expected, this.#at);
  }

  read(depth = 0): PdfValue {
    assertThat(depth < deepest, 'prescription.unsafe');
    if (this.#take('<<')) return { dictionary: this.#dictionary(depth) };
    if (this.#take('[')) return { array: this.#array(depth) };
    if (this.#take('/')) return { name: plainName(this.#word()) };
    if (this.#take('(')) return { string: this.#literal() };
    if (this.#take('<')) return { string: this.#hexadecimal() };
    const word = this.#word();
    if (word === '') this.#at += 1;
    return /^\d+$/.test(word) ? this.#numberOrReference(Number(word)) : numberOrWord(word);
  }

  #dictionary(depth: number): PdfDictionary {
    const entries = new Map<string, PdfValue>();
    while (!this.#take('>>')) {
      assertThat(this.#take('/'), 'prescription.unsafe');
      const key = plainName(this.#word());
      assertThat(!entries.has(key), 'prescription.unsafe');
      entries.set(key, this.read(depth + 1));
    }
    return entries;
  }

  #array(depth: number): PdfValue[] {
    const values: PdfValue[] = [];
    while (!this.#take(']')) {
      assertThat(this.#at < this.#text.length, 'prescription.unsafe');
      values.push(this.read(depth + 1));
    }
    return values;
  }

  /** Reads a string in parentheses, which may contain pairs of them. */
  #literal(): Buffer {
    const characters: string[] = [];
    for (let open = 1; ; this.#at += 1) {
      const character = this.#text[this.#at];
      assertThat(character !== undefined, 'prescription.unsafe');
      if (character === '(') open += 1;
      if (character === ')') open -= 1;
      if (open === 0) break;
      characters.push(character === '\\' ? this.#escape() : character);
    }
    this.#at += 1;
    return Buffer.from(characters.join(''), 'latin1');
  }

  /** Reads an escape, up to its last character. */
  #escape(): string {
    this.#at += 1;
    const octal = /^[0-7]{1,3}/.exec(this.#text.slice(this.#at, this.#at + 3))?.[0];
    if (octal !== undefined) {
      this.#at += octal.length - 1;
      return String.fromCharCode(Number.parseInt(octal, 8) & 255);
    }
    const character = this.#text[this.#at] ?? '';
    if (character === '\r' && this.#text[this.#at + 1] === '\n') this.#at += 1;
    return character === '\r' || character === '\n' ? '' : (escapes[character] ?? character);
  }

  #hexadecimal(): Buffer {
    const end = this.#text.indexOf('>', this.#at);
    assertThat(end !== -1, 'prescription.unsafe');
    const digits = this.#text.slice(this.#at, end).replaceAll(/[^\da-f]/gi, '');
    this.#at = end + 1;
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
  }

  #numberOrReference(number: number): PdfValue {
    const after = this.#at;
    this.#skip();
    if (/^\d+$/.test(this.#word())) {
      this.#skip();
      if (this.#word() === 'R') return { reference: number };
    }
    this.#at = after;
    return { number };
  }

  #take(expected: string): boolean {
    if (!this.isBefore(expected)) return false;
    this.#at += expected.length;
    return true;
  }

  #word(): string {
    const start = this.#at;
    while (this.#at < this.#text.length && regular.test(this.#text[this.#at] ?? '')) this.#at += 1;
    return this.#text.slice(start, this.#at);
  }

  /** Skips blanks and comments. */
  #skip(): void {
    for (; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at] ?? '';
      if (character === '%') {
        while (this.#at < this.#text.length && !/[\r\n]/.test(this.#text[this.#at] ?? '')) this.#at += 1;
      } else if (!space.test(character)) return;
    }
  }
}

function numberOrWord(word: string): PdfValue {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(word) ? { number: Number(word) } : { word };
}
