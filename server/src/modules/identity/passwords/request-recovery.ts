import { asPlatform } from '../../../db/tenant.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import type { LinkLimits } from './link-limits.ts';
import { mailSetPasswordLink } from './mail-set-password-link.ts';

/**
 * Has a link to set a new password mailed. Whether the address has an account is looked up only after the answer, when the letter is to
 * leave, so that neither the answer nor its time can tell (reliability.md A12). Refuses with `mail.unavailable` and `request.too_many`.
 */
export async function requestRecovery(context: PublicContext, { email }: { email: string }, limits: LinkLimits): Promise<void> {
  assertThat(context.dependencies.mail, 'mail.unavailable');
  await limits.count(context.request.ip);
  await asPlatform(context.dependencies, (tx) => mailSetPasswordLink(tx, context, { purpose: 'recovery', email }));
}
