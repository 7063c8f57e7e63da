import { holdRequests } from '../../fixtures/browser/network.ts';
import { expect, test } from '../../fixtures/test.ts';

test('the font of the rupee sign is there before the first amount, which it would move; dark mode is off by default, remembered, and set before the first paint [P-16.12, P-16.42]', async ({
  openPage,
}) => {
  const page = await openPage('desk', { colorScheme: 'dark' });
  const release = await holdRequests(page, '**/api/session', 'GET');
  await page.goto('/dashboard');
  const font = () =>
    page.evaluate(() => [...document.fonts].find(({ unicodeRange }) => unicodeRange === 'U+20B9')?.status);
  await expect.poll(font).toBe('loaded');
  release();
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible();

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
