import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

export const BookingMails = z.strictObject({
  isOn: z.boolean(),
  /** Whether this server can mail at all. */
  isAvailable: z.boolean(),
  may: z.strictObject({ change: z.boolean() }),
});
export type BookingMails = z.infer<typeof BookingMails>;

export const getBookingMails = endpoint({
  method: 'GET',
  path: '/api/booking-mails',
  access: 'integrations.write',
  summary: 'Whether the people of bookings get an email when theirs is created, moved or cancelled.',
  reply: BookingMails,
});

export const changeBookingMails = endpoint({
  method: 'PUT',
  path: '/api/booking-mails',
  access: 'integrations.write',
  summary: 'Switch these mails on or off. They are off until a business wants them.',
  body: z.strictObject({ isOn: z.boolean() }),
  reply: BookingMails,
});
