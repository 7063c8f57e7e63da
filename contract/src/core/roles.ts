import { z } from 'zod';

export const Role = z.enum(['SUPER_ADMIN', 'BUSINESS_OWNER', 'BUSINESS_ADMIN', 'DOCTOR', 'EMPLOYEE']);
export type Role = z.infer<typeof Role>;

/** Whether a role owns its business. A Business Admin is an owner who signed up by paying. */
export function isOwner(role: Role | null | undefined): boolean {
  return role === 'BUSINESS_OWNER' || role === 'BUSINESS_ADMIN';
}

/** What the screen calls a role. */
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
  'resources.write',
  'hours.write',
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
/** Notes are about a doctor's visit; a turf has none. */
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
    'prescriptions.read',
    'prescriptions.write',
    ...ofClinics,
    'patients.read',
    'people.write',
    'revenue.read',
    'staff.read',
    'usage.read',
  ]),
  // Overbooking only where the owner allows it to employees: the server's session/authenticate.ts.
  EMPLOYEE: {
    doctor: ['appointments.read', 'appointments.write', 'appointments.overbook', 'prescriptions.read'],
    turf: [
      'appointments.read',
      'appointments.write',
      'appointments.overbook',
      'prescriptions.read',
      'staff.read',
    ],
  },
};

/**
 * What a role may do in a business of this type: the table "Who may do what" of the decisions, in
 * code.
 */
export function permissionsOf(role: Role, businessType: BusinessType): readonly Permission[] {
  return permissions[role][businessType];
}

/** The same for both types, but for what clinics alone have. */
function byType(list: readonly Permission[]): Record<BusinessType, readonly Permission[]> {
  return { doctor: list, turf: list.filter((permission) => !ofClinics.includes(permission)) };
}
