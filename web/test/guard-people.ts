import type { BusinessType, Role } from '@samay/contract/core/roles';
import type { Session } from '@samay/contract/identity/session';
import type { AuthState } from '../src/lib/session/session.tsx';
import { buildSession } from './builders.ts';

type SignedIn = Extract<AuthState, { status: 'authenticated' }>;

/**
 * The states of a visitor that the guard distinguishes: loading, failed, and each role by business
 * type, onboarded or not.
 */
export const guardPeople = {
  loading: { status: 'loading' },
  failed: { status: 'failed', error: new Error() },
  nobody: { status: 'unauthenticated' },
  // Without a membership the screen falls back to EMPLOYEE, and the server grants nothing.
  stranger: of('EMPLOYEE', { businessType: null, tenant: null, permissions: [] }),
  'owner before the code': of('BUSINESS_OWNER', { permissions: [], awaits: 'code' }),
  'super admin without a factor': of('SUPER_ADMIN', {
    businessType: null,
    tenant: null,
    permissions: [],
    awaits: 'enrolment',
  }),
  'super admin': of('SUPER_ADMIN', { businessType: null, tenant: null }),
  'clinic owner': of('BUSINESS_OWNER'),
  'clinic admin': of('BUSINESS_ADMIN'),
  doctor: of('DOCTOR'),
  'clinic desk': of('EMPLOYEE'),
  'turf owner': of('BUSINESS_OWNER', {}, 'turf'),
  'turf admin': of('BUSINESS_ADMIN', {}, 'turf'),
  'turf doctor': of('DOCTOR', {}, 'turf'),
  'turf desk': of('EMPLOYEE', {}, 'turf'),
  'new owner': beforeOnboarding('BUSINESS_OWNER'),
  'new admin': beforeOnboarding('BUSINESS_ADMIN'),
  // Only owners complete the onboarding; no other user of the business has a permission before
  // that.
  'new doctor': beforeOnboarding('DOCTOR'),
  'new desk': beforeOnboarding('EMPLOYEE'),
} satisfies Record<string, AuthState>;

export type GuardPerson = keyof typeof guardPeople;

function of(role: Role, about: Partial<Session> = {}, businessType: BusinessType = 'doctor'): SignedIn {
  return {
    status: 'authenticated',
    needsOnboarding: false,
    session: { ...buildSession({ role, businessType }), ...about },
  };
}

function beforeOnboarding(role: Role): SignedIn {
  const needsOnboarding = role === 'BUSINESS_OWNER' || role === 'BUSINESS_ADMIN';
  return { ...of(role, { businessType: null, permissions: [] }), needsOnboarding };
}
