import type { Permission } from '@samay/contract/roles';

/**
 * Which part of the application a page stands in: `public` for anyone, `guest` for signing in, `onboarding` for owners who set their
 * business up, `clinic` and `turf` for people of such a business, `turf-desk` for the staff of a turf.
 */
type Area = 'public' | 'guest' | 'onboarding' | 'clinic' | 'turf' | 'turf-desk';

export interface Page {
  readonly title: string;
  readonly area: Area;
  /** One of these is enough; none are needed where the list is empty. */
  readonly needs: readonly Permission[];
}

const staff = ['appointments.read', 'platform.manage'] as const;
const platform = ['platform.manage'] as const;

/** Every address of the application with what it takes to see it (specification 2; decisions, "Who may do what" and "Routes"). */
export const pages: Readonly<Record<string, Page>> = {
  '/': open('Samay'),
  '/login': { title: 'Sign in', area: 'guest', needs: [] },
  '/oauth/callback': open('Signing in'),
  '/payment-callback': open('Payment'),
  '/unauthorized': open('Access Denied'),
  '/update-password': open('Set Your Password'),
  '/privacy-policy': open('Privacy Policy'),
  '/onboarding': { title: 'Set up your business', area: 'onboarding', needs: [] },

  '/dashboard': clinic('Dashboard', staff),
  '/dashboard/appointments': clinic('Appointments', staff),
  '/dashboard/schedule': clinic('Schedule', staff),
  '/dashboard/revenue': clinic('Revenue', ['revenue.read']),
  '/dashboard/employees': clinic('Employee Management', ['staff.read']),
  '/dashboard/patients': clinic('Patients', ['patients.read']),
  '/dashboard/settings': clinic('Settings', ['usage.read', 'platform.manage']),
  '/dashboard/tenants': clinic('Tenants', platform),
  '/dashboard/users': clinic('Users', platform),
  '/dashboard/analytics': clinic('Analytics', platform),
  '/dashboard/billing': clinic('Billing', platform),
  '/revenue': clinic('Revenue', ['revenue.read']),
  '/employees': clinic('Employee Management', ['staff.read']),

  '/turf-dashboard': turf('Dashboard', ['appointments.read']),
  '/turf-dashboard/revenue': turf('Revenue', ['revenue.read']),
  '/turf-dashboard/bookings': turf('Bookings', ['appointments.read']),
  '/turf-dashboard/schedule': turf('Schedule', ['appointments.read']),
  '/turf-dashboard/users': turf('User Management', ['staff.read']),
  '/turf-dashboard/settings': turf('Settings', ['usage.read']),
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
