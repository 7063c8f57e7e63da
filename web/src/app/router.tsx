import type { ReactNode } from 'react';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, type RouterHistory } from '@tanstack/react-router';
import { FullPageSpinner } from '../ui/full-page-spinner.tsx';
import { loadChunk } from './chunk.ts';
import { ErrorScreen } from './error-screen.tsx';
import { Guarded } from './guarded.tsx';
import { listFilters } from './list-filters.ts';
import { NotFoundPage } from './not-found-page.tsx';

const root = createRootRoute({ component: Guarded, notFoundComponent: NotFoundPage });

const dashboard = createRoute({
  getParentRoute: () => root,
  id: 'dashboard',
  component: lazyPage(() => import('./dashboard-layout.tsx'), 'DashboardLayout'),
});

const welcome = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyPage(() => import('./welcome-page.tsx'), 'WelcomePage'),
});
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  component: lazyPage(() => import('../features/session/login-screen.tsx'), 'LoginScreen'),
});
const denied = createRoute({
  getParentRoute: () => root,
  path: '/unauthorized',
  component: lazyPage(() => import('./access-denied-page.tsx'), 'AccessDeniedPage'),
});
const home = createRoute({
  getParentRoute: () => dashboard,
  path: '/dashboard',
  component: lazyPage(() => import('./home-page.tsx'), 'HomePage'),
});
const appointments = createRoute({
  getParentRoute: () => dashboard,
  path: '/dashboard/appointments',
  validateSearch: listFilters,
  component: lazyPage(() => import('./appointments-page.tsx'), 'AppointmentsPage'),
});

const coming = lazyPage(() => import('./coming-page.tsx'), 'ComingPage');
const comingOutside = ['/onboarding', '/oauth/callback', '/payment-callback', '/update-password', '/privacy-policy'];
const comingInside = [
  ...['schedule', 'revenue', 'employees', 'patients', 'settings', 'tenants', 'users', 'analytics', 'billing'].map(
    (name) => `/dashboard/${name}`,
  ),
  '/revenue',
  '/employees',
  '/turf-dashboard',
  ...['revenue', 'bookings', 'schedule', 'users', 'settings', 'employee'].map((name) => `/turf-dashboard/${name}`),
  ...['bookings', 'schedule', 'users'].map((name) => `/turf-dashboard/employee/${name}`),
];

const routeTree = root.addChildren([
  welcome,
  login,
  denied,
  ...comingOutside.map((path) => createRoute({ getParentRoute: () => root, path, component: coming })),
  dashboard.addChildren([
    home,
    appointments,
    ...comingInside.map((path) => createRoute({ getParentRoute: () => dashboard, path, component: coming })),
  ]),
]);

/** The router over the address of this tab; a test hands in a history of its own. */
export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    defaultErrorComponent: ErrorScreen,
    defaultPendingComponent: FullPageSpinner,
    defaultNotFoundComponent: NotFoundPage,
    defaultPreload: 'intent',
    trailingSlash: 'never',
    scrollRestoration: true,
    // Plain words in the address: a phone number searched for stays a text.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
      return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
    },
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

/** A page whose code comes when it is first gone to. */
function lazyPage<Module extends Record<string, () => ReactNode>>(load: () => Promise<Module>, name: keyof Module & string) {
  return lazyRouteComponent(() => loadChunk(load), name);
}
