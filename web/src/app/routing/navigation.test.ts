import type { Role } from '@samay/contract/core/roles';
import { expect, it } from 'vitest';
import { buildSession } from '../../../test/builders.ts';
import { guard } from './guard.ts';
import { isActive, linksOf } from './navigation.ts';

const labelsOf = (role: Role, businessType: 'doctor' | 'turf' = 'doctor') =>
  linksOf(buildSession({ role, businessType })).map(({ label }) => label);

it('lists what the specification lists for each role, in its order', () => {
  const all = ['Dashboard', 'Appointments', 'Schedule'];
  const owner = [...all, 'Employee Management', 'Revenue', 'Settings'];
  expect(labelsOf('SUPER_ADMIN')).toEqual([...all, 'Tenants', 'Users', 'Analytics', 'Settings', 'Billing']);
  expect(labelsOf('BUSINESS_OWNER')).toEqual(owner);
  expect(labelsOf('BUSINESS_ADMIN')).toEqual(owner);
  expect(labelsOf('DOCTOR')).toEqual([...all, 'Patients', 'Settings']);
  expect(labelsOf('EMPLOYEE')).toEqual(all);
  expect(labelsOf('BUSINESS_OWNER', 'turf')).toEqual(['Dashboard', 'Bookings', 'Schedule', 'User Management', 'Revenue', 'Settings']);
  expect(labelsOf('EMPLOYEE', 'turf')).toEqual(['Dashboard', 'Bookings', 'Schedule']);
});

it('lists only pages that the role may see', () => {
  for (const businessType of ['doctor', 'turf'] as const) {
    for (const role of ['BUSINESS_OWNER', 'BUSINESS_ADMIN', 'DOCTOR', 'EMPLOYEE'] as const) {
      const session = buildSession({ role, businessType });
      for (const { to } of linksOf(session))
        expect(guard({ status: 'authenticated', needsOnboarding: false, session }, to), `${role} ${to}`).toBe('show');
    }
  }
});

it.each([
  ['/dashboard', 'Dashboard'],
  ['/dashboard/', 'Dashboard'],
  ['/dashboard/appointments', 'Appointments'],
  ['/dashboard/appointments/anything', 'Appointments'],
  ['/dashboard/revenue', 'Revenue'],
])('at %s only %s is active', (path, label) => {
  const session = buildSession();
  expect(
    linksOf(session)
      .filter((link) => isActive(link, path, session))
      .map((link) => link.label),
  ).toEqual([label]);
});
