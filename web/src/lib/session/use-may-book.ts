import { useSession } from './session.tsx';

/**
 * Whether to offer a new booking: a suspended business reads only. Display only, the server
 * decides.
 */
export function useMayBook(): boolean {
  const { permissions, tenant } = useSession();
  return permissions.includes('appointments.write') && tenant?.suspended !== true;
}
