import { roleName } from '@samay/contract/core/roles';
import { holdRequests } from '../../fixtures/browser/network.ts';
import { people, type Person } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

const sidebars: Partial<Record<Person, readonly (readonly [string, string])[]>> = {
  admin: [
    ['Dashboard', '/dashboard'],
    ['Appointments', '/dashboard/appointments'],
    ['Schedule', '/dashboard/schedule'],
    ['Tenants', '/dashboard/tenants'],
    ['Users', '/dashboard/users'],
    ['Analytics', '/dashboard/analytics'],
    ['Settings', '/dashboard/settings'],
    ['Billing', '/dashboard/billing'],
  ],
  owner: [
    ['Dashboard', '/dashboard'],
    ['Appointments', '/dashboard/appointments'],
    ['Schedule', '/dashboard/schedule'],
    ['Employee Management', '/dashboard/employees'],
    ['Revenue', '/dashboard/revenue'],
    ['Settings', '/dashboard/settings'],
  ],
  doctor: [
    ['Dashboard', '/dashboard'],
    ['Appointments', '/dashboard/appointments'],
    ['Schedule', '/dashboard/schedule'],
    ['Patients', '/dashboard/patients'],
    ['Settings', '/dashboard/settings'],
  ],
  desk: [
    ['Dashboard', '/dashboard'],
    ['Appointments', '/dashboard/appointments'],
    ['Schedule', '/dashboard/schedule'],
  ],
};

for (const [person, links] of Object.entries(sidebars) as [
  Person,
  readonly (readonly [string, string])[],
][]) {
  test(`the sidebar of ${people[person]} has its links, and each leads to its page`, async ({ openPage }) => {
    const page = await openPage(person);
    await page.goto('/dashboard');
    const sidebar = page.getByRole('navigation', { name: 'Main' });
    await expect(sidebar.getByRole('link')).toHaveText(links.map(([name]) => name));
    for (const [name, path] of links) {
      await sidebar.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(
        page.getByRole('heading', { name: /Page not found|Access Denied|Unexpected/ }),
      ).toHaveCount(0);
      // The Dashboard link is active on its own page only.
      await expect(sidebar.locator('a[data-active]')).toHaveText([name]);
      await expect(sidebar.locator('[aria-current=page]')).toHaveText([name]);
    }
  });
}

test('the badge shows the name, role and business of the person', async ({ openPage }) => {
  const page = await openPage('desk');
  await page.goto('/dashboard');
  await expect(page.getByText('City Care Clinic')).toBeVisible();
  await expect(page.getByText('Asha Kulkarni', { exact: true })).toBeVisible();
  await expect(page.getByText(roleName.EMPLOYEE, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
});

test('on a phone the sidebar is a drawer that closes after following a link', async ({ openPage }) => {
  const page = await openPage('desk', { viewport: { width: 360, height: 740 } });
  await page.goto('/dashboard');
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  await expect(sidebar).toBeHidden();
  const menu = page.getByRole('button', { name: 'Open menu' });
  await menu.click();
  await expect(sidebar.getByRole('link')).toHaveText(['Dashboard', 'Appointments', 'Schedule']);
  await page.keyboard.press('Escape');
  await expect(sidebar).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.click();
  await sidebar.getByRole('link', { name: 'Appointments', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/appointments');
  await expect(sidebar).toBeHidden();
});

test('dark mode is off by default, remembered, and set before the first paint', async ({ openPage }) => {
  const page = await openPage('desk', { colorScheme: 'dark' });
  await page.goto('/dashboard');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page
    .getByRole('switch', { name: 'Dark mode' })
    .or(page.getByLabel('Dark mode'))
    .first()
    .click({ force: true });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');

  // Records the colour scheme of each frame, from the first one on.
  await page.addInitScript(() => {
    const schemes: string[] = [];
    Object.assign(window, { schemes });
    const record = () => {
      if (document.body) schemes.push(document.documentElement.dataset['mantineColorScheme'] ?? 'none');
      if (schemes.length < 60) requestAnimationFrame(record);
    };
    record();
  });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const schemes = await page.evaluate(() => (window as unknown as { schemes: string[] }).schemes);
  expect(schemes.length).toBeGreaterThan(0);
  expect([...new Set(schemes)]).toEqual(['dark']);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).not.toBe(light);
});

test('the guard shows a spinner while the session loads', async ({ openPage }) => {
  const page = await openPage('desk');
  const release = await holdRequests(page, '**/api/session', 'GET');
  await page.goto('/dashboard');
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible();
});

test('the font of the rupee sign is there before the first amount, which it would move', async ({
  openPage,
}) => {
  const page = await openPage('desk');
  const release = await holdRequests(page, '**/api/session', 'GET');
  await page.goto('/dashboard');
  const font = () =>
    page.evaluate(() => [...document.fonts].find(({ unicodeRange }) => unicodeRange === 'U+20B9')?.status);
  await expect.poll(font).toBe('loaded');
  release();
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible();
});
