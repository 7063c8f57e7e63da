import { useAuth } from '../../lib/session/session.tsx';
import { homeOf } from './home.ts';

/** The home of who is signed in; undefined for everyone else and for those who may see nothing yet. */
export function useHome(): string | undefined {
  const { state } = useAuth();
  if (state.status !== 'authenticated') return undefined;
  const home = homeOf(state.session, state.needsOnboarding);
  return home === '/unauthorized' ? undefined : home;
}
