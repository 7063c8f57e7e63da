/**
 * The zeros of India's scripts, of Urdu, Arabic and Nepal's, and of full width. Nine more digits
 * follow each. `ascii_digits` of the database has the same.
 */
const zeros = '٠۰०০੦૦୦௦౦೦൦᥆᱀᱐꣐꯰０';

/** Writes the digits of other scripts as 0 to 9. The length stays. */
export function asciiDigits(text: string): string {
  return text.replaceAll(/[^\P{Nd}0-9]/gu, (digit) => {
    const values = Array.from(zeros, (zero) => digit.charCodeAt(0) - zero.charCodeAt(0));
    return String(values.find((value) => value >= 0 && value < 10) ?? digit);
  });
}

/**
 * The characters that are not drawn: joiners, marks of direction, fillers and variants. Text copied
 * from a chat or a document contains them unseen.
 */
const invisible =
  /[\u034F\u17B4\u17B5\u180B-\u180F\uFE00-\uFE0F\u00AD\u061C\u115F\u1160\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0]/g;

export function withoutInvisible(text: string): string {
  return text.replaceAll(invisible, '');
}

/**
 * Returns a typed text as every reader of numbers and dates takes it: with the digits
 * 0 to 9, in place of those of other scripts, and without spaces around it and characters that are
 * not drawn.
 */
export function plainTyped(text: string): string {
  return asciiDigits(withoutInvisible(text)).trim();
}
