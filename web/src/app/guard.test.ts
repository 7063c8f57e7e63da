import { type BusinessType, permissionsOf, type Role } from '@samay/contract/roles';
import type { Session } from '@samay/contract/session';
import { describe, expect, it } from 'vitest';
import type { AuthState } from '../lib/session.tsx';
import { guard } from './guard.ts';
import { homeOf } from './home-of.ts';
import { pages } from './pages.ts';

const people = {
  'clinic owner': signedIn('BUSINESS_OWNER', 'doctor'),
  'clinic admin': signedIn('BUSINESS_ADMIN', 'doctor'),
  doctor: signedIn('DOCTOR', 'doctor'),
  'clinic desk': signedIn('EMPLOYEE', 'doctor'),
  'turf owner': signedIn('BUSINESS_OWNER', 'turf'),
  'turf admin': signedIn('BUSINESS_ADMIN', 'turf'),
  'turf desk': signedIn('EMPLOYEE', 'turf'),
  'super admin': signedIn('SUPER_ADMIN', null),
  // Until the business is set up the server knows no type and grants nothing.
  'new owner': {
    status: 'authenticated',
    needsOnboarding: true,
    session: { ...sessionOf('BUSINESS_OWNER', 'doctor'), businessType: null, permissions: [] },
  },
  stranger: { status: 'authenticated', needsOnboarding: false, session: { ...sessionOf('EMPLOYEE', null), permissions: [] } },
} satisfies Record<string, AuthState>;

const denied = { redirect: '/unauthorized' };
const to = (redirect: string) => ({ redirect });

describe('before it is known who is there', () => {
  it.each(['/dashboard', '/login', '/onboarding', '/turf-dashboard/users'])('%s waits with a spinner', (path) => {
    expect(guard({ status: 'loading' }, path)).toBe('spinner');
  });
  it.each(['/dashboard', '/login', '/onboarding'])('%s says when the check failed, and shows no data', (path) => {
    expect(guard({ status: 'failed', error: new Error() }, path)).toBe('error');
  });
  it.each(['/', '/privacy-policy', '/unauthorized', '/payment-callback', '/update-password', '/oauth/callback', '/nowhere'])(
    '%s shows without waiting',
    (path) => {
      for (const state of [{ status: 'loading' }, { status: 'unauthenticated' }, people.doctor] as const)
        expect(guard(state, path)).toBe('show');
    },
  );
});

describe('nobody signed in', () => {
  it('sees the login page, and is sent there from every other page that is not public', () => {
    expect(guard({ status: 'unauthenticated' }, '/login')).toBe('show');
    const closed = Object.entries(pages).filter(([, page]) => page.area !== 'public' && page.area !== 'guest');
    for (const [path] of closed) expect(guard({ status: 'unauthenticated' }, path), path).toEqual(to('/login'));
  });
});

describe('signed in', () => {
  it.each<[keyof typeof people, string, ReturnType<typeof guard>]>([
    ['clinic owner', '/dashboard', 'show'],
    ['clinic owner', '/dashboard/', 'show'],
    ['clinic owner', '/dashboard/appointments', 'show'],
    ['clinic owner', '/dashboard/revenue', 'show'],
    ['clinic owner', '/revenue', 'show'],
    ['clinic owner', '/employees', 'show'],
    ['clinic owner', '/dashboard/patients', 'show'],
    ['clinic owner', '/dashboard/settings', 'show'],
    ['clinic owner', '/dashboard/tenants', denied],
    ['clinic owner', '/dashboard/users', denied],
    ['clinic owner', '/turf-dashboard', to('/dashboard')],
    ['clinic owner', '/turf-dashboard/employee/bookings', to('/dashboard')],
    ['clinic owner', '/onboarding', to('/dashboard')],
    ['clinic admin', '/dashboard/employees', 'show'],
    ['doctor', '/dashboard/patients', 'show'],
    ['doctor', '/revenue', 'show'],
    ['doctor', '/employees', 'show'],
    ['doctor', '/dashboard/settings', 'show'],
    ['doctor', '/dashboard/billing', denied],
    ['doctor', '/onboarding', denied],
    ['doctor', '/turf-dashboard', to('/dashboard')],
    ['clinic desk', '/dashboard/appointments', 'show'],
    ['clinic desk', '/dashboard/schedule', 'show'],
    ['clinic desk', '/dashboard/revenue', denied],
    ['clinic desk', '/revenue', denied],
    ['clinic desk', '/dashboard/employees', denied],
    ['clinic desk', '/dashboard/patients', denied],
    ['clinic desk', '/dashboard/settings', denied],
    ['turf owner', '/turf-dashboard', 'show'],
    ['turf owner', '/turf-dashboard/revenue', 'show'],
    ['turf owner', '/turf-dashboard/employee', 'show'],
    ['turf owner', '/dashboard', to('/turf-dashboard')],
    ['turf owner', '/dashboard/appointments', to('/turf-dashboard')],
    ['turf owner', '/revenue', to('/turf-dashboard')],
    ['turf admin', '/turf-dashboard/settings', 'show'],
    ['turf desk', '/turf-dashboard', to('/turf-dashboard/employee')],
    ['turf desk', '/turf-dashboard/employee', 'show'],
    ['turf desk', '/turf-dashboard/employee/users', 'show'],
    ['turf desk', '/turf-dashboard/revenue', denied],
    ['turf desk', '/turf-dashboard/bookings', denied],
    ['turf desk', '/dashboard', to('/turf-dashboard/employee')],
    ['super admin', '/dashboard', 'show'],
    ['super admin', '/dashboard/tenants', 'show'],
    ['super admin', '/dashboard/users', 'show'],
    ['super admin', '/dashboard/analytics', 'show'],
    ['super admin', '/dashboard/billing', 'show'],
    ['super admin', '/dashboard/settings', 'show'],
    ['super admin', '/dashboard/patients', denied],
    ['super admin', '/dashboard/revenue', denied],
    ['super admin', '/turf-dashboard', to('/dashboard')],
    ['new owner', '/dashboard', to('/onboarding')],
    ['new owner', '/turf-dashboard', to('/onboarding')],
    ['new owner', '/onboarding', 'show'],
    ['stranger', '/dashboard', denied],
    ['stranger', '/turf-dashboard', denied],
  ])('%s at %s: %o', (who, path, verdict) => {
    expect(guard(people[who], path)).toEqual(verdict);
  });

  it.each(Object.entries(people))('%s is never sent round in circles, wherever the way begins', (_, state) => {
    for (const start of Object.keys(pages)) {
      let path = start;
      let steps = 0;
      for (let verdict = guard(state, path); typeof verdict === 'object'; verdict = guard(state, path)) {
        path = verdict.redirect;
        steps += 1;
        expect(steps, `${start} → ${path}`).toBeLessThan(4);
      }
      expect(guard(state, path)).toBe('show');
    }
  });
});

describe('after login', () => {
  it.each<[keyof typeof people, string | undefined, string]>([
    ['clinic desk', undefined, '/dashboard'],
    ['clinic desk', '/dashboard/appointments?status=completed', '/dashboard/appointments?status=completed'],
    ['clinic desk', '/dashboard/revenue', '/dashboard'],
    ['clinic desk', '/turf-dashboard', '/dashboard'],
    ['turf desk', '/dashboard', '/turf-dashboard/employee'],
    ['new owner', '/dashboard', '/onboarding'],
    ['clinic desk', '/login', '/dashboard'],
    ['clinic desk', '//evil.example/dashboard', '/dashboard'],
    ['clinic desk', '/\\evil.example', '/dashboard'],
    ['clinic desk', 'https://evil.example/dashboard', '/dashboard'],
  ])('%s who wanted %s goes to %s', (who, wanted, where) => {
    expect(guard(people[who], '/login', wanted)).toEqual(to(where));
  });

  it('home is where nobody is sent on from', () => {
    for (const state of Object.values(people)) expect(guard(state, homeOf(state.session, state.needsOnboarding))).toBe('show');
  });
});

function signedIn(role: Role, businessType: BusinessType | null) {
  return { status: 'authenticated' as const, needsOnboarding: false, session: sessionOf(role, businessType) };
}

function sessionOf(role: Role, businessType: BusinessType | null): Session {
  return {
    user: { id: '00000000-0000-4000-8000-000000000001', email: 'a@b.example', name: 'A', role },
    tenant: businessType && { id: '00000000-0000-4000-8000-000000000002', name: 'B', suspended: false },
    businessType,
    permissions: [...permissionsOf(role, businessType ?? 'doctor')],
    assurance: 'aal1',
  };
}
