import type { Appointment } from '@samay/contract/bookings/appointments';
import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildAppointment, buildDashboard, buildSession } from '../../../test/builders.ts';
import { type ClinicServer, startClinicServer } from '../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../test/render-signed-in.tsx';
import { HomePage } from './home-page.tsx';

let server: ClinicServer;
afterEach(() => server.close());

let recent: Appointment[] = [];

async function showAs(...session: Parameters<typeof buildSession>): Promise<void> {
  server = await startClinicServer(buildSession(...session));
  server.routes.set('GET /api/dashboard', () => ({ json: buildDashboard() }));
  server.routes.set('GET /api/setup-checklist', () => ({
    json: { steps: [], next: null, may: { restore: false } },
  }));
  answerNobody();
  renderSignedIn(server, <HomePage />);
  await screen.findByRole('region', { name: 'Bookings' });
}

function answerNobody(): void {
  server.routes.set('GET /api/queue', () => ({
    json: {
      resourceId: null,
      resources: [],
      waiting: [],
      done: { completed: 0, noShow: 0 },
      toPay: [],
      recent,
    },
  }));
}

it.each([
  ['BUSINESS_OWNER', 'doctor'],
  ['DOCTOR', 'doctor'],
  ['BUSINESS_OWNER', 'turf'],
  ['EMPLOYEE', 'turf'],
] as const)(
  'has the queue of the day for the role %s of type %s, and recent bookings for a turf’s desk alone [P-8.19]',
  async (role, businessType) => {
    await showAs({ role, businessType });
    expect(await screen.findByRole('region', { name: 'Queue' })).toBeVisible();
    const isDesk = role === 'EMPLOYEE';
    expect(screen.queryByRole('region', { name: 'Recent Bookings' }) !== null).toBe(isDesk);
    expect(screen.queryByRole('link', { name: 'View Appointments' }) !== null).toBe(isDesk);
  },
);

it('lists the recent bookings of a turf’s desk with their status [P-8.19]', async () => {
  recent = [buildAppointment({ personName: 'Strikers', doctor: null, status: 'no_show' })];
  await showAs({ role: 'EMPLOYEE', businessType: 'turf' });
  const region = within(await screen.findByRole('region', { name: 'Recent Bookings' }));
  expect(await region.findByText('Strikers')).toBeVisible();
  expect(region.getByText('No-show')).toBeVisible();
  recent = [];
});

it.each([
  ['BUSINESS_OWNER', 'doctor'],
  ['EMPLOYEE', 'doctor'],
  ['BUSINESS_OWNER', 'turf'],
] as const)(
  'has for the role %s of type %s all its parts before the first booking [P-3.19, P-8.40]',
  async (role, businessType) => {
    const isOwner = role !== 'EMPLOYEE';
    server = await startClinicServer(buildSession({ role, businessType }));
    const nothing = { total: 0, lastSevenDays: 0, sevenDaysBefore: 0, ahead: 0 };
    const revenue = { ...nothing, receivedToday: 0, receivedThisMonth: 0 };
    server.routes.set('GET /api/dashboard', () => ({
      json: buildDashboard({
        bookings: { total: 0, today: 0 },
        upcoming: [],
        ...(isOwner ? { revenue, recentTransactions: [] } : { revenue: null, recentTransactions: null }),
      }),
    }));
    server.routes.set('GET /api/setup-checklist', () => ({
      json: { steps: [{ step: 'name', state: 'open' }], next: 'name', may: { restore: false } },
    }));
    answerNobody();
    renderSignedIn(server, <HomePage />);
    const bookings = await screen.findByRole('region', { name: 'Bookings' });
    expect(bookings).toHaveTextContent('0');
    const tile = businessType === 'turf' ? 'New Booking' : 'New Appointment';
    expect(screen.getByRole('button', { name: tile })).toBeVisible();
    expect(screen.getByText('No appointments scheduled')).toBeVisible();
    expect(await screen.findByText('Nobody is expected today')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Revenue' }) !== null).toBe(isOwner);
    expect(screen.queryByText('No transactions found') !== null).toBe(isOwner);
    if (!isOwner) return;
    const steps = await screen.findByRole('region', { name: 'First steps' });
    expect(steps.compareDocumentPosition(bookings)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  },
);
