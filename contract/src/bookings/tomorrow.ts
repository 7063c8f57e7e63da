import { z } from 'zod';
import { Appointment } from './appointments.ts';
import { Language, WhatsAppMessage } from './whatsapp-messages.ts';
import { endpoint } from '../core/endpoint.ts';
import { Instant, LocalDate } from '../core/time.ts';

/** The reminder by which Samay reached a person by itself, or else its latest one: by which channel, and its state. */
const OwnReminder = z.strictObject({
  channel: z.enum(['mail', 'whatsapp', 'sms']),
  state: z.enum(['queued', 'sent', 'delivered', 'read', 'failed']),
  /** Why it failed, in words. */
  reason: z.string().nullable(),
  at: Instant,
});

/** More bookings than a day has; `count` has the total. */
export const maxReminded = 300;

export const RemindedBooking = Appointment.extend({
  /**
   * The reminder that one press opens in WhatsApp; null where no number can have WhatsApp, the
   * business is suspended or the time is past.
   */
  reminder: z
    .strictObject({
      /** The digits of the number with its country. */
      number: z.string(),
      /** The person's language, or else the business's. */
      language: Language,
      text: z.string(),
    })
    .nullable(),
  /** The latest reminder that was opened for it. */
  reminded: WhatsAppMessage.nullable(),
  /** The reminder of its present time that Samay sent by itself; left out for none yet, and by a server of 1.7.0. */
  notice: OwnReminder.optional(),
  /** Whether the person wants no more notices, by the email or the number of the booking. A server of 1.7.0 leaves it out. */
  isOptedOut: z.boolean().optional(),
});
export type RemindedBooking = z.infer<typeof RemindedBooking>;

/** The people of a day who are to be reminded. */
export const Tomorrow = z.strictObject({
  date: LocalDate,
  /** The scheduled bookings whose people have not come yet, by time. At most the first 300. */
  rows: z.array(RemindedBooking),
  count: z.int(),
});
export type Tomorrow = z.infer<typeof Tomorrow>;

export const getTomorrow = endpoint({
  method: 'GET',
  path: '/api/tomorrow',
  access: 'appointments.write',
  summary:
    "A day's people in order of time, by default tomorrow's, each with the reminder that opens in WhatsApp, " +
    'what became of the one that was sent by itself, and whether they come.',
  query: z.strictObject({ date: LocalDate.optional() }),
  reply: Tomorrow,
});
