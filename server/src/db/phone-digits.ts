/** Fewer digits than this occur in too many numbers to search by. */
const fewestDigits = 6;

/**
 * The digits of a text that looks like a telephone number, or a part of one, without India's
 * prefix: people are distinguished by the last ten (`person_key`, migration 0014). Undefined for
 * any other text.
 */
export function phoneDigits(text: string, fewest = fewestDigits): string | undefined {
  if (!/^[+\d(][\d\s().-]*$/.test(text)) return undefined;
  const digits = text
    .replaceAll(/\D/g, '')
    .replace(/^0+/, '')
    .replace(text.startsWith('+') ? /^91/ : /^91(?=\d{10}$)/, '');
  return digits.length >= fewest && digits.length <= 10 ? digits : undefined;
}

/**
 * A LIKE pattern that matches whatever contains a text of digits and separators, and little else:
 * its runs of digits in their order. The separators would cost more than they exclude, because each
 * trigram beside a space (` 11` of `98200 11223`) is in the numbers of thousands. Undefined where
 * the runs are too short to have trigrams of their own.
 */
export function runsPattern(text: string): string | undefined {
  return /\d{5}/.test(text) ? `%${text.split(/\D+/).join('%')}%` : undefined;
}
