import type { Permission } from '@samay/contract/core/roles';
import type { Page } from './routing/page.ts';
import { type LinkSearch, listSearch, scheduleSearch } from './routing/search-params.ts';

/** A component that loads when its page is first opened. */
export interface LazyComponent {
  readonly load: () => Promise<object>;
  /** The name of the module's export. */
  readonly name: string;
}

/**
 * A page as the table states it: the data for the guard and the menus, and the component for the
 * router.
 */
export type Row = Page & {
  readonly component: LazyComponent;
  /** Parses the search parameters of the address. */
  readonly search?: (raw: Record<string, unknown>) => LinkSearch;
};

const staff = ['appointments.read', 'platform.manage'] as const;
const desk = ['appointments.read'] as const;
const admin = ['platform.manage'] as const;

// Lists the pages with several addresses: one screen serves both business types, in the wording of
// each.
const home = {
  title: 'Dashboard',
  icon: 'dashboard',
  letter: 'd',
  component: lazy(() => import('./pages/home-page.tsx'), 'HomePage'),
} as const;
const list = {
  search: listSearch,
  component: lazy(() => import('./pages/appointments-page.tsx'), 'AppointmentsPage'),
};
const bookings = { ...list, title: 'Bookings', icon: 'ball', letter: 'b', needs: desk } as const;
const queue = {
  title: 'Queue',
  icon: 'queue',
  letter: 'q',
  daily: [1],
  needs: desk,
  component: lazy(() => import('./pages/home-page.tsx'), 'QueuePage'),
} as const;
const tomorrow = {
  title: 'Tomorrow',
  icon: 'event',
  letter: 'o',
  daily: [2],
  needs: ['appointments.write'],
  component: lazy(
    () => import('../modules/bookings/appointments/tomorrow/tomorrow-screen.tsx'),
    'TomorrowScreen',
  ),
} as const;
const requests = {
  title: 'Requests',
  icon: 'event',
  needs: ['appointments.write'],
  component: lazy(() => import('../modules/public/requests/requests-screen.tsx'), 'RequestsScreen'),
} as const;
const schedule = {
  title: 'Schedule',
  icon: 'calendar',
  letter: 's',
  search: scheduleSearch,
  component: lazy(() => import('./pages/schedule-page.tsx'), 'SchedulePage'),
} as const;
const people = {
  daily: [4],
  needs: ['patients.read'],
  component: lazy(() => import('./pages/patients-page.tsx'), 'PatientsPage'),
} as const;
const revenue = {
  title: 'Revenue',
  icon: 'rupee',
  letter: 'r',
  needs: ['revenue.read'],
  component: lazy(() => import('./pages/revenue-page.tsx'), 'RevenuePage'),
} as const;
const reports = {
  title: 'Reports',
  icon: 'chart',
  needs: ['revenue.read'],
  component: lazy(() => import('./pages/revenue-page.tsx'), 'ReportsPage'),
} as const;
const money = {
  title: 'Money',
  icon: 'rupee',
  letter: 'm',
  daily: [3],
  needs: desk,
  component: lazy(() => import('./pages/home-page.tsx'), 'MoneyPage'),
} as const;
const closes = {
  title: 'Petty cash and closes',
  icon: 'rupee',
  needs: ['revenue.read'],
  component: lazy(() => import('./pages/revenue-page.tsx'), 'ClosesPage'),
} as const;
const papers = {
  title: 'Receipts and invoices',
  icon: 'receipt',
  daily: [5, 'Receipts'],
  needs: ['settings.write'],
  component: lazy(() => import('./pages/revenue-page.tsx'), 'PapersPage'),
} as const;
const users = {
  icon: 'users',
  needs: ['staff.read'],
  component: lazy(() => import('./pages/staff-page.tsx'), 'StaffPage'),
} as const;
const employees = { ...users, title: 'Employee Management', letter: 'e' } as const;
const turfUsers = { ...users, title: 'User Management', letter: 'u' } as const;
const loadSettings = () => import('./pages/settings/settings-pages.tsx');
const settings = {
  title: 'Settings',
  icon: 'settings',
  letter: ',',
  component: lazy(loadSettings, 'SettingsPage'),
} as const;

type SettingsName =
  | 'business'
  | 'papers'
  | 'import'
  | 'services'
  | 'hours'
  | 'times'
  | 'messages'
  | 'online'
  | 'connections'
  | 'security'
  | 'account';

const audit = {
  title: 'Audit log',
  icon: 'settings',
  letter: 'l',
  component: lazy(() => import('./pages/audit-page.tsx'), 'AuditPage'),
} as const;
const loadPlatform = () => import('./pages/platform-pages.tsx');

/**
 * Maps every address of the application to its page, in the palette's order. Router, guard, titles,
 * sidebar, palette and shortcut keys follow from this table. The first page, the privacy policy and
 * the terms are the server's own (web/landing).
 */
export const pageTable = {
  '/login': {
    title: 'Sign in',
    area: 'guest',
    component: lazy(() => import('../modules/identity/session/login-screen.tsx'), 'LoginScreen'),
  },
  '/verify': {
    title: 'Two-step verification',
    area: 'assurance',
    component: lazy(() => import('./pages/verify-page.tsx'), 'VerifyPage'),
  },
  '/oauth/callback': {
    title: 'Signing in',
    area: 'public',
    component: lazy(() => import('./pages/oauth-page.tsx'), 'OauthPage'),
  },
  '/payment-callback': {
    title: 'Payment',
    area: 'public',
    component: lazy(() => import('./pages/payment-page.tsx'), 'PaymentPage'),
  },
  '/unauthorized': {
    title: 'Access Denied',
    area: 'public',
    component: lazy(() => import('./pages/notice-pages.tsx'), 'AccessDeniedPage'),
  },
  '/update-password': {
    title: 'Set Your Password',
    area: 'public',
    component: lazy(
      () => import('../modules/identity/passwords/set-password-screen.tsx'),
      'SetPasswordScreen',
    ),
  },
  '/get-started': {
    title: 'Get started',
    area: 'public',
    component: lazy(() => import('./pages/get-started-page.tsx'), 'GetStartedPage'),
  },
  '/onboarding': {
    title: 'Set up your business',
    area: 'onboarding',
    component: lazy(() => import('./pages/onboarding-page.tsx'), 'OnboardingPage'),
  },

  '/dashboard': { ...home, area: 'clinic', needs: staff, menu: [1] },
  '/dashboard/appointments': {
    ...list,
    title: 'Appointments',
    icon: 'event',
    letter: 'a',
    area: 'clinic',
    needs: staff,
    menu: [2],
  },
  '/dashboard/queue': { ...queue, area: 'clinic' },
  '/dashboard/tomorrow': { ...tomorrow, area: 'clinic' },
  '/dashboard/requests': { ...requests, area: 'clinic' },
  '/dashboard/schedule': { ...schedule, area: 'clinic', needs: staff, menu: [3] },
  '/dashboard/patients': {
    ...people,
    title: 'Patients',
    icon: 'heart',
    letter: 'p',
    area: 'clinic',
    menu: [4, 'doctor'],
  },
  '/dashboard/revenue': { ...revenue, area: 'clinic', menu: [5, 'owner'] },
  '/dashboard/reports': { ...reports, area: 'clinic' },
  '/dashboard/money': { ...money, area: 'clinic' },
  '/dashboard/closes': { ...closes, area: 'clinic' },
  '/dashboard/papers': { ...papers, area: 'clinic' },
  '/dashboard/employees': {
    ...employees,
    area: 'clinic',
    needs: ['staff.read', 'platform.manage'],
    menu: [4, 'owner'],
  },
  '/dashboard/settings': {
    ...settings,
    area: 'clinic',
    needs: ['usage.read', 'platform.manage'],
    menu: [7, 'admin', 'owner', 'doctor'],
  },
  ...below('/dashboard/settings', 'clinic', 'Doctors'),
  '/dashboard/tenants': {
    title: 'Tenants',
    icon: 'building',
    letter: 't',
    area: 'clinic',
    needs: admin,
    menu: [4, 'admin'],
    component: lazy(loadPlatform, 'TenantsPage'),
  },
  '/dashboard/users': {
    title: 'Users',
    icon: 'users',
    letter: 'u',
    area: 'clinic',
    needs: admin,
    menu: [5, 'admin'],
    component: lazy(loadPlatform, 'UsersPage'),
  },
  '/dashboard/analytics': {
    title: 'Analytics',
    icon: 'chart',
    letter: 'y',
    area: 'clinic',
    needs: admin,
    menu: [6, 'admin'],
    component: lazy(loadPlatform, 'AnalyticsPage'),
  },
  '/dashboard/billing': {
    title: 'Billing',
    icon: 'card',
    letter: 'b',
    area: 'clinic',
    needs: admin,
    menu: [8, 'admin'],
    component: lazy(loadPlatform, 'BillingPage'),
  },
  '/dashboard/status': {
    title: 'System status',
    icon: 'chart',
    area: 'clinic',
    needs: admin,
    component: lazy(loadPlatform, 'StatusScreen'),
  },
  '/dashboard/audit': { ...audit, area: 'clinic', needs: ['audit.read', 'platform.manage'] },
  '/revenue': { ...revenue, area: 'clinic' },
  '/employees': { ...employees, area: 'clinic' },

  '/turf-dashboard': { ...home, area: 'turf', needs: desk, menu: [1] },
  '/turf-dashboard/bookings': { ...bookings, area: 'turf', menu: [2] },
  '/turf-dashboard/customers': { ...people, title: 'Customers', icon: 'heart', letter: 'c', area: 'turf' },
  '/turf-dashboard/queue': { ...queue, area: 'turf' },
  '/turf-dashboard/tomorrow': { ...tomorrow, area: 'turf' },
  '/turf-dashboard/requests': { ...requests, area: 'turf' },
  '/turf-dashboard/schedule': { ...schedule, area: 'turf', needs: desk, menu: [3] },
  '/turf-dashboard/revenue': { ...revenue, area: 'turf', menu: [5] },
  '/turf-dashboard/reports': { ...reports, area: 'turf' },
  '/turf-dashboard/money': { ...money, area: 'turf' },
  '/turf-dashboard/closes': { ...closes, area: 'turf' },
  '/turf-dashboard/papers': { ...papers, area: 'turf' },
  '/turf-dashboard/users': { ...turfUsers, area: 'turf', menu: [4] },
  '/turf-dashboard/settings': { ...settings, area: 'turf', needs: ['usage.read'], menu: [7] },
  ...below('/turf-dashboard/settings', 'turf', 'Courts'),
  '/turf-dashboard/audit': { ...audit, area: 'turf', needs: ['audit.read'] },
  '/turf-dashboard/employee': { ...home, area: 'turf-desk', needs: desk, menu: [1] },
  '/turf-dashboard/employee/bookings': { ...bookings, area: 'turf-desk', menu: [2] },
  '/turf-dashboard/employee/queue': { ...queue, area: 'turf-desk' },
  '/turf-dashboard/employee/tomorrow': { ...tomorrow, area: 'turf-desk' },
  '/turf-dashboard/employee/requests': { ...requests, area: 'turf-desk' },
  '/turf-dashboard/employee/money': { ...money, area: 'turf-desk' },
  '/turf-dashboard/employee/schedule': { ...schedule, area: 'turf-desk', needs: desk, menu: [3] },
  '/turf-dashboard/employee/users': { ...turfUsers, area: 'turf-desk' },

  '/account': {
    title: 'Your account',
    icon: 'account',
    area: 'account',
    component: lazy(() => import('./pages/account-page.tsx'), 'AccountPage'),
  },
} as const satisfies Readonly<Record<string, Row>>;

export type Path = keyof typeof pageTable;

/**
 * Returns the rows of the pages below Settings, those first that an owner changes monthly. Their one component reads the page to show, by
 * default the title, from the last part of the address.
 */
function below<Root extends string, Resources extends 'Doctors' | 'Courts'>(
  root: Root,
  area: 'clinic' | 'turf',
  resources: Resources,
) {
  const component = lazy(loadSettings, 'SettingsSubpage');
  const rows: readonly (readonly [title: string, needs: Permission, name?: SettingsName])[] = [
    ['Hours and closures', 'hours.write', 'hours'],
    ['Services', 'resources.write'],
    [resources, 'resources.write'],
    ['Business', 'settings.write'],
    ['Receipts and invoices', 'settings.write', 'papers'],
    ['Import', 'settings.write'],
    ['Double bookings', 'resources.write', 'times'],
    ['People and messages', 'integrations.write', 'messages'],
    ['Public page', 'settings.write', 'online'],
    ['Connections', 'integrations.write'],
    ['Security', 'usage.read'],
    ['My account', 'usage.read', 'account'],
  ];
  const made: Record<string, Row> = Object.fromEntries(
    rows.map(([title, needs, name = title.toLowerCase()]) => [
      `${root}/${name}`,
      { title, icon: 'settings', area, needs: [needs], component },
    ]),
  );
  return made as Record<`${Root}/${SettingsName | Lowercase<Resources>}`, Row>;
}

/**
 * Returns a lazy component by its module and its name there; a name that the module does not export
 * does not compile.
 */
function lazy<Module extends object>(
  load: () => Promise<Module>,
  name: keyof Module & string,
): LazyComponent {
  return { load, name };
}
