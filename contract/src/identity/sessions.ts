import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id } from '../core/text.ts';
import { Instant } from '../core/time.ts';

/** One place where a person is signed in. */
export const OpenSession = z.strictObject({
  id: Id,
  /** This very one. */
  isCurrent: z.boolean(),
  /** As its browser calls itself, `Chrome` and `Android`; null where it says nothing known. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  startedAt: Instant,
  /** To the quarter of an hour: when it last renewed its access. */
  lastUsedAt: Instant,
});
export type OpenSession = z.infer<typeof OpenSession>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  access: 'session',
  summary: 'Where the caller is signed in: this session first, then the one used last.',
  reply: z.strictObject({ items: z.array(OpenSession) }),
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
  summary: "End all of the caller's sessions but this one.",
  reply: z.strictObject({ ended: z.int() }),
});
