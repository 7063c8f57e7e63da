import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { Id, requiredLine } from '../core/text.ts';
import { Instant } from '../core/time.ts';

// A super admin gives a reason before they read the data of a business.

/**
 * The minutes for which a reason is valid, for the session that gave it and for this business only.
 */
export const supportAccessMinutes = 30;

export const SupportAccessReason = requiredLine(200, 'Please give a reason');

export const giveReason = endpoint({
  method: 'PUT',
  path: '/api/platform/tenants/:id/reason',
  access: 'platform.manage',
  summary:
    'Give a reason for support access to a business. ' +
    'Its audit log shows the reason with every access; without one, access is rejected.',
  params: z.strictObject({ id: Id }),
  body: z.strictObject({ reason: SupportAccessReason }),
  reply: z.strictObject({ until: Instant }),
});
