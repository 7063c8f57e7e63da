import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FullPageSpinner } from '../ui/feedback/full-page-spinner.tsx';
import { loadChunk } from '../lib/browser/chunk.ts';
import { ErrorScreen } from './error-screen.tsx';
import { Guarded } from './route-guard.tsx';
import { listFilters } from './routing/search-params.ts';
import { scheduleSearch } from './routing/schedule-search.ts';

const notFound = lazyPage(() => import('./pages/not-found-page.tsx'), 'NotFoundPage');

const root = createRootRoute({ component: Guarded, notFoundComponent: notFound });

const dashboard = createRoute({
  getParentRoute: () => root,
  id: 'dashboard',
  component: lazyPage(() => import('./shell/dashboard-layout.tsx'), 'DashboardLayout'),
});

const home = lazyPage(() => import('./pages/home-page.tsx'), 'HomePage');
const appointments = lazyPage(() => import('./pages/appointments-page.tsx'), 'AppointmentsPage');
const patients = lazyPage(() => import('./pages/patients-page.tsx'), 'PatientsPage');
const schedule = lazyPage(() => import('./pages/schedule-page.tsx'), 'SchedulePage');
const revenue = lazyPage(() => import('./pages/revenue-page.tsx'), 'RevenuePage');
const staff = lazyPage(() => import('./pages/staff-page.tsx'), 'StaffPage');
const audit = lazyPage(() => import('./pages/audit-page.tsx'), 'AuditPage');
const platform = () => import('./pages/platform-pages.tsx');
const settings = lazyPage(() => import('./pages/settings-page.tsx'), 'SettingsPage');

/** Pages that stand by themselves, by address. The first page, the privacy policy and the terms are the server’s own (web/landing). */
const outside = {
  '/login': lazyPage(() => import('../modules/identity/session/login-screen.tsx'), 'LoginScreen'),
  '/unauthorized': lazyPage(() => import('./pages/notice-pages.tsx'), 'AccessDeniedPage'),
  '/onboarding': lazyPage(() => import('./pages/onboarding-page.tsx'), 'OnboardingPage'),
  '/verify': lazyPage(() => import('./pages/verify-page.tsx'), 'VerifyPage'),
  '/oauth/callback': lazyPage(() => import('./pages/oauth-page.tsx'), 'OauthPage'),
  '/payment-callback': lazyPage(() => import('./pages/payment-page.tsx'), 'PaymentPage'),
  '/update-password': lazyPage(() => import('../modules/identity/passwords/set-password-screen.tsx'), 'SetPasswordScreen'),
  '/get-started': lazyPage(() => import('./pages/get-started-page.tsx'), 'GetStartedPage'),
} satisfies Record<string, RouteComponent>;

/** Pages within the sidebar's layout, by address. The same screen serves both business types, each with its own words. */
const inside = {
  '/account': lazyPage(() => import('./pages/account-page.tsx'), 'AccountPage'),
  '/dashboard': home,
  '/dashboard/revenue': revenue,
  '/dashboard/employees': staff,
  '/dashboard/patients': patients,
  '/dashboard/settings': settings,
  '/dashboard/tenants': lazyPage(platform, 'TenantsPage'),
  '/dashboard/users': lazyPage(platform, 'UsersPage'),
  '/dashboard/analytics': lazyPage(platform, 'AnalyticsPage'),
  '/dashboard/billing': lazyPage(platform, 'BillingPage'),
  '/dashboard/audit': audit,
  '/revenue': revenue,
  '/employees': staff,
  '/turf-dashboard': home,
  '/turf-dashboard/customers': patients,
  '/turf-dashboard/revenue': revenue,
  '/turf-dashboard/users': staff,
  '/turf-dashboard/settings': settings,
  '/turf-dashboard/audit': audit,
  '/turf-dashboard/employee': home,
  '/turf-dashboard/employee/users': staff,
} satisfies Record<string, RouteComponent>;

/** The list of bookings, its filters in the address. */
const lists = ['/dashboard/appointments', '/turf-dashboard/bookings', '/turf-dashboard/employee/bookings'] as const;

/** The calendar, its view and day in the address. */
const calendars = ['/dashboard/schedule', '/turf-dashboard/schedule', '/turf-dashboard/employee/schedule'] as const;

const routeTree = root.addChildren([
  ...entriesOf(outside).map(([path, component]) => createRoute({ getParentRoute: () => root, path, component })),
  dashboard.addChildren([
    ...entriesOf(inside).map(([path, component]) => createRoute({ getParentRoute: () => dashboard, path, component })),
    ...lists.map((path) => createRoute({ getParentRoute: () => dashboard, path, validateSearch: listFilters, component: appointments })),
    ...calendars.map((path) => createRoute({ getParentRoute: () => dashboard, path, validateSearch: scheduleSearch, component: schedule })),
  ]),
]);

/** The router over the address of this tab; a test hands in a history of its own. */
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

/** With the addresses as they are written, so that a link to none of them does not compile. */
function entriesOf<Path extends string>(pages: Readonly<Record<Path, RouteComponent>>) {
  return Object.entries(pages) as [Path, RouteComponent][];
}
