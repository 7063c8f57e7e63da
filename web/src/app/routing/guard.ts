import type { Session } from '@samay/contract/identity/session';
import type { AuthState } from '../../lib/session/session.tsx';
import { homeFor, isOwner } from './home.ts';
import { type Page, pageAt, type Pages, trimSlashes } from './page.ts';

export type Decision = 'spinner' | 'show' | 'error' | { readonly redirect: string };

type User = Pick<Extract<AuthState, { status: 'authenticated' }>, 'session' | 'needsOnboarding'>;

/** A visit to a page that is not public. */
interface Visit {
  readonly page: Page;
  readonly status: AuthState['status'];
}

/** A signed-in user's visit to such a page. */
interface UserVisit {
  readonly pages: Pages;
  readonly page: Page;
  /** The page's address, without trailing slashes. */
  readonly path: string;
  readonly session: Session;
  readonly needsOnboarding: boolean;
  /** The user's home page. */
  readonly home: string;
  /** The page to return to after signing in, as in the address: not checked yet. */
  readonly returnUrl: string | undefined;
}

/** A rule; its comment is the sentence that it implements. */
interface Rule<Of> {
  readonly when: (visit: Of) => boolean;
  readonly decision: Decision | ((visit: Of) => Decision);
}

/**
 * Decides what is shown at an address: the first rule that applies. `returnUrl` is the page that
 * the user requested before the sign-in page came between; it is in the sign-in page's address and
 * is followed only to one of our pages that the user may see.
 */
export function guard(pages: Pages, state: AuthState, path: string, returnUrl?: string): Decision {
  const page = pageAt(pages, path);
  if (!page || page.area === 'public') return 'show';
  if (state.status !== 'authenticated') return decide(signedOutRules, { page, status: state.status });
  return decisionFor(pages, state, path, page, returnUrl);
}

/** The rules while nobody is signed in, or the session is not known yet. */
export const signedOutRules: readonly Rule<Visit>[] = [
  // While loading: show a spinner.
  { when: ({ status }) => status === 'loading', decision: 'spinner' },
  // A failed check never grants access: an error screen with retry, no data.
  { when: ({ status }) => status === 'failed', decision: 'error' },
  // The login page is for visitors who are not signed in.
  { when: ({ page }) => page.area === 'guest', decision: 'show' },
  // Not authenticated: go to the login route.
  { when: () => true, decision: { redirect: '/login' } },
];

/** The rules for signed-in users. */
export const signedInRules: readonly Rule<UserVisit>[] = [
  // The second factor is required while it is not proven.
  { when: ({ page, session }) => page.area === 'assurance' && session.awaits !== null, decision: 'show' },
  // Until it is proven no other page opens.
  { when: ({ session }) => session.awaits !== null, decision: { redirect: '/verify' } },
  // After login: the page requested before, or home.
  {
    when: ({ page }) => page.area === 'guest' || page.area === 'assurance',
    decision: (visit) => ({ redirect: mayReturn(visit, visit.returnUrl) ? visit.returnUrl : visit.home }),
  },
  // /onboarding: business owner.
  { when: ({ page, session }) => page.area === 'onboarding' && !isOwner(session), decision: denied() },
  // /onboarding: the wizard, once.
  { when: ({ page, needsOnboarding }) => page.area === 'onboarding' && needsOnboarding, decision: 'show' },
  // A business that is set up is not set up again.
  { when: ({ page }) => page.area === 'onboarding', decision: ({ home }) => ({ redirect: home }) },
  // If the server says onboarding is needed, the user goes to /onboarding.
  { when: ({ needsOnboarding }) => needsOnboarding, decision: { redirect: '/onboarding' } },
  // No membership means no data at all.
  { when: ({ session }) => session.permissions.length === 0, decision: denied() },
  // Every user has an account page, with Settings or without.
  { when: ({ page }) => page.area === 'account', decision: 'show' },
  // A turf-type user visiting /dashboard is sent to /turf-dashboard, or to /turf-dashboard/employee
  // if an employee.
  {
    when: ({ page, session }) => page.area === 'clinic' && session.businessType === 'turf',
    decision: ({ home }) => ({ redirect: home }),
  },
  // A doctor-type user visiting /turf-dashboard is sent to /dashboard.
  {
    when: ({ page, session }) => page.area !== 'clinic' && session.businessType !== 'turf',
    decision: ({ home }) => ({ redirect: home }),
  },
  // A turf employee on exactly /turf-dashboard is sent to /turf-dashboard/employee.
  {
    when: ({ path, session }) => path === '/turf-dashboard' && !isOwner(session),
    decision: ({ home }) => ({ redirect: home }),
  },
  // /turf-dashboard: owner only.
  { when: ({ page, session }) => page.area === 'turf' && !isOwner(session), decision: denied() },
  // Lacking permission: go to /unauthorized.
  { when: ({ page, session }) => !hasPermission(session, page), decision: denied() },
  // Permission is per page.
  { when: () => true, decision: 'show' },
];

function decide<Of>(rules: readonly Rule<Of>[], visit: Of): Decision {
  const rule = rules.find(({ when }) => when(visit));
  // The last rule always applies; without it no page opens.
  if (!rule) return denied();
  return typeof rule.decision === 'function' ? rule.decision(visit) : rule.decision;
}

function decisionFor(
  pages: Pages,
  { session, needsOnboarding }: User,
  address: string,
  page: Page,
  returnUrl?: string,
): Decision {
  const home = homeFor(session, needsOnboarding);
  return decide(signedInRules, {
    pages,
    page,
    path: trimSlashes(address),
    session,
    needsOnboarding,
    home,
    returnUrl,
  });
}

/**
 * Returns whether the return URL is the path of one of our pages that needs a session and that this
 * user may see.
 */
function mayReturn({ pages, ...user }: UserVisit, returnUrl: string | undefined): returnUrl is string {
  if (!returnUrl || !/^\/(?![/\\])/.test(returnUrl)) return false;
  const path = returnUrl.replace(/[?#].*$/, '');
  const page = pageAt(pages, path);
  if (!page || page.area === 'public' || page.area === 'guest' || page.area === 'assurance') return false;
  return decisionFor(pages, user, path, page) === 'show';
}

function denied(): Decision {
  return { redirect: '/unauthorized' };
}

function hasPermission({ permissions }: Session, { needs = [] }: Page): boolean {
  return needs.some((permission) => permissions.includes(permission));
}
