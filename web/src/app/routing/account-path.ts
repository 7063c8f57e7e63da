import type { Session } from '@samay/contract/identity/session';
import { isOwner } from './home.ts';

/** Where a person finds what is their own: on Settings, or on a page of its own for those whose role has none. */
export function accountPathOf(session: Session) {
  const { permissions, businessType } = session;
  if (businessType === 'turf') return isOwner(session) ? '/turf-dashboard/settings' : '/account';
  return permissions.includes('usage.read') || permissions.includes('platform.manage') ? '/dashboard/settings' : '/account';
}
