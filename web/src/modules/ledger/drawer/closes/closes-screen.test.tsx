import type { CloseSums } from '@samay/contract/ledger/closes';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildSession } from '../../../../../test/builders.ts';
import { answerError, type ClinicServer, startClinicServer } from '../../../../../test/clinic-server.ts';
import { buildPeriod, ravi } from '../../../../../test/drawers.ts';
import { renderSignedIn } from '../../../../../test/render-signed-in.tsx';
import { ClosesScreen } from './closes-screen.tsx';

const listing = 'GET /api/drawers/closes';
const sums: CloseSums = {
  count: 2,
  methods: [
    { method: 'Cash', total: 7_600_00 },
    { method: 'UPI', total: 12_34_567_00 },
  ],
  cashIn: 300_00,
  cashOut: 100_00,
  expenses: 20_00,
  handedOver: 8_000_00,
  corrected: 0,
  missing: -50_00,
  tooMuch: 20_00,
  days: [{ date: '2026-10-21', missing: -50_00, tooMuch: 20_00 }],
};
const second = buildPeriod({
  id: '00000000-0000-4000-8000-0000000000c2',
  holder: ravi,
  difference: 20_00,
  note: 'Found',
  expenseRows: [],
});
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer(buildSession({ role: 'BUSINESS_OWNER' }));
  server.routes.set('GET /api/drawers/closes/sums', () => ({ json: sums }));
  server.routes.set(listing, ({ query }) => ({
    json: query.has('cursor') ? { items: [second], next: null } : { items: [buildPeriod()], next: 'more' },
  }));
});
afterEach(() => server.close());

const show = (month?: string) => {
  const onMonth = vi.fn();
  return { ...renderSignedIn(server, <ClosesScreen month={month} onMonth={onMonth} link={null} />), onMonth };
};
const readLines = (element: Element) =>
  [...element.querySelectorAll('dl > div')].map(({ textContent }) => textContent);

it('lists the closes of a month with methods, petty cash, what was handed over and the difference [P-9.195, P-9.200]', async () => {
  const { user, onMonth } = show('2026-10');
  const table = within(await screen.findByRole('table', { name: 'Closes of Oct 2026' }));
  expect(table.getByRole('columnheader', { name: 'Net taken' })).toBeVisible();
  const row = table.getAllByRole('row')[1] as HTMLElement;
  expect(row).toHaveTextContent(/Asha Kulkarni/);
  expect(readLines(row)).toEqual([
    'Cash₹3,800',
    'Tea₹20',
    'Opening₹500',
    'Expected₹4,280',
    'Counted₹4,230',
    'Handed over to the owner₹4,000',
  ]);
  expect(within(row).getByText('₹50 is missing')).toBeVisible();
  expect(within(row).getByText('Change for an auto')).toBeVisible();
  expect(Object.fromEntries(server.requestsOf(listing)[0]?.query ?? [])).toEqual({
    from: '2026-10-01',
    to: '2026-10-31',
  });
  await user.click(screen.getByRole('button', { name: 'Previous month' }));
  expect(onMonth).toHaveBeenCalledWith('2026-09');
});

it('shows the sums of a month, and what was missing and too much on each day [P-9.39, P-9.200]', async () => {
  show('2026-10');
  expect(readLines(await screen.findByRole('region', { name: 'Sums of Oct 2026' }))).toEqual([
    'Closes2',
    'Cash₹7,600',
    'UPI₹12,34,567',
    'All methods₹12,42,167',
    'Cash in₹300',
    'Cash out₹100',
    'Expenses₹20',
    'Handed over₹8,000',
    'Missing₹50',
    'Too much₹20',
  ]);
  const days = await screen.findByRole('table', { name: 'Differences in Oct 2026' });
  expect(within(days).getAllByRole('row')[1]).toHaveTextContent('21 Oct 2026₹50₹20');
});

it('prints all closes of a month, those of later pages as well, oldest first [P-9.203]', async () => {
  const { user } = show('2026-10');
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  await screen.findByRole('region', { name: 'Sums of Oct 2026' });
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(print).toHaveBeenCalled());
  const sheet = document.querySelector('body > article') as HTMLElement;
  expect(sheet).toHaveTextContent('Petty cash and closes of Oct 2026');
  const rows = [...sheet.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatch(/Ravi Deshmukh.*₹20 too much: Found/);
  expect(rows[1]).toMatch(/Tea ₹20.*₹50 is missing: Change for an auto/);
});

it('shows what was corrected later next to the difference, in the sums and on paper [P-9.231]', async () => {
  const row = { reason: 'Wrong method', at: '2026-10-22T09:00:00.000Z', by: 'Priya Nair' };
  const corrections = [
    { ...row, id: second.id, paise: -500_00, method: 'Cash' as const },
    { ...row, id: buildPeriod().id, paise: 500_00, method: 'UPI' as const },
  ];
  const period = buildPeriod({ corrections, corrected: -500_00 });
  server.routes.set(listing, () => ({ json: { items: [period], next: null } }));
  server.routes.set('GET /api/drawers/closes/sums', () => ({ json: { ...sums, corrected: -500_00 } }));
  const { user } = show('2026-10');
  const table = within(await screen.findByRole('table', { name: 'Closes of Oct 2026' }));
  expect(table.getByText('Corrected later: ₹500 less cash')).toBeVisible();
  expect(table.getByText('UPI · 22 Oct 2026 · Wrong method')).toBeVisible();
  const region = await screen.findByRole('region', { name: 'Sums of Oct 2026' });
  expect(readLines(region)).toContain('Cash corrected later-₹500');
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(print).toHaveBeenCalled());
  expect(document.querySelector('body > article tbody')).toHaveTextContent(
    'Corrected later: ₹500 less cash: Cash · 22 Oct 2026 · Wrong method -₹500, UPI · 22 Oct 2026 · Wrong method ₹500',
  );
});

it('says that nothing was closed in a month, and that it could not be loaded', async () => {
  server.routes.set('GET /api/drawers/closes/sums', () => ({ json: { ...sums, count: 0 } }));
  server.routes.set(listing, () => ({ json: { items: [], next: null } }));
  const first = show('2026-10');
  expect(await screen.findByText('No drawer was closed in Oct 2026')).toBeVisible();
  first.unmount();
  server.routes.set(listing, answerError(503, 'server.unavailable', 'Away'));
  show('2026-10');
  expect(await screen.findByText('Failed to load the closes')).toBeVisible();
});
