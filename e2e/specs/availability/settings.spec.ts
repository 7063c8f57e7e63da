import { addDays, formatWeekday } from '@samay/contract/core/time';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { expect, test } from '../../fixtures/test.ts';

// New courts and closures change what the other files book.
test.use({ dedicatedServer: 'availability-settings' });

test('an owner sets up a ground with two halves and an evening price by mouse', async ({ openPage }) => {
  const page = await openPage('turfOwner');
  await page.goto('/turf-dashboard/settings');
  await page.getByRole('button', { name: 'Search and commands' }).click();
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await palette.getByRole('combobox').fill('courts');
  await palette.getByRole('option', { name: 'Courts' }).click();
  await expect(page).toHaveURL('/turf-dashboard/settings/courts');

  await page.getByRole('button', { name: 'Add court' }).click();
  const court = page.getByRole('form', { name: 'Add court' });
  await court.getByLabel('Name').fill('Cricket ground');
  await court.getByRole('button', { name: 'Two halves' }).click();
  await court.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Cricket ground is saved')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Parts of Cricket ground' }).getByRole('listitem')).toHaveCount(
    2,
  );

  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Services' }).click();
  await page.getByRole('button', { name: 'Add service' }).click();
  const service = page.getByRole('form', { name: 'Add service' });
  await service.getByLabel('Name').fill('Cricket');
  await service.getByLabel('Duration').fill('60');
  await service.getByLabel('Price').fill('2000');
  await service.getByRole('button', { name: 'Add a price' }).click();
  const rule = service.getByRole('group', { name: 'Price 1' });
  await rule.getByText('Sat').click();
  await rule.getByText('Sun').click();
  await rule.getByLabel('From').fill('18:00');
  await rule.getByLabel('To').fill('23:00');
  await rule.getByRole('textbox', { name: 'Price' }).fill('3000');
  await expectAccessible(page, 'the form of a service');
  await service.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Sat, Sun, 6:00 pm to 11:00 pm: ₹3,000')).toBeVisible();
});

test('a click on a day of the calendar closes it, and lists the bookings within', async ({
  openPage,
  apiAs,
  today,
}) => {
  const page = await openPage('turfOwner');
  const day = addDays(today, 40);
  const owner = await apiAs('turfOwner');
  await owner.createAppointment({ personName: 'Rohan Gupta', date: day, time: '18:00', doctor: undefined });
  await page.goto('/turf-dashboard/settings/hours');
  await page.locator(`[data-date="${day}"]`).click();
  const closure = page.getByRole('form', { name: 'Closure or extra hours' });
  await closure.getByLabel('Reason').fill('Republic Day');
  await closure.getByRole('button', { name: 'Add' }).click();
  const affected = page.getByRole('dialog', { name: 'The closure is saved' });
  await expect(affected.getByText('Rohan Gupta')).toBeVisible();
  await affected.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.locator(`[data-date="${day}"]`)).toHaveAccessibleName(
    `${formatWeekday(day)} ${day.slice(0, 4)}, closure, Republic Day`,
  );
  await expectAccessible(page, 'Hours and closures');
});

test('unsaved hours are not lost by a link', async ({ openPage }) => {
  const page = await openPage('owner');
  await page.goto('/dashboard/settings/hours');
  const sunday = page.getByRole('form', { name: 'Weekly hours' });
  await sunday.getByRole('button', { name: 'Add hours on Sunday' }).click();
  await page.getByRole('link', { name: 'Revenue' }).click();
  const question = page.getByRole('dialog', { name: 'Discard what you typed?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(sunday.getByLabel('Sunday from')).toBeVisible();
  await page.getByRole('link', { name: 'Revenue' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL('/dashboard/revenue');
});
