import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

/** How a clinic's waiting room works. */
export const WaitingRoom = z.strictObject({
  /** Whether each arrival at a doctor gets a number. */
  tokens: z.boolean(),
});
export type WaitingRoom = z.infer<typeof WaitingRoom>;

export const getWaitingRoom = endpoint({
  method: 'GET',
  path: '/api/waiting-room',
  access: 'settings.write',
  summary: 'Whether people get numbers when they arrive.',
  reply: WaitingRoom,
});

export const setWaitingRoom = endpoint({
  method: 'PUT',
  path: '/api/waiting-room',
  access: 'settings.write',
  summary: 'Give numbers from the next arrival on, or give none any more. Numbers that were given stay.',
  body: WaitingRoom,
  reply: WaitingRoom,
});
