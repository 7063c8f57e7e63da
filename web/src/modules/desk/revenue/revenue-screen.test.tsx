import { screen, within } from '@testing-library/react';
import type { Received } from '@samay/contract/ledger/received';
import type { RevenueBreakdown, RevenueSummary, Transaction } from '@samay/contract/desk/revenue';
import { classifyPaymentMethod } from '@samay/contract/core/money';
import { addDays, formatDate, indiaDate, now } from '@samay/contract/core/time';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildResource, buildSession } from '../../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { partsOfDays } from './part-bars.ts';
import type { Period } from './period.ts';
import { RevenueScreen } from './revenue-screen.tsx';

const sum = 'GET /api/revenue';
const list = 'GET /api/revenue/transactions';
const today = indiaDate(now());
const week = `${formatDate(addDays(today, -6))} to ${formatDate(today)}`;
const transaction: Transaction = {
  id: '00000000-0000-4000-8000-0000000000ff',
  personName: 'Meenakshi Iyer',
  personContact: '+91 98450 12345',
  date: today,
  time: '14:30',
  reference: 'booking_1795000000001',
  serviceName: 'Night Clinic',
  amount: 750_00,
  paymentMethod: 'UPI',
};
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
  answer({ total: 1_234_567_00, bookings: 1, average: 1_234_567_00, earlier: 0, fees: 0 }, [transaction]);
});
afterEach(() => server.close());

function answer(summary: RevenueSummary, items: Transaction[], hidden = 0): void {
  const breakdown: RevenueBreakdown = {
    by: 'day',
    parts: items.map(({ date, amount }) => ({ from: date, to: date, total: amount, bookings: 1 })),
    methods: items.map(({ paymentMethod, amount }) => ({
      method: classifyPaymentMethod(paymentMethod),
      total: amount,
      bookings: 1,
    })),
  };
  server.routes.set(sum, () => ({ json: summary }));
  server.routes.set('GET /api/revenue/breakdown', () => ({ json: breakdown }));
  server.routes.set(list, () => ({ json: { items, next: null, hidden } }));
}

function Page({ initial }: { initial: Period }) {
  const [period, setPeriod] = useState(initial);
  return <RevenueScreen period={period} onPeriodChange={setPeriod} first={<p>The summary</p>} />;
}

function show(initial: Period = { name: 'weekly' }) {
  const actions = { openNewAppointment: vi.fn(), openDetails: vi.fn() };
  return { ...actions, ...renderSignedIn(server, <Page initial={initial} />, actions) };
}

it('shows the sum, the average, the transactions behind them, and the strip at the end [P-10.9, P-10.10]', async () => {
  const { user, openDetails } = show();
  const total = within(await screen.findByRole('region', { name: 'Total Revenue' }));
  expect(total.getByText('₹12,34,567')).toBeVisible();
  expect(total.getByText(`1 appointment · ${week}`)).toBeVisible();
  const table = within(await screen.findByRole('table', { name: 'Transactions' }));
  expect(table.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    'Appointment Date',
    'Patient',
    'Service',
    'Payment Method',
    'Amount',
    'Reference',
  ]);
  // On a phone every cell shows the name of its column.
  expect(table.getAllByRole('cell').map((cell) => cell.textContent)).toEqual([
    `Appointment Date${formatDate(today)}2:30 pm`,
    'Meenakshi Iyer+91 98450 12345',
    'ServiceNight Clinic',
    'Payment MethodUPI',
    '₹750',
    'Referencebooking_1795…',
  ]);
  expect(within(screen.getByRole('region', { name: 'Summary' })).getByText('1 appointment')).toBeVisible();
  expect(await screen.findByRole('region', { name: 'By payment method' })).toBeVisible();
  await user.click(table.getByRole('button', { name: 'Meenakshi Iyer' }));
  expect(openDetails).toHaveBeenCalledWith(transaction.id);
});

it('begins with what the page shows first, above the period and its cards [P-10.23]', async () => {
  show();
  const total = await screen.findByRole('region', { name: 'Total Revenue' });
  const summary = screen.getByText('The summary');
  for (const later of [screen.getByRole('button', { name: '30 Days' }), total])
    expect(summary.compareDocumentPosition(later)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('asks for the days of the period that is pressed, and says which is [P-10.8]', async () => {
  const { user } = show({ name: 'daily' });
  await screen.findByText(`1 appointment · ${formatDate(today)}`);
  await user.click(screen.getByRole('button', { name: '30 Days' }));
  await screen.findByText(`1 appointment · ${formatDate(addDays(today, -29))} to ${formatDate(today)}`);
  expect(screen.getByRole('button', { name: '30 Days' })).toHaveAttribute('aria-pressed', 'true');
});

it('counts today until both dates of a custom period are chosen, and says so [P-10.8]', async () => {
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Custom' }));
  expect(await screen.findByText('1 appointment · Please select dates')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Start date' }), '1 Nov 2026{Enter}');
  await user.type(screen.getByRole('textbox', { name: 'End date' }), '5 Nov 2026{Enter}');
  expect(await screen.findByText('1 appointment · 1 Nov 2026 to 5 Nov 2026')).toBeVisible();
});

it('answers any range, its plot by what the server divides it into [P-10.14]', async () => {
  const parts = [{ from: '2026-11-01', to: '2026-11-30', total: 500_00, bookings: 1 }];
  server.routes.set('GET /api/revenue/breakdown', () => ({ json: { by: 'month', parts, methods: [] } }));
  show({ name: 'custom', from: '2016-01-01', to: '2026-12-31' });
  const plot = within(await screen.findByRole('region', { name: 'Revenue per month' }));
  expect(plot.getByRole('rowheader', { name: 'Nov 2026' })).toBeInTheDocument();
  expect(Object.fromEntries(server.requestsOf(sum).at(-1)?.query ?? [])).toEqual({
    from: '2016-01-01',
    to: '2026-12-31',
  });
});

it('draws each method as its part of the whole sum, and writes it [P-10.15]', async () => {
  const methods = [
    { method: 'Card', total: 600_00, bookings: 1 },
    { method: 'Cash', total: 300_00, bookings: 2 },
    { method: 'UPI', total: 0, bookings: 1 },
  ];
  server.routes.set('GET /api/revenue/breakdown', () => ({ json: { by: 'day', parts: [], methods } }));
  show({ name: 'daily' });
  const plot = await screen.findByRole('region', { name: 'By payment method' });
  const rows = within(plot).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Card 1 appointment₹600 67%',
    'Cash 2 appointments₹300 33%',
    'UPI 1 appointment₹0 0%',
  ]);
  const widths = rows.map((row) =>
    Math.round(Number.parseFloat(row.querySelector<HTMLElement>('[aria-hidden] > span')?.style.width ?? '')),
  );
  expect(widths).toEqual([67, 33, 0]);
});

it('sends no request for an invalid date, and reads one without its year as the last such day [P-5.27]', async () => {
  const { user } = show({ name: 'custom', from: addDays(today, -2), to: today });
  await screen.findByText(`1 appointment · ${formatDate(addDays(today, -2))} to ${formatDate(today)}`);
  const before = server.requestsOf(sum).length;
  const start = screen.getByRole('textbox', { name: 'Start date' });
  await user.click(start);
  await user.keyboard('soon{Enter}');
  expect(await screen.findByText(/^Please enter a date, such as/)).toBeVisible();
  expect(server.requestsOf(sum)).toHaveLength(before);
  const yesterday = addDays(today, -1);
  await user.clear(start);
  await user.type(start, `${formatDate(yesterday).slice(0, -5)}{Enter}`);
  expect(
    await screen.findByText(`1 appointment · ${formatDate(yesterday)} to ${formatDate(today)}`),
  ).toBeVisible();
});

it('says when there is nothing, without strip and plots [P-10.11]', async () => {
  answer({ total: 0, bookings: 0, average: 0, earlier: 0, fees: 0 }, []);
  show();
  expect(await screen.findByText('No transactions found for the selected period')).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Total Revenue' })).getByText('₹0')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Summary' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'By payment method' })).toBeNull();
});

it('names the fees in the total and in the list [P-9.156]', async () => {
  const fee = { ...transaction, amount: 300_00, isFee: true as const, serviceName: 'Checkup' };
  answer({ total: 800_00, bookings: 1, average: 500_00, earlier: -20_00, fees: 300_00 }, [fee]);
  show();
  const about = `1 appointment and ₹300 of cancellation fees and -₹20 for earlier months · ${week}`;
  expect(await screen.findByText(about)).toBeVisible();
  expect(await screen.findByText('Cancellation fee: Checkup')).toBeVisible();
});

it('shows how many counted transactions the plan hides [P-10.13]', async () => {
  answer({ total: 1_500_00, bookings: 3, average: 500_00, earlier: 0, fees: 0 }, [transaction], 2);
  show();
  expect(
    await screen.findByText(
      "2 appointments are beyond your plan's limit: they count above and are not listed.",
    ),
  ).toBeVisible();
});

it('shows that it is loading, an error, and recovers [P-10.11]', async () => {
  server.routes.set(sum, answerError(403, 'access.denied', 'You do not have permission to do this.'));
  const { user } = show();
  expect((await screen.findAllByText('Loading revenue data...')).length).toBeGreaterThan(0);
  expect(
    await screen.findByText('Failed to load revenue data: You do not have permission to do this.'),
  ).toBeVisible();
  answer({ total: 500_00, bookings: 1, average: 500_00, earlier: 0, fees: 0 }, [transaction]);
  await user.click(screen.getAllByRole('button', { name: 'Retry' })[0] ?? document.body);
  expect((await screen.findAllByText('₹500')).length).toBeGreaterThan(0);
});

it('says bookings and customers for a turf [P-10.8]', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ businessType: 'turf' }));
  answer({ total: 500_00, bookings: 2, average: 250_00, earlier: 0, fees: 0 }, [transaction]);
  const { user } = show();
  expect(await screen.findByText(`2 bookings · ${week}`)).toBeVisible();
  expect(await screen.findByRole('columnheader', { name: 'Booking Date' })).toBeInTheDocument();
  expect(screen.getByText('Night Clinic')).toBeVisible();
  for (const name of ['Daily (Today)', 'Weekly (7 Days)', 'Monthly (30 Days)'])
    expect(screen.getByRole('button', { name })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Custom' }));
  expect(await screen.findByText('2 bookings · Custom Range (Select Dates)')).toBeVisible();
  expect(document.body.textContent).not.toMatch(/patient|appointment|doctor/i);
});

it('shows that it has nothing for users without a business [P-10.11]', async () => {
  await server.close();
  server = await startClinicServer({ ...buildSession(), tenant: null });
  show();
  expect(await screen.findByText('No tenant ID available')).toBeVisible();
  expect(screen.queryByText('Loading revenue data...')).toBeNull();
});

it('exports the transactions as a file, and shows when that fails [P-10.16]', async () => {
  const { user } = show();
  server.routes.set(
    'GET /api/revenue/export',
    answerError(403, 'access.denied', 'You do not have permission to do this.'),
  );
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('You do not have permission to do this.')).toBeVisible();
});

it('lists the transactions of a method or of a doctor alone, says so, and all of them again', async () => {
  const id = '00000000-0000-4000-8000-0000000000d1';
  server.routes.set('GET /api/resources', () => ({ json: { items: [buildResource(id, 'Dr. Kavita Rao')] } }));
  const period: Period = { name: 'custom', from: today, to: today };
  const onPeriodChange = vi.fn();
  const narrowed = { resource: id };
  const { user, unmount } = renderSignedIn(
    server,
    <RevenueScreen period={period} narrowed={narrowed} onPeriodChange={onPeriodChange} />,
  );
  const section = within(await screen.findByRole('region', { name: 'Transactions' }));
  expect(await section.findByText('Dr. Kavita Rao')).toBeVisible();
  await expect
    .poll(() => Object.fromEntries(server.requestsOf(list).at(-1)?.query ?? []))
    .toMatchObject({ from: today, to: today, resource: id });
  await user.click(section.getByRole('button', { name: 'Show all' }));
  expect(onPeriodChange).toHaveBeenCalledWith(period);
  unmount();
  renderSignedIn(
    server,
    <RevenueScreen period={period} narrowed={{ method: 'UPI' }} onPeriodChange={onPeriodChange} />,
  );
  await screen.findByRole('button', { name: 'Show all' });
  await expect.poll(() => server.requestsOf(list).at(-1)?.query.get('method')).toBe('UPI');
});

describe('what was received', () => {
  const received: Received = {
    total: 1_234_567_00,
    methods: [
      { method: 'UPI', total: 1_234_867_00 },
      { method: 'Cash', total: -300_00 },
    ],
    people: [
      {
        id: null,
        name: null,
        total: 1_234_567_00,
        methods: [
          { method: 'UPI', total: 1_234_867_00 },
          { method: 'Cash', total: -300_00 },
        ],
      },
    ],
    days: [
      { date: addDays(today, -1), total: 1_234_867_00 },
      { date: today, total: -300_00 },
    ],
  };

  it('is shown next to the revenue, by method, person and day, with the difference explained [P-9.27]', async () => {
    server.routes.set('GET /api/received', () => ({ json: received }));
    show();
    const section = within(await screen.findByRole('region', { name: 'Received' }));
    expect(section.getByText(/^Revenue counts appointments by their own date; Received/)).toBeVisible();
    expect(await section.findByText('₹12,34,567', { selector: 'b' })).toBeVisible();
    const methods = within(await section.findByRole('region', { name: 'Received by method' }));
    expect(methods.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'UPI ₹12,34,867 100%',
      'Cash -₹300 ',
    ]);
    const people = within(section.getByRole('region', { name: 'Received by person' }));
    expect(people.getByRole('listitem')).toHaveTextContent(
      'Not known UPI ₹12,34,867, Cash -₹300₹12,34,567 100%',
    );
    const days = within(section.getByRole('table', { name: 'Received per day' }));
    expect(days.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      `${formatDate(addDays(today, -1))}₹12,34,867`,
      `${formatDate(today)}-₹300`,
    ]);
    expect(server.requestsOf('GET /api/received')[0]?.query.get('from')).toBe(addDays(today, -6));
  });

  it('is downloaded, and reports what failed [P-9.27]', async () => {
    server.routes.set('GET /api/received', () => 'drop');
    const { user } = show();
    expect(await screen.findByText('Failed to load what was received')).toBeVisible();
    server.routes.set('GET /api/received/export', () => 'drop');
    await user.click(screen.getByRole('button', { name: 'Export received' }));
    expect(await screen.findByText('Failed to export what was received')).toBeVisible();
    const { query } = server.requestsOf('GET /api/received/export')[0] ?? {};
    expect(query?.get('to')).toBe(today);
  });

  it('is charted by longer parts over a long time', () => {
    const range = { from: '2024-01-15', to: '2026-11-20' };
    const days = ['2024-01-20', '2024-01-31', '2024-02-01'].map((date) => ({ date, total: 100 }));
    expect(partsOfDays(days, range)).toEqual({
      by: 'month',
      parts: [
        { from: '2024-01-15', to: '2024-01-31', total: 200 },
        { from: '2024-02-01', to: '2024-02-29', total: 100 },
      ],
    });
  });
});
