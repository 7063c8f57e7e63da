import { plainTyped } from '../characters.ts';

/** The units in which whole numbers are typed, each with its words. */
const units = {
  minutes: ['minutes', 'minute', 'mins', 'min', 'm'],
  days: ['days', 'day', 'd'],
} as const;
export type Unit = keyof typeof units;

/** Matches digits, in groups of three or as lakhs, and the word behind them. */
const whole = /^(\d+|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d\d)+,\d{3})(?:\s*([a-z]+)\.?)?$/;

/**
 * Reads a whole number as people type it: `45`, `४५`, `1,500`, and with its unit `45 min`. Returns
 * null for an empty text, and NaN, which every schema of a number refuses, for any other.
 */
export function parseWhole(text: string, unit?: Unit): number | null {
  const plain = plainTyped(text).toLowerCase();
  if (plain === '') return null;
  const [, digits, word] = whole.exec(plain) ?? [];
  const words: readonly string[] = unit === undefined ? [] : units[unit];
  if (digits === undefined || (word !== undefined && !words.includes(word))) return Number.NaN;
  return Number(digits.replaceAll(',', ''));
}
