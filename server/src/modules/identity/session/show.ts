import type { Session } from '@samay/contract/identity/session';
import type { SessionContext } from '../../../context/request-context.ts';

/** Who is signed in, as the session's rows say at this request. */
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
