import { plainTyped } from '../characters.ts';

/**
 * Matches one amount, with or without its currency in front or behind and `/-` at its end. Groups
 * are Indian (lakhs), and there are at most two decimals.
 */
const typedAmount =
  /^(?:(₹|₨|rs\.?|inr)\s*)?(\d+|[1-9]\d?(?:,\d\d)*,\d{3})(?:\.(\d\d?))?(?:\s*\/-)?(?:\s*(₹|₨|rs\.?|inr))?$/iu;

/**
 * Reads rupees as people type them (`1500`, `Rs. 1,50,000`, `₹99.50`, `500/-`, `५००`), in paise;
 * null for an empty text. Returns NaN, which `Paise` refuses, for any other text: a sum, a range, a
 * sign, a word, or doubtful groups or decimals.
 */
export function parseRupees(text: string): number | null {
  const plain = plainTyped(text);
  if (plain === '') return null;
  const [, before, rupees, decimals = '', after] = typedAmount.exec(plain) ?? [];
  if (rupees === undefined || (before !== undefined && after !== undefined)) return Number.NaN;
  return Number(rupees.replaceAll(',', '') + decimals.padEnd(2, '0'));
}
