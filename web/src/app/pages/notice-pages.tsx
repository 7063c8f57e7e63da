import { ButtonLink, HomeButton } from '../../ui/controls/links.tsx';
import { NoticePage } from '../../ui/layout/notice-page.tsx';
import { useAuth } from '../../lib/session/session.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { useHome } from '../routing/use-home.ts';

/** Access Denied (specification 2). Who is signed in but may see nothing can leave here. */
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
      You do not have permission to see this page. If you think you should, please ask the owner of your business.
    </NoticePage>
  );
}
