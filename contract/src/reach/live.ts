import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

/** That a row changed, never what it says: screens fetch it again with their own rights. */
export const Change = z.strictObject({ table: z.string(), id: z.string(), operation: z.enum(['insert', 'update', 'delete']) });
export type Change = z.infer<typeof Change>;

export const openLive = endpoint({
  method: 'GET',
  path: '/api/live',
  access: 'session',
  summary:
    "A stream of server-sent events: one `change` for each row of the caller's business that changes, and a `gap` where some may have been missed.",
  transport: 'events',
});
