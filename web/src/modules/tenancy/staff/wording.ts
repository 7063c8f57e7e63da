import type { StaffRow } from '@samay/contract/tenancy/staff';
import { ApiError, errorText } from '../../../lib/api/api.ts';

/** The texts of the screen, equal for both business types. */
export const staffWording = {
  title: 'User Management',
  searchPlaceholder: 'Search users by name or email',
  invite: 'Invite User',
  cancelQuestion: 'Are you sure you want to cancel this invitation?',
  removeQuestion: 'Are you sure you want to remove this user?',
  pendingRole: 'Cannot change role for pending users',
  cancelFailed: 'Failed to cancel invitation',
  removeFailed: 'Failed to delete user',
  roleFailed: 'Failed to update user role',
  sendFailed: 'Failed to send invitation',
  noTenant: 'Unable to determine your organization. Please contact support.',
} as const;

export function sentTo(email: string): string {
  return (
    `Invitation sent to ${email}. They stay pending until they sign in with Google, or set a ` +
    'password with the link in the email.'
  );
}

export function fetchFailed(error: unknown): string {
  return `Failed to fetch users: ${error instanceof ApiError ? error.message : 'Unknown error'}`;
}

/**
 * Returns the message of a failed change. If the row no longer exists, another user has changed it
 * and the list is current by then.
 */
export function changeFailed(error: unknown, fallback: string): string {
  if (error instanceof ApiError && error.code === 'not_found')
    return 'Somebody else changed this in the meantime. The list shows the current state.';
  return errorText(error, fallback);
}

/** Returns the name of a person, or the email if the name is not known. */
export function getName({ name, email }: Pick<StaffRow, 'name' | 'email'>): string {
  return name || email;
}
