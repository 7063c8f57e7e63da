import type { checkOnboarding as endpoint, Session } from '@samay/contract/identity/session';
import type { QueryOf, ReplyOf } from '@samay/contract/core/endpoint';
import type { SessionContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { emailKey } from '../people/policy.ts';

/** Shows who is signed in, as the database has it at this request. */
export async function showSession({ caller }: SessionContext): Promise<Session> {
  return {
    user: { id: caller.userId, email: caller.email, name: caller.name, role: caller.role },
    tenant: caller.tenant,
    businessType: caller.businessType,
    permissions: [...caller.permissions],
    assurance: caller.assurance,
    awaits: caller.awaits,
  };
}

/**
 * Answers whether the caller, as an owner, must set the business up (specification section 7,
 * Onboarding). @throws `access.denied` if address and id are not the caller's own (reliability.md
 * A3).
 */
export async function checkOnboarding(
  { caller }: SessionContext,
  { email, userId }: QueryOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  assertThat(
    userId.toLowerCase() === caller.userId && emailKey(email) === emailKey(caller.email),
    'access.denied',
  );
  const isOwner = caller.role === 'BUSINESS_OWNER' || caller.role === 'BUSINESS_ADMIN';
  return { data: { needsOnboarding: isOwner && caller.tenant !== null && !caller.onboarded }, error: null };
}
