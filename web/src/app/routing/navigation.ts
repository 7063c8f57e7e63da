import type { Session } from '@samay/contract/identity/session';
import { homeOf, isOwner } from './home.ts';

export interface SidebarLink {
  readonly label: string;
  readonly to: string;
}

const dashboard = { label: 'Dashboard', to: '/dashboard' };
const appointments = { label: 'Appointments', to: '/dashboard/appointments' };
const schedule = { label: 'Schedule', to: '/dashboard/schedule' };
const settings = { label: 'Settings', to: '/dashboard/settings' };
const everyone = [dashboard, appointments, schedule];

/** The sidebar's links by role, in the specification's order (section 2, "Dashboard layout" and the turf layouts). */
export function linksOf(session: Session): readonly SidebarLink[] {
  if (session.businessType === 'turf') return isOwner(session) ? turfOwner : turfEmployee;
  if (isOwner(session)) return owner;
  if (session.user.role === 'SUPER_ADMIN') return superAdmin;
  return session.user.role === 'DOCTOR' ? doctor : everyone;
}

/** The home's own link is active on its own page only, the others on what lies below them too. */
export function isActive(link: SidebarLink, path: string, session: Session): boolean {
  const here = path.replace(/\/+$/, '') || '/';
  return here === link.to || (link.to !== homeOf(session) && here.startsWith(`${link.to}/`));
}

const superAdmin: readonly SidebarLink[] = [
  ...everyone,
  { label: 'Tenants', to: '/dashboard/tenants' },
  { label: 'Users', to: '/dashboard/users' },
  { label: 'Analytics', to: '/dashboard/analytics' },
  settings,
  { label: 'Billing', to: '/dashboard/billing' },
];

const owner: readonly SidebarLink[] = [
  ...everyone,
  { label: 'Employee Management', to: '/dashboard/employees' },
  { label: 'Revenue', to: '/dashboard/revenue' },
  settings,
];

const doctor: readonly SidebarLink[] = [...everyone, { label: 'Patients', to: '/dashboard/patients' }, settings];

const turfOwner: readonly SidebarLink[] = [
  { label: 'Dashboard', to: '/turf-dashboard' },
  { label: 'Bookings', to: '/turf-dashboard/bookings' },
  { label: 'Schedule', to: '/turf-dashboard/schedule' },
  { label: 'User Management', to: '/turf-dashboard/users' },
  { label: 'Revenue', to: '/turf-dashboard/revenue' },
  { label: 'Settings', to: '/turf-dashboard/settings' },
];

const turfEmployee: readonly SidebarLink[] = [
  { label: 'Dashboard', to: '/turf-dashboard/employee' },
  { label: 'Bookings', to: '/turf-dashboard/employee/bookings' },
  { label: 'Schedule', to: '/turf-dashboard/employee/schedule' },
];
