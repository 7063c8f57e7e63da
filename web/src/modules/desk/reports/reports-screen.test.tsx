import { screen, within } from '@testing-library/react';
import type { Reports } from '@samay/contract/desk/reports';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import type { ReportPeriod } from './report-period.ts';
import { ReportsScreen } from './reports-screen.tsx';

const path = 'GET /api/reports';
const rao = { is: 'named' as const, id: '00000000-0000-4000-8000-0000000000aa', name: 'Dr. Rao' };
const nobody = { is: 'none' as const, id: null, name: null };
const advances = { before: 0, taken: 500_00, returned: 0, voided: 0, kept: 0, spent: 0, held: 500_00 };
const reports: Reports = {
  received: 1_500_00,
  revenue: 1_200_50,
  bookings: 3,
  resources: [
    { ...rao, received: 900_00, revenue: 900_00, bookings: 2 },
    { ...nobody, received: 100_00, revenue: 300_50, bookings: 1 },
    { is: 'advance', id: null, name: null, received: 500_00, revenue: 0, bookings: 0 },
  ],
  services: [],
  methods: [{ method: 'UPI', received: 1_500_00, revenue: 1_200_50 }],
  people: [{ ...nobody, received: 1_500_00, revenue: 1_200_50 }],
  bridge: [
    { line: 'advances_taken', paise: -500_00 },
    { line: 'taken_before', paise: 200_50 },
  ],
  discounts: { total: 0, lines: [] },
  advances: { ...advances, people: 1, holders: [{ id: rao.id, name: 'Meera Joshi', paise: 500_00 }] },
  dues: [
    { from: 0, until: 7, bookings: 1, paise: 300_00 },
    { from: 91, until: null, bookings: 2, paise: 700_00 },
  ],
};
let server: ClinicServer;
let asked: (string | null)[][];

beforeEach(async () => {
  asked = [];
  server = await startClinicServer();
  server.routes.set(path, ({ query }) => {
    asked.push([query.get('from'), query.get('to')]);
    return { json: reports };
  });
});
afterEach(() => server.close());

function Page({ initial }: { initial: ReportPeriod }) {
  const [period, setPeriod] = useState(initial);
  return <ReportsScreen period={period} onPeriod={setPeriod} />;
}

const show = (initial: ReportPeriod) => renderSignedIn(server, <Page initial={initial} />);

it('shows each report as a table with its sums, and what is compared as bars [P-9.225]', async () => {
  show({ name: 'custom', from: '2026-11-01', to: '2026-11-30' });
  const doctors = within(await screen.findByRole('table', { name: 'By doctor' }));
  expect(doctors.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'DoctorAppointmentsReceivedRevenue',
    'Dr. RaoAppointments2Received₹900Revenue₹900',
    'No doctorAppointments1Received₹100Revenue₹300.50',
    'AdvancesAppointments0Received₹500Revenue₹0',
    'TotalAppointments3Received₹1,500Revenue₹1,200.50',
  ]);
  const bars = within(screen.getByRole('region', { name: 'Revenue by doctor' }));
  expect(bars.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Dr. Rao ₹900 75%',
    'No doctor ₹300.50 25%',
  ]);
  const bridge = within(screen.getByRole('table', { name: 'From received to revenue' }));
  expect(bridge.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'LineAmount',
    'Received₹1,500',
    'Advances taken-₹500',
    'Taken before these days for appointments of these days₹200.50',
    'Revenue₹1,200.50',
  ]);
  expect(
    within(screen.getByRole('table', { name: 'Due today, by age' })).getByText('more than 90'),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Export CSV: Who has an advance' })).toBeVisible();
});

it('asks for the days of a period, and a custom one for its days [P-9.224]', async () => {
  const { user } = show({ name: 'custom', from: '2026-11-01', to: '2026-11-30' });
  await screen.findByRole('table', { name: 'By doctor' });
  expect(asked).toEqual([['2026-11-01', '2026-11-30']]);
  await user.click(screen.getByRole('button', { name: 'Financial year' }));
  expect(screen.queryByLabelText('From')).toBeNull();
  await expect.poll(() => asked.length).toBe(2);
  const [from, to] = asked[1] ?? [];
  expect(`${from?.slice(4)} ${to?.slice(4)}`).toBe('-04-01 -03-31');
});

it('says what failed, and reads again [P-9.225]', async () => {
  server.routes.set(path, answerError(500, 'server.fault', 'Something went wrong on our side.'));
  const { user } = show({ name: 'month' });
  await screen.findByRole('alert');
  server.routes.set(path, () => ({ json: reports }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('table', { name: 'By doctor' })).toBeVisible();
});
