import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ClinicServer, startClinicServer } from '../../../../test/clinic-server.ts';
import { buildPaper, buildReceipt, lineOfPaper } from '../../../../test/papers.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { PapersScreen } from './papers-screen.tsx';

const list = 'GET /api/papers';
const invoice = buildPaper({ total: 12_34_567_00 });
const receipt = buildReceipt({ id: invoice.id.replace(/.$/, '2') });
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  server.routes.set('GET /api/papers/to-bill', () => ({ json: { items: [], next: null } }));
  server.routes.set('GET /api/papers/month', () => ({ json: { totals: [] } }));
});
afterEach(() => server.close());

function show() {
  const onMonth = vi.fn();
  return { onMonth, ...renderSignedIn(server, <PapersScreen month="2026-02" onMonth={onMonth} />) };
}

it('lists the papers of a month page by page, and opens one [P-9.64]', async () => {
  server.routes.set(list, ({ query }) => ({
    json: query.has('cursor')
      ? { items: [{ ...lineOfPaper(receipt), recipient: 'Meena Iyer' }], next: null }
      : { items: [{ ...lineOfPaper(invoice), recipient: 'Tata Motors' }], next: 'more' },
  }));
  server.routes.set(`GET /api/papers/${invoice.id}`, () => ({ json: invoice }));
  const { user, onMonth } = show();
  const table = within(await screen.findByRole('table', { name: 'Receipts and invoices of Feb 2026' }));
  const texts = () =>
    table
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ lastChild }) => lastChild?.textContent),
      );
  const first = ['PNT/26-27/000001', '21 Nov 2026', 'Tax invoice', 'Tata Motors', '₹12,34,567'];
  expect(texts()).toEqual([first]);
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  await waitFor(() =>
    expect(texts()).toEqual([first, ['R/26-27/000001', '21 Nov 2026', 'Receipt', 'Meena Iyer', '₹500']]),
  );
  const [asked, further] = server.requestsOf(list).map(({ query }) => Object.fromEntries(query));
  expect(asked).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(further).toEqual({ from: '2026-02-01', to: '2026-02-28', cursor: 'more' });
  await user.click(screen.getByRole('button', { name: 'PNT/26-27/000001' }));
  const dialog = await screen.findByRole('dialog', { name: 'Tax invoice PNT/26-27/000001' });
  expect(within(dialog).getByText('₹12,34,567.00')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Previous month' }));
  expect(onMonth).toHaveBeenCalledWith('2026-01');
});

it('says where a month has no papers, or they could not be loaded', async () => {
  server.routes.set(list, () => 'drop');
  const { user } = show();
  expect(await screen.findByText('Failed to load receipts and invoices')).toBeVisible();
  server.routes.set(list, () => ({ json: { items: [], next: null } }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No receipts or invoices in Feb 2026')).toBeVisible();
});

it.each([
  ['Export all lines', '/api/papers/export', 'Failed to export the lines'],
  ['Export sums by SAC', '/api/papers/sums/export', 'Failed to export the sums'],
])('%s downloads the month, and reports what failed [P-9.64]', async (name, path, failed) => {
  server.routes.set(list, () => ({ json: { items: [], next: null } }));
  server.routes.set(`GET ${path}`, () => 'drop');
  const { user } = show();
  await user.click(await screen.findByRole('button', { name }));
  expect(await screen.findByText(failed)).toBeVisible();
  const [{ query } = { query: new URLSearchParams() }] = server.requestsOf(`GET ${path}`);
  expect(Object.fromEntries(query)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
});

it('shows the sums of the return of the month, and downloads its tables [P-9.192]', async () => {
  server.routes.set(list, () => ({ json: { items: [], next: null } }));
  const sums = { taxable: 423_72, cgst: 38_14, sgst: 38_14, total: 500_00 };
  const none = { lines: 0, taxable: 0, cgst: 0, sgst: 0, total: 0 };
  server.routes.set('GET /api/papers/month', () => ({
    json: {
      totals: [
        { table: 'b2b', lines: 1, ...sums },
        { table: 'b2c', ...none },
      ],
    },
  }));
  server.routes.set('GET /api/papers/month/export', () => 'drop');
  const { user } = show();
  const table = within(await screen.findByRole('table', { name: 'Return of Feb 2026' }));
  const rows = table.getAllByRole('row').slice(1);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toHaveTextContent(/B2B.*₹423.72.*₹38.14.*₹38.14.*₹500.00/);
  await user.click(screen.getByRole('button', { name: 'Export all tables' }));
  expect(await screen.findByText('Failed to export the tables')).toBeVisible();
  const [{ query } = { query: new URLSearchParams() }] = server.requestsOf('GET /api/papers/month/export');
  expect(Object.fromEntries(query)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
});
