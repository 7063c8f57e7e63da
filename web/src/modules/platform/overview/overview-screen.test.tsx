import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { buildAdmin } from '../../../../test/platform-session.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { OverviewScreen } from './overview-screen.tsx';

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer(buildAdmin());
});
afterEach(() => server.close());

const failure = answerError(500, 'server.fault', 'Something went wrong on our side. Please try again.');

const overview = {
  tenants: {
    total: 1204,
    byStatus: { active: 1200, pending: 3, suspended: 1 },
    byPlan: { basic: 1000, premium: 200, enterprise: 4 },
    byType: { doctor: 900, turf: 300, unset: 4 },
  },
  people: 5120,
  month: { start: '2026-11-01', bookings: 123_456, revenue: 12_34_567_00 },
  lastMonth: { start: '2026-10-01', bookings: 100, revenue: 99_50 },
  broken: [],
};

it('counts in Indian grouping and says who waits [P-14.1]', async () => {
  server.routes.set('GET /api/platform/overview', () => ({ json: overview }));
  renderSignedIn(server, <OverviewScreen />);
  expect(await screen.findByText('1,23,456')).toBeVisible();
  expect(screen.getByText('₹12,34,567')).toBeVisible();
  expect(screen.getByText('₹99.50 in the month before')).toBeVisible();
  expect(screen.getByText(/3 businesses wait/)).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'By plan' })).getByText('200')).toBeVisible();
});

it('warns of stored data that its daily check found wrong [O-5.12]', async () => {
  const broken = [
    {
      check: 'tallies',
      tenant: { id: '00000000-0000-4000-8000-000000000001', name: 'City Care' },
      found: 1,
      checkedAt: at,
    },
    { check: 'audit', tenant: null, found: 1200, checkedAt: at },
  ];
  server.routes.set('GET /api/platform/overview', () => ({ json: { ...overview, broken } }));
  renderSignedIn(server, <OverviewScreen />);
  const lines = within(await screen.findByRole('alert')).getAllByRole('listitem');
  expect(lines.map((line) => line.textContent)).toEqual([
    'Counts and sums of bookings of City Care: 1 place, checked 21 Nov 2026, 10:00 am',
    'The audit log of the platform or an erased business: 1,200 places, checked 21 Nov 2026, 10:00 am',
  ]);
});

it('says when it cannot load, and tries again', async () => {
  server.routes.set('GET /api/platform/overview', failure);
  const { user } = renderSignedIn(server, <OverviewScreen />);
  expect(await screen.findByText('Failed to load the overview')).toBeVisible();
  server.routes.set('GET /api/platform/overview', () => ({ json: overview }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('1,204')).toBeVisible();
});

const at = '2026-11-21T04:30:00.000Z';
