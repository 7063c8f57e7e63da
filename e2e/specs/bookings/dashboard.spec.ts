import type { ListedAppointment } from '@samay/contract/bookings/appointments';
import { countsAsRevenue } from '@samay/contract/bookings/statuses';
import { formatCount, formatRupees } from '@samay/contract/core/money';
import { addDays, formatDate, weekdayOf } from '@samay/contract/core/time';
import { appointmentForm, submitAppointmentForm } from '../../fixtures/actions/appointments.ts';
import { openLivePage } from '../../fixtures/browser/network.ts';
import type { ApiClient } from '../../fixtures/data/api-client.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

test('the owner sees a greeting and figures that equal the sums of the bookings', async ({
  openPage,
  apiAs,
  today,
}) => {
  const page = await openPage('owner');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome, Sudha Ranganathan', level: 1 })).toBeVisible();
  await expect(page.getByText(`It is ${weekdayOf(today)}, ${formatDate(today)}.`)).toBeVisible();

  const all = await listEveryAppointment(await apiAs('owner'));
  const earned = all.filter(countsAsRevenue).reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const revenue = page.getByRole('region', { name: 'Revenue' });
  await expect(revenue).toContainText(formatRupees(earned));
  await expect(revenue).toContainText('Total earnings');
  await expect(revenue).toContainText(formatRupees(sumBetween(all, addDays(today, -6), today)));
  const bookings = page.getByRole('region', { name: 'Bookings' });
  await expect(bookings).toContainText(formatCount(all.length));
  await expect(bookings).toContainText('All time');
  await expect(page.getByRole('region', { name: 'Staff' })).toContainText('5');

  const upcoming = page
    .getByRole('region', { name: 'Upcoming Appointments' })
    .getByRole('listitem')
    .filter({ hasText: 'Confirmed' });
  await expect(upcoming).toHaveCount(3);
  const transactions = page.getByRole('region', { name: 'Recent Transactions' }).getByRole('listitem');
  await expect(transactions).toHaveCount(3);
  await expect(transactions.first()).toContainText('₹');
});

test('an upcoming appointment opens its details', async ({ openPage }) => {
  const page = await openPage('doctor');
  await page.goto('/dashboard');
  const line = page.getByRole('region', { name: 'Upcoming Appointments' }).getByRole('button').first();
  const name = String(await line.locator('[title]').first().textContent());
  await line.click();
  await expect(page.getByRole('dialog', { name: 'Appointment Details' })).toContainText(name);
});

test('the plus tile opens the form, and another screen counts the new booking live', async ({
  openPage,
  apiAs,
}) => {
  const page = await openPage('desk');
  const other = await openPage('doctor');
  for (const screen of [page, other]) await openLivePage(screen, '/dashboard');
  await expect(other.getByRole('region', { name: 'Bookings' })).toBeVisible();
  const { bookings } = await (await apiAs('desk')).getDashboard();
  await page.getByRole('button', { name: 'New Appointment', exact: true }).click();
  const dialog = appointmentForm(page);
  await dialog.getByLabel('Patient Name').fill(uniqueName('Tile'));
  await dialog.getByLabel('Email').fill('patient@example.com');
  await submitAppointmentForm(page);
  for (const screen of [page, other]) {
    await expect(screen.getByRole('region', { name: 'Bookings' })).toContainText(
      formatCount(bookings.total + 1),
    );
  }
});

test('the desk sees no money on its dashboard', async ({ openPage }) => {
  const page = await openPage('desk');
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Bookings' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Revenue' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Recent Transactions' })).toHaveCount(0);
});

test('a business that has taken nothing and expects nobody sees the empty states', async ({ openPage }) => {
  const page = await openPage('owner');
  // No business of the demo is like this, so the test supplies the response that it would get.
  // Before its first booking it would have no cards.
  await page.route('**/api/dashboard', (route) =>
    route.fulfill({
      json: {
        revenue: { total: 0, lastSevenDays: 0, sevenDaysBefore: 0, today: 0, thisMonth: 0, ahead: 0 },
        bookings: { total: 1, today: 0 },
        staff: 0,
        recentTransactions: [],
        upcoming: [],
        unmarked: { count: 0, lines: [] },
      },
    }),
  );
  await page.goto('/dashboard');
  await expect(page.getByText('No transactions found', { exact: true })).toBeVisible();
  await expect(page.getByText('No appointments scheduled', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Revenue' })).toContainText('₹0');
});

type Listed = Omit<ListedAppointment, 'amount'> & { readonly amount: number | null };

async function listEveryAppointment(api: ApiClient): Promise<Listed[]> {
  const found: Listed[] = [];
  for (const status of ['all', 'cancelled']) {
    let cursor: string | null | undefined;
    do {
      const page = await api.listAppointments({ status, limit: '100', ...(cursor && { cursor }) });
      found.push(...page.items.map((row) => ({ ...row, amount: row.amount ?? null })));
      cursor = page.next;
    } while (cursor);
  }
  return found;
}

function sumBetween(all: readonly Listed[], from: string, to: string): number {
  return all
    .filter((booking) => from <= booking.date && booking.date <= to && countsAsRevenue(booking))
    .reduce((sum, { amount }) => sum + (amount ?? 0), 0);
}
