import { screen, waitFor, within } from '@testing-library/react';
import { addDays, indiaDate, now } from '@samay/contract/core/time';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  buildAppointment,
  buildMay,
  buildPage,
  buildResource,
  buildSession,
  buildUsage,
} from '../../../../../test/builders.ts';
import {
  answerPage,
  type ClinicServer,
  answerError,
  startClinicServer,
} from '../../../../../test/clinic-server.ts';
import { renderSignedIn } from '../../../../../test/render-signed-in.tsx';
import { AppointmentsScreen } from './appointments-screen.tsx';
import { nameOfDay } from '../../days.ts';
import type { ListFilters } from '../../list-filters.ts';

const list = 'GET /api/appointments';
const today = indiaDate(now());
let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

function show(filters: ListFilters = { status: 'all' }) {
  const onFiltersChange = vi.fn();
  const actions = { openNewAppointment: vi.fn(), openDetails: vi.fn() };
  const rendered = renderSignedIn(
    server,
    <AppointmentsScreen filters={filters} onFiltersChange={onFiltersChange} />,
    actions,
  );
  return { ...rendered, ...actions, onFiltersChange };
}

describe('the list', () => {
  it('shows every column, by day', async () => {
    const paid = buildAppointment({
      personName: 'Karthik Reddy',
      date: today,
      amount: 1_25_000_00,
      paymentMethod: 'UPI',
      paymentId: 'pay_NxT93kdA',
      reference: 'booking_1795000000001',
    });
    server.routes.set(list, answerPage([buildAppointment({ date: addDays(today, 5) }), paid]));
    show();
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

  it('uses the wording of a turf, without doctor and prescription', async () => {
    await server.close();
    server = await startClinicServer(buildSession({ businessType: 'turf' }));
    server.routes.set(list, answerPage([buildAppointment({ doctor: null })]));
    const shown = show();
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
    show();
    expect(await screen.findByRole('heading', { name: 'Bookings' })).toBeVisible();
    expect(
      screen.getByPlaceholderText('Search by customer name, contact, or booking reference'),
    ).toBeVisible();
    expect(await screen.findByText('No bookings found')).toBeVisible();
  });

  it('shows the usage of the plan, the hidden bookings, and when the limit is reached', async () => {
    const usage = buildUsage({ planName: 'Basic', limit: 25, used: 28, remaining: 0, hidden: 3 });
    server.routes.set(list, answerPage([], { usage }));
    show();
    expect(await screen.findByText('28 / 25')).toBeVisible();
    const limit =
      "Limit reached: You've reached your monthly appointment limit. Please upgrade your plan to book more appointments.";
    expect(screen.getByText(limit)).toBeVisible();
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
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('From page two')).toBeVisible();
    expect(screen.getByText('From page one')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('opens details', async () => {
    const appointment = buildAppointment();
    server.routes.set(list, answerPage([appointment]));
    const { user, openDetails } = show();
    await user.click(await screen.findByRole('button', { name: `View ${appointment.personName}` }));
    expect(openDetails).toHaveBeenCalledWith(appointment.id);
  });
});

describe('filters', () => {
  const asked = () => Object.fromEntries(server.requestsOf(list).at(-1)?.query ?? []);

  it('asks the server for words and status, on all days', async () => {
    show({ search: 'iyer', status: 'completed', from: '2026-11-21' });
    await screen.findByText('No matching appointments found');
    expect(asked()).toEqual({ search: 'iyer', status: 'completed', limit: '50' });
    expect(screen.getByRole('button', { name: 'Today' })).toHaveAttribute('aria-pressed', 'false');
  });

  it("opens at today, and at the address's day", async () => {
    const { unmount } = show();
    await screen.findByText('No appointments found');
    expect(asked()).toEqual({ status: 'all', from: today, limit: '50' });
    expect(screen.getByRole('button', { name: 'Today' })).toHaveAttribute('aria-pressed', 'true');
    unmount();
    const { user, onFiltersChange } = show({ status: 'scheduled', from: '2026-12-04' });
    await screen.findByText('No matching appointments found');
    expect(asked()).toEqual({ status: 'scheduled', from: '2026-12-04', limit: '50' });
    await user.click(screen.getByRole('button', { name: 'Today' }));
    expect(onFiltersChange).toHaveBeenLastCalledWith({ status: 'scheduled' });
  });

  it('writes search and filters into the address', async () => {
    const { user, onFiltersChange } = show();
    await user.type(await screen.findByRole('searchbox', { name: 'Search appointments' }), 'rao');
    await waitFor(() => expect(onFiltersChange).toHaveBeenLastCalledWith({ status: 'all', search: 'rao' }));
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(onFiltersChange).toHaveBeenLastCalledWith({ status: 'all' }));
    await user.click(screen.getByRole('button', { name: /^No-show/ }));
    expect(onFiltersChange).toHaveBeenLastCalledWith({ status: 'no_show' });
  });

  it('shows what is due with one press, and what it adds up to', async () => {
    const { user, onFiltersChange, unmount } = show({ status: 'all', from: today });
    await user.click(await screen.findByRole('button', { name: 'Due' }));
    expect(onFiltersChange).toHaveBeenLastCalledWith({ status: 'all', due: 'yes' });
    unmount();
    const paid = { amount: 50_000, paymentMethod: 'UPI + Cash', discount: 30_000 };
    const owing = buildAppointment({ personName: 'Karthik Reddy', price: 1_50_000, due: 70_000, ...paid });
    const owed = { total: 1_40_000_00, bookings: 1000, hasMore: true };
    server.routes.set(list, answerPage([owing], { owed }));
    show({ status: 'all', due: 'yes' });
    expect(await screen.findByText('₹1,40,000')).toBeVisible();
    expect(screen.getByText('due from the latest 1,000 appointments', { exact: false })).toHaveRole('status');
    expect(asked()).toEqual({ status: 'all', due: 'yes', limit: '50' });
    expect(screen.getByRole('table')).toHaveTextContent('₹300 offUPI + Cash₹500₹700 dueTake');
    await user.click(screen.getByRole('button', { name: 'Take ₹700 from Karthik Reddy' }));
    expect(await screen.findByRole('dialog', { name: 'Take payment · Karthik Reddy' })).toBeVisible();
  });

  it('tells a screen reader how many a search has found', async () => {
    server.routes.set(list, ({ query }) => {
      const all = query.get('search') === 'kar' ? 1 : 0;
      const items = all === 1 ? [buildAppointment({ personName: 'Karthik Reddy' })] : [];
      return {
        json: buildPage(items, { counts: { all, scheduled: all, completed: 0, cancelled: 0, no_show: 0 } }),
      };
    });
    const told = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    const { unmount } = show({ status: 'all', search: 'kar' });
    await waitFor(() => expect(told()).toContain('1 appointment found'));
    unmount();
    const without = show({ status: 'all', search: 'zzz' });
    await waitFor(() => expect(told()).toContain('0 appointments found'));
    expect(screen.getByText('No matching appointments found')).toBeVisible();
    without.unmount();
    show();
    expect(await screen.findByText('No appointments found')).toBeVisible();
    expect(told().join('')).not.toContain('found');
  });

  it('carries the counts', async () => {
    server.routes.set(
      list,
      answerPage([], { counts: { all: 1204, scheduled: 9, completed: 1190, cancelled: 31, no_show: 5 } }),
    );
    show();
    for (const name of ['All1,204', 'Scheduled9', 'Completed1,190', 'Cancelled31', 'No-show5']) {
      await waitFor(() =>
        expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toContain(name),
      );
    }
  });

  it('says which counts are of a part alone', async () => {
    const counts = { all: 1020, scheduled: 15, completed: 1000, cancelled: 31, no_show: 5 };
    server.routes.set(list, answerPage([], { counts, countsUpTo: 1000 }));
    show();
    for (const name of ['All1,020+', 'Scheduled15', 'Completed1,000+', 'Cancelled31']) {
      await waitFor(() =>
        expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toContain(name),
      );
    }
  });
});

describe('day, doctor and columns', () => {
  const [rao, iyer] = ['d1', 'd2'].map((end) => `00000000-0000-4000-8000-0000000000${end}`) as [
    string,
    string,
  ];

  it('goes to the day before and after, from today and from another day', async () => {
    const shown = show();
    await shown.user.click(await screen.findByRole('button', { name: 'Next day' }));
    expect(shown.onFiltersChange).toHaveBeenLastCalledWith({ status: 'all', from: addDays(today, 1) });
    shown.unmount();
    const { user, onFiltersChange } = show({ status: 'completed', from: addDays(today, 1) });
    await user.click(await screen.findByRole('button', { name: 'Previous day' }));
    expect(onFiltersChange).toHaveBeenLastCalledWith({ status: 'completed' });
  });

  it('asks for the bookings of one doctor, from the second doctor on', async () => {
    server.routes.set('GET /api/resources', () => ({
      json: { items: [buildResource(rao, 'Dr. Rao'), buildResource(iyer, 'Dr. Iyer')] },
    }));
    const { user, onFiltersChange } = show({ status: 'all', resource: iyer });
    const form = within(await screen.findByRole('search'));
    const choice = await form.findByRole('combobox', { name: 'Doctor' });
    expect(choice).toHaveValue(iyer);
    await expect.poll(() => server.requestsOf(list).at(-1)?.query.get('resource')).toBe(iyer);
    await user.selectOptions(choice, 'All doctors');
    expect(onFiltersChange).toHaveBeenLastCalledWith({ status: 'all' });
  });

  it('hides columns for this user on this device', async () => {
    localStorage.clear();
    server.routes.set(list, answerPage([buildAppointment({ date: today })]));
    const shown = show();
    const table = await screen.findByRole('table', { name: 'Appointments' });
    expect(table).not.toHaveAttribute('data-hidden');
    await shown.user.click(screen.getByRole('button', { name: 'Columns' }));
    const dialog = await screen.findByRole('dialog', { name: 'Columns' });
    expect(
      within(dialog)
        .getAllByRole('checkbox')
        .map((box) => (box as HTMLInputElement).labels?.[0]?.textContent),
    ).toEqual(['Doctor', 'Status', 'Payment', 'Prescription', 'Reference']);
    await shown.user.click(within(dialog).getByRole('checkbox', { name: 'Reference' }));
    expect(table).toHaveAttribute('data-hidden', 'reference');
    await shown.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    shown.unmount();
    show();
    expect(await screen.findByRole('table', { name: 'Appointments' })).toHaveAttribute(
      'data-hidden',
      'reference',
    );
    localStorage.clear();
  });
});

describe('when the server does not answer as hoped', () => {
  it.each([
    ['down', () => 'drop' as const],
    ['broken', answerError(500, 'server.fault', 'Something went wrong on our side. Please try again.')],
  ])('says so while it is %s, and tries again', async (_, fault) => {
    server.routes.set(list, fault);
    const { user } = show();
    expect(await screen.findByText('Failed to load appointments')).toBeVisible();
    server.routes.set(list, answerPage([buildAppointment({ personName: 'Back again' })]));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Back again')).toBeVisible();
    expect(screen.queryByText('Failed to load appointments')).toBeNull();
  });

  it("says it in a turf's words", async () => {
    await server.close();
    server = await startClinicServer(buildSession({ businessType: 'turf' }));
    server.routes.set(list, () => 'drop');
    show();
    expect(await screen.findByText('Failed to load bookings')).toBeVisible();
    expect(screen.queryByText('No bookings found')).toBeNull();
  });

  it('keeps the rows when a refresh fails', async () => {
    server.routes.set(list, answerPage([buildAppointment({ personName: 'Still here' })]));
    const { user } = show();
    await screen.findByText('Still here');
    server.routes.set(list, () => 'drop');
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Failed to load appointments')).toBeVisible();
    expect(screen.getByText('Still here')).toBeVisible();
  });

  it('says that a slow answer is late', async () => {
    server.routes.set(list, () => new Promise(() => undefined));
    show();
    expect(await screen.findByText('This is taking longer than usual.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('changing a row', () => {
  const appointment = buildAppointment({ personName: 'Suresh Bose' });
  const path = `/api/appointments/${appointment.id}`;

  beforeEach(() => server.routes.set(list, answerPage([appointment])));

  it('asks before it cancels; the row then leaves', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Cancel Suresh Bose' }));
    expect(await screen.findByText('Are you sure you want to cancel this appointment?')).toBeVisible();
    expect(within(screen.getByRole('dialog')).getByText(/^Suresh Bose, .*21 Nov.*, 2:30 pm$/)).toBeVisible();
    expect(server.requestsOf(`POST ${path}/cancellation`)).toHaveLength(0);
    server.routes.set(`POST ${path}/cancellation`, () => ({
      json: { ...appointment, status: 'cancelled', may: buildMay('cancelled') },
    }));
    server.routes.set(list, answerPage([]));
    await user.click(screen.getByRole('button', { name: 'Cancel appointment' }));
    expect(await screen.findByText('Appointment of Suresh Bose cancelled')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Suresh Bose')).toBeNull());
  });

  it('keeps the row without a confirmation', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Cancel Suresh Bose' }));
    await user.click(await screen.findByRole('button', { name: 'Keep appointment' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('Suresh Bose')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel Suresh Bose' })).toHaveFocus());
  });

  it.each([
    ['Failed to cancel appointment', () => 'drop' as const],
    [
      'Only scheduled and no-show appointments can be cancelled.',
      answerError(
        409,
        'appointment.not_cancellable',
        'Only scheduled and no-show appointments can be cancelled.',
      ),
    ],
  ])('stays in the dialog with: %s', async (text, fault) => {
    server.routes.set(`POST ${path}/cancellation`, fault);
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Cancel Suresh Bose' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel appointment' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText('Suresh Bose')).toBeInTheDocument();
  });

  it('shows an arrival immediately and rolls it back on an error', async () => {
    let answer: (value: 'drop') => void = () => undefined;
    server.routes.set(`PUT ${path}/arrival`, () => new Promise((resolve) => (answer = resolve)));
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'More for Suresh Bose' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Arrived' }));
    expect(await screen.findByText('Arrived')).toBeVisible();
    await waitFor(() => expect(server.requestsOf(`PUT ${path}/arrival`)).toHaveLength(1));
    answer('drop');
    expect(await screen.findByText('Failed to update appointment')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Arrived')).toBeNull());
  });

  it('offers Undo after a no-show, and the keyboard reaches it all', async () => {
    server.routes.set(`POST ${path}/no-show`, () => ({
      json: { ...appointment, status: 'no_show', may: buildMay('no_show') },
    }));
    server.routes.set(`DELETE ${path}/no-show`, () => ({ json: appointment }));
    const { user } = show();
    const more = await screen.findByRole('button', { name: 'More for Suresh Bose' });
    more.focus();
    await user.keyboard('{Enter}');
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Arrived',
      'Start',
      'Complete',
      'No-show',
      'Reschedule',
      'Record payment',
    ]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(more).toHaveFocus());
    await user.keyboard('{ArrowDown}');
    await user.click(await screen.findByRole('menuitem', { name: 'No-show' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.requestsOf(`DELETE ${path}/no-show`)).toHaveLength(1));
  });

  it('links the telephone number of a row, labels each View button, and corrects the payment', async () => {
    const prescription = {
      fileName: 'a.pdf',
      mediaType: 'application/pdf',
      bytes: 4,
      uploadedAt: '2026-11-20T04:30:00.000Z',
    } as const;
    server.routes.set(list, answerPage([{ ...appointment, amount: 500_00, prescription }]));
    const { user } = show();
    expect(await screen.findByRole('link', { name: '+91 98450 12345' })).toHaveAttribute(
      'href',
      'tel:+919845012345',
    );
    const views = screen.getAllByRole('button', { name: /^View / });
    expect(
      views.map((view) => [view.getAttribute('aria-label'), view.querySelector('svg') !== null]),
    ).toEqual([
      ['View prescription of Suresh Bose', true],
      ['View Suresh Bose', false],
    ]);
    await user.click(screen.getByRole('button', { name: 'More for Suresh Bose' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Correct payment' }));
    expect(await screen.findByRole('dialog', { name: 'Correct payment · Suresh Bose' })).toBeVisible();
  });

  it('offers only what the server allows', async () => {
    const done = buildAppointment({
      personName: 'Divya Menon',
      status: 'completed',
      may: buildMay('completed').filter((verb) => verb !== 'recordPayment'),
    });
    server.routes.set(
      list,
      answerPage([{ ...done, may: done.may.filter((verb) => verb !== 'uploadPrescription') }]),
    );
    show();
    await screen.findByText('Divya Menon');
    expect(screen.queryByRole('button', { name: 'Cancel Divya Menon' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'More for Divya Menon' })).toBeNull();
    expect(screen.getByText('Not uploaded')).toBeVisible();
  });

  it('shows some days alone, with what occupies a doctor, and all of them again', async () => {
    const filters = { status: 'all', since: '2026-11-01', until: '2026-11-23', occupies: 'yes' } as const;
    const { user, onFiltersChange } = show(filters);
    expect(await screen.findByText('1 Nov 2026 to 23 Nov 2026, only what occupies a doctor')).toBeVisible();
    await waitFor(() => {
      const { since, until, occupies, from } = Object.fromEntries(
        server.requestsOf(list).at(-1)?.query ?? [],
      );
      expect([since, until, occupies, from]).toEqual(['2026-11-01', '2026-11-23', 'yes', undefined]);
    });
    expect(screen.getByRole('button', { name: 'Today' })).toHaveAttribute('aria-pressed', 'false');
    await user.click(screen.getByRole('button', { name: 'Show all days' }));
    expect(onFiltersChange).toHaveBeenCalledWith({ status: 'all' });
  });
});
