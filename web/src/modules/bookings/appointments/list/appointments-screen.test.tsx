import { screen, within } from '@testing-library/react';
import { addDays } from '@samay/contract/core/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildAppointment, buildPage, buildSession, buildUsage } from '../../../../../test/builders.ts';
import {
  answerError,
  answerPage,
  type ClinicServer,
  startClinicServer,
} from '../../../../../test/clinic-server.ts';
import { list, showList, today } from '../../../../../test/show-list.tsx';
import { nameOfDay } from '../../../../lib/days.ts';

let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

describe('the list', () => {
  it('shows every column, by day [P-5.45]', async () => {
    const paid = buildAppointment({
      personName: 'Karthik Reddy',
      date: today,
      amount: 1_25_000_00,
      paymentMethod: 'UPI',
      paymentId: 'pay_NxT93kdA',
      reference: 'booking_1795000000001',
    });
    server.routes.set(list, answerPage([buildAppointment({ date: addDays(today, 5) }), paid]));
    showList(server);
    const row = (await screen.findByText('Karthik Reddy')).closest<HTMLElement>('[role="row"]');
    const cells = within(row ?? document.body);
    for (const text of ['2:30 pm', 'Dr. Kavita Rao', 'Scheduled', '₹1,25,000', 'UPI', 'pay_NxT9…'])
      expect(cells.getByText(text)).toBeVisible();
    expect(cells.getByTitle('pay_NxT93kdA')).toBeVisible();
    expect(cells.getByTitle('booking_1795000000001')).toBeVisible();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Patient',
      'Doctor',
      'Date & Time (IST)',
      'Status',
      'Payment',
      'Prescription',
      'Reference',
      'Actions',
    ]);
    const days = screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
    expect(days).toEqual([nameOfDay(addDays(today, 5), today), 'Today']);
  });

  it('uses the wording of a turf, without doctor and prescription [P-5.45]', async () => {
    await server.close();
    server = await startClinicServer(buildSession({ businessType: 'turf' }));
    server.routes.set(list, answerPage([buildAppointment({ doctor: null })]));
    const shown = showList(server);
    expect(await screen.findByRole('table', { name: 'Bookings' })).toBeVisible();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Customer',
      'Date & Time',
      'Status',
      'Payment',
      'Reference',
      'Actions',
    ]);
    shown.unmount();
    server.routes.set(list, answerPage([]));
    showList(server);
    expect(await screen.findByRole('heading', { name: 'Bookings' })).toBeVisible();
    expect(
      screen.getByPlaceholderText('Search by customer name, contact, or booking reference'),
    ).toBeVisible();
    expect(await screen.findByText('No bookings found')).toBeVisible();
  });

  it('shows the usage of the plan, the hidden bookings, and when the limit is reached [P-4.6]', async () => {
    const usage = buildUsage({ planName: 'Basic', limit: 25, used: 28, remaining: 0, hidden: 3 });
    server.routes.set(list, answerPage([], { usage }));
    showList(server);
    expect(await screen.findByText('28 / 25')).toBeVisible();
    const limit =
      "Limit reached: You've reached your monthly appointment limit. Please upgrade your plan to book more appointments.";
    expect(await screen.findByText(limit)).toBeVisible();
    expect(
      screen.getByText(/3 appointments of this cycle are beyond your plan's limit and hidden/),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'upgrade your plan in Settings' })).toHaveAttribute(
      'href',
      '/dashboard/settings',
    );
  });

  it('loads the next page and keeps the rows it has', async () => {
    server.routes.set(list, ({ query }) =>
      query.get('cursor') === 'second'
        ? { json: buildPage([buildAppointment({ personName: 'From page two' })]) }
        : { json: buildPage([buildAppointment({ personName: 'From page one' })], { next: 'second' }) },
    );
    const { user } = showList(server);
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('From page two')).toBeVisible();
    expect(screen.getByText('From page one')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('opens details', async () => {
    const appointment = buildAppointment();
    server.routes.set(list, answerPage([appointment]));
    const { user, openDetails } = showList(server);
    await user.click(await screen.findByRole('button', { name: `View ${appointment.personName}` }));
    expect(openDetails).toHaveBeenCalledWith(appointment.id);
  });
});

describe('when the server does not answer as hoped', () => {
  it.each([
    ['down', () => 'drop' as const],
    ['broken', answerError(500, 'server.fault', 'Something went wrong on our side. Please try again.')],
  ])('says so while it is %s, and tries again [P-5.20]', async (_, fault) => {
    server.routes.set(list, fault);
    const { user } = showList(server);
    expect(await screen.findByText('Failed to load appointments')).toBeVisible();
    server.routes.set(list, answerPage([buildAppointment({ personName: 'Back again' })]));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Back again')).toBeVisible();
    expect(screen.queryByText('Failed to load appointments')).toBeNull();
  });

  it("says it in a turf's words [P-5.20]", async () => {
    await server.close();
    server = await startClinicServer(buildSession({ businessType: 'turf' }));
    server.routes.set(list, () => 'drop');
    showList(server);
    expect(await screen.findByText('Failed to load bookings')).toBeVisible();
    expect(screen.queryByText('No bookings found')).toBeNull();
  });

  it('keeps the rows when a refresh fails', async () => {
    server.routes.set(list, answerPage([buildAppointment({ personName: 'Still here' })]));
    const { user } = showList(server);
    await screen.findByText('Still here');
    server.routes.set(list, () => 'drop');
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Failed to load appointments')).toBeVisible();
    expect(screen.getByText('Still here')).toBeVisible();
  });

  it('says that a slow answer is late', async () => {
    server.routes.set(list, () => new Promise(() => undefined));
    showList(server);
    expect(await screen.findByText('This is taking longer than usual.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
