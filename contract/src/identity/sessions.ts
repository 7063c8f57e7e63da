import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/text.ts';
import { Instant } from '../core/time.ts';

/** A session of a person, as Settings lists it. */
export const SessionLine = z.strictObject({
  id: Id,
  /** Whether it is the session of this request. */
  isCurrent: z.boolean(),
  /** The browser and system by its user agent, `Chrome` and `Android`; null where unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  startedAt: Instant,
  /** The time of its last renewal, rounded to a quarter of an hour. */
  lastUsedAt: Instant,
});
export type SessionLine = z.infer<typeof SessionLine>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  access: 'session',
  summary: "The caller's sessions: this one first, then the most recently used.",
  reply: z.strictObject({ items: z.array(SessionLine) }),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/sessions/:id',
  access: 'session',
  whileSuspended: true,
  summary: "End one of the caller's sessions, from its next request on.",
  params: z.strictObject({ id: Id }),
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/sessions',
  access: 'session',
  whileSuspended: true,
  summary: "End all of the caller's sessions except this one.",
  reply: z.strictObject({ ended: z.int() }),
});
