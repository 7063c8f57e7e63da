import { ButtonLink, HomeButton } from '../../ui/controls/links.tsx';
import { NoticePage } from '../../ui/layout/notice-page.tsx';
import { useAuth } from '../../lib/session/session.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { useHome } from '../routing/navigation.ts';

/** Renders the page for addresses that do not exist. */
export function NotFoundPage() {
  const home = useHome();
  return (
    <NoticePage
      title="Page not found"
      actions={
        <>
          <ButtonLink to={home ?? '/login'}>{home ? 'Return to Dashboard' : 'Sign in'}</ButtonLink>
          <HomeButton />
        </>
      }
    >
      There is no page at this address. It may have moved, or the address may have a typing mistake.
    </NoticePage>
  );
}

/** Renders Access Denied. A signed-in user without any access can sign out here. */
export function AccessDeniedPage() {
  const { state } = useAuth();
  const home = useHome();
  const isSignedIn = state.status === 'authenticated';
  return (
    <NoticePage
      title="Access Denied"
      actions={
        <>
          {home && <ButtonLink to={home}>Return to Dashboard</ButtonLink>}
          {!isSignedIn && <ButtonLink to="/login">Login</ButtonLink>}
          <HomeButton />
          {isSignedIn && !home && <SignOutButton />}
        </>
      }
    >
      You do not have permission to see this page. If you think you should, please ask the owner of your
      business.
    </NoticePage>
  );
}
