import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

/** The steps of the setup checklist, in this order. `calendar` is left out on a server without Google. */
export const SetupStepName = z.enum(['business', 'booking', 'staff', 'calendar']);
export type SetupStepName = z.infer<typeof SetupStepName>;

/** Which steps a business has done, derived from its rows, and whether this person has hidden the checklist. */
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
  summary: 'The setup checklist of the business.',
  reply: SetupChecklist,
});

export const dismissSetupChecklist = endpoint({
  method: 'PUT',
  path: '/api/first-steps/dismissal',
  access: 'settings.write',
  summary: 'Hide the setup checklist for the caller in their business.',
  reply: SetupChecklist,
});

export const restoreSetupChecklist = endpoint({
  method: 'DELETE',
  path: '/api/first-steps/dismissal',
  access: 'settings.write',
  summary: 'Show the setup checklist again.',
  reply: SetupChecklist,
});
