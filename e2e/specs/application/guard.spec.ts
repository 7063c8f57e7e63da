import { expect, test } from '../../fixtures/test.ts';

// web/src/app/routing/guard.test.ts tests the whole table of roles and paths.

test('a denied page leads home from Access Denied, and one of the other business type to the person’s own [P-16.3, P-16.5]', async ({
  openPage,
}) => {
  const page = await openPage('turfDesk');
  for (const [path, end] of [
    ['/turf-dashboard/revenue', '/unauthorized'],
    ['/TURF-dashboard/Bookings/', '/unauthorized'],
    ['/dashboard/tenants', '/turf-dashboard/employee'],
    ['/login', '/turf-dashboard/employee'],
  ] as const) {
    // Starts from an empty page, so that the assertions cannot pass on the previous one.
    await page.goto('about:blank');
    await page.goto(path);
    await expect(page).toHaveURL(end);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.goto('/unauthorized');
  await page.getByRole('link', { name: 'Return to Dashboard' }).click();
  await expect(page).toHaveURL('/turf-dashboard/employee');
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
