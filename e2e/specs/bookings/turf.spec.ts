import { addDays, formatDate } from '@samay/contract/core/time';
import { findRow } from '../../fixtures/actions/appointments.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

test('each link of the owner’s sidebar leads to its page, which speaks of customers only [P-16.16]', async ({
  openPage,
}) => {
  const page = await openPage('turfOwner');
  await page.goto('/turf-dashboard');
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  for (const [name, path] of [
    ['Bookings', '/turf-dashboard/bookings'],
    ['Schedule', '/turf-dashboard/schedule'],
    ['User Management', '/turf-dashboard/users'],
    ['Revenue', '/turf-dashboard/revenue'],
    ['Settings', '/turf-dashboard/settings'],
    ['Dashboard', '/turf-dashboard'],
  ] as const) {
    await sidebar.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { name: /Page not found|Access Denied|Unexpected/ })).toHaveCount(
      0,
    );
    await expect(sidebar.locator('a[data-active]')).toHaveText([name]);
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    expect(await page.locator('main').innerText()).not.toMatch(/patient|doctor|prescription/i);
  }
});

test('the desk goes from home to its list, and makes, finds, views and cancels a booking in the turf’s vocabulary [P-8.19, P-16.17]', async ({
  openPage,
  today,
}) => {
  const name = uniqueName('Striker');
  const page = await openPage('turfDesk');
  await page.goto('/turf-dashboard/employee');
  await expect(page.getByRole('region', { name: 'Queue' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recent Bookings' })).toBeVisible();
  await page.getByRole('link', { name: 'View Appointments' }).click();
  await expect(page).toHaveURL('/turf-dashboard/employee/bookings');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Customer',
    /^Date & Time/,
    'Status',
    'Payment',
    'Reference',
    'Actions',
  ]);
  await page.getByRole('button', { name: '+ New Appointment' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Booking' });
  await dialog.getByLabel('Customer Name').fill(name);
  await dialog.getByLabel('Email').fill('striker@example.com');
  expect(await dialog.innerText()).not.toMatch(/patient|doctor|prescription/i);
  // A day beyond the demo's bookings: at a weekend they may have the court at noon.
  await dialog.getByLabel('Date').fill(formatDate(addDays(today, 43)));
  await dialog.getByLabel('Date').press('Tab');
  await dialog.getByRole('button', { name: 'Create Booking' }).click();
  await expect(dialog).toBeHidden();

  await page.getByPlaceholder('Search by customer name, contact, or booking reference').fill(name);
  await expect(page).toHaveURL(/\/turf-dashboard\/employee\/bookings\?search=/);
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await findRow(page, name)
    .getByRole('button', { name: `View ${name}` })
    .click();
  const details = page.getByRole('dialog', { name: 'Booking Details' });
  await expect(details.getByRole('term')).toHaveText([
    'Customer Name',
    'Status',
    'Booking Reference',
    'Email',
    'Date & Time',
    'Service',
    'Ends',
    'Court',
    'Price',
    'Created At',
    'Last Updated',
    'Contact',
    'Payment Amount',
    'Payment Method',
    'Payment ID',
  ]);
  await expect(details.getByText('N/A')).toHaveCount(4);
  await page.keyboard.press('Escape');
  await findRow(page, name)
    .getByRole('button', { name: `Cancel ${name}` })
    .click();
  await expect(page.getByText('Are you sure you want to cancel this booking?')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click();
  await expect(page.getByText('No matching bookings found')).toBeVisible();
});
