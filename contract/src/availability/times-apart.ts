import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/text.ts';
import { Duration } from './services.ts';
import { WeeklyHours } from './hours.ts';

/**
 * What an owner confirms before taken times are refused, proposed from the business's own bookings:
 * how long a booking lasts (the usual gap between two), the doctors or courts, and the hours.
 */
export const TimesProposal = z.strictObject({
  /** True once it is confirmed: taken times are refused. */
  isConfirmed: z.boolean(),
  employeesMayOverbook: z.boolean(),
  service: z.strictObject({ id: Id, name: z.string(), duration: Duration, proposed: Duration }),
  resources: z.array(z.strictObject({ id: Id, name: z.string(), bookings: z.int() })),
  hours: z.array(WeeklyHours),
  /**
   * Future bookings that overlap another of the same resource with the proposed duration: they
   * stay, marked as overbooked.
   */
  overlapping: z.int(),
});
export type TimesProposal = z.infer<typeof TimesProposal>;

export const getTimesProposal = endpoint({
  method: 'GET',
  path: '/api/times-apart',
  access: 'resources.write',
  summary: 'Whether taken times are refused, and otherwise what to confirm for it.',
  reply: TimesProposal,
});

export const confirmTimesApart = endpoint({
  method: 'PUT',
  path: '/api/times-apart',
  access: 'resources.write',
  summary:
    'Refuse taken times from now on. The first service and its future bookings of unchanged length last as confirmed.',
  body: z.strictObject({ duration: Duration }),
  reply: TimesProposal,
});

export const setOverbooking = endpoint({
  method: 'PUT',
  path: '/api/times-apart/overbooking',
  access: 'resources.write',
  summary: 'Whether employees may book over another booking with a reason.',
  body: z.strictObject({ employees: z.boolean() }),
  reply: TimesProposal,
});
