import { screen, waitFor, within } from '@testing-library/react';
import { addDays } from '@samay/contract/core/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildAppointment, buildPage, buildResource } from '../../../../../test/builders.ts';
import { answerPage, type ClinicServer, startClinicServer } from '../../../../../test/clinic-server.ts';
import { list, showList, today } from '../../../../../test/show-list.tsx';

let server: ClinicServer;

beforeEach(async () => {
  server = await startClinicServer();
});
afterEach(() => server.close());

describe('filters', () => {
  const asked = () => Object.fromEntries(server.requestsOf(list).at(-1)?.query ?? []);

  it('asks the server for words and status, on all days [P-5.40]', async () => {
    showList(server, { search: 'iyer', status: 'completed', from: '2026-11-21' });
    await screen.findByText('No matching appointments found');
    expect(asked()).toEqual({ search: 'iyer', status: 'completed', limit: '50' });
    expect(screen.getByRole('button', { name: 'Today' })).toHaveAttribute('aria-pressed', 'false');
  });

  it("opens at today, and at the address's day", async () => {
    const { unmount } = showList(server);
    await screen.findByText('No appointments found');
    expect(asked()).toEqual({ status: 'all', from: today, limit: '50' });
    expect(screen.getByRole('button', { name: 'Today' })).toHaveAttribute('aria-pressed', 'true');
    unmount();
    const { user, onFiltersChange } = showList(server, { status: 'scheduled', from: '2026-12-04' });
    await screen.findByText('No matching appointments found');
    expect(asked()).toEqual({ status: 'scheduled', from: '2026-12-04', limit: '50' });
    await user.click(screen.getByRole('button', { name: 'Today' }));
    expect(onFiltersChange).toHaveBeenLastCalledWith({ status: 'scheduled' });
  });

  it('writes search and filters into the address', async () => {
    const { user, onFiltersChange } = showList(server);
    await user.type(await screen.findByRole('searchbox', { name: 'Search appointments' }), 'rao');
    await waitFor(() => expect(onFiltersChange).toHaveBeenLastCalledWith({ status: 'all', search: 'rao' }));
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await waitFor(() => expect(onFiltersChange).toHaveBeenLastCalledWith({ status: 'all' }));
    await user.click(screen.getByRole('button', { name: /^No-show/ }));
    expect(onFiltersChange).toHaveBeenLastCalledWith({ status: 'no_show' });
  });

  it('shows what is due with one press, and what it adds up to [P-9.18]', async () => {
    const { user, onFiltersChange, unmount } = showList(server, { status: 'all', from: today });
    await user.click(await screen.findByRole('button', { name: 'Due' }));
    expect(onFiltersChange).toHaveBeenLastCalledWith({ status: 'all', due: 'yes' });
    unmount();
    const paid = { amount: 50_000, paymentMethod: 'UPI + Cash', discount: 30_000 };
    const owing = buildAppointment({ personName: 'Karthik Reddy', price: 1_50_000, due: 70_000, ...paid });
    const owed = { total: 1_40_000_00, bookings: 1000, hasMore: true };
    server.routes.set(list, answerPage([owing], { owed }));
    showList(server, { status: 'all', due: 'yes' });
    expect(await screen.findByText('₹1,40,000')).toBeVisible();
    expect(screen.getByText('due from the latest 1,000 appointments', { exact: false })).toHaveRole('status');
    expect(asked()).toEqual({ status: 'all', due: 'yes', limit: '50' });
    expect(screen.getByRole('table')).toHaveTextContent('₹300 offUPI + Cash₹500₹700 dueTake');
    await user.click(screen.getByRole('button', { name: 'Take ₹700 from Karthik Reddy' }));
    expect(await screen.findByRole('dialog', { name: 'Take payment · Karthik Reddy' })).toBeVisible();
  });

  it('tells a screen reader how many a search has found [P-5.40]', async () => {
    server.routes.set(list, ({ query }) => {
      const all = query.get('search') === 'kar' ? 1 : 0;
      const items = all === 1 ? [buildAppointment({ personName: 'Karthik Reddy' })] : [];
      return {
        json: buildPage(items, { counts: { all, scheduled: all, completed: 0, cancelled: 0, no_show: 0 } }),
      };
    });
    const told = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    const { unmount } = showList(server, { status: 'all', search: 'kar' });
    await waitFor(() => expect(told()).toContain('1 appointment found'));
    unmount();
    const without = showList(server, { status: 'all', search: 'zzz' });
    await waitFor(() => expect(told()).toContain('0 appointments found'));
    expect(screen.getByText('No matching appointments found')).toBeVisible();
    without.unmount();
    showList(server);
    expect(await screen.findByText('No appointments found')).toBeVisible();
    expect(told().join('')).not.toContain('found');
  });

  it('carries the counts', async () => {
    server.routes.set(
      list,
      answerPage([], { counts: { all: 1204, scheduled: 9, completed: 1190, cancelled: 31, no_show: 5 } }),
    );
    showList(server);
    for (const name of ['All1,204', 'Scheduled9', 'Completed1,190', 'Cancelled31', 'No-show5']) {
      await waitFor(() =>
        expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toContain(name),
      );
    }
  });

  it('says which counts are of a part alone [P-5.47]', async () => {
    const counts = { all: 1020, scheduled: 15, completed: 1000, cancelled: 31, no_show: 5 };
    server.routes.set(list, answerPage([], { counts, countsUpTo: 1000 }));
    showList(server);
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

  it('goes to the day before and after, from today and from another day [P-5.38]', async () => {
    const shown = showList(server);
    await shown.user.click(await screen.findByRole('button', { name: 'Next day' }));
    expect(shown.onFiltersChange).toHaveBeenLastCalledWith({ status: 'all', from: addDays(today, 1) });
    shown.unmount();
    const { user, onFiltersChange } = showList(server, { status: 'completed', from: addDays(today, 1) });
    await user.click(await screen.findByRole('button', { name: 'Previous day' }));
    expect(onFiltersChange).toHaveBeenLastCalledWith({ status: 'completed' });
  });

  it('asks for the bookings of one doctor, from the second doctor on [P-5.47]', async () => {
    server.routes.set('GET /api/resources', () => ({
      json: { items: [buildResource(rao, 'Dr. Rao'), buildResource(iyer, 'Dr. Iyer')] },
    }));
    const { user, onFiltersChange } = showList(server, { status: 'all', resource: iyer });
    const form = within(await screen.findByRole('search'));
    const choice = await form.findByRole('combobox', { name: 'Doctor' });
    expect(choice).toHaveValue(iyer);
    await expect.poll(() => server.requestsOf(list).at(-1)?.query.get('resource')).toBe(iyer);
    await user.selectOptions(choice, 'All doctors');
    expect(onFiltersChange).toHaveBeenLastCalledWith({ status: 'all' });
  });

  it('hides columns for this user on this device [P-5.46]', async () => {
    localStorage.clear();
    server.routes.set(list, answerPage([buildAppointment({ date: today })]));
    const shown = showList(server);
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
    showList(server);
    expect(await screen.findByRole('table', { name: 'Appointments' })).toHaveAttribute(
      'data-hidden',
      'reference',
    );
    localStorage.clear();
  });

  it('shows some days alone, with what occupies a doctor, and all of them again', async () => {
    const filters = { status: 'all', since: '2026-11-01', until: '2026-11-23', occupies: 'yes' } as const;
    const { user, onFiltersChange } = showList(server, filters);
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
