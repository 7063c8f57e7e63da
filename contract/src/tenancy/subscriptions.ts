import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Usage } from './plans.ts';

export const getUsage = endpoint({
  method: 'GET',
  path: '/api/usage',
  access: 'usage.read',
  summary: 'The usage of the plan in its current cycle.',
  reply: Usage,
});

/** The people to ask for room in a plan that is full. */
export const PlanHelp = z.strictObject({
  /** Whether a larger plan can be bought here; otherwise only the platform raises the limit. */
  isForSale: z.boolean(),
  /** The owners of the business. */
  owners: z.array(z.strictObject({ name: z.string().nullable(), email: z.string() })),
  /** The platform's address; null if the server names none. */
  support: z.string().nullable(),
});
export type PlanHelp = z.infer<typeof PlanHelp>;

export const getPlanHelp = endpoint({
  method: 'GET',
  path: '/api/plan-help',
  access: 'appointments.read',
  summary: 'Whom to ask for more bookings than the plan has: the owners, and the platform.',
  reply: PlanHelp,
});
