import { rowOf } from '../../fixtures/actions/appointments.ts';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { homePaths, people, type Person, uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

const sidebars = {
  turfOwner: [
    ['Dashboard', '/turf-dashboard'],
    ['Bookings', '/turf-dashboard/bookings'],
    ['Schedule', '/turf-dashboard/schedule'],
    ['User Management', '/turf-dashboard/users'],
    ['Revenue', '/turf-dashboard/revenue'],
    ['Settings', '/turf-dashboard/settings'],
  ],
  turfDesk: [
    ['Dashboard', '/turf-dashboard/employee'],
    ['Bookings', '/turf-dashboard/employee/bookings'],
    ['Schedule', '/turf-dashboard/employee/schedule'],
  ],
} satisfies Partial<Record<Person, readonly (readonly [string, string])[]>>;

for (const person of ['turfOwner', 'turfDesk'] as const) {
  test(`the sidebar of ${people[person]} has its links, and each page speaks of customers only`, async ({
    openPage,
  }) => {
    const page = await openPage(person);
    await page.goto(homePaths[person]);
    const sidebar = page.getByRole('navigation', { name: 'Main' });
    await expect(sidebar.getByRole('link')).toHaveText(sidebars[person].map(([name]) => name));
    for (const [name, path] of sidebars[person]) {
      await sidebar.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(
        page.getByRole('heading', { name: /Page not found|Access Denied|Unexpected/ }),
      ).toHaveCount(0);
      await expect(sidebar.locator('a[data-active]')).toHaveText([name]);
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      expect(await page.locator('main').innerText()).not.toMatch(/patient|doctor|prescription/i);
    }
  });
}

test('the owner’s layout shows the name and email of the person', async ({ openPage }) => {
  const page = await openPage('turfOwner');
  await page.goto('/turf-dashboard');
  await expect(page.getByText('Karthik Shenoy', { exact: true })).toBeVisible();
  await expect(page.getByText(people.turfOwner)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
});

test('the staff’s sidebar collapses to icons and stays collapsed', async ({ openPage }) => {
  const page = await openPage('turfDesk');
  await page.goto('/turf-dashboard/employee');
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  const width = async () => Math.round((await sidebar.boundingBox())?.width ?? 0);
  await expect(sidebar.getByRole('button', { name: 'Logout' })).toBeVisible();
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect.poll(width).toBeLessThan(80);
  await page.reload();
  await expect.poll(width).toBeLessThan(80);
  await expectAccessible(page);
  await sidebar.getByRole('link', { name: 'Bookings' }).click();
  await expect(page).toHaveURL('/turf-dashboard/employee/bookings');
  await page.getByRole('button', { name: 'Collapse sidebar' }).click();
  await expect.poll(width).toBeGreaterThan(200);
});

test('the desk makes, finds, views and cancels a booking in the turf’s vocabulary', async ({ openPage }) => {
  const name = uniqueName('Striker');
  const page = await openPage('turfDesk');
  await page.goto('/turf-dashboard/employee/bookings');
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
  await dialog.getByRole('button', { name: 'Create Booking' }).click();
  await expect(dialog).toBeHidden();

  await page.getByPlaceholder('Search by customer name, contact, or booking reference').fill(name);
  await expect(page).toHaveURL(/\/turf-dashboard\/employee\/bookings\?search=/);
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await rowOf(page, name)
    .getByRole('button', { name: `View ${name}` })
    .click();
  const details = page.getByRole('dialog', { name: 'Booking Details' });
  await expect(details.getByRole('term')).toHaveText([
    'Booking Reference',
    'Customer Name',
    'Email',
    'Contact',
    'Date & Time',
    'Status',
    'Payment Amount',
    'Payment Method',
    'Payment ID',
    'Service',
    'Ends',
    'Court',
    'Price',
    'Created At',
    'Last Updated',
  ]);
  await expect(details.getByText('N/A')).toHaveCount(4);
  await page.keyboard.press('Escape');
  await rowOf(page, name)
    .getByRole('button', { name: `Cancel ${name}` })
    .click();
  await expect(page.getByText('Are you sure you want to cancel this booking?')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel booking' }).click();
  await expect(page.getByText('No matching bookings found')).toBeVisible();
});

test('the desk’s home has what is over, the way to the list, and the queue of the day', async ({
  openPage,
  apiAs,
}) => {
  const name = uniqueName('Missing');
  await (await apiAs('turfDesk')).createAppointment({ personName: name, time: '00:00', doctor: null });
  const page = await openPage('turfDesk');
  await page.goto('/turf-dashboard/employee/queue');
  await page.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'No-show' }).click();
  await expect(page.getByRole('list', { name: 'Queue' }).getByText(name)).toHaveCount(0);
  await page.goto('/turf-dashboard/employee');
  await expect(page.getByRole('region', { name: 'Queue' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Recent Bookings' })).toContainText('No-show');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'View Appointments' }).click();
  await expect(page).toHaveURL('/turf-dashboard/employee/bookings');
});

test('the owner’s home has the figures of the business and the queue', async ({ openPage }) => {
  const page = await openPage('turfOwner');
  await page.goto('/turf-dashboard');
  for (const name of [
    'Queue',
    'Revenue',
    'Bookings',
    'Staff',
    'Recent Transactions',
    'Upcoming Appointments',
  ])
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
});
