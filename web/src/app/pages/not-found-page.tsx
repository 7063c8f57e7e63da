import { ButtonLink, HomeButton } from '../../ui/controls/links.tsx';
import { NoticePage } from '../../ui/layout/notice-page.tsx';
import { useHome } from '../routing/use-home.ts';

/** For addresses that lead nowhere. */
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
