import type { Role } from '@samay/contract/core/roles';
import { describe, expect, it } from 'vitest';
import { buildSession } from '../../../test/builders.ts';
import { guardPeople, type GuardPerson } from '../../../test/guard-people.ts';
import { pageTable } from '../page-table.ts';
import { guard } from './guard.ts';
import { getAccountPath, listDailyPages, listDestinations, isActive, listMenu } from './navigation.ts';

const listLabels = (role: Role, businessType: 'doctor' | 'turf' = 'doctor') =>
  listMenu(pageTable, buildSession({ role, businessType })).map(({ title }) => title);

it('lists the links of each role in their order [P-16.13]', () => {
  const all = ['Dashboard', 'Appointments', 'Schedule'];
  const owner = [...all, 'Employee Management', 'Revenue', 'Settings'];
  expect(listLabels('SUPER_ADMIN')).toEqual([...all, 'Tenants', 'Users', 'Analytics', 'Settings', 'Billing']);
  expect(listLabels('BUSINESS_OWNER')).toEqual(owner);
  expect(listLabels('BUSINESS_ADMIN')).toEqual(owner);
  expect(listLabels('DOCTOR')).toEqual([...all, 'Patients', 'Settings']);
  expect(listLabels('EMPLOYEE')).toEqual(all);
  expect(listLabels('BUSINESS_OWNER', 'turf')).toEqual([
    'Dashboard',
    'Bookings',
    'Schedule',
    'User Management',
    'Revenue',
    'Settings',
  ]);
  expect(listLabels('EMPLOYEE', 'turf')).toEqual(['Dashboard', 'Bookings', 'Schedule']);
});

it('lists the daily pages that no sidebar has as a link, for each role [P-7.15, P-16.82]', () => {
  const listDaily = (role: Role, businessType: 'doctor' | 'turf') => {
    const session = buildSession({ role, businessType });
    return listDailyPages(pageTable, { status: 'authenticated', needsOnboarding: false, session }).map(
      ({ to, label }) => `${label} ${to}`,
    );
  };
  const ofClinic = ['Queue /dashboard/queue', 'Tomorrow /dashboard/tomorrow', 'Money /dashboard/money'];
  expect(listDaily('BUSINESS_OWNER', 'doctor')).toEqual([
    ...ofClinic,
    'Patients /dashboard/patients',
    'Receipts /dashboard/papers',
  ]);
  expect(listDaily('DOCTOR', 'doctor')).toEqual(ofClinic);
  expect(listDaily('EMPLOYEE', 'doctor')).toEqual(ofClinic);
  expect(listDaily('BUSINESS_OWNER', 'turf')).toEqual([
    'Queue /turf-dashboard/queue',
    'Tomorrow /turf-dashboard/tomorrow',
    'Money /turf-dashboard/money',
    'Customers /turf-dashboard/customers',
    'Receipts /turf-dashboard/papers',
  ]);
  expect(listDaily('EMPLOYEE', 'turf')).toEqual([
    'Queue /turf-dashboard/employee/queue',
    'Tomorrow /turf-dashboard/employee/tomorrow',
    'Money /turf-dashboard/employee/money',
  ]);
  expect(listDaily('SUPER_ADMIN', 'doctor')).toEqual([]);
});

it('lists only pages that the role may see', () => {
  for (const businessType of ['doctor', 'turf'] as const) {
    for (const role of ['BUSINESS_OWNER', 'BUSINESS_ADMIN', 'DOCTOR', 'EMPLOYEE'] as const) {
      const session = buildSession({ role, businessType });
      for (const { to } of listMenu(pageTable, session))
        expect(
          guard(pageTable, { status: 'authenticated', needsOnboarding: false, session }, to),
          `${role} ${to}`,
        ).toBe('show');
    }
  }
});

it.each([
  ['/dashboard', 'Dashboard'],
  ['/dashboard/', 'Dashboard'],
  ['/dashboard/appointments', 'Appointments'],
  ['/dashboard/appointments/anything', 'Appointments'],
  ['/dashboard/revenue', 'Revenue'],
  ['/revenue', 'Revenue'],
  ['/revenue/', 'Revenue'],
  ['/employees', 'Employee Management'],
])('at %s only %s is active [P-16.14]', (path, label) => {
  const session = buildSession();
  expect(
    listMenu(pageTable, session)
      .filter((link) => isActive(link, path, session))
      .map(({ title }) => title),
  ).toEqual([label]);
});

it.each<[GuardPerson, string[]]>([
  ['nobody', []],
  ['new owner', []],
  [
    'clinic owner',
    [
      '/dashboard',
      '/dashboard/appointments',
      '/dashboard/queue',
      '/dashboard/tomorrow',
      '/dashboard/requests',
      '/dashboard/schedule',
      '/dashboard/patients',
      '/dashboard/revenue',
      '/dashboard/reports',
      '/dashboard/money',
      '/dashboard/closes',
      '/dashboard/papers',
      '/dashboard/employees',
      '/dashboard/settings',
      '/dashboard/settings/hours',
      '/dashboard/settings/services',
      '/dashboard/settings/doctors',
      '/dashboard/settings/business',
      '/dashboard/settings/papers',
      '/dashboard/settings/import',
      '/dashboard/settings/times',
      '/dashboard/settings/messages',
      '/dashboard/settings/online',
      '/dashboard/settings/connections',
      '/dashboard/settings/security',
      '/dashboard/settings/account',
      '/dashboard/audit',
      '/account',
    ],
  ],
  [
    'clinic desk',
    [
      '/dashboard',
      '/dashboard/appointments',
      '/dashboard/queue',
      '/dashboard/tomorrow',
      '/dashboard/requests',
      '/dashboard/schedule',
      '/dashboard/money',
      '/account',
    ],
  ],
  [
    'turf owner',
    [
      '/turf-dashboard',
      '/turf-dashboard/bookings',
      '/turf-dashboard/customers',
      '/turf-dashboard/queue',
      '/turf-dashboard/tomorrow',
      '/turf-dashboard/requests',
      '/turf-dashboard/schedule',
      '/turf-dashboard/revenue',
      '/turf-dashboard/reports',
      '/turf-dashboard/money',
      '/turf-dashboard/closes',
      '/turf-dashboard/papers',
      '/turf-dashboard/users',
      '/turf-dashboard/settings',
      '/turf-dashboard/settings/hours',
      '/turf-dashboard/settings/services',
      '/turf-dashboard/settings/courts',
      '/turf-dashboard/settings/business',
      '/turf-dashboard/settings/papers',
      '/turf-dashboard/settings/import',
      '/turf-dashboard/settings/times',
      '/turf-dashboard/settings/messages',
      '/turf-dashboard/settings/online',
      '/turf-dashboard/settings/connections',
      '/turf-dashboard/settings/security',
      '/turf-dashboard/settings/account',
      '/turf-dashboard/audit',
      '/account',
    ],
  ],
  [
    'turf desk',
    [
      '/turf-dashboard/employee',
      '/turf-dashboard/employee/bookings',
      '/turf-dashboard/employee/queue',
      '/turf-dashboard/employee/tomorrow',
      '/turf-dashboard/employee/requests',
      '/turf-dashboard/employee/money',
      '/turf-dashboard/employee/schedule',
      '/turf-dashboard/employee/users',
      '/account',
    ],
  ],
])('%s may go to %j [P-8.41, P-16.24, P-16.52]', (who, addresses) => {
  expect(listDestinations(pageTable, guardPeople[who]).map(({ to }) => to)).toEqual(addresses);
});

describe.each(Object.entries(guardPeople))('%s', (_, state) => {
  it('has each title with its icon and each key once', () => {
    const all = listDestinations(pageTable, state);
    const letters = all.flatMap(({ letter }) => letter ?? []);
    expect(new Set(letters).size).toBe(letters.length);
    const titles = all.map(({ title, icon }) => `${title} ${icon}`);
    expect(new Set(titles).size).toBe(all.length);
  });
});

it.each([
  ['SUPER_ADMIN', 'doctor', '/dashboard/settings'],
  ['BUSINESS_OWNER', 'doctor', '/dashboard/settings/account'],
  ['DOCTOR', 'doctor', '/dashboard/settings/account'],
  ['EMPLOYEE', 'doctor', '/account'],
  ['BUSINESS_ADMIN', 'turf', '/turf-dashboard/settings/account'],
  ['EMPLOYEE', 'turf', '/account'],
] as const)('a %s of the type %s finds their own page at %s', (role, businessType, path) => {
  expect(getAccountPath(buildSession({ role, businessType }))).toBe(path);
});

it('has no link to a page that is denied to the user [P-16.13]', () => {
  const denied = Object.entries(guardPeople).flatMap(([who, state]) => {
    if (state.status !== 'authenticated' || state.session.permissions.length === 0) return [];
    return guard(pageTable, state, getAccountPath(state.session)) === 'show' ? [] : [who];
  });
  expect(denied).toEqual([]);
});
