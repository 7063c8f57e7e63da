import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FullPageSpinner } from '../ui/feedback/full-page-spinner.tsx';
import { loadChunk } from '../lib/browser/chunk.ts';
import { ErrorScreen } from './error-screen.tsx';
import { type LazyComponent, pageTable, type Path, type Row } from './page-table.ts';
import { RouteGuard } from './route-guard.tsx';
import { isDashboardPage, type Page } from './routing/page.ts';
import { textsOfSearch } from './routing/search-params.ts';

const notFound = routeComponent({ load: () => import('./pages/notice-pages.tsx'), name: 'NotFoundPage' });

const root = createRootRoute({
  component: RouteGuard,
  notFoundComponent: notFound,
  validateSearch: textsOfSearch,
});

/** Renders the dashboard's layout around the pages of its areas; every other page has none. */
const dashboard = createRoute({
  getParentRoute: () => root,
  id: 'dashboard',
  component: routeComponent({ load: () => import('./shell/dashboard-layout.tsx'), name: 'DashboardLayout' }),
});

const routeTree = root.addChildren([
  ...pathsWhere((page) => !isDashboardPage(page)).map((path) =>
    createRoute({ getParentRoute: () => root, ...getOptions(path) }),
  ),
  dashboard.addChildren(
    pathsWhere(isDashboardPage).map((path) =>
      createRoute({ getParentRoute: () => dashboard, ...getOptions(path) }),
    ),
  ),
]);

/** Creates the router over the address of this tab; a test passes another history. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    defaultErrorComponent: ErrorScreen,
    defaultPendingComponent: FullPageSpinner,
    defaultNotFoundComponent: notFound,
    defaultPreload: 'intent',
    trailingSlash: 'never',
    scrollRestoration: true,
    // Parses search parameters as plain texts, not JSON: a searched phone number stays a text.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
      return given.length === 0
        ? ''
        : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
    },
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

/**
 * Returns the matching addresses, typed literally, so that a link to an unknown address does not
 * compile.
 */
function pathsWhere(isIncluded: (page: Page) => boolean): Path[] {
  return (Object.keys(pageTable) as Path[]).filter((path) => isIncluded(pageTable[path]));
}

function getOptions(path: Path) {
  const page: Row = pageTable[path];
  return {
    path,
    component: routeComponent(page.component),
    ...(page.search && { validateSearch: page.search }),
  };
}

function routeComponent({ load, name }: LazyComponent) {
  return lazyRouteComponent(() => loadChunk(load as () => Promise<Record<string, () => ReactNode>>), name);
}
