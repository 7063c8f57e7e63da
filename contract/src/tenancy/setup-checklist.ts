import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

/** What a new business does first, in this order. `calendar` is left out where the server has no Google. */
export const FirstStepName = z.enum(['business', 'booking', 'staff', 'calendar']);
export type FirstStepName = z.infer<typeof FirstStepName>;

/** How far a business has come, read from its rows, and whether this person wants to see it. */
export const FirstSteps = z.strictObject({
  steps: z.array(z.strictObject({ name: FirstStepName, isDone: z.boolean() })),
  isDismissed: z.boolean(),
  may: z.strictObject({ dismiss: z.boolean() }),
});
export type FirstSteps = z.infer<typeof FirstSteps>;

export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/api/first-steps',
  access: 'settings.write',
  summary: 'What a new business has done of its first steps.',
  reply: FirstSteps,
});

export const dismissFirstSteps = endpoint({
  method: 'PUT',
  path: '/api/first-steps/dismissal',
  access: 'settings.write',
  summary: 'Put the first steps away, for the caller in their business.',
  reply: FirstSteps,
});

export const restoreFirstSteps = endpoint({
  method: 'DELETE',
  path: '/api/first-steps/dismissal',
  access: 'settings.write',
  summary: 'Show the first steps again.',
  reply: FirstSteps,
});
