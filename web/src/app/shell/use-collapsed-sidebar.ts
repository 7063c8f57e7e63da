import { useLocalStorage } from '@mantine/hooks';
import { useSession } from '../../lib/session/session.tsx';
import { isOwner } from '../routing/home.ts';

export interface Fold {
  readonly isFolded: boolean;
  readonly toggle: () => void;
}

/** The sidebar of a turf's staff can be folded to its signs (specification 2, "Turf employee layout"); this browser remembers. Undefined for all others. */
export function useFoldedSidebar(): Fold | undefined {
  const session = useSession();
  const [kept, keep] = useLocalStorage<'open' | 'folded'>({
    key: 'samay-sidebar',
    defaultValue: 'open',
    getInitialValueInEffect: false,
  });
  if (session.businessType !== 'turf' || isOwner(session)) return undefined;
  const isFolded = kept === 'folded';
  return { isFolded, toggle: () => keep(isFolded ? 'open' : 'folded') };
}
