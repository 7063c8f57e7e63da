import type { Permission } from '@samay/contract/core/roles';
import { createContext } from 'react';
import type { PageIcon } from './page-icons.ts';

/**
 * The areas of pages without the layout: `public` for anyone, `guest` for signing in, `assurance`
 * for proving a second factor, `onboarding` for owners who set their business up.
 */
type SingleArea = 'public' | 'guest' | 'assurance' | 'onboarding';

/**
 * The areas of pages within the dashboard's layout: `account` for every user of a business,
 * `clinic` and `turf` for users of such a business, `turf-desk` for the staff of a turf.
 */
type DashboardArea = 'account' | 'clinic' | 'turf' | 'turf-desk';

/**
 * The roles whose sidebars differ (specification 2, "Dashboard layout"); a business admin has that
 * of an owner.
 */
export type MenuRole = 'admin' | 'owner' | 'doctor';

interface AnyPage {
  readonly title: string;
  /** One of these permissions is enough; where none is given, the area alone decides. */
  readonly needs?: readonly Permission[];
}

export interface DashboardPage extends AnyPage {
  readonly area: DashboardArea;
  /** Beside the title in sidebar and palette. */
  readonly icon: PageIcon;
  /** The key after `g` that goes to the page. */
  readonly letter?: string;
  /**
   * The position in the sidebars of the area: those of the named roles, or of all roles where none
   * is named.
   */
  readonly menu?: readonly [position: number, ...roles: MenuRole[]];
}

/** A page as guard, sidebar and command palette know it. */
export type Page = (AnyPage & { readonly area: SingleArea }) | DashboardPage;

/** All pages by address, in the palette's order. */
export type Pages = Readonly<Record<string, Page>>;

/**
 * The application's pages, passed down from its root: other files must not import the table, which
 * imports them.
 */
export const PagesContext = createContext<Pages>({});

/** The page at an address, with or without slashes at its end; undefined where there is none. */
export function pageAt(pages: Pages, path: string): Page | undefined {
  const trimmed = trimSlashes(path);
  return Object.hasOwn(pages, trimmed) ? pages[trimmed] : undefined;
}

/** An address without the slashes at its end. */
export function trimSlashes(path: string): string {
  return path.replace(/\/+$/, '') || '/';
}

/** Whether a page is shown within the dashboard's layout: those pages alone have an icon. */
export function isDashboardPage(page: Page): page is DashboardPage {
  return 'icon' in page;
}
