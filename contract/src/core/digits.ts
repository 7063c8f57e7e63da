const digit = /\p{Nd}/gu;
const isDigit = /^\p{Nd}$/u;

/**
 * Writes the decimal digits of every script as 0 to 9: `५००` is `500`. Other characters stay, also
 * raised digits, fractions and numerals, which are no decimal digits.
 */
export function plainDigits(text: string): string {
  return text.replaceAll(digit, (character) => String(valueOf(character)));
}

/** Counts from the zero: the digits of a script follow each other, and begin with it. */
function valueOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (isDigit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}
