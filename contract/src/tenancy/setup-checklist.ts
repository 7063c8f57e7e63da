import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';

/**
 * The setup steps on the home page of a new business, in order: the owner's name, its doctors or
 * courts, the price of its first service, its staff, the people it knows already, the first booking, the
 * public page, a calendar. `calendar` is left out on a server without Google.
 */
export const SetupStepName = z.enum([
  'name',
  'resources',
  'price',
  'staff',
  'people',
  'booking',
  'online',
  'calendar',
]);
export type SetupStepName = z.infer<typeof SetupStepName>;

/**
 * The steps of a business, derived from its rows and from the skipped ones, and the one to show.
 */
export const SetupChecklist = z.strictObject({
  steps: z.array(z.strictObject({ name: SetupStepName, state: z.enum(['done', 'skipped', 'open']) })),
  /** The step that home shows; null if there is none, or none any more, for this person. */
  next: SetupStepName.nullable(),
  /** Whether the person can restore steps that are neither done nor shown. */
  may: z.strictObject({ restore: z.boolean() }),
});
export type SetupChecklist = z.infer<typeof SetupChecklist>;

export const getSetupChecklist = endpoint({
  method: 'GET',
  path: '/api/setup-checklist',
  access: 'settings.write',
  summary: 'The setup checklist of the business, and its step to show.',
  reply: SetupChecklist,
});

export const skipSetupStep = endpoint({
  method: 'PUT',
  path: '/api/setup-checklist/:step/skip',
  access: 'settings.write',
  summary: 'Skip a step, or say that it is right as it is. It is not asked again.',
  params: z.strictObject({ step: SetupStepName }),
  reply: SetupChecklist,
});

export const dismissSetupChecklist = endpoint({
  method: 'PUT',
  path: '/api/setup-checklist/dismissal',
  access: 'settings.write',
  summary: 'Hide the setup checklist for the caller in their business.',
  reply: SetupChecklist,
});

export const restoreSetupChecklist = endpoint({
  method: 'DELETE',
  path: '/api/setup-checklist/dismissal',
  access: 'settings.write',
  summary: 'Show the setup checklist again, with what the caller has skipped.',
  reply: SetupChecklist,
});
