import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { buildAdmin } from '../../../../test/platform-session.ts';
import { renderFiltered } from '../../../../test/render-filtered.tsx';
import { sinceFirst } from './analytics-charts.tsx';
import { AnalyticsScreen } from './analytics-screen.tsx';

let server: ClinicServer;
beforeEach(async () => {
  server = await startClinicServer(buildAdmin());
});
afterEach(() => server.close());

const failure = answerError(500, 'server.fault', 'Something went wrong on our side. Please try again.');

const period = {
  start: '2026-11-01',
  end: '2026-11-30',
  tenants: 12,
  newTenants: 2,
  bookings: 1500,
  revenue: { basic: 100_00, premium: 2_00_000_00, enterprise: 0, none: 0 },
};

it('can be read as a table, by months or weeks [P-14.9]', async () => {
  server.routes.set('GET /api/platform/analytics', ({ query }) => ({
    json: {
      periods: [query.get('by') === 'week' ? { ...period, start: '2026-11-16', end: '2026-11-22' } : period],
    },
  }));
  const { user } = renderFiltered(server, AnalyticsScreen);
  const table = within(await screen.findByRole('table', { name: 'Numbers per period' }));
  expect(table.getByText('Nov 2026')).toBeVisible();
  expect(table.getByText('₹2,00,100')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Weeks' }));
  expect(await screen.findByText('16 – 22 Nov 2026')).toBeVisible();
});

it('draws no periods from before the first business, and never fewer than three [P-10.26]', () => {
  const empty = { ...period, tenants: 0, newTenants: 0, bookings: 0 };
  expect(sinceFirst([empty, empty, period, period, period, period])).toHaveLength(4);
  expect(sinceFirst([empty, empty, empty, empty, period])).toHaveLength(3);
  expect(sinceFirst([empty, empty, empty, empty])).toHaveLength(3);
  expect(sinceFirst([period])).toEqual([period]);
});

it('says when it cannot load', async () => {
  server.routes.set('GET /api/platform/analytics', failure);
  renderFiltered(server, AnalyticsScreen);
  expect(await screen.findByText('Failed to load analytics')).toBeVisible();
});
