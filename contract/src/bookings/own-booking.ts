import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/text.ts';

/** A week, in minutes. */
const longest = 10_080;
const Minutes = z.int().min(0).max(longest).multipleOf(30);

/** The rules for what people change of their own booking by its link. */
export const OwnRules = z.strictObject({
  /** Until how many minutes before it a booking is moved and cancelled. */
  cutoff: Minutes,
  /** How many minutes ahead the times are that may be chosen. */
  notice: Minutes,
});
export type OwnRules = z.infer<typeof OwnRules>;

export const getOwnRules = endpoint({
  method: 'GET',
  path: '/api/own-booking-rules',
  access: 'settings.write',
  summary: 'Until when people move and cancel their own booking by its link, and how far ahead they choose.',
  reply: OwnRules,
});

export const setOwnRules = endpoint({
  method: 'PUT',
  path: '/api/own-booking-rules',
  access: 'settings.write',
  summary: 'Change these rules, from the next page that a person opens on.',
  body: OwnRules,
  reply: OwnRules,
});

/** The link under which a person sees their booking; null for a booking that can have none. */
export const OwnLink = z.strictObject({ link: z.string().nullable() });
export type OwnLink = z.infer<typeof OwnLink>;

const params = z.strictObject({ id: Id });

export const getOwnLink = endpoint({
  method: 'GET',
  path: '/api/appointments/:id/link',
  access: 'appointments.write',
  summary: 'The link under which the person of a booking sees it without signing in.',
  params,
  reply: OwnLink,
});

export const endOwnLinks = endpoint({
  method: 'DELETE',
  path: '/api/appointments/:id/link',
  access: 'appointments.write',
  summary: 'End every link to a booking that there is, and get the one that counts from now on.',
  params,
  reply: OwnLink,
});
