import { asPlatform } from '../../../db/tenant.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import type { LinkLimits } from './link-limits.ts';
import { mailSetPasswordLink } from './mail-set-password-link.ts';

/**
 * Queues an email with a link to set a new password. Whether the address has an account is looked up after the response, when the email is
 * sent, so that neither the response nor its time tells (reliability.md A12). @throws `mail.unavailable`, `request.too_many`.
 */
export async function requestRecovery(context: PublicContext, { email }: { email: string }, limits: LinkLimits): Promise<void> {
  assertThat(context.dependencies.mail, 'mail.unavailable');
  await limits.count(context.request.ip);
  await asPlatform(context.dependencies, (tx) => mailSetPasswordLink(tx, context, { purpose: 'recovery', email }));
}
