import type { OwnTakings } from '@samay/contract/ledger/received';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { TakingsLine } from './takings-line.tsx';

const route = 'GET /api/received/own';
const id = '00000000-0000-4000-8000-00000000000';
const takings: OwnTakings = {
  total: 12_34_567_00,
  methods: [
    { method: 'UPI', total: 12_34_867_00 },
    { method: 'Cash', total: -300_00 },
  ],
  rows: [
    {
      id: `${id}1`,
      kind: 'refund',
      paise: -300_00,
      method: 'Cash',
      at: '2026-11-21T09:30:00.000Z',
      appointmentId: `${id}3`,
      personName: 'Suresh Bose',
    },
    {
      id: `${id}2`,
      kind: 'payment',
      paise: 12_34_867_00,
      method: 'UPI',
      at: '2026-11-21T09:00:00.000Z',
      appointmentId: null,
      personName: null,
    },
  ],
};
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

it('adds up by method what the user took today, and lists it [P-9.29, P-9.195]', async () => {
  server.routes.set(route, () => ({ json: takings }));
  const openDetails = vi.fn();
  const { user } = renderSignedIn(server, <TakingsLine />, { openDetails });
  const line = await screen.findByRole('region', { name: 'Net taken by you today' });
  expect(line).toHaveTextContent('Net taken by you today: ₹12,34,567UPI ₹12,34,867 · Cash -₹300');
  await user.click(within(line).getByRole('button', { name: 'Show what you took today' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Net taken by you today: ₹12,34,567' }));
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Suresh Bose3:00 pm · Refund · Cash-₹300',
    'Advance2:30 pm · Payment · UPI₹12,34,867',
  ]);
  await user.click(dialog.getByRole('button', { name: 'Suresh Bose' }));
  expect(openDetails).toHaveBeenCalledWith(`${id}3`);
});

it('says that cash is left out where it is counted first [P-9.176]', async () => {
  const methods = takings.methods.slice(0, 1);
  server.routes.set(route, () => ({ json: { total: null, methods, rows: takings.rows.slice(1) } }));
  const { user } = renderSignedIn(server, <TakingsLine />);
  const line = await screen.findByRole('region', { name: 'Net taken by you today' });
  expect(line).toHaveTextContent('Net taken by you today, without cashUPI ₹12,34,867');
  await user.click(within(line).getByRole('button', { name: 'Show what you took today' }));
  expect(await screen.findByRole('dialog', { name: 'Net taken by you today, without cash' })).toBeVisible();
});

it('takes no room before the first payment, and reports a failure', async () => {
  const { unmount } = renderSignedIn(
    server,
    <p>
      Home
      <TakingsLine />
    </p>,
  );
  await screen.findByText('Home');
  await expect.poll(() => server.requestsOf(route).length).toBe(1);
  expect(screen.queryByRole('region')).toBeNull();
  unmount();
  server.routes.set(route, () => 'drop');
  const { user } = renderSignedIn(server, <TakingsLine />);
  expect(await screen.findByText('Failed to load what you took today')).toBeVisible();
  server.routes.set(route, () => ({ json: takings }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('region', { name: 'Net taken by you today' })).toBeVisible();
});
