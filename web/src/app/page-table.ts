import type { Permission } from '@samay/contract/core/roles';

/**
 * Which part of the application a page stands in: `public` for anyone, `guest` for signing in, `assurance` for proving a second factor,
 * `onboarding` for owners who set their business up, `account` for everyone who works here, `clinic` and `turf` for people of such a
 * business, `turf-desk` for the staff of a turf.
 */
type Area = 'public' | 'guest' | 'assurance' | 'onboarding' | 'account' | 'clinic' | 'turf' | 'turf-desk';

export interface Page {
  readonly title: string;
  readonly area: Area;
  /** One of these is enough; none are needed where the list is empty. */
  readonly needs: readonly Permission[];
}

const staff = ['appointments.read', 'platform.manage'] as const;
const platform = ['platform.manage'] as const;

/** Every address of the application with what it takes to see it, in the palette's order (specification 2; decisions, "Who may do what" and "Routes"). */
export const pages: Readonly<Record<string, Page>> = {
  '/login': { title: 'Sign in', area: 'guest', needs: [] },
  '/verify': { title: 'Two-step verification', area: 'assurance', needs: [] },
  '/oauth/callback': open('Signing in'),
  '/payment-callback': open('Payment'),
  '/unauthorized': open('Access Denied'),
  '/update-password': open('Set Your Password'),
  '/get-started': open('Get started'),
  '/onboarding': { title: 'Set up your business', area: 'onboarding', needs: [] },
  '/account': { title: 'Your account', area: 'account', needs: staff },

  '/dashboard': clinic('Dashboard', staff),
  '/dashboard/appointments': clinic('Appointments', staff),
  '/dashboard/schedule': clinic('Schedule', staff),
  '/dashboard/patients': clinic('Patients', ['patients.read']),
  '/dashboard/revenue': clinic('Revenue', ['revenue.read']),
  '/dashboard/employees': clinic('Employee Management', ['staff.read', 'platform.manage']),
  '/dashboard/settings': clinic('Settings', ['usage.read', 'platform.manage']),
  '/dashboard/tenants': clinic('Tenants', platform),
  '/dashboard/users': clinic('Users', platform),
  '/dashboard/analytics': clinic('Analytics', platform),
  '/dashboard/billing': clinic('Billing', platform),
  '/dashboard/audit': clinic('Audit log', ['audit.read', 'platform.manage']),
  '/revenue': clinic('Revenue', ['revenue.read']),
  '/employees': clinic('Employee Management', ['staff.read']),

  '/turf-dashboard': turf('Dashboard', ['appointments.read']),
  '/turf-dashboard/bookings': turf('Bookings', ['appointments.read']),
  '/turf-dashboard/customers': turf('Customers', ['patients.read']),
  '/turf-dashboard/schedule': turf('Schedule', ['appointments.read']),
  '/turf-dashboard/revenue': turf('Revenue', ['revenue.read']),
  '/turf-dashboard/users': turf('User Management', ['staff.read']),
  '/turf-dashboard/settings': turf('Settings', ['usage.read']),
  '/turf-dashboard/audit': turf('Audit log', ['audit.read']),
  '/turf-dashboard/employee': desk('Dashboard', ['appointments.read']),
  '/turf-dashboard/employee/bookings': desk('Bookings', ['appointments.read']),
  '/turf-dashboard/employee/schedule': desk('Schedule', ['appointments.read']),
  '/turf-dashboard/employee/users': desk('User Management', ['staff.read']),
};

/** The page at an address, whatever slashes it ends with; undefined where there is none. */
export function pageOf(path: string): Page | undefined {
  const trimmed = path.replace(/\/+$/, '') || '/';
  return Object.hasOwn(pages, trimmed) ? pages[trimmed] : undefined;
}

function open(title: string): Page {
  return { title, area: 'public', needs: [] };
}

function clinic(title: string, needs: readonly Permission[]): Page {
  return { title, area: 'clinic', needs };
}

function turf(title: string, needs: readonly Permission[]): Page {
  return { title, area: 'turf', needs };
}

function desk(title: string, needs: readonly Permission[]): Page {
  return { title, area: 'turf-desk', needs };
}
