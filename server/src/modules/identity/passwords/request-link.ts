import type { LinkPurpose } from '@samay/contract/identity/passwords';
import { z } from 'zod';
import { assertThat } from '../../../core/app-error.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { asPlatform, type Tx } from '../../../db/tenant.ts';
import { addressKey } from '../../../http/limits/rate-limits.ts';
import type { SharedLimiter } from '../../../http/limits/shared-limiter.ts';
import { enqueueEffect } from '../../../outbox/enqueue.ts';

/**
 * A requested link. Its secret is generated when the email is sent, and only its hash is stored.
 */
export const LinkRequest = z.strictObject({
  purpose: z.enum(['recovery', 'signup', 'invite'] satisfies LinkPurpose[]),
  email: z.string(),
  /** For a sign-up without payment. */
  businessName: z.string().optional(),
  /** For a sign-up by payment. */
  orderId: z.string().optional(),
  invitation: z.strictObject({ tenantId: z.string(), id: z.string() }).optional(),
});
export type LinkRequest = z.infer<typeof LinkRequest>;

/**
 * Queues an email with a link, for any address. Whether the address has an account is looked up
 * when it is sent, so that neither the response nor its time reveals it (P-2.33). @throws
 * `mail.unavailable`, `request.too_many`.
 */
export async function requestLink(
  context: PublicContext,
  request: LinkRequest,
  limit: SharedLimiter,
): Promise<void> {
  assertThat(context.dependencies.mail, 'mail.unavailable');
  await limit.take(addressKey(context.request.ip));
  await asPlatform(context.dependencies, (tx) => mailSetPasswordLink(tx, context, request));
}

/**
 * Queues the email with a single-use link to Set Your Password: `recovery` (15 minutes, only for an
 * account), `signup` (a day), `invite` (until the invitation expires, is accepted or cancelled).
 * The time starts when it is sent.
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
