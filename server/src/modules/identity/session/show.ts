import type { checkOnboarding as endpoint, Session } from '@samay/contract/identity/session';
import { isOwner } from '@samay/contract/core/roles';
import type { QueryOf, ReplyOf } from '@samay/contract/core/endpoint';
import type { SessionContext } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import { findSuspension } from './suspension.ts';
import { emailKey } from '../people/policy.ts';

/** Returns who is signed in. The suspension of a business is read where there is one. */
export async function showSession(context: SessionContext): Promise<Session> {
  const { caller } = context;
  const { tenant } = caller;
  const suspension = tenant?.suspended ? await findSuspension({ ...context, tenantId: tenant.id }) : null;
  return {
    user: { id: caller.userId, email: caller.email, name: caller.name, role: caller.role },
    tenant,
    suspension,
    businessType: caller.businessType,
    permissions: [...caller.permissions],
    assurance: caller.assurance,
    awaits: caller.awaits,
  };
}

/**
 * Answers whether the caller, as an owner, must set the business up. @throws `access.denied` if
 * address and id are not the caller's own (P-1.3).
 */
export async function checkOnboarding(
  { caller }: SessionContext,
  { email, userId }: QueryOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  assertThat(
    userId.toLowerCase() === caller.userId && emailKey(email) === emailKey(caller.email),
    'access.denied',
  );
  const needsOnboarding = isOwner(caller.role) && caller.tenant !== null && !caller.onboarded;
  return { data: { needsOnboarding }, error: null };
}
