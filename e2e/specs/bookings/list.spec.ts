import type { Page } from '@playwright/test';
import { AppointmentPage } from '@samay/contract/bookings/appointments';
import { formatCount } from '@samay/contract/core/money';
import { addDays } from '@samay/contract/core/time';
import { openAppointmentList, rowOf, statusFilter } from '../../fixtures/actions/appointments.ts';
import { waitUntilStable } from '../../fixtures/checks/accessibility.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

const rows = (page: Page) => page.locator('[data-row]');

test('search finds parts of name, doctor, contact and reference in any case', async ({ openPage, apiAs }) => {
  const desk = await apiAs('desk');
  const tail = crypto.randomUUID().slice(0, 6);
  const booked = await desk.createAppointment({
    personName: `Venkat ${tail}`,
    doctor: `Dr. Zubin ${tail}`,
    personContact: '+91 70000 4321',
  });
  const page = await openPage('desk');
  await openAppointmentList(page);
  const search = page.getByLabel('Search appointments');
  await expect(search).toHaveAttribute(
    'placeholder',
    'Search by patient name, doctor, contact, or booking reference',
  );
  const number = booked.reference.slice('booking_'.length);
  for (const words of [`VENKAT ${tail.toUpperCase()}`, `zubin ${tail}`, '70000 43', number.slice(2)]) {
    await search.fill(words);
    await expect(rowOf(page, booked.personName)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`search=${encodeURIComponent(words.split(' ')[0] ?? '')}`));
  }
  await search.fill(`nobody ${tail}`);
  await expect(page.getByText('No matching appointments found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).toHaveURL('/dashboard/appointments');
  await expect(rows(page).first()).toBeVisible();
});

test('the filters show their counts, are part of the URL, and survive a reload and Back', async ({
  openPage,
  apiAs,
}) => {
  const page = await openPage('desk');
  await openAppointmentList(page);
  const { counts } = await (await apiAs('desk')).listAppointments();
  const names = {
    all: 'All',
    scheduled: 'Scheduled',
    completed: 'Completed',
    cancelled: 'Cancelled',
    no_show: 'No-show',
  } as const;
  for (const [status, name] of Object.entries(names) as [keyof typeof names, string][]) {
    await expect(statusFilter(page, name)).toHaveText(`${name}${formatCount(counts[status])}`);
  }
  await statusFilter(page, 'No-show').click();
  await expect(page).toHaveURL('/dashboard/appointments?status=no_show');
  await expect(rows(page)).toHaveCount(counts.no_show);
  await expect(page.locator('[data-row]:not([data-status=no_show])')).toHaveCount(0);
  await page.getByLabel('Search appointments').fill('dr');
  await expect(page).toHaveURL('/dashboard/appointments?search=dr&status=no_show');
  const narrowed = await (await apiAs('desk')).listAppointments({ search: 'dr', status: 'no_show' });
  await expect(rows(page)).toHaveCount(narrowed.items.length);
  await expect(statusFilter(page, 'Completed')).toHaveText(
    `Completed${formatCount(narrowed.counts.completed)}`,
  );
  await page.reload();
  await expect(page.getByLabel('Search appointments')).toHaveValue('dr');
  await expect(statusFilter(page, 'No-show')).toHaveAttribute('aria-pressed', 'true');
  await expect(rows(page)).toHaveCount(narrowed.items.length);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.goBack();
  await expect(page).toHaveURL('/dashboard/appointments?search=dr&status=no_show');
  await expect(page.getByLabel('Search appointments')).toHaveValue('dr');
});

test('the list has the specified columns and order, and opens at today', async ({
  openPage,
  apiAs,
  today,
}) => {
  // The demo's clinic is closed on Sundays, so the test books for today itself.
  const desk = await apiAs('desk');
  await desk.createAppointment({ personName: uniqueName('Today') });
  const later = await desk.createAppointment({ personName: uniqueName('Later'), date: addDays(today, 3) });
  const page = await openPage('desk');
  await openAppointmentList(page);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Patient',
    'Doctor',
    'Date & Time (IST)',
    'Status',
    'Payment',
    'Prescription',
    'Reference',
    'Actions',
  ]);
  const todayButton = page.getByRole('button', { name: 'Today', exact: true });
  await expect(page.getByRole('rowheader').first()).toHaveText('Today');
  await expect(page.getByRole('rowheader').nth(1)).toHaveText(/Yesterday|,/);
  await expect(todayButton).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Show later days' }).click();
  await expect(rowOf(page, later.personName)).toHaveCount(1);
  await todayButton.click();
  await expect(page.getByRole('rowheader').first()).toHaveText('Today');
  // A search covers all days.
  await page.getByLabel('Search appointments').fill(later.personName);
  await expect(rowOf(page, later.personName)).toBeVisible();
  await expect(statusFilter(page, 'All')).toHaveText('All1');
  await expect(todayButton).toHaveAttribute('aria-pressed', 'false');
  await page.goto(`/dashboard/appointments?from=${addDays(today, 3)}`);
  await expect(rowOf(page, later.personName)).toBeVisible();
  await todayButton.click();
  await expect(page).toHaveURL('/dashboard/appointments');
});

test('Refresh requests the list again, and shows the same rows where the server answers that nothing has changed', async ({
  openPage,
}) => {
  const page = await openPage('desk');
  await openAppointmentList(page);
  await expect(rows(page).first()).toBeVisible();
  const shown = await rows(page).allTextContents();
  const unchanged = page.waitForResponse(
    (answer) => answer.url().includes('/api/appointments?') && answer.status() === 304,
  );
  await page.getByRole('button', { name: 'Refresh' }).click();
  await unchanged;
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled();
  await expect.poll(() => rows(page).allTextContents()).toEqual(shown);
});

test('a long list loads page by page, and does not move when another person adds a row above', async ({
  openPage,
  apiAs,
  today,
}) => {
  const desk = await apiAs('desk');
  const series = uniqueName('Series');
  const day = addDays(today, 400);
  await Promise.all(
    Array.from({ length: 130 }, (_none, index) =>
      desk.createAppointment({
        personName: `${series} ${String(index).padStart(3, '0')}`,
        date: addDays(day, -Math.floor(index / 4)),
      }),
    ),
  );
  const page = await openPage('desk');
  await openAppointmentList(page, `?search=${encodeURIComponent(series)}`);
  await expect(rows(page)).toHaveCount(50);
  await rows(page).nth(49).scrollIntoViewIfNeeded();
  await expect(rows(page)).toHaveCount(130);
  const seen = await rows(page).locator('[role=cell]:first-child').allTextContents();
  expect(new Set(seen).size).toBe(130);

  const watched = rows(page).nth(70);
  await watched.evaluate((row) => row.scrollIntoView({ block: 'center' }));
  const name = String(await watched.locator('[role=cell]').first().textContent());
  const centred = rowOf(page, name);
  // Rows get their height when they scroll into view.
  await waitUntilStable(page);
  const before = await centred.boundingBox();
  const other = await (
    await apiAs('doctor')
  ).createAppointment({ personName: `${series} new above`, date: addDays(day, 1) });
  await expect(rows(page)).toHaveCount(131);
  await expect(rowOf(page, other.personName)).toHaveCount(1);
  await waitUntilStable(page);
  const after = await centred.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 99))).toBeLessThanOrEqual(2);
});

test('an empty list offers a new appointment, and a filtered one offers to show all', async ({
  openPage,
}) => {
  const page = await openPage('desk');
  // No business of the demo is without bookings, so the test supplies the response that such a
  // business would get.
  await page.route('**/api/appointments?*', async (route) => {
    const answer = AppointmentPage.parse(await (await route.fetch()).json());
    await route.fulfill({ json: { ...answer, items: [], next: null, previous: null } });
  });
  await openAppointmentList(page);
  await expect(page.getByText('No appointments found', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'New Appointment', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'New Appointment' })).toBeVisible();
  await page.keyboard.press('Escape');
  await statusFilter(page, 'Completed').click();
  await expect(page.getByText('No matching appointments found')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page).toHaveURL('/dashboard/appointments');
});

test('a reference is shown and copied in full', async ({ openPage, apiAs }) => {
  const booked = await (await apiAs('desk')).createAppointment({ personName: uniqueName('Copied') });
  const page = await openPage('desk', { permissions: ['clipboard-read', 'clipboard-write'] });
  await openAppointmentList(page, `?search=${encodeURIComponent(booked.personName)}`);
  const row = rowOf(page, booked.personName);
  await expect(row.getByTitle(booked.reference, { exact: true })).toHaveText(booked.reference);
  await row.getByRole('button', { name: `Copy reference ${booked.reference}` }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(booked.reference);
});
