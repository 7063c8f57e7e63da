import { expect, test } from '../../fixtures/test.ts';
import { type Person, people } from '../../fixtures/data/people.ts';

// The whole table stands in web/src/app/routing/guard.test.ts; here some of its cells are walked in a real browser.

const ends: Partial<Record<Person, readonly (readonly [string, string])[]>> = {
  owner: [
    ['/turf-dashboard/bookings', '/dashboard'],
    ['/dashboard/users', '/unauthorized'],
    ['/dashboard/billing', '/unauthorized'],
    ['/onboarding', '/dashboard'],
  ],
  doctor: [
    ['/onboarding', '/unauthorized'],
    ['/turf-dashboard', '/dashboard'],
    ['/dashboard/tenants', '/unauthorized'],
  ],
  desk: [
    ['/revenue', '/unauthorized'],
    ['/employees', '/unauthorized'],
    ['/DASHBOARD/Revenue', '/unauthorized'],
    ['/dashboard/settings/', '/unauthorized'],
    ['/turf-dashboard/employee', '/dashboard'],
    ['/login', '/dashboard'],
  ],
  turfOwner: [
    ['/employees', '/turf-dashboard'],
    ['/dashboard', '/turf-dashboard'],
    ['/dashboard/appointments', '/turf-dashboard'],
    ['/turf-dashboard/employee/bookings', '/turf-dashboard/employee/bookings'],
  ],
  turfDesk: [
    ['/dashboard', '/turf-dashboard/employee'],
    ['/turf-dashboard', '/turf-dashboard/employee'],
    ['/turf-dashboard/', '/turf-dashboard/employee'],
    ['/turf-dashboard/bookings', '/unauthorized'],
    ['/turf-dashboard/revenue', '/unauthorized'],
    ['/dashboard/tenants', '/turf-dashboard/employee'],
  ],
  newcomer: [
    ['/dashboard', '/onboarding'],
    ['/dashboard/settings', '/onboarding'],
    ['/turf-dashboard', '/onboarding'],
    ['/login?redirect=%2Fdashboard', '/onboarding'],
  ],
  admin: [
    ['/turf-dashboard', '/dashboard'],
    ['/dashboard/patients', '/unauthorized'],
  ],
};

for (const [person, addresses] of Object.entries(ends) as [Person, readonly (readonly [string, string])[]][]) {
  test(`${people[person]} ends where the guard says, from every address, and can go home from there`, async ({ open }) => {
    const page = await open(person);
    for (const [address, end] of addresses) {
      await test.step(`${address} ends at ${end}`, async () => {
        // From nowhere: the page before must not be taken for the one to come.
        await page.goto('about:blank');
        await page.goto(address);
        await expect(page).toHaveURL(end);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      });
    }
    if (!addresses.some(([, end]) => end === '/unauthorized')) return;
    await page.goto('/unauthorized');
    await page.getByRole('link', { name: 'Return to Dashboard' }).click();
    await expect(page).not.toHaveURL('/unauthorized');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { name: /Access Denied|Unexpected/ })).toHaveCount(0);
  });
}

test('an onboarding check that fails shows an error with retry and no data', async ({ open, consoleErrors }) => {
  consoleErrors.expect(/status of 500/);
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
