/** Fewer digits are in too many numbers to mean one, and stand together in most ways of writing it. */
const fewestDigits = 6;

/**
 * The digits of what looks like a telephone number, or a part of one, without India's prefix: people are told apart by the last ten
 * (`person_key`, migration 0014). Undefined for what is no such number.
 */
export function phoneDigits(text: string): string | undefined {
  if (!/^[+\d(][\d\s().-]*$/.test(text)) return undefined;
  const digits = text
    .replaceAll(/\D/g, '')
    .replace(/^0+/, '')
    .replace(/^91(?=\d{10}$)/, '');
  return digits.length >= fewestDigits && digits.length <= 10 ? digits : undefined;
}
