import type { Tx } from '../../../db/tenant.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { enqueueMail } from '../../../outbox/enqueue.ts';

/**
 * Queues the email that warns a person of a copied session, which has been ended (reliability.md
 * A8).
 */
export async function mailReuseWarning(
  tx: Tx,
  { now, dependencies }: PublicContext,
  email: string,
): Promise<void> {
  await enqueueMail(tx, now, {
    tenantId: null,
    to: email,
    subject: 'We have ended a Samay session of yours',
    text: `One of your signed-in sessions on Samay was used with an old key. That happens when someone has copied it, so we have ended that
session everywhere. Sign in again here:

${dependencies.settings.publicUrl}/login

If you did not expect this, set a new password there with "Forgot your password?": it ends all your other sessions too.`,
  });
}
