import type { AuthState } from '../../lib/session/session.tsx';
import { guard } from './guard.ts';
import { pages } from '../page-table.ts';

export interface Destination {
  readonly label: string;
  readonly to: string;
  /** The key after `g` that goes there. */
  readonly letter?: string;
}

const letters: Readonly<Record<string, string>> = {
  Dashboard: 'd',
  Appointments: 'a',
  Bookings: 'b',
  Schedule: 's',
  Patients: 'p',
  Customers: 'c',
  Revenue: 'r',
  'Employee Management': 'e',
  'User Management': 'u',
  Users: 'u',
  Tenants: 't',
  Analytics: 'y',
  Billing: 'b',
  'Audit log': 'l',
  Settings: ',',
};
const areas = new Set(['clinic', 'turf', 'turf-desk', 'account']);

/** Every page that this person may open from inside, one address for each: what the guard shows them. */
export function destinationsOf(state: AuthState): readonly Destination[] {
  const seen = new Set<string>();
  const all = Object.entries(pages).flatMap(([to, { title, area }]) => {
    if (!areas.has(area) || seen.has(title) || guard(state, to) !== 'show') return [];
    seen.add(title);
    const letter = letters[title];
    return [{ label: title, to, ...(letter && { letter }) }];
  });
  // What is one's own comes after what is the business's.
  return [...all.filter(({ to }) => to !== '/account'), ...all.filter(({ to }) => to === '/account')];
}
