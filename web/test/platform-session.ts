import type { Session } from '@samay/contract/identity/session';
import { buildSession } from './builders.ts';

/** Builds the session of a super admin, who belongs to no business. */
export function buildAdmin(): Session {
  const session = buildSession();
  return {
    ...session,
    user: { ...session.user, email: 'admin@samay.example', name: 'Nalini Rao', role: 'SUPER_ADMIN' },
    tenant: null,
    businessType: null,
    permissions: ['platform.manage'],
  };
}
