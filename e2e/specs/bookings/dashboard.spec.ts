import { formatCount, formatRupees } from '@samay/contract/core/money';
import { countsAsRevenue } from '@samay/contract/bookings/statuses';
import { addDays, formatDate, weekdayOf } from '@samay/contract/core/time';
import type { Appointment } from '@samay/contract/bookings/appointments';
import type { Api } from '../../fixtures/server/api.ts';
import { finishBooking, newAppointment } from '../../fixtures/actions/book.ts';
import { expect, test } from '../../fixtures/server/journey.ts';
import { newName } from '../../fixtures/actions/list.ts';

test('the owner is greeted and sees the numbers that the bookings themselves add up to', async ({ open, as, today }) => {
  const page = await open('owner');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome, Sudha Ranganathan', level: 1 })).toBeVisible();
  await expect(page.getByText(`It is ${weekdayOf(today)}, ${formatDate(today)}.`)).toBeVisible();

  const all = await everyBooking(await as('owner'));
  const earned = all.filter(countsAsRevenue).reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  const revenue = page.getByRole('region', { name: 'Revenue' });
  await expect(revenue).toContainText(formatRupees(earned));
  await expect(revenue).toContainText('Total earnings');
  await expect(revenue).toContainText(formatRupees(sumBetween(all, addDays(today, -6), today)));
  const bookings = page.getByRole('region', { name: 'Bookings' });
  await expect(bookings).toContainText(formatCount(all.length));
  await expect(bookings).toContainText('All time');
  await expect(page.getByRole('region', { name: 'Staff' })).toContainText('5');

  const upcoming = page.getByRole('region', { name: 'Upcoming Appointments' }).getByRole('listitem').filter({ hasText: 'Confirmed' });
  await expect(upcoming).toHaveCount(3);
  const transactions = page.getByRole('region', { name: 'Recent Transactions' }).getByRole('listitem');
  await expect(transactions).toHaveCount(3);
  await expect(transactions.first()).toContainText('₹');
});

test('a line of the dashboard opens its details', async ({ open }) => {
  const page = await open('doctor');
  await page.goto('/dashboard');
  const line = page.getByRole('region', { name: 'Upcoming Appointments' }).getByRole('button').first();
  const name = String(await line.locator('[title]').first().textContent());
  await line.click();
  await expect(page.getByRole('dialog', { name: 'Appointment Details' })).toContainText(name);
});

test('the plus tile opens the form, and what is booked counts at once on another screen', async ({ open, as }) => {
  const page = await open('desk');
  const other = await open('doctor');
  await page.goto('/dashboard');
  await other.goto('/dashboard');
  await expect(other.getByRole('region', { name: 'Bookings' })).toBeVisible();
  const { bookings } = await (await as('desk')).dashboard();
  await page.getByRole('button', { name: 'New Appointment', exact: true }).click();
  const dialog = newAppointment(page);
  await dialog.getByLabel('Patient Name').fill(newName('Tile'));
  await dialog.getByLabel('Email').fill('patient@example.com');
  await finishBooking(page);
  for (const screen of [page, other]) {
    await expect(screen.getByRole('region', { name: 'Bookings' })).toContainText(formatCount(bookings.total + 1));
  }
});

test('the desk sees no money on its dashboard', async ({ open }) => {
  const page = await open('desk');
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Bookings' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Revenue' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Recent Transactions' })).toHaveCount(0);
});

test('a business without bookings reads what is missing', async ({ open }) => {
  const page = await open('owner');
  // No business of the demo is without bookings; the answer is one that such a business would get.
  await page.route('**/api/dashboard', (route) =>
    route.fulfill({
      json: {
        revenue: { total: 0, lastSevenDays: 0, sevenDaysBefore: 0, today: 0, thisMonth: 0, ahead: 0 },
        bookings: { total: 0, today: 0 },
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

async function everyBooking(api: Api): Promise<Appointment[]> {
  const found: Appointment[] = [];
  for (const status of ['all', 'cancelled']) {
    let cursor: string | null | undefined;
    do {
      const page = await api.page({ status, limit: '100', ...(cursor && { cursor }) });
      found.push(...page.items);
      cursor = page.next;
    } while (cursor);
  }
  return found;
}

function sumBetween(all: readonly Appointment[], from: string, to: string): number {
  return all
    .filter((booking) => from <= booking.date && booking.date <= to && countsAsRevenue(booking))
    .reduce((sum, { amount }) => sum + (amount ?? 0), 0);
}
