import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id, lines, looksLikeLink, noLinks } from '../core/text.ts';
import { Instant, LocalDate, LocalTime } from '../core/time.ts';
import { languages, tellingKinds } from './tellings/message-words.ts';

export const TellingKind = z.enum(tellingKinds);
export const Language = z.enum(languages);

/**
 * A message about a booking that a person at the desk has opened in WhatsApp. Whether it was sent is
 * unknown. Neither its text nor its number is kept.
 */
export const Telling = z.strictObject({
  id: Id,
  kind: TellingKind,
  at: Instant,
  /** The name of who opened it; null once erased. */
  by: z.string().nullable(),
  mayUndo: z.boolean(),
});
export type Telling = z.infer<typeof Telling>;

/** The messages that may be opened for a booking now. */
export const TellingOffer = z.strictObject({
  /** The digits of the number with its country; null where no number can have WhatsApp. */
  number: z.string().nullable(),
  /** The person's language, or else the business's. */
  language: Language,
  /** The kinds that fit the booking; none without a number or in a suspended business. */
  kinds: z.array(
    z.strictObject({
      kind: TellingKind,
      /** The start of the booking, from which on the message fits no more; null for one that stays. */
      until: z.strictObject({ date: LocalDate, time: LocalTime }).nullable(),
      texts: z.record(Language, z.string()),
    }),
  ),
  /** The latest telling of each kind. */
  tellings: z.array(Telling),
});
export type TellingOffer = z.infer<typeof TellingOffer>;

const params = z.strictObject({ id: Id });

export const getTellingOffer = endpoint({
  method: 'GET',
  path: '/api/appointments/:id/tellings',
  access: 'appointments.write',
  summary: 'The messages that may be opened in WhatsApp for a booking, in every language.',
  params,
  reply: TellingOffer,
});

export const addTelling = endpoint({
  method: 'POST',
  path: '/api/appointments/:id/tellings',
  access: 'appointments.write',
  summary:
    'Note that a message about a booking is opened in WhatsApp, and get its link. A language is kept ' +
    'with the person. Nothing is sent.',
  params,
  body: z.strictObject({
    kind: TellingKind,
    /** The language of the text; the person's by default. */
    language: Language.optional(),
  }),
  reply: z.strictObject({ link: z.url(), telling: Telling }),
  status: 201,
  idempotent: true,
});

export const undoTelling = endpoint({
  method: 'DELETE',
  path: '/api/appointments/:id/tellings/:tellingId',
  access: 'appointments.write',
  summary: 'Take a telling back within ten minutes: by the person who opened it, or an owner.',
  params: params.extend({ tellingId: Id }),
});

/** Words around the facts of a message. */
const Words = lines(300)
  .trim()
  .refine((text) => !looksLikeLink(text), noLinks);

export const TellingWords = z.strictObject({
  kind: TellingKind,
  language: Language,
  head: Words,
  tail: Words,
});

/** The language of a business's messages, and the words that it has changed. */
export const TellingSettings = z.strictObject({ language: Language, words: z.array(TellingWords) });
export type TellingSettings = z.infer<typeof TellingSettings>;

export const getTellingSettings = endpoint({
  method: 'GET',
  path: '/api/telling-settings',
  access: 'settings.write',
  summary: "The language of the business's messages, and the words around their facts that it has changed.",
  reply: TellingSettings,
});

export const setTellingLanguage = endpoint({
  method: 'PUT',
  path: '/api/telling-settings/language',
  access: 'settings.write',
  summary: 'Change the language of messages to people whose language is not known.',
  body: z.strictObject({ language: Language }),
  reply: TellingSettings,
});

export const setTellingWords = endpoint({
  method: 'PUT',
  path: '/api/telling-settings/words',
  access: 'settings.write',
  summary:
    'Change the words around the facts of a kind of message, in one language. The ready words are ' +
    'those of a kind that was never changed.',
  body: TellingWords,
  reply: TellingSettings,
});
