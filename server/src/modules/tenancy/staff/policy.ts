import { type BusinessType, permissionsOf, type Role } from '@samay/contract/core/roles';
import { rolesToGive, type StaffMay } from '@samay/contract/tenancy/staff';
import { assertThat } from '../../../core/app-error.ts';
import { mayChange, type StaffContext } from './context.ts';
import type { MemberRole } from './queries.ts';

/**
 * What the caller may do with a row. Nobody changes themselves, so only another owner changes an
 * owner, and the last one stays.
 */
export function mayWith(
  row: { readonly isSelf: boolean; readonly isPending: boolean },
  context: StaffContext,
): StaffMay {
  const writes = mayChange(context);
  const ofMember = writes && !row.isPending && !row.isSelf;
  const ofInvitation = writes && row.isPending;
  return { changeRole: ofMember, remove: ofMember, resend: ofInvitation, cancel: ofInvitation };
}

/**
 * Checks that this type of business may assign the role; a super admin is never assigned
 * (decisions, "Who may do what").
 */
export function assertAssignable(role: Role, { businessType }: StaffContext): asserts role is MemberRole {
  assertThat(rolesToGive[businessType ?? 'unknown'].includes(role), 'staff.role_not_given');
}

/** The roles that the caller may assign here. */
export function givable(context: StaffContext): Role[] {
  return mayChange(context) ? [...rolesToGive[context.businessType ?? 'unknown']] : [];
}

export function isOwner(role: Role): boolean {
  return role === 'BUSINESS_OWNER' || role === 'BUSINESS_ADMIN';
}

export function mayWrite(role: Role, businessType: BusinessType): boolean {
  return permissionsOf(role, businessType).includes('staff.write');
}
