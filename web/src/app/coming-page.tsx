import { useLocation } from '@tanstack/react-router';
import { ComingScreen } from '../features/coming/coming-screen.tsx';
import { useAuth } from '../lib/session.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { HomeButton } from '../ui/home-button.tsx';
import { pageOf } from './pages.ts';
import { SignOutButton } from './sign-out-button.tsx';
import { useHome } from './use-home.ts';

/** A page of the route table that comes later, with the way back; whose home it is has the sidebar to go on with. */
export function ComingPage() {
  const { state } = useAuth();
  const { pathname } = useLocation();
  const page = pageOf(pathname);
  const home = useHome();
  const isWithin = page?.area === 'clinic' || page?.area === 'turf' || page?.area === 'turf-desk';
  const isElsewhere = home !== undefined && home !== pathname;
  return (
    <ComingScreen
      title={page?.title ?? 'Samay'}
      isWithin={isWithin}
      actions={
        <>
          {isElsewhere && <ButtonLink to={home}>Return to Dashboard</ButtonLink>}
          {state.status === 'authenticated' && !isElsewhere && !isWithin && <SignOutButton />}
          {state.status !== 'authenticated' && <ButtonLink to="/login">Login</ButtonLink>}
          {!isWithin && <HomeButton />}
        </>
      }
    />
  );
}
