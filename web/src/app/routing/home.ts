import type { Session } from '@samay/contract/identity/session';

/**
 * Returns the address of a user's home page. Every redirect takes it from here, so that nobody is
 * redirected in a loop.
 */
export function homeFor(session: Session, needsOnboarding = false): string {
  if (session.awaits !== null) return '/verify';
  // Precedes the permissions: before a business is set up its owner has none.
  if (needsOnboarding) return '/onboarding';
  if (session.permissions.length === 0) return '/unauthorized';
  if (session.businessType !== 'turf') return '/dashboard';
  return isOwner(session) ? '/turf-dashboard' : '/turf-dashboard/employee';
}

/**
 * Returns whether the user owns the business: a business admin is an owner who signed up by paying.
 */
export function isOwner({ user }: Session): boolean {
  return user.role === 'BUSINESS_OWNER' || user.role === 'BUSINESS_ADMIN';
}
