import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/text.ts';
import { Instant } from '../core/time.ts';
import { WhatsAppMessage } from './whatsapp-messages.ts';

/** The bounds of the minutes that a doctor may be late. */
export const [leastLate, mostLate] = [5, 240];

/** A doctor who is late: noticed, or said until when. */
export const Lateness = z.strictObject({
  /** The minutes that were said; null where nobody has said any. */
  minutes: z.int().nullable(),
  /** The instant before which the doctor begins no visit, as was said. */
  until: Instant.nullable(),
});
export type Lateness = z.infer<typeof Lateness>;

/** A person who has not come yet, and the message that tells them. */
export const LatePerson = z.strictObject({
  id: Id,
  personName: z.string(),
  /** The text that one press opens in WhatsApp; null where no number can have WhatsApp. */
  message: z.strictObject({ number: z.string(), text: z.string() }).nullable(),
  /** The message that was opened; nobody is told twice. */
  told: WhatsAppMessage.nullable(),
  /** The state of the notice that Samay sent them; null for none, and one that failed. */
  notice: z.enum(['queued', 'sent', 'delivered', 'read']).nullable(),
});
export type LatePerson = z.infer<typeof LatePerson>;

export const LateDoctor = Lateness.extend({
  /** The instant from which minutes count: the first time that is still to be seen, or now. */
  from: Instant,
  /** The people of today who have not come yet, by time; none where nobody has said until when. */
  people: z.array(LatePerson),
});
export type LateDoctor = z.infer<typeof LateDoctor>;

const of = {
  path: '/api/resources/:id/lateness',
  access: 'appointments.write',
  params: z.strictObject({ id: Id }),
} as const;

export const getLateness = endpoint({
  ...of,
  method: 'GET',
  summary:
    'By how much a doctor is late today, and the people who have not come yet with the message to them.',
  reply: LateDoctor,
});

export const setLateness = endpoint({
  ...of,
  method: 'PUT',
  summary:
    'Say that a doctor begins some minutes late: after the first time that is still to be seen, or after now ' +
    'once a visit of the day has begun. All estimates of the day shift. Rejected for a time that is over.',
  body: z.strictObject({ minutes: z.int().min(leastLate).max(mostLate) }),
  reply: Lateness,
});

export const endLateness = endpoint({
  ...of,
  method: 'DELETE',
  summary: 'Say that a doctor is not late any more.',
  reply: Lateness,
});
