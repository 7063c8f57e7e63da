import { addDays, formatDate, weekdayOf } from '@samay/contract/core/time';
import { expectAccessible, tabTo } from '../../fixtures/checks/accessibility.ts';
import { newAppointment } from '../../fixtures/actions/book.ts';
import { expect, test } from '../../fixtures/test.ts';
import { newName } from '../../fixtures/actions/appointments.ts';

for (const [view, name] of [
  ['day', 'Day'],
  ['week', 'Week'],
  ['month', 'Month'],
] as const) {
  test(`the ${view} stands in the address and is for everyone, on every screen`, async ({ open, as, today }) => {
    const personName = newName('Seen');
    await (await as('owner')).book({ personName, time: '07:00' });
    const page = await open('owner');
    await page.goto(`/dashboard/schedule?view=${view}&day=${today}`);
    await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByTitle(`7:00 am ${personName}, Scheduled`)).toBeAttached();
    await expectAccessible(page);
  });
}

test('a phone begins with the day, a desk with the week; what is chosen stays over a reload', async ({ open, today }) => {
  const page = await open('owner', { viewport: { width: 360, height: 740 } });
  await page.goto('/dashboard/schedule');
  await expect(page.getByRole('heading', { name: `${weekdayOf(today)}, ${formatDate(today)}` })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('button', { name: 'Next week' })).toBeVisible();
  await page.getByRole('button', { name: 'Month' }).click();
  await page.getByRole('button', { name: 'Next month' }).click();
  await expect(page).toHaveURL(/view=month&day=\d{4}-\d\d-01$/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Previous month' })).toBeVisible();
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page.locator('[aria-current=date]')).toHaveText(new RegExp(`^${Number(today.slice(8))}`));
});

test('a free time books just that time, and the booking opens its details by keyboard', async ({ open, today }) => {
  const day = addDays(today, 30);
  const name = newName('Free');
  const page = await open('desk');
  await page.goto(`/dashboard/schedule?view=day&day=${day}`);
  await page
    .getByRole('button', { name: /10:30.+11:00/ })
    .first()
    .click();
  const dialog = newAppointment(page);
  await expect(dialog.getByLabel('Time')).toHaveValue('10:30');
  await dialog.getByLabel('Patient Name').fill(name);
  await dialog.getByLabel('Email').fill('patient@example.com');
  await dialog.getByRole('button', { name: 'Create Appointment' }).click();
  await expect(dialog).toBeHidden();
  const booking = page.getByRole('button').filter({ has: page.getByTitle(`10:30 am ${name}, Scheduled`) });
  await tabTo(page, booking);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Appointment Details' }).getByText(name)).toBeVisible();
});

test('what a colleague books and cancels comes and goes by itself', async ({ open, as, today }) => {
  const day = addDays(today, 31);
  const name = newName('Live');
  const page = await open('doctor');
  await page.goto(`/dashboard/schedule?view=day&day=${day}`);
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  const owner = await as('owner');
  const { id } = await owner.book({ personName: name, date: day });
  const booking = page.getByTitle(`12:00 pm ${name}, Scheduled`);
  await expect(booking).toBeVisible();
  await owner.cancel(id);
  await expect(booking).toHaveCount(0);
});

test('a turf has the same calendar in its own words', async ({ open }) => {
  const page = await open('turfDesk');
  await page.goto('/turf-dashboard/employee/schedule?view=week');
  await expect(page.getByRole('heading', { name: 'Schedule', level: 1 })).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  await expectAccessible(page);
  expect(await page.locator('main').innerText()).not.toMatch(/patient|doctor/i);
});
