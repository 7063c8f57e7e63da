import { formatRupees } from '../../core/money.ts';
import type { BusinessType } from '../../core/roles.ts';
import { isoWeekdayOf, type LocalDate, type LocalTime } from '../../core/time.ts';
import { english } from './english.ts';
import { hindi } from './hindi.ts';
import { marathi } from './marathi.ts';
import { telugu } from './telugu.ts';
import type { Language, MessageWords, WhatsAppKind, WordsAround } from './message-words.ts';

export const messageWords: Readonly<Record<Language, MessageWords>> = {
  en: english,
  hi: hindi,
  mr: marathi,
  te: telugu,
};

/** The facts in the middle of a message, which a business cannot change. */
export interface MessageFacts {
  readonly businessType: BusinessType;
  /** The name of the business. */
  readonly business: string;
  readonly person: string;
  readonly date: LocalDate;
  readonly time: LocalTime;
  readonly endTime: LocalTime;
  /** The doctor or court. */
  readonly resource: string | null;
  /** The money received, in paise. */
  readonly received: number | null;
  /** The amount still to be taken, in paise. */
  readonly due: number | null;
  /** The money that was given back, in paise. */
  readonly refunded: number;
  /** The time at which a late doctor begins; left out where they are not late. */
  readonly begins?: LocalTime | null;
  readonly address: string | null;
  readonly mapLink: string | null;
  readonly upiId: string | null;
  /** The address under which the person sees their booking; null where there is none. */
  readonly ownLink?: string | null;
}

/** Returns the words around a kind's facts where the business has not changed them. */
export function defaultWords(kind: WhatsAppKind, language: Language): WordsAround {
  const { head, tails } = messageWords[language];
  return { head, tail: tails[kind] };
}

/** Composes a message: the head, the facts, and the tail, with empty lines between them. */
export function composeMessage(
  kind: WhatsAppKind,
  language: Language,
  facts: MessageFacts,
  { head, tail }: WordsAround,
): string {
  const middle = factLines(kind, messageWords[language], facts).join('\n');
  return [head, middle, tail].filter((part) => part !== '').join('\n\n');
}

function factLines(kind: WhatsAppKind, words: MessageWords, facts: MessageFacts): string[] {
  const sentence = fill(words.sentences[facts.businessType][kind], {
    person: facts.person,
    business: facts.business,
    day: formatDayIn(words, facts.date),
    amount: formatRupees(getAmount(kind, facts)),
    time: formatTimeIn(words, facts.begins ?? facts.time),
  });
  if (kind === 'received' || kind === 'refund') return [sentence];
  if (kind === 'balance') return [sentence, ...(facts.upiId ? [`UPI: ${facts.upiId}`] : [])];
  const lines = [sentence, formatWhen(words, facts), ...(facts.resource ? [facts.resource] : [])];
  const { ownLink } = facts;
  const own = ownLink ? [`${words.ownPage}: ${ownLink}`] : [];
  if (kind === 'late') return [...lines, ...own];
  return invites.has(kind) ? [...lines, ...placeLines(words, facts), ...own] : lines;
}

/** The kinds that say where to come. */
const invites: ReadonlySet<WhatsAppKind> = new Set(['booked', 'moved', 'reminder']);

/** Returns the amount that a kind names, in paise. */
function getAmount(kind: WhatsAppKind, { received, due, refunded }: MessageFacts): number {
  if (kind === 'refund') return refunded;
  return (kind === 'balance' ? due : received) ?? 0;
}

/** Lists the lines that say where to come. */
export function placeLines(
  { location }: Pick<MessageWords, 'location'>,
  { address, mapLink }: Pick<MessageFacts, 'address' | 'mapLink'>,
): string[] {
  const lines = (address ?? '').split('\n').map((line) => line.trim());
  const place = lines.filter((line) => line !== '').join(', ');
  if (place !== '') return [`${location}: ${place}`, ...(mapLink ? [mapLink] : [])];
  return mapLink ? [`${location}: ${mapLink}`] : [];
}

/** The words of a language from which days and times are put together. */
export type WordsOfTime = Pick<MessageWords, 'weekdays' | 'months' | 'parts' | 'time' | 'at' | 'range'>;

/** Formats the time of a booking; a court's with its end, since its time is what is paid for. */
export function formatWhen(
  words: WordsOfTime,
  { businessType, date, time, endTime }: Pick<MessageFacts, 'businessType' | 'date' | 'time' | 'endTime'>,
): string {
  const times = { from: formatTimeIn(words, time), to: formatTimeIn(words, endTime) };
  const weekday = words.weekdays[isoWeekdayOf(date) % 7] ?? '';
  const hours = fill(businessType === 'turf' ? words.range : words.at, times);
  return `${weekday}, ${formatDayIn(words, date)}, ${hours}`;
}

/** Formats a day in a language: `27 November 2026`. */
export function formatDayIn({ months }: Pick<WordsOfTime, 'months'>, date: LocalDate): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return `${day} ${months[month - 1]} ${year}`;
}

/** Formats a time in a language by its parts: `10:30 am`. */
export function formatTimeIn(
  { parts, time: pattern }: Pick<WordsOfTime, 'parts' | 'time'>,
  time: LocalTime,
): string {
  const hour = Number(time.slice(0, 2));
  const part = parts.find(([before]) => hour < before)?.[1] ?? '';
  return fill(pattern, { clock: `${hour % 12 || 12}:${time.slice(3, 5)}`, part });
}

/** Fills the names in braces, once: a brace in a value stays as it is. */
export function fill(pattern: string, values: Readonly<Record<string, string>>): string {
  return pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}
