import { expect, it } from 'vitest';
import { buildSession } from '../../../test/builders.ts';
import { guardPeople } from '../../../test/guard-people.ts';
import { accountPathOf } from './account-path.ts';
import { guard } from './guard.ts';

it.each([
  ['SUPER_ADMIN', 'doctor', '/dashboard/settings'],
  ['BUSINESS_OWNER', 'doctor', '/dashboard/settings'],
  ['DOCTOR', 'doctor', '/dashboard/settings'],
  ['EMPLOYEE', 'doctor', '/account'],
  ['BUSINESS_ADMIN', 'turf', '/turf-dashboard/settings'],
  ['EMPLOYEE', 'turf', '/account'],
] as const)('a %s of the type %s finds what is their own at %s', (role, businessType, path) => {
  expect(accountPathOf(buildSession({ role, businessType }))).toBe(path);
});

it('leads nobody of a business to a page that is denied to them', () => {
  const denied = Object.entries(guardPeople).flatMap(([who, state]) => {
    if (state.status !== 'authenticated' || state.session.permissions.length === 0) return [];
    return guard(state, accountPathOf(state.session)) === 'show' ? [] : [who];
  });
  expect(denied).toEqual([]);
});
