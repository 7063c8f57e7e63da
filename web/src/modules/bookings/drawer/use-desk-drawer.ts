import { useSession } from '../../../lib/session/session.tsx';

/** Returns the id of the desk's one drawer, which is that of the business. */
export function useDeskDrawer(): string {
  return useSession().tenant?.id ?? '';
}
