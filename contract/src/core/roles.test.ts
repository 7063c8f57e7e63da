import { describe, expect, it } from 'vitest';
import { BusinessType, Permission, permissionsIn, Role, roleName } from './roles.ts';

type Rights = Record<Permission, boolean>;

/** The permissions by role for the doctor type; the differences for turf are below. */
const table: Record<Role, Rights> = {
  SUPER_ADMIN: rights({ 'platform.manage': true }),
  BUSINESS_OWNER: everythingOfABusiness(),
  BUSINESS_ADMIN: everythingOfABusiness(),
  DOCTOR: rights({
    'appointments.read': true,
    'appointments.write': true,
    'appointments.overbook': true,
    'hours.write': true,
    'hours.close': true,
    'prescriptions.read': true,
    'prescriptions.write': true,
    'notes.read': true,
    'notes.write': true,
    'patients.read': true,
    'people.write': true,
    'revenue.read': true,
    'staff.read': true,
    'usage.read': true,
  }),
  EMPLOYEE: rights({
    'appointments.read': true,
    'appointments.write': true,
    'appointments.overbook': true,
    'payments.refund': true,
    'hours.close': true,
    'prescriptions.read': true,
  }),
};

describe.each(Role.options)('%s [P-1.2]', (role) => {
  it.each(Permission.options)('%s', (permission) => {
    expect(permissionsIn(role, 'doctor').includes(permission)).toBe(table[role][permission]);
    const isNote = permission === 'notes.read' || permission === 'notes.write';
    const onGround =
      role === 'EMPLOYEE' && permission === 'staff.read' ? true : !isNote && table[role][permission];
    expect(permissionsIn(role, 'turf').includes(permission)).toBe(onGround);
  });
});

it('gives no permission twice', () => {
  for (const role of Role.options) {
    for (const type of BusinessType.options)
      expect(new Set(permissionsIn(role, type)).size).toBe(permissionsIn(role, type).length);
  }
});

it('names each role as the screen does [P-1.2]', () => {
  expect(roleName).toEqual({
    SUPER_ADMIN: 'Super Admin',
    BUSINESS_OWNER: 'Business Owner',
    BUSINESS_ADMIN: 'Business Admin',
    DOCTOR: 'Doctor',
    EMPLOYEE: 'Employee',
  });
});

function rights(given: Partial<Rights>): Rights {
  return {
    ...(Object.fromEntries(Permission.options.map((permission) => [permission, false])) as Rights),
    ...given,
  };
}

function everythingOfABusiness(): Rights {
  return {
    ...(Object.fromEntries(Permission.options.map((permission) => [permission, true])) as Rights),
    'platform.manage': false,
  };
}
