import { Outlet, useLocation, useMatches, useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useState } from 'react';
import { useAuth } from '../lib/session/session.tsx';
import { FullPageSpinner } from '../ui/feedback/full-page-spinner.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { guard } from './routing/guard.ts';
import { type Page, pageOf } from './page-table.ts';

/** Stands before every page: shows it, waits, sends elsewhere, or says what failed. */
export function Guarded() {
  const { state, retry } = useAuth();
  const { pathname, href } = useLocation();
  // What is on the screen is judged, not what is being gone to: until that has loaded, the old page is still the one shown.
  // The route's own address: the router takes /Dashboard for /dashboard, and the guard must see through that.
  const shown = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? pathname });
  const wanted = useMatches({ select: (matches) => (matches.at(-1)?.search as { redirect?: string } | undefined)?.redirect });
  const verdict = guard(state, shown, wanted);
  // A page's first drawing is put off to a render that pauses for whoever types or scrolls meanwhile; to take it away never waits.
  const isDrawn = useDeferredValue(verdict === 'show', false);
  useTitle(pathname);

  if (verdict === 'show') return isDrawn ? <Outlet /> : <FullPageSpinner />;
  if (verdict === 'spinner') return <FullPageSpinner />;
  if (verdict === 'error') return <ErrorScreen error={state.status === 'failed' ? state.error : undefined} onRetry={retry} />;
  const hasLeft = state.status === 'unauthenticated' && state.after?.startsWith('sign-out');
  const origin = isWayIn(pageOf(shown)) ? wanted : href;
  return <Elsewhere key={verdict.redirect} to={verdict.redirect} from={hasLeft ? undefined : origin} />;
}

/** Goes there instead; the pages on the way in are told where the person was going, but not where one who left had been. */
function Elsewhere({ to, from }: { to: string; from: string | undefined }) {
  const navigate = useNavigate();
  // Kept from the first moment: once under way, the address is already the new one.
  const [origin] = useState(from);
  useEffect(() => {
    const href = isWayIn(pageOf(to)) && origin ? `${to}?${new URLSearchParams({ redirect: origin })}` : to;
    void navigate({ href, replace: true });
  }, [navigate, to, origin]);
  return <FullPageSpinner />;
}

/** Login and second factor: pages that one passes on the way to another. */
function isWayIn(page: Page | undefined): boolean {
  return page?.area === 'guest' || page?.area === 'assurance';
}

function useTitle(path: string): void {
  useEffect(() => {
    const title = pageOf(path)?.title ?? 'Page not found';
    document.title = title === 'Samay' ? title : `${title} · Samay`;
  }, [path]);
}
