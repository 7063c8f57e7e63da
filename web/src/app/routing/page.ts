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

/** The roles whose sidebars differ; a business admin has that of an owner. */
export type MenuRole = 'admin' | 'owner' | 'doctor';

interface AnyPage {
  readonly title: string;
  /** The permissions, one of which is enough; if none is given, the area alone decides. */
  readonly needs?: readonly Permission[];
}

export interface DashboardPage extends AnyPage {
  readonly area: DashboardArea;
  /** The icon next to the title in sidebar and palette. */
  readonly icon: PageIcon;
  /** The key after `g` that opens the page. */
  readonly letter?: string;
  /**
   * The position in the sidebars of the area: those of the named roles, or of all roles if none is
   * named.
   */
  readonly menu?: readonly [position: number, ...roles: MenuRole[]];
  /** The position among the pages of daily work, and their name there if the title is too long. */
  readonly daily?: readonly [position: number, label?: string];
}

/** A page as used by guard, sidebar and command palette. */
export type Page = (AnyPage & { readonly area: SingleArea }) | DashboardPage;

/** All pages by address, in the palette's order. */
export type Pages = Readonly<Record<string, Page>>;

/**
 * Provides the application's pages from its root: other files must not import the table, which
 * imports them.
 */
export const PagesContext = createContext<Pages>({});

/** Returns the page at an address, with or without trailing slashes; undefined if there is none. */
export function pageAt(pages: Pages, path: string): Page | undefined {
  const trimmed = trimSlashes(path);
  return Object.hasOwn(pages, trimmed) ? pages[trimmed] : undefined;
}

/** Removes the trailing slashes of an address. */
export function trimSlashes(path: string): string {
  return path.replace(/\/+$/, '') || '/';
}

/**
 * Returns whether a page is shown within the dashboard's layout: those pages alone have an icon.
 */
export function isDashboardPage(page: Page): page is DashboardPage {
  return 'icon' in page;
}
