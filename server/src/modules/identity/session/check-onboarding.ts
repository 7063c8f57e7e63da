import type { checkOnboarding } from '@samay/contract/identity/session';
import type { QueryOf, ReplyOf } from '@samay/contract/core/endpoint';
import type { SessionContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { emailKey } from '../people/policy.ts';

/**
 * Whether the caller, as an owner, has yet to set the business up (specification section 7, Onboarding). The address and the id
 * are claims that have to be the caller's own; anybody else's are refused with `access.denied` (reliability.md A3).
 */
export async function askOnboarding(
  { caller }: SessionContext,
  { email, userId }: QueryOf<typeof checkOnboarding>,
): Promise<ReplyOf<typeof checkOnboarding>> {
  assertThat(userId.toLowerCase() === caller.userId && emailKey(email) === emailKey(caller.email), 'access.denied');
  const isOwner = caller.role === 'BUSINESS_OWNER' || caller.role === 'BUSINESS_ADMIN';
  return { data: { needsOnboarding: isOwner && caller.tenant !== null && !caller.onboarded }, error: null };
}
