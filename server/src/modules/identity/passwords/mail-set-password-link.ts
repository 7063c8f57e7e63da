import type { LinkPurpose } from '@samay/contract/identity/passwords';
import { z } from 'zod';
import type { Tx } from '../../../db/tenant.ts';
import { enqueueEffect } from '../../../outbox/enqueue.ts';

/** A link that is to be mailed. Its secret does not exist yet: it is made when the letter leaves, and never written down. */
export const LinkRequest = z.strictObject({
  purpose: z.enum(['recovery', 'signup', 'invite'] satisfies LinkPurpose[]),
  email: z.string(),
  /** Signup without payment: the name of the business to be. */
  businessName: z.string().optional(),
  /** Signup by paying: the order that was paid. */
  orderId: z.string().optional(),
  /** Invite: which one. */
  invitation: z.strictObject({ tenantId: z.string(), id: z.string() }).optional(),
});
export type LinkRequest = z.infer<typeof LinkRequest>;

/**
 * Mails a single-use link to Set Your Password after the caller's transaction: `recovery` (15 minutes, to whoever has an account), `signup`
 * (a day), `invite` (until the invitation expires; nothing is mailed once it is accepted or cancelled). The time runs from when
 * the letter leaves. Writes the same row whether the address has an account or not.
 */
export async function mailSetPasswordLink(tx: Tx, { now }: { readonly now: Date }, request: LinkRequest): Promise<void> {
  await enqueueEffect(tx, now, {
    tenantId: request.invitation?.tenantId ?? null,
    kind: 'link',
    subject: request.purpose,
    payload: request,
  });
}
