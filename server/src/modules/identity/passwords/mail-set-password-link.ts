import type { LinkPurpose } from '@samay/contract/identity/passwords';
import { z } from 'zod';
import type { Tx } from '../../../db/tenant.ts';
import { enqueueEffect } from '../../../outbox/enqueue.ts';

/** A requested link. Its secret is created when the email is sent, and only its hash is stored. */
export const LinkRequest = z.strictObject({
  purpose: z.enum(['recovery', 'signup', 'invite'] satisfies LinkPurpose[]),
  email: z.string(),
  /** Sign-up without payment: the name of the new business. */
  businessName: z.string().optional(),
  /** Sign-up by payment: the paid order. */
  orderId: z.string().optional(),
  /** The invitation. */
  invitation: z.strictObject({ tenantId: z.string(), id: z.string() }).optional(),
});
export type LinkRequest = z.infer<typeof LinkRequest>;

/**
 * Queues the email with a single-use link to Set Your Password: `recovery` (15 minutes, only if the
 * address has an account), `signup` (a day), `invite` (until the invitation expires; not sent once
 * it is accepted or cancelled). The time starts when the email is sent. Writes the same row whether
 * the address has an account or not.
 */
export async function mailSetPasswordLink(
  tx: Tx,
  { now }: { readonly now: Date },
  request: LinkRequest,
): Promise<void> {
  await enqueueEffect(tx, now, {
    tenantId: request.invitation?.tenantId ?? null,
    kind: 'link',
    subject: request.purpose,
    payload: request,
  });
}
