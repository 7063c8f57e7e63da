import { holdRequests } from '../../fixtures/browser/network.ts';
import { expect, test } from '../../fixtures/test.ts';

test('on a phone the sidebar is a drawer that closes after following a link [P-16.15]', async ({
  openPage,
}) => {
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

test('dark mode is off by default, remembered, and set before the first paint [P-16.12]', async ({
  openPage,
}) => {
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

test('the font of the rupee sign is there before the first amount, which it would move [P-16.42]', async ({
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
