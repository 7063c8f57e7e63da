import type { Language, WhatsAppKind } from './message-words.ts';

/** The names of the kinds of messages, on buttons and in Settings. */
export const kindNames: Readonly<Record<WhatsAppKind, string>> = {
  booked: 'Booked',
  moved: 'Moved',
  reminder: 'Reminder',
  cancelled: 'Cancelled',
  closed_day: 'Closed that day',
  received: 'Payment message',
  balance: 'Balance due',
  refund: 'Given back',
  late: 'Doctor late',
};

/** The languages by their own names, without their texts, which are larger than a list. */
export const languageChoices: readonly { readonly value: Language; readonly label: string }[] = [
  { value: 'en', label: 'English' },
  { value: 'hi', label: 'हिन्दी' },
  { value: 'mr', label: 'मराठी' },
  { value: 'te', label: 'తెలుగు' },
];

/** The sentence of links to WhatsApp, true also where Samay has told the person by itself. */
export const whenSent = 'WhatsApp opens with the text, which is sent once you press send there.';
