import type { Role } from '@samay/contract/core/roles';
import { rolesToGive, type StaffMay } from '@samay/contract/tenancy/staff';
import { allowed } from '../../../context/request-context.ts';
import { assertThat } from '../../../core/app-error.ts';
import type { MemberRole } from '../businesses/queries.ts';
import type { StaffContext } from './context.ts';

/** Allows owners to change the staff unless suspended, and super admins. */
function mayChange(context: StaffContext): boolean {
  if (allowed(context, 'platform.manage')) return true;
  return allowed(context, 'staff.write') && context.caller.tenant?.suspended === false;
}

/**
 * Returns what the caller may do with a row. Only another owner changes an owner, so the last one
 * stays.
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

/** Checks that the business's type may assign the role. */
export function assertAssignable(role: Role, { businessType }: StaffContext): asserts role is MemberRole {
  assertThat(rolesToGive[businessType ?? 'unknown'].includes(role), 'staff.role_not_given');
}

export function givable(context: StaffContext): Role[] {
  return mayChange(context) ? [...rolesToGive[context.businessType ?? 'unknown']] : [];
}
