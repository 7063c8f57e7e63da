import { wording } from '@samay/contract/core/wording';
import type { PlanHelp } from '@samay/contract/tenancy/subscriptions';
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

it('names the limit of the first days with its last day [P-4.46]', async () => {
  renderSignedIn(server, <UsageCard usage={buildUsage({ firstDaysUntil: '2026-12-20' })} />);
  expect(
    await screen.findByText('Limit of Enterprise until 20 Dec 2026 · 1 Nov – 30 Nov 2026'),
  ).toBeVisible();
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

const full = { used: 2500, limit: 2500, remaining: 0 };
const help: PlanHelp = {
  isForSale: false,
  owners: [{ name: 'Lakshmi Rao', email: 'lakshmi@citycare.example' }],
  support: 'help@samay.example',
};

it('names the platform’s address after the sentence where no larger plan is sold [P-4.41]', async () => {
  server.routes.set('GET /api/plan-help', () => ({ json: help }));
  renderSignedIn(server, <UsageCard usage={buildUsage(full)} />);
  expect(await screen.findByRole('alert')).toHaveTextContent(wording.doctor.limitReached);
  expect(await screen.findByRole('link', { name: help.support ?? '' })).toHaveAttribute(
    'href',
    'mailto:help@samay.example',
  );
  expect(screen.getByText(/To book more, ask Samay support to raise the limit/)).toBeVisible();
  expect(screen.queryByText(/upgrade your plan in Settings/)).toBeNull();
});

it('names the owners to everybody else [P-4.41]', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ role: 'EMPLOYEE' }));
  server.routes.set('GET /api/plan-help', () => ({ json: help }));
  renderSignedIn(server, <UsageCard usage={buildUsage(full)} />);
  expect(
    await screen.findByText(/Ask the owner to have the limit raised to book more: Lakshmi Rao,/),
  ).toBeVisible();
  // Within a sentence a link is not told by its colour alone.
  expect(screen.getByRole('link', { name: 'lakshmi@citycare.example' })).toHaveAttribute(
    'data-underline',
    'always',
  );
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
