import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

/** Whether employees may book over another booking with a reason; owners and doctors always may. */
export const Overbooking = z.strictObject({ employees: z.boolean() });
export type Overbooking = z.infer<typeof Overbooking>;

export const getOverbooking = endpoint({
  method: 'GET',
  path: '/api/overbooking',
  access: 'resources.write',
  summary: 'Whether employees may book over another booking with a reason.',
  reply: Overbooking,
});

export const setOverbooking = endpoint({
  method: 'PUT',
  path: '/api/overbooking',
  access: 'resources.write',
  summary: 'Change whether employees may book over another booking with a reason.',
  body: Overbooking,
  reply: Overbooking,
});
