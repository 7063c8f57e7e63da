import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

/** What a new business does first, in this order. `calendar` is left out where the server has no Google. */
export const SetupStepName = z.enum(['business', 'booking', 'staff', 'calendar']);
export type SetupStepName = z.infer<typeof SetupStepName>;

/** How far a business has come, read from its rows, and whether this person wants to see it. */
export const SetupChecklist = z.strictObject({
  steps: z.array(z.strictObject({ name: SetupStepName, isDone: z.boolean() })),
  isDismissed: z.boolean(),
  may: z.strictObject({ dismiss: z.boolean() }),
});
export type SetupChecklist = z.infer<typeof SetupChecklist>;

export const getSetupChecklist = endpoint({
  method: 'GET',
  path: '/api/first-steps',
  access: 'settings.write',
  summary: 'What a new business has done of its first steps.',
  reply: SetupChecklist,
});

export const dismissSetupChecklist = endpoint({
  method: 'PUT',
  path: '/api/first-steps/dismissal',
  access: 'settings.write',
  summary: 'Put the first steps away, for the caller in their business.',
  reply: SetupChecklist,
});

export const restoreSetupChecklist = endpoint({
  method: 'DELETE',
  path: '/api/first-steps/dismissal',
  access: 'settings.write',
  summary: 'Show the first steps again.',
  reply: SetupChecklist,
});
