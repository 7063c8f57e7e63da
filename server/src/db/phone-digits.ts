/** Fewer digits than this occur in too many numbers to search by. */
const fewestDigits = 6;

/**
 * The digits of a text that looks like a telephone number, or a part of one, without India's prefix: people are distinguished by the last
 * ten (`person_key`, migration 0014). Undefined for any other text.
 */
export function phoneDigits(text: string, fewest = fewestDigits): string | undefined {
  if (!/^[+\d(][\d\s().-]*$/.test(text)) return undefined;
  const digits = text
    .replaceAll(/\D/g, '')
    .replace(/^0+/, '')
    .replace(text.startsWith('+') ? /^91/ : /^91(?=\d{10}$)/, '');
  return digits.length >= fewest && digits.length <= 10 ? digits : undefined;
}
