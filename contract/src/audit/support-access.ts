import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id, requiredLine } from '../core/text.ts';
import { Instant } from '../core/time.ts';

// Whoever of the platform looks into a business says why first (reliability.md A25).

/** A reason counts this long, for the session that gave it and this one business. */
export const supportAccessMinutes = 30;

export const SupportAccessReason = requiredLine(200, 'Please give a reason');

export const giveReason = endpoint({
  method: 'PUT',
  path: '/api/platform/tenants/:id/reason',
  access: 'platform.manage',
  summary: 'Say why one looks into a business. Its owners read it with every look, which is refused without.',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ reason: SupportAccessReason }),
  reply: z.strictObject({ until: Instant }),
});
