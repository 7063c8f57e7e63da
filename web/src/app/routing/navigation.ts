import type { Session } from '@samay/contract/identity/session';
import { useContext } from 'react';
import { type AuthState, useAuth, useSession } from '../../lib/session/session.tsx';
import { guard } from './guard.ts';
import { homeFor, isOwner } from './home.ts';
import {
  type DashboardPage,
  isDashboardPage,
  type MenuRole,
  type Pages,
  PagesContext,
  trimSlashes,
} from './page.ts';

/** A page with its address, as sidebar, palette and shortcut keys list it. */
export interface PageLink extends DashboardPage {
  readonly to: string;
}

/** Returns the links of the user's sidebar. */
export function useMenu(): readonly PageLink[] {
  return listMenu(useContext(PagesContext), useSession());
}

/** Returns the pages that the user may open from the palette or by a shortcut key. */
export function useDestinations(): readonly PageLink[] {
  return listDestinations(useContext(PagesContext), useAuth().state);
}

/** Returns the sidebar's links by role, in the agreed order (P-16.13). */
export function listMenu(pages: Pages, session: Session): readonly PageLink[] {
  const isTurf = session.businessType === 'turf';
  const area = isTurf ? (isOwner(session) ? 'turf' : 'turf-desk') : 'clinic';
  const role = getMenuRole(session);
  return Object.entries(pages)
    .flatMap(([to, page]) =>
      isDashboardPage(page) && page.area === area && isListed(page, role) ? [{ ...page, to }] : [],
    )
    .toSorted((one, other) => (one.menu?.[0] ?? 0) - (other.menu?.[0] ?? 0));
}

/**
 * Returns whether a link leads to the current page. The link to the home page is active there only,
 * the others on addresses below them too, and on the second address of their page.
 */
export function isActive({ to }: Pick<PageLink, 'to'>, path: string, session: Session): boolean {
  const here = trimSlashes(path).replace(secondAddress, '/dashboard$&');
  return here === to || (to !== homeFor(session) && here.startsWith(`${to}/`));
}

/** Matches `/revenue` and `/employees`, which show the pages of these names below `/dashboard`. */
const secondAddress = /^\/(?:revenue|employees)(?=\/|$)/;

/**
 * Returns the pages within the dashboard's layout that the guard shows to this user, each title
 * with its icon once.
 */
export function listDestinations(pages: Pages, state: AuthState): readonly PageLink[] {
  const titles = new Set<string>();
  return Object.entries(pages).flatMap(([to, page]) => {
    if (!isDashboardPage(page)) return [];
    const shown = page.title + page.icon;
    if (titles.has(shown) || guard(pages, state, to) !== 'show') return [];
    titles.add(shown);
    return [{ ...page, to }];
  });
}

/** A page of daily work, by its short name. */
export interface DailyLink extends PageLink {
  readonly label: string;
}

/** Returns the pages of the user's daily work that their sidebar does not list as specified. */
export function useDailyPages(): readonly DailyLink[] {
  return listDailyPages(useContext(PagesContext), useAuth().state);
}

/** Returns the pages of daily work that the guard shows to this user, without those of the sidebar. */
export function listDailyPages(pages: Pages, state: AuthState): readonly DailyLink[] {
  if (state.status !== 'authenticated') return [];
  const inMenu = new Set(listMenu(pages, state.session).map(({ to }) => to));
  return listDestinations(pages, state)
    .flatMap((page) =>
      page.daily && !inMenu.has(page.to) ? [{ ...page, label: page.daily[1] ?? page.title }] : [],
    )
    .toSorted((one, other) => (one.daily?.[0] ?? 0) - (other.daily?.[0] ?? 0));
}

/**
 * Returns the home page of the signed-in user; undefined when nobody is signed in or the user has
 * no access yet.
 */
export function useHome(): string | undefined {
  const { state } = useAuth();
  if (state.status !== 'authenticated') return undefined;
  const home = homeFor(state.session, state.needsOnboarding);
  return home === '/unauthorized' ? undefined : home;
}

/** Returns the first page of Settings; undefined for roles without Settings. */
export function getSettingsPath(session: Session) {
  const { permissions, businessType } = session;
  if (businessType === 'turf') return isOwner(session) ? '/turf-dashboard/settings' : undefined;
  return permissions.includes('usage.read') || permissions.includes('platform.manage')
    ? '/dashboard/settings'
    : undefined;
}

/** Returns the page of money; undefined for users without a business. */
export function getMoneyPath(session: Session) {
  if (!session.permissions.includes('appointments.read')) return undefined;
  if (session.businessType !== 'turf') return '/dashboard/money' as const;
  return isOwner(session) ? ('/turf-dashboard/money' as const) : ('/turf-dashboard/employee/money' as const);
}

/** Returns the page of the requests of the public page; undefined for who answers none. */
export function getRequestsPath(session: Session) {
  if (!session.permissions.includes('appointments.write')) return undefined;
  if (session.businessType !== 'turf') return '/dashboard/requests' as const;
  return isOwner(session)
    ? ('/turf-dashboard/requests' as const)
    : ('/turf-dashboard/employee/requests' as const);
}

/** Returns the settings of the public page; undefined for who may not change them. */
export function getOnlinePath(session: Session) {
  if (!session.permissions.includes('settings.write')) return undefined;
  return session.businessType === 'turf'
    ? ('/turf-dashboard/settings/online' as const)
    : ('/dashboard/settings/online' as const);
}

/** Returns the page of petty cash and closes; undefined for who may not see all drawers. */
export function getClosesPath(session: Session) {
  if (!session.permissions.includes('revenue.read')) return undefined;
  return session.businessType === 'turf'
    ? ('/turf-dashboard/closes' as const)
    : ('/dashboard/closes' as const);
}

/** The search parameters of the page of money that focus the counted cash. */
export const closing = { close: 'yes' } as const;

/**
 * Returns the page with the user's own name: one of Settings, Settings itself for a super admin, or
 * the account page for roles without Settings.
 */
export function getAccountPath(session: Session) {
  const settings = getSettingsPath(session);
  if (settings === undefined) return '/account';
  return session.permissions.includes('platform.manage') ? settings : (`${settings}/account` as const);
}

function isListed({ menu }: DashboardPage, role: MenuRole | undefined): boolean {
  if (!menu) return false;
  const [, ...roles] = menu;
  return roles.length === 0 || (role !== undefined && roles.includes(role));
}

function getMenuRole(session: Session): MenuRole | undefined {
  if (isOwner(session)) return 'owner';
  if (session.user.role === 'SUPER_ADMIN') return 'admin';
  return session.user.role === 'DOCTOR' ? 'doctor' : undefined;
}
