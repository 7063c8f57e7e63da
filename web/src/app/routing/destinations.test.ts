import { describe, expect, it } from 'vitest';
import { guardPeople, type GuardPerson } from '../../../test/guard-people.ts';
import { destinationsOf } from './destinations.ts';

it.each<[GuardPerson, string[]]>([
  ['nobody', []],
  ['new owner', []],
  [
    'clinic owner',
    [
      '/dashboard',
      '/dashboard/appointments',
      '/dashboard/schedule',
      '/dashboard/patients',
      '/dashboard/revenue',
      '/dashboard/employees',
      '/dashboard/settings',
      '/dashboard/audit',
      '/account',
    ],
  ],
  ['clinic desk', ['/dashboard', '/dashboard/appointments', '/dashboard/schedule', '/account']],
  [
    'turf owner',
    [
      '/turf-dashboard',
      '/turf-dashboard/bookings',
      '/turf-dashboard/customers',
      '/turf-dashboard/schedule',
      '/turf-dashboard/revenue',
      '/turf-dashboard/users',
      '/turf-dashboard/settings',
      '/turf-dashboard/audit',
      '/account',
    ],
  ],
  [
    'turf desk',
    [
      '/turf-dashboard/employee',
      '/turf-dashboard/employee/bookings',
      '/turf-dashboard/employee/schedule',
      '/turf-dashboard/employee/users',
      '/account',
    ],
  ],
])('%s may go to %j', (who, addresses) => {
  expect(destinationsOf(guardPeople[who]).map(({ to }) => to)).toEqual(addresses);
});

describe.each(Object.entries(guardPeople))('%s', (_, state) => {
  it('has each label and each letter once', () => {
    const all = destinationsOf(state);
    const letters = all.flatMap(({ letter }) => letter ?? []);
    expect(new Set(letters).size).toBe(letters.length);
    expect(new Set(all.map(({ label }) => label)).size).toBe(all.length);
  });
});
