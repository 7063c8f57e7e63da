import { expect, test } from '../stage/journey.ts';
import { type Person, people } from '../stage/people.ts';

// The whole table stands in web/src/app/guard.test.ts; here some of its cells are walked in a real browser.

const ends: readonly (readonly [Person, string, string])[] = [
  ['owner', '/turf-dashboard/bookings', '/dashboard'],
  ['owner', '/dashboard/users', '/unauthorized'],
  ['doctor', '/onboarding', '/unauthorized'],
  ['desk', '/revenue', '/unauthorized'],
  ['desk', '/employees', '/unauthorized'],
  ['desk', '/DASHBOARD/Revenue', '/unauthorized'],
  ['desk', '/dashboard/settings/', '/unauthorized'],
  ['turfOwner', '/employees', '/turf-dashboard'],
  ['turfOwner', '/turf-dashboard/employee/bookings', '/turf-dashboard/employee/bookings'],
  ['turfDesk', '/turf-dashboard/', '/turf-dashboard/employee'],
  ['turfDesk', '/turf-dashboard/bookings', '/unauthorized'],
  ['turfDesk', '/dashboard/tenants', '/turf-dashboard/employee'],
  ['newcomer', '/dashboard/settings', '/onboarding'],
  ['newcomer', '/login?redirect=%2Fdashboard', '/onboarding'],
  ['admin', '/turf-dashboard', '/dashboard'],
  ['admin', '/dashboard/patients', '/unauthorized'],
];

for (const [person, path, end] of ends) {
  test(`${people[person]} who goes to ${path} ends at ${end}, and can go home from there`, async ({ open }) => {
    const page = await open(person);
    await page.goto(path);
    await expect(page).toHaveURL(end);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (end !== '/unauthorized') return;
    await page.getByRole('link', { name: 'Return to Dashboard' }).click();
    await expect(page).not.toHaveURL(end);
    await expect(page.getByRole('heading', { name: /Access Denied|Unexpected/ })).toHaveCount(0);
  });
}

test('an onboarding check that fails shows an error with retry and no data', async ({ open, troubles }) => {
  troubles.expect(/status of 500/);
  const page = await open('owner');
  const data: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/(dashboard|appointments)/.test(request.url())) data.push(request.url());
  });
  await page.route('**/api/check-onboarding?*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page.getByText('City Care Clinic')).toHaveCount(0);
  expect(data).toEqual([]);
  await page.unroute('**/api/check-onboarding?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible();
});

test('Back does not lead round in circles after a redirect', async ({ open }) => {
  const page = await open('turfDesk');
  await page.goto('/privacy-policy');
  await page.goto('/dashboard/appointments');
  await expect(page).toHaveURL('/turf-dashboard/employee');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/privacy-policy');
});
