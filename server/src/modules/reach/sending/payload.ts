import { Instant } from '@samay/contract/core/time';
import { z } from 'zod';

/** The payload of a reminder: the booking, its start when it was planned, and the lead. */
export const ReminderPayload = z.strictObject({
  tenantId: z.uuid(),
  appointmentId: z.uuid(),
  startsAt: Instant,
  lead: z.int(),
});
export type ReminderPayload = z.infer<typeof ReminderPayload>;
