import type { Page } from '@playwright/test';
import { formatCount } from '@samay/contract/core/money';
import { addDays } from '@samay/contract/core/time';
import { openAppointmentList, findRow, statusFilter } from '../../fixtures/actions/appointments.ts';
import { waitUntilStable } from '../../fixtures/checks/accessibility.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

const rows = (page: Page) => page.locator('[data-row]');

test('Refresh shows the same rows where the server answers that nothing has changed; the filters show their counts, are part of the URL, and survive a reload and Back [P-5.39, S-2.10]', async ({
  openPage,
  apiAs,
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

test('a long list loads page by page, and does not move when another person adds a row above [P-5.36, P-5.49]', async ({
  openPage,
  apiAs,
  today,
}) => {
  const desk = await apiAs('desk');
  const series = uniqueName('Series');
  const day = addDays(today, 400);
  // A few at a time: on a busy machine the last of many would wait too long for the database.
  for (let start = 0; start < 130; start += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_none, at) =>
        desk.createAppointment({
          personName: `${series} ${String(start + at).padStart(3, '0')}`,
          date: addDays(day, -Math.floor((start + at) / 4)),
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
  const centred = findRow(page, name);
  // Rows get their height when they scroll into view.
  await waitUntilStable(page);
  const before = await centred.boundingBox();
  const other = await (
    await apiAs('doctor')
  ).createAppointment({ personName: `${series} new above`, date: addDays(day, 1) });
  await expect(rows(page)).toHaveCount(131);
  await expect(findRow(page, other.personName)).toHaveCount(1);
  await waitUntilStable(page);
  const after = await centred.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 99))).toBeLessThanOrEqual(2);
});
