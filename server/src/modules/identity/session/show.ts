import type { Session } from '@samay/contract/identity/session';
import type { SessionContext } from '../../../context/request-context.ts';

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
