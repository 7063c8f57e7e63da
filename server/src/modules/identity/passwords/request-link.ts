import type { StartBusiness } from '@samay/contract/identity/passwords';
import { asPlatform } from '../../../db/tenant.ts';
import type { PublicContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import type { LinkLimits } from './link-limits.ts';
import { mailSetPasswordLink } from './mail-set-password-link.ts';

/**
 * Queues an email with a link to set a new password. Whether the address has an account is looked
 * up after the response, when the email is sent, so that neither the response nor its time reveals
 * it (reliability.md A12). @throws `mail.unavailable`, `request.too_many`.
 */
export async function requestRecovery(
  context: PublicContext,
  { email }: { email: string },
  limits: LinkLimits,
): Promise<void> {
  assertThat(context.dependencies.mail, 'mail.unavailable');
  await limits.count(context.request.ip);
  await asPlatform(context.dependencies, (tx) =>
    mailSetPasswordLink(tx, context, { purpose: 'recovery', email }),
  );
}

/**
 * Queues an email with a link that creates a business on the free plan (decisions, "People"). An
 * address with an account gets an email that says so; the response is the same. @throws
 * `mail.unavailable`, `request.too_many`.
 */
export async function startBusiness(
  context: PublicContext,
  { businessName, email }: StartBusiness,
  limits: LinkLimits,
): Promise<void> {
  assertThat(context.dependencies.mail, 'mail.unavailable');
  await limits.count(context.request.ip);
  await asPlatform(context.dependencies, (tx) =>
    mailSetPasswordLink(tx, context, { purpose: 'signup', email, businessName }),
  );
}
