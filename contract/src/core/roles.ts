import { z } from 'zod';

export const Role = z.enum(['SUPER_ADMIN', 'BUSINESS_OWNER', 'BUSINESS_ADMIN', 'DOCTOR', 'EMPLOYEE']);
export type Role = z.infer<typeof Role>;

/** Returns whether a role owns its business. A Business Admin owns it after signing up by paying. */
export function isOwner(role: Role | null | undefined): boolean {
  return role === 'BUSINESS_OWNER' || role === 'BUSINESS_ADMIN';
}

/** The name of a role on the screen. */
export const roleName: Record<Role, string> = {
  SUPER_ADMIN: 'Super Admin',
  BUSINESS_OWNER: 'Business Owner',
  BUSINESS_ADMIN: 'Business Admin',
  DOCTOR: 'Doctor',
  EMPLOYEE: 'Employee',
};

export const BusinessType = z.enum(['doctor', 'turf']);
export type BusinessType = z.infer<typeof BusinessType>;

export const Permission = z.enum([
  'appointments.read',
  'appointments.write',
  'appointments.overbook',
  'payments.refund',
  'resources.write',
  'hours.write',
  'hours.close',
  'prescriptions.read',
  'prescriptions.write',
  'notes.read',
  'notes.write',
  'patients.read',
  'people.write',
  'revenue.read',
  'staff.read',
  'staff.write',
  'usage.read',
  'integrations.write',
  'settings.write',
  'audit.read',
  'platform.manage',
]);
export type Permission = z.infer<typeof Permission>;

const owner: readonly Permission[] = Permission.options.filter(
  (permission) => permission !== 'platform.manage',
);
/** Notes concern a doctor's visit; a turf has none. */
const ofClinics: readonly Permission[] = ['notes.read', 'notes.write'];

const permissions: Record<Role, Record<BusinessType, readonly Permission[]>> = {
  SUPER_ADMIN: { doctor: ['platform.manage'], turf: ['platform.manage'] },
  BUSINESS_OWNER: byType(owner),
  BUSINESS_ADMIN: byType(owner),
  DOCTOR: byType([
    'appointments.read',
    'appointments.write',
    'appointments.overbook',
    'hours.write',
    'hours.close',
    'prescriptions.read',
    'prescriptions.write',
    ...ofClinics,
    'patients.read',
    'people.write',
    'revenue.read',
    'staff.read',
    'usage.read',
  ]),
  // Overbooking, refunds and closing a day need the owner's permission for employees: the server's
  // session/authenticate.ts.
  EMPLOYEE: {
    doctor: [
      'appointments.read',
      'appointments.write',
      'appointments.overbook',
      'payments.refund',
      'hours.close',
      'prescriptions.read',
    ],
    turf: [
      'appointments.read',
      'appointments.write',
      'appointments.overbook',
      'payments.refund',
      'hours.close',
      'prescriptions.read',
      'staff.read',
    ],
  },
};

/** Lists what a role may do in a business of this type. */
export function permissionsIn(role: Role, businessType: BusinessType): readonly Permission[] {
  return permissions[role][businessType];
}

/** Applies a list to both types, except for the permissions of clinics. */
function byType(list: readonly Permission[]): Record<BusinessType, readonly Permission[]> {
  return { doctor: list, turf: list.filter((permission) => !ofClinics.includes(permission)) };
}
