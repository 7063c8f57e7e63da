import { screen, within } from '@testing-library/react';
import { addDays, formatWeekday, indiaDate, now } from '@samay/contract/core/time';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildDashboard, buildSession } from '../../../../test/builders.ts';
import { type ClinicServer, answerError, startClinicServer } from '../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../test/render-signed-in.tsx';
import { DashboardScreen } from './dashboard-screen.tsx';

const home = 'GET /api/dashboard';
const today = indiaDate(now());
const line = {
  id: '00000000-0000-4000-8000-0000000000ff',
  personName: 'Meenakshi Iyer',
  date: today,
  time: '14:30',
  amount: 500_00,
};
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

function show() {
  const actions = { openNewAppointment: vi.fn(), openDetails: vi.fn() };
  return { ...actions, ...renderSignedIn(server, <DashboardScreen />, actions) };
}

it('greets, counts and compares [P-10.1, P-10.2]', async () => {
  server.routes.set(home, () => ({ json: buildDashboard() }));
  show();
  expect(await screen.findByRole('heading', { name: 'Welcome, Asha Kulkarni' })).toBeVisible();
  const revenue = within(await screen.findByRole('region', { name: 'Revenue' }));
  expect(revenue.getByText('₹12,34,567')).toBeVisible();
  expect(revenue.getByText('▲ 12%')).toBeVisible();
  expect(
    revenue.getByText('Received: ₹500 today, ₹30,000 this month. For days to come: ₹2,000.'),
  ).toBeVisible();
  const bookings = within(screen.getByRole('region', { name: 'Bookings' }));
  expect(bookings.getByText('1,240')).toBeVisible();
  expect(bookings.getByText('7 today')).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Staff' })).getByText('5')).toBeVisible();
  expect(screen.getByText('No transactions found')).toBeVisible();
  expect(screen.getByText('No appointments scheduled')).toBeVisible();
});

it('lists what comes next as Confirmed and opens its details [P-10.4]', async () => {
  const tomorrow = addDays(today, 1);
  const upcoming = [
    { ...line, status: 'scheduled' },
    { ...line, id: line.id.replace('ff', 'fe'), date: tomorrow, status: 'scheduled' },
  ] as const;
  const recentTransactions = [
    { ...line, personName: 'Karthik Reddy', status: 'completed', inAdvance: false },
    {
      ...line,
      id: line.id.replace('ff', 'fd'),
      date: tomorrow,
      amount: 700_00,
      status: 'scheduled',
      inAdvance: true,
    },
  ] as const;
  server.routes.set(home, () => ({
    json: buildDashboard({ upcoming: [...upcoming], recentTransactions: [...recentTransactions] }),
  }));
  const { user, openDetails } = show();
  const next = within(await screen.findByRole('region', { name: 'Upcoming Appointments' }));
  expect(next.getAllByText('Confirmed')).toHaveLength(2);
  expect(next.getByText('Today, 2:30 pm')).toBeVisible();
  expect(next.getByText(`${formatWeekday(tomorrow)}, 2:30 pm`)).toBeVisible();
  await user.click(next.getAllByRole('button')[0] ?? document.body);
  expect(openDetails).toHaveBeenCalledWith(line.id);
  const [first, second] = within(screen.getByRole('region', { name: 'Recent Transactions' })).getAllByRole(
    'listitem',
  );
  expect(first).toHaveTextContent(/Karthik Reddy.*₹500.*Completed/);
  expect(second).toHaveTextContent(/₹700.*Paid in advance/);
});

it('offers to mark those of today whose time is over [P-10.4]', async () => {
  const lines = [{ ...line, time: '08:00', status: 'scheduled' as const }];
  server.routes.set(home, () => ({ json: buildDashboard({ unmarked: { count: 4, lines } }) }));
  const { user, openDetails } = show();
  const card = within(await screen.findByRole('region', { name: 'Upcoming Appointments' }));
  expect(card.getByText('No appointments scheduled')).toBeVisible();
  expect(card.getByText('4 earlier today are not marked as completed or no-show.')).toBeVisible();
  await user.click(card.getByRole('button', { name: /Meenakshi Iyer Today, 8:00 am.*Mark/ }));
  expect(openDetails).toHaveBeenCalledWith(line.id);
});

it('has no revenue and no transactions if the server sends none [P-10.6]', async () => {
  await server.close();
  server = await startClinicServer(buildSession({ role: 'EMPLOYEE' }));
  server.routes.set(home, () => ({ json: buildDashboard({ revenue: null, recentTransactions: null }) }));
  show();
  expect(await screen.findByRole('region', { name: 'Bookings' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Revenue' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Recent Transactions' })).toBeNull();
});

it('opens the booking form by its tile [P-10.5]', async () => {
  server.routes.set(home, () => ({ json: buildDashboard() }));
  const { user, openNewAppointment } = show();
  await user.click(await screen.findByRole('button', { name: 'New Appointment' }));
  expect(openNewAppointment).toHaveBeenCalledOnce();
});

it('says when it cannot load, and tries again [P-16.39]', async () => {
  server.routes.set(
    home,
    answerError(500, 'server.fault', 'Something went wrong on our side. Please try again.'),
  );
  const { user } = show();
  expect(await screen.findByText('Failed to load the dashboard')).toBeVisible();
  server.routes.set(home, () => ({ json: buildDashboard() }));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('₹12,34,567')).toBeVisible();
});
