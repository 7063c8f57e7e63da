import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildSession, buildUsage } from '../../../../../test/builders.ts';
import { type ClinicServer, startClinicServer } from '../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../test/render-signed-in.tsx';
import { UsageCard } from './usage-card.tsx';

let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

it.each([
  ['2026-11-01', '2026-12-01', 'Premium plan · 1 Nov – 30 Nov 2026'],
  ['2026-12-15', '2027-01-15', 'Premium plan · 15 Dec 2026 – 14 Jan 2027'],
])('names the cycle from %s to %s by its days', async (cycleStart, cycleEnd, text) => {
  renderSignedIn(server, <UsageCard usage={buildUsage({ cycleStart, cycleEnd })} />);
  expect(await screen.findByText(text)).toBeVisible();
});

it('says how many are used and left in a line [P-4.7]', async () => {
  renderSignedIn(server, <UsageCard usage={buildUsage({ used: 1999, limit: 2500, remaining: 501 })} />);
  expect(await screen.findByText('1,999 / 2,500')).toBeVisible();
  expect(screen.getByText('501 remaining')).toBeVisible();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

it('shows a bar from 80% on [P-4.7]', async () => {
  renderSignedIn(server, <UsageCard usage={buildUsage({ used: 2000, limit: 2500, remaining: 500 })} />);
  expect(await screen.findByRole('progressbar', { name: 'appointments used' })).toHaveAttribute(
    'aria-valuenow',
    '80',
  );
  expect(screen.queryByRole('alert')).toBeNull();
});

it('is full without a plan', async () => {
  renderSignedIn(server, <UsageCard usage={buildUsage({ used: 0, limit: 0, remaining: 0 })} />);
  expect(await screen.findByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  expect(screen.getByRole('alert')).toHaveTextContent('Limit reached');
});

it('tells users who may not upgrade to ask the owner', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ role: 'EMPLOYEE' }));
  renderSignedIn(server, <UsageCard usage={buildUsage({ hidden: 1 })} />);
  expect(
    await screen.findByText(/1 appointment of this cycle is beyond your plan's limit and hidden/),
  ).toHaveTextContent('Ask the owner to upgrade the plan to see them.');
  expect(screen.queryByRole('link')).toBeNull();
});
