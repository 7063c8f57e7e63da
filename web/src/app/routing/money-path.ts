import { useSession } from '../../lib/session/session.tsx';
import { isOwner } from './home.ts';

/** Returns the address of the page of money; undefined for users who take none. */
export function useMoneyPath() {
  const session = useSession();
  if (!session.permissions.includes('appointments.write')) return undefined;
  if (session.businessType !== 'turf') return '/dashboard/money' as const;
  return isOwner(session) ? ('/turf-dashboard/money' as const) : ('/turf-dashboard/employee/money' as const);
}

/** The search parameters that focus the counted cash. */
export const closing = { close: 'yes' } as never;
