import { people, type Person } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

// web/src/app/routing/guard.test.ts tests the whole table of roles and paths. These tests check
// some of its cells in a real browser.

/** For each person, paths to open and the path that the guard leads to. */
const redirects: Partial<Record<Person, readonly (readonly [string, string])[]>> = {
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

for (const [person, paths] of Object.entries(redirects) as [
  Person,
  readonly (readonly [string, string])[],
][]) {
  test(`the guard redirects ${people[person]} as the table says, and leads home from Access Denied`, async ({
    openPage,
  }) => {
    const page = await openPage(person);
    for (const [path, end] of paths) {
      await test.step(`${path} leads to ${end}`, async () => {
        // From an empty page, so that the assertions cannot pass on the previous one.
        await page.goto('about:blank');
        await page.goto(path);
        await expect(page).toHaveURL(end);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      });
    }
    if (!paths.some(([, end]) => end === '/unauthorized')) return;
    await page.goto('/unauthorized');
    await page.getByRole('link', { name: 'Return to Dashboard' }).click();
    await expect(page).not.toHaveURL('/unauthorized');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { name: /Access Denied|Unexpected/ })).toHaveCount(0);
  });
}

test('a failed onboarding check shows the error screen with a retry, and requests no data', async ({
  openPage,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 500/);
  const page = await openPage('owner');
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

test('Back after a redirect leads to the page before it', async ({ openPage }) => {
  const page = await openPage('turfDesk');
  await page.goto('/privacy-policy');
  await page.goto('/dashboard/appointments');
  await expect(page).toHaveURL('/turf-dashboard/employee');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/privacy-policy');
});
