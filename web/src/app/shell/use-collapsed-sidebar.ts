import { useLocalStorage } from '@mantine/hooks';
import { useSession } from '../../lib/session/session.tsx';
import { isOwner } from '../routing/home.ts';

export interface SidebarCollapse {
  readonly isCollapsed: boolean;
  readonly toggle: () => void;
}

/**
 * Returns whether the sidebar is collapsed to its icons, stored in this browser: for a turf's
 * staff, undefined for all others.
 */
export function useCollapsedSidebar(): SidebarCollapse | undefined {
  const session = useSession();
  const [kept, keep] = useLocalStorage<'open' | 'folded'>({
    key: 'samay-sidebar',
    defaultValue: 'open',
    getInitialValueInEffect: false,
  });
  if (session.businessType !== 'turf' || isOwner(session)) return undefined;
  const isCollapsed = kept === 'folded';
  return { isCollapsed, toggle: () => keep(isCollapsed ? 'open' : 'folded') };
}
