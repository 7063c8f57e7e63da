import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

export const BookingMails = z.strictObject({
  isOn: z.boolean(),
  /** Whether this server can send emails. */
  isAvailable: z.boolean(),
  may: z.strictObject({ change: z.boolean() }),
});
export type BookingMails = z.infer<typeof BookingMails>;

export const getBookingMails = endpoint({
  method: 'GET',
  path: '/api/booking-mails',
  access: 'integrations.write',
  summary: 'Whether people get an email when their booking is created, moved or cancelled.',
  reply: BookingMails,
});

export const changeBookingMails = endpoint({
  method: 'PUT',
  path: '/api/booking-mails',
  access: 'integrations.write',
  summary: 'Turn these emails on or off. They are off by default.',
  body: z.strictObject({ isOn: z.boolean() }),
  reply: BookingMails,
});
