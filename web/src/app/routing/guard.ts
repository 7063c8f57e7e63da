import type { Session } from '@samay/contract/identity/session';
import type { AuthState } from '../../lib/session/session.tsx';
import { homeOf, isOwner } from './home.ts';
import { type Page, pageOf } from '../page-table.ts';

export type Verdict = 'spinner' | 'show' | 'error' | { readonly redirect: string };

type SignedIn = Extract<AuthState, { status: 'authenticated' }>;

/** Somebody at a page that is not for everyone. */
interface Visit {
  readonly page: Page;
  readonly status: AuthState['status'];
}

/** Somebody known at such a page, and where their home is. */
interface OwnVisit {
  readonly page: Page;
  readonly session: Session;
  readonly needsOnboarding: boolean;
  readonly home: string;
  readonly wanted: string | undefined;
}

/** Above each row stands the sentence that it keeps (specification 2, "Route guard"; decisions, "Routes"). */
interface Rule<At> {
  readonly when: (at: At) => boolean;
  readonly verdict: Verdict | ((at: At) => Verdict);
}

/**
 * What happens at an address: the first rule that applies decides. `wanted` is where a person was going when the login page
 * stepped in: kept in its address, followed only to a page of ours that they may see.
 */
export function guard(state: AuthState, path: string, wanted?: string): Verdict {
  const page = pageOf(path);
  if (!page || page.area === 'public') return 'show';
  if (state.status !== 'authenticated') return decide(rulesAtTheDoor, { page, status: state.status });
  return inside(state, page, wanted);
}

/** Before it is known who is there. */
export const rulesAtTheDoor: readonly Rule<Visit>[] = [
  // While loading: show a spinner.
  { when: ({ status }) => status === 'loading', verdict: 'spinner' },
  // A failed check never opens a door: an error screen with retry, no data.
  { when: ({ status }) => status === 'failed', verdict: 'error' },
  // The login page is for those who are not signed in.
  { when: ({ page }) => page.area === 'guest', verdict: 'show' },
  // Not authenticated: go to the login route.
  { when: () => true, verdict: { redirect: '/login' } },
];

/** For those who are signed in. */
export const rulesInside: readonly Rule<OwnVisit>[] = [
  // What is still to be proven is asked for.
  { when: ({ page, session }) => page.area === 'assurance' && session.awaits !== null, verdict: 'show' },
  // Until a second factor is proven nothing else opens.
  { when: ({ session }) => session.awaits !== null, verdict: { redirect: '/verify' } },
  // After login: where one was going, or home.
  {
    when: ({ page }) => page.area === 'guest' || page.area === 'assurance',
    verdict: ({ session, needsOnboarding, home, wanted }) => ({
      redirect: isForThem({ session, needsOnboarding }, wanted) ? wanted : home,
    }),
  },
  // /onboarding: business owner.
  { when: ({ page, session }) => page.area === 'onboarding' && !isOwner(session), verdict: denied() },
  // /onboarding: the wizard, once.
  { when: ({ page, needsOnboarding }) => page.area === 'onboarding' && needsOnboarding, verdict: 'show' },
  // What is set up is not set up again.
  { when: ({ page }) => page.area === 'onboarding', verdict: ({ home }) => ({ redirect: home }) },
  // If the server says onboarding is needed, the user goes to /onboarding.
  { when: needsOnboarding, verdict: { redirect: '/onboarding' } },
  // No membership means no data at all.
  { when: ({ session }) => session.permissions.length === 0, verdict: denied() },
  // Their own name, second factor and sessions are everyone's, with Settings or without.
  { when: ({ page }) => page.area === 'account', verdict: 'show' },
  // A turf-type user visiting /dashboard is sent to /turf-dashboard, or to /turf-dashboard/employee if an employee.
  { when: ({ page, session }) => page.area === 'clinic' && session.businessType === 'turf', verdict: ({ home }) => ({ redirect: home }) },
  // A doctor-type user visiting /turf-dashboard is sent to /dashboard.
  { when: ({ page, session }) => page.area !== 'clinic' && session.businessType !== 'turf', verdict: ({ home }) => ({ redirect: home }) },
  // A turf employee on exactly /turf-dashboard is sent to /turf-dashboard/employee.
  { when: ({ page, session }) => page === pageOf('/turf-dashboard') && !isOwner(session), verdict: ({ home }) => ({ redirect: home }) },
  // /turf-dashboard: owner only.
  { when: ({ page, session }) => page.area === 'turf' && !isOwner(session), verdict: denied() },
  // Lacking permission: go to /unauthorized.
  { when: ({ page, session }) => !mayAny(session, page), verdict: denied() },
  // Permission is per page.
  { when: () => true, verdict: 'show' },
];

function decide<At>(rules: readonly Rule<At>[], at: At): Verdict {
  const rule = rules.find(({ when }) => when(at));
  // The last rule always applies; should it ever be gone, nothing opens.
  if (!rule) return denied();
  return typeof rule.verdict === 'function' ? rule.verdict(at) : rule.verdict;
}

function inside({ session, needsOnboarding }: Pick<SignedIn, 'session' | 'needsOnboarding'>, page: Page, wanted?: string): Verdict {
  return decide(rulesInside, { page, session, needsOnboarding, home: homeOf(session, needsOnboarding), wanted });
}

function isForThem(who: Pick<SignedIn, 'session' | 'needsOnboarding'>, wanted: string | undefined): wanted is string {
  if (!wanted || !/^\/(?![/\\])/.test(wanted)) return false;
  const page = pageOf(wanted.replace(/[?#].*$/, ''));
  const isWayIn = !page || page.area === 'public' || page.area === 'guest' || page.area === 'assurance';
  return !isWayIn && inside(who, page) === 'show';
}

function needsOnboarding(at: OwnVisit): boolean {
  return at.needsOnboarding;
}

function denied(): Verdict {
  return { redirect: '/unauthorized' };
}

function mayAny({ permissions }: Session, page: Page): boolean {
  return page.needs.some((permission) => permissions.includes(permission));
}
