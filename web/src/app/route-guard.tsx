import { Outlet, useLocation, useMatches, useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useState } from 'react';
import { useAuth } from '../lib/session/session.tsx';
import { FullPageSpinner } from '../ui/feedback/full-page-spinner.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { pageTable } from './page-table.ts';
import { guard } from './routing/guard.ts';
import { pageAt } from './routing/page.ts';

/**
 * Shows the page, a spinner or an error, or redirects, as the guard decides. It is the root route's
 * component.
 */
export function RouteGuard() {
  const { state, retry } = useAuth();
  const { pathname, href } = useLocation();
  // Uses the page on the screen, which stays the old one until the next has loaded, and its own
  // address instead of the location's: the router matches /Dashboard with /dashboard, and the guard
  // must do the same.
  const shown = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? pathname });
  const returnUrl = useMatches({
    select: (matches) => (matches.at(-1)?.search as { redirect?: string } | undefined)?.redirect,
  });
  const decision = guard(pageTable, state, shown, returnUrl);
  // Defers the first render of a page, so that typing and scrolling stay responsive; removing a
  // page is never deferred.
  const isDrawn = useDeferredValue(decision === 'show', false);
  useTitle(pathname);

  if (decision === 'show') return isDrawn ? <Outlet /> : <FullPageSpinner />;
  if (decision === 'spinner') return <FullPageSpinner />;
  if (decision === 'error')
    return <ErrorScreen error={state.status === 'failed' ? state.error : undefined} onRetry={retry} />;
  const hasSignedOut = state.status === 'unauthenticated' && state.after?.startsWith('sign-out');
  const origin = isSignInStep(shown) ? returnUrl : href;
  return <Redirect key={decision.redirect} to={decision.redirect} from={hasSignedOut ? undefined : origin} />;
}

/**
 * Redirects to a page. The sign-in pages get the return URL in their address, but not after a
 * sign-out.
 */
function Redirect({ to, from }: { to: string; from: string | undefined }) {
  const navigate = useNavigate();
  // Keeps the first value: during the navigation the address is already the new one.
  const [origin] = useState(from);
  useEffect(() => {
    const href = isSignInStep(to) && origin ? `${to}?${new URLSearchParams({ redirect: origin })}` : to;
    void navigate({ href, replace: true });
  }, [navigate, to, origin]);
  return <FullPageSpinner />;
}

/**
 * Returns whether this is the sign-in page or that of the second factor, which lead on to another
 * page.
 */
function isSignInStep(path: string): boolean {
  const area = pageAt(pageTable, path)?.area;
  return area === 'guest' || area === 'assurance';
}

function useTitle(path: string): void {
  useEffect(() => {
    document.title = `${pageAt(pageTable, path)?.title ?? 'Page not found'} · Samay`;
  }, [path]);
}
