import type { BusinessType } from '../../core/roles.ts';

/** The kinds of messages about a booking, in the order of the screen. */
export const whatsAppKinds = [
  'booked',
  'moved',
  'reminder',
  'cancelled',
  'closed_day',
  'received',
  'balance',
  'refund',
  'late',
] as const;
export type WhatsAppKind = (typeof whatsAppKinds)[number];

/** The languages of messages; each has a file of its own. */
export const languages = ['en', 'hi', 'mr', 'te'] as const;
export type Language = (typeof languages)[number];

/** The words around the facts, which a business may change. Either may be empty. */
export interface WordsAround {
  readonly head: string;
  readonly tail: string;
}

/**
 * The words of a language. Sentences have `{person}`, `{business}`, `{day}`, `{amount}` and `{time}` in them;
 * days and times are composed of these lists, since `Intl` differs between browsers.
 */
export interface MessageWords {
  /** The name of the language in itself. */
  readonly name: string;
  readonly head: string;
  readonly tails: Readonly<Record<WhatsAppKind, string>>;
  readonly sentences: Readonly<Record<BusinessType, Readonly<Record<WhatsAppKind, string>>>>;
  readonly location: string;
  /** The words before the link to the person's own booking. */
  readonly ownPage: string;
  /** Sunday to Saturday. */
  readonly weekdays: readonly string[];
  /** January to December. */
  readonly months: readonly string[];
  /** The parts of the day, each with the hour before which it ends. */
  readonly parts: readonly (readonly [number, string])[];
  /** A time of the clock with its part of the day: `{clock}`, `{part}`. */
  readonly time: string;
  /** A start: `{from}`. */
  readonly at: string;
  /** A start and an end: `{from}`, `{to}`. */
  readonly range: string;
}
