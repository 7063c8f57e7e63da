import type { Session } from '@samay/contract/identity/session';

/** Where a person's home is. Every redirect asks here, so that nobody is sent round in circles. */
export function homeOf(session: Session, needsOnboarding = false): string {
  if (session.awaits !== null) return '/verify';
  // Before permissions: before a business is set up its owner has no permission at all.
  if (needsOnboarding) return '/onboarding';
  if (session.permissions.length === 0) return '/unauthorized';
  if (session.businessType !== 'turf') return '/dashboard';
  return isOwner(session) ? '/turf-dashboard' : '/turf-dashboard/employee';
}

/** A business admin is an owner who came by paying (decisions, "Who may do what"). */
export function isOwner({ user }: Session): boolean {
  return user.role === 'BUSINESS_OWNER' || user.role === 'BUSINESS_ADMIN';
}
