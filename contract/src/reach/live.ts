import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

/**
 * The subjects of a live change: bookings, `staff` for memberships and invitations, `availability`
 * for resources, services, hours and closures, `notes` for the notes on visits, `messages` for the
 * messages that were opened about a booking and the replies to its notices, `requests` for those of the public page, `refunds` for what goes back of its payments, or `drawers` for closes, expenses and rules of drawers. Verbs announce them, and database triggers those of
 * staff; a server test compares the names. A client ignores a topic that it does not know, since the
 * server may be newer.
 */
const liveTopics = [
  'appointments',
  'staff',
  'availability',
  'notes',
  'messages',
  'requests',
  'refunds',
  'drawers',
] as const;
export const LiveTopic = z.enum(liveTopics);
export type LiveTopic = z.infer<typeof LiveTopic>;

/**
 * Returns whether this release knows a topic; without the schema, so that the dashboard loads no
 * zod.
 */
export function isLiveTopic(topic: string): topic is LiveTopic {
  return (liveTopics as readonly string[]).includes(topic);
}

/** A row's change without its content: clients fetch it again with their own permissions. */
export const Change = z.object({
  table: LiveTopic,
  id: z.string(),
  operation: z.enum(['insert', 'update', 'delete']),
});
export type Change = z.infer<typeof Change>;

export const openLive = endpoint({
  method: 'GET',
  path: '/api/live',
  access: 'session',
  summary:
    "A stream of server-sent events: one `change` for each row of the caller's business " +
    'that changes, and a `gap` where some may have been missed.',
  transport: 'events',
});
