import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id, lines, looksLikeLink, noLinks } from '../core/text.ts';
import { Instant, LocalDate, LocalTime } from '../core/time.ts';
import { languages, whatsAppKinds } from './whatsapp-messages/message-words.ts';

export const WhatsAppKind = z.enum(whatsAppKinds);
export const Language = z.enum(languages);

/**
 * A message about a booking that a person at the desk has opened in WhatsApp. Whether it was sent is
 * unknown. Neither its text nor its number is kept.
 */
export const WhatsAppMessage = z.strictObject({
  id: Id,
  kind: WhatsAppKind,
  at: Instant,
  /** The name of who opened it; null once erased. */
  by: z.string().nullable(),
  mayUndo: z.boolean(),
});
export type WhatsAppMessage = z.infer<typeof WhatsAppMessage>;

/** The changes of which Samay tells people by itself. */
export const SentKind = z.enum(['booked', 'moved', 'cancelled']);

/** A message about a change that Samay sends by itself; one that failed is none. */
export const SentChange = z.strictObject({
  kind: SentKind,
  state: z.enum(['queued', 'sent', 'delivered', 'read']),
});
export type SentChange = z.infer<typeof SentChange>;

/** The messages that may be opened for a booking now. */
export const WhatsAppOffer = z.strictObject({
  /** The digits of the number with its country; null where no number can have WhatsApp. */
  number: z.string().nullable(),
  /** The person's language, or else the business's. */
  language: Language,
  /** The kinds that fit the booking; none without a number or in a suspended business. */
  kinds: z.array(
    z.strictObject({
      kind: WhatsAppKind,
      /** The start of the booking, from which on the message fits no more; null for one that stays. */
      until: z.strictObject({ date: LocalDate, time: LocalTime }).nullable(),
      texts: z.record(Language, z.string()),
    }),
  ),
  /** The latest WhatsApp message of each kind. */
  whatsAppMessages: z.array(WhatsAppMessage),
  /** The changes of which Samay tells the person by itself. A server of 1.5.0 leaves them out. */
  sent: z.array(SentChange).optional(),
});
export type WhatsAppOffer = z.infer<typeof WhatsAppOffer>;

const params = z.strictObject({ id: Id });

export const getWhatsAppOffer = endpoint({
  method: 'GET',
  path: '/api/appointments/:id/whatsapp-messages',
  access: 'appointments.write',
  summary: 'The messages that may be opened in WhatsApp for a booking, in every language.',
  params,
  reply: WhatsAppOffer,
});

export const addWhatsAppMessage = endpoint({
  method: 'POST',
  path: '/api/appointments/:id/whatsapp-messages',
  access: 'appointments.write',
  summary:
    'Note that a message about a booking is opened in WhatsApp, and get its link. A language is kept ' +
    'with the person. Nothing is sent.',
  params,
  body: z.strictObject({
    kind: WhatsAppKind,
    /** The language of the text; the person's by default. */
    language: Language.optional(),
  }),
  reply: z.strictObject({ link: z.url(), whatsAppMessage: WhatsAppMessage }),
  status: 201,
  idempotent: true,
});

export const undoWhatsAppMessage = endpoint({
  method: 'DELETE',
  path: '/api/appointments/:id/whatsapp-messages/:whatsAppMessageId',
  access: 'appointments.write',
  summary: 'Take a WhatsApp message back within ten minutes: by the person who opened it, or an owner.',
  params: params.extend({ whatsAppMessageId: Id }),
});

/** Words around the facts of a message. */
const Words = lines(300)
  .trim()
  .refine((text) => !looksLikeLink(text), noLinks);

export const WhatsAppWords = z.strictObject({
  kind: WhatsAppKind,
  language: Language,
  head: Words,
  tail: Words,
});

/** The language of a business's messages, and the words that it has changed. */
export const WhatsAppSettings = z.strictObject({ language: Language, words: z.array(WhatsAppWords) });
export type WhatsAppSettings = z.infer<typeof WhatsAppSettings>;

export const getWhatsAppSettings = endpoint({
  method: 'GET',
  path: '/api/whatsapp-settings',
  access: 'settings.write',
  summary: "The language of the business's messages, and the words around their facts that it has changed.",
  reply: WhatsAppSettings,
});

export const setWhatsAppLanguage = endpoint({
  method: 'PUT',
  path: '/api/whatsapp-settings/language',
  access: 'settings.write',
  summary: 'Change the language of messages to people whose language is not known.',
  body: z.strictObject({ language: Language }),
  reply: WhatsAppSettings,
});

export const setWhatsAppWords = endpoint({
  method: 'PUT',
  path: '/api/whatsapp-settings/words',
  access: 'settings.write',
  summary:
    'Change the words around the facts of a kind of message, in one language. The ready words are ' +
    'those of a kind that was never changed.',
  body: WhatsAppWords,
  reply: WhatsAppSettings,
});
