import type { Session } from '@samay/contract/session';
import type { AuthState } from '../lib/session.tsx';
import { homeOf, isOwner } from './home-of.ts';
import { type Page, pageOf } from './pages.ts';

export type Verdict = 'spinner' | 'show' | 'error' | { readonly redirect: string };

type SignedIn = Extract<AuthState, { status: 'authenticated' }>;

/**
 * What happens at an address (specification 2, "Route guard"; decisions, "Routes"). `wanted` is where a person was going when
 * the login page stepped in: kept in its address, followed only to a page of ours that they may see.
 */
export function guard(state: AuthState, path: string, wanted?: string): Verdict {
  const page = pageOf(path);
  if (!page || page.area === 'public') return 'show';
  if (state.status === 'loading') return 'spinner';
  if (state.status === 'failed') return 'error';
  if (state.status === 'unauthenticated') return page.area === 'guest' ? 'show' : { redirect: '/login' };
  if (page.area === 'guest') return { redirect: afterLogin(state, wanted) };
  return inside(state, page);
}

function afterLogin(state: SignedIn, wanted: string | undefined): string {
  const home = homeOf(state.session, state.needsOnboarding);
  if (!wanted || !/^\/(?![/\\])/.test(wanted)) return home;
  const page = pageOf(wanted.replace(/[?#].*$/, ''));
  const isOurs = page !== undefined && page.area !== 'guest' && page.area !== 'public';
  return isOurs && inside(state, page) === 'show' ? wanted : home;
}

function inside({ session, needsOnboarding }: SignedIn, page: Page): Verdict {
  const home = homeOf(session, needsOnboarding);
  if (page.area === 'onboarding') return onboarding(session, needsOnboarding, home);
  if (home === '/unauthorized') return { redirect: home };
  if (needsOnboarding) return { redirect: home };
  if (isOfOtherType(session, page)) return { redirect: home };
  if (page.area === 'turf' && !isOwner(session)) return { redirect: page === pageOf('/turf-dashboard') ? home : '/unauthorized' };
  return mayAny(session, page) ? 'show' : { redirect: '/unauthorized' };
}

function onboarding(session: Session, needsOnboarding: boolean, home: string): Verdict {
  if (!isOwner(session)) return { redirect: '/unauthorized' };
  return needsOnboarding ? 'show' : { redirect: home };
}

function isOfOtherType({ businessType }: Session, page: Page): boolean {
  return (page.area === 'clinic') === (businessType === 'turf');
}

function mayAny({ permissions }: Session, page: Page): boolean {
  return page.needs.some((permission) => permissions.includes(permission));
}
