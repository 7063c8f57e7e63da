import type { BusinessType } from '../../core/roles.ts';
import type { LocalDate, LocalTime } from '../../core/time.ts';
import { fill, formatWhen, messageWords, placeLines } from '../../bookings/whatsapp-messages/compose.ts';
import type { Language } from '../../bookings/whatsapp-messages/message-words.ts';
import { english } from './english.ts';
import { hindi } from './hindi.ts';
import { marathi } from './marathi.ts';
import type { ReminderWords } from './reminder-words.ts';
import { telugu } from './telugu.ts';

export const reminderWords: Readonly<Record<Language, ReminderWords>> = {
  en: english,
  hi: hindi,
  mr: marathi,
  te: telugu,
};

export interface RemindedBooking {
  readonly person: string;
  readonly date: LocalDate;
  readonly time: LocalTime;
  readonly endTime: LocalTime;
  /** The doctor or court. */
  readonly resource: string | null;
  /** The address of the booking's own page; null where it has none. */
  readonly link: string | null;
}

/** The facts of a reminder: its bookings are of one day, in order of time. */
export interface ReminderFacts {
  readonly businessType: BusinessType;
  readonly business: string;
  readonly bookings: readonly RemindedBooking[];
  readonly address: string | null;
  readonly mapLink: string | null;
  /** The address of the privacy policy. */
  readonly privacyLink: string;
  /** The address at which no more reminders are asked for; null where there is none. */
  readonly noMoreLink: string | null;
}

/** Composes a reminder by email. */
export function composeReminder(
  language: Language,
  { businessType, business, bookings, ...facts }: ReminderFacts,
): { subject: string; text: string } {
  const words = reminderWords[language];
  const people = [...new Set(bookings.map(({ person }) => person))];
  const say = (pattern: string, link = '') => fill(pattern, { person: people.join(', '), business, link });
  const lines = bookings.flatMap((booking) => [
    [
      ...(people.length > 1 ? [booking.person] : []),
      formatWhen(messageWords[language], { businessType, ...booking }),
      ...(booking.resource ? [booking.resource] : []),
    ].join(' · '),
    ...(booking.link ? [say(words.own, booking.link)] : []),
  ]);
  const place = placeLines(messageWords[language], facts);
  const parts = [
    say(words.greeting),
    [say((bookings.length > 1 ? words.several : words.one)[businessType]), ...lines].join('\n'),
    ...(place.length > 0 ? [place.join('\n')] : []),
    say(words.cannot),
    say(words.why[businessType], facts.privacyLink),
    ...(facts.noMoreLink ? [say(words.noMore, facts.noMoreLink)] : []),
  ];
  return { subject: say(words.subject[businessType]), text: parts.join('\n\n') };
}
