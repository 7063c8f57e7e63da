import { useSession } from './session.tsx';

/**
 * Returns whether to offer that hours are closed: a suspended business reads only. For display only:
 * the server decides.
 */
export function useMayClose(): boolean {
  const { permissions, tenant } = useSession();
  return permissions.includes('hours.close') && tenant !== null && !tenant.suspended;
}
