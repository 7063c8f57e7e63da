import { useSession } from './session.tsx';

/**
 * Returns whether to offer a new booking: a suspended business reads only. For display only: the
 * server decides.
 */
export function useMayBook(): boolean {
  const { permissions, tenant } = useSession();
  return permissions.includes('appointments.write') && tenant?.suspended !== true;
}
