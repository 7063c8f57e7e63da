import { addDays, formatWeekday } from '@samay/contract/core/time';
import { expect, test } from '../../fixtures/test.ts';

test('a click on a day of the calendar closes it, and lists the bookings within [P-6.19]', async ({
  openPage,
  apiAs,
  today,
}) => {
  const page = await openPage('turfOwner');
  // A day on which the other files book nothing.
  const day = addDays(today, 80);
  const owner = await apiAs('turfOwner');
  await owner.createAppointment({ personName: 'Rohan Gupta', date: day, time: '18:00', doctor: undefined });
  await page.goto('/turf-dashboard/settings/hours');
  await page.locator(`[data-date="${day}"]`).click();
  const closure = page.getByRole('form', { name: 'Closure or extra hours' });
  await closure.getByLabel('Reason').fill('Republic Day');
  await closure.getByRole('button', { name: 'Add' }).click();
  const affected = page.getByRole('dialog', { name: 'Court closed' });
  await expect(affected.getByText('Rohan Gupta')).toBeVisible();
  await affected.getByLabel(/^For Rohan Gupta/).selectOption('They come anyway');
  await affected.getByRole('button', { name: 'Keep 1' }).click();
  await expect(affected.getByText('1 kept')).toBeVisible();
  await affected.getByRole('button', { name: 'Done' }).click();
  await expect(page.locator(`[data-date="${day}"]`)).toHaveAccessibleName(
    `${formatWeekday(day)} ${day.slice(0, 4)}, closure, Republic Day`,
  );
});

test('unsaved hours are not lost by a link', async ({ openPage }) => {
  const page = await openPage('owner');
  await page.goto('/dashboard/settings/hours');
  const sunday = page.getByRole('form', { name: 'Opening hours' });
  await sunday.getByRole('button', { name: 'Add hours on Sunday' }).click();
  await page.getByRole('link', { name: 'Revenue' }).click();
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(sunday.getByLabel('Sunday from')).toBeVisible();
  await page.getByRole('link', { name: 'Revenue' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL('/dashboard/revenue');
});
