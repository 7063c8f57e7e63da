import { addDays, formatDate, weekdayOf } from '@samay/contract/core/time';
import { openLivePage } from '../../fixtures/browser/network.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

test('a phone opens the day, a desktop the week; the chosen view survives a reload, and a booking and a cancellation by a colleague appear live [P-6.63]', async ({
  openPage,
  apiAs,
  today,
}) => {
  const page = await openPage('owner', { viewport: { width: 360, height: 740 } });
  await page.goto('/dashboard/schedule');
  await expect(
    page.getByRole('heading', { name: `${weekdayOf(today)}, ${formatDate(today)}` }),
  ).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('button', { name: 'Next week' })).toBeVisible();
  await page.getByRole('button', { name: 'Month' }).click();
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(page).toHaveURL(/view=month&day=\d{4}-\d\d-01$/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Previous month' })).toBeVisible();
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page.locator('[aria-current=date]')).toHaveText(new RegExp(`^${Number(today.slice(8))}`));

  const day = addDays(today, 31);
  const name = uniqueName('Live');
  await openLivePage(page, `/dashboard/schedule?view=day&day=${day}`);
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  const desk = await apiAs('desk');
  const { id } = await desk.createAppointment({ personName: name, date: day });
  const booking = page.getByTitle(`12:00 pm ${name}, Scheduled`);
  await expect(booking).toBeVisible();
  await desk.cancelAppointment(id);
  await expect(booking).toHaveCount(0);
});
