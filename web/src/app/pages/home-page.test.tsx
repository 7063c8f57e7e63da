import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildAppointment, buildDashboard, buildSession } from '../../../test/builders.ts';
import { type ClinicServer, startClinicServer } from '../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../test/render-signed-in.tsx';
import { HomePage } from './home-page.tsx';

let server: ClinicServer;
afterEach(() => server.close());

async function showAs(...session: Parameters<typeof buildSession>): Promise<void> {
  server = await startClinicServer(buildSession(...session));
  server.routes.set('GET /api/dashboard', () => ({ json: buildDashboard() }));
  server.routes.set('GET /api/setup-checklist', () => ({
    json: { steps: [], next: null, may: { restore: false } },
  }));
  server.routes.set('GET /api/queue', () => ({
    json: { resourceId: null, resources: [], waiting: [], done: { completed: 0, noShow: 0 }, recent: [] },
  }));
  renderSignedIn(server, <HomePage />);
  await screen.findByRole('region', { name: 'Bookings' });
}

it.each([
  ['doctor', 'Patients', '/dashboard/patients'],
  ['turf', 'Customers', '/turf-dashboard/customers'],
] as const)(
  'leads an owner of type %s to %s, which the sidebar does not',
  async (businessType, name, address) => {
    await showAs({ businessType });
    expect(screen.getByRole('link', { name })).toHaveAttribute('href', address);
  },
);

it.each(['EMPLOYEE', 'DOCTOR'] as const)('has no such link for a member with the role %s', async (role) => {
  await showAs({ role });
  expect(screen.queryByRole('link', { name: 'Patients' })).toBeNull();
});

it.each([
  ['BUSINESS_OWNER', 'doctor'],
  ['DOCTOR', 'doctor'],
  ['BUSINESS_OWNER', 'turf'],
  ['EMPLOYEE', 'turf'],
] as const)(
  'has the queue of the day for the role %s of type %s, and recent bookings for a turf’s desk alone',
  async (role, businessType) => {
    await showAs({ role, businessType });
    expect(await screen.findByRole('region', { name: 'Queue' })).toBeVisible();
    const isDesk = role === 'EMPLOYEE';
    expect(screen.queryByRole('region', { name: 'Recent Bookings' }) !== null).toBe(isDesk);
    expect(screen.queryByRole('link', { name: 'View Appointments' }) !== null).toBe(isDesk);
  },
);

it.each(['BUSINESS_OWNER', 'EMPLOYEE'] as const)(
  'has no zeros before the first booking, for the role %s',
  async (role) => {
    server = await startClinicServer(buildSession({ role }));
    const nothing = { total: 0, lastSevenDays: 0, sevenDaysBefore: 0, today: 0, thisMonth: 0, ahead: 0 };
    const lists =
      role === 'EMPLOYEE'
        ? { revenue: null, recentTransactions: null }
        : { revenue: nothing, recentTransactions: [] };
    const bookings = { total: 0, today: 0 };
    server.routes.set('GET /api/dashboard', () => ({
      json: buildDashboard({ bookings, ...lists, upcoming: [] }),
    }));
    server.routes.set('GET /api/setup-checklist', () => ({
      json: { steps: [], next: null, may: { restore: false } },
    }));
    const { user } = renderSignedIn(server, <HomePage />);
    expect(await screen.findByText('No appointments yet')).toBeVisible();
    for (const name of ['Queue', 'Bookings', 'Revenue', 'Upcoming Appointments', 'Recent Transactions'])
      expect(screen.queryByRole('region', { name })).toBeNull();
    expect(screen.getByRole('region', { name: 'Quick appointment' })).toBeVisible();
    expect(screen.getByRole('button', { name: '+ New Appointment' })).toBeVisible();
    // One booking is enough for all of it.
    server.routes.set('GET /api/dashboard', () => ({
      json: buildDashboard({ bookings: { total: 1, today: 1 }, ...lists, upcoming: [] }),
    }));
    server.routes.set('POST /api/appointments', () => ({ status: 201, json: buildAppointment() }));
    await user.type(screen.getByRole('combobox', { name: 'Phone number' }), '98765');
    await user.type(screen.getByRole('combobox', { name: 'Patient name' }), 'Arjun Reddy{Enter}');
    expect(await screen.findByRole('region', { name: 'Bookings' })).toBeVisible();
  },
);
