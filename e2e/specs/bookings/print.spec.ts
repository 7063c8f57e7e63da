import type { Page } from '@playwright/test';
import { expect, test } from '../../fixtures/test.ts';
import { newName, openList, rowOf } from '../../fixtures/actions/appointments.ts';

// Paper gets what is there as it is printed: nothing may be on its way.
test.use({ reducedMotion: 'no-preference' });

const sheet = (page: Page) => page.locator('body > article');

/** A press of the button, and the browser's own dialog, which a journey has none of. */
async function print(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await expect.poll(() => page.evaluate(() => document.title)).not.toContain('Samay');
  await page.emulateMedia({ media: 'print' });
  await expect(sheet(page)).toBeVisible();
}

/** How many pages a paper of this size takes. With that the sheet is gone. */
async function finish(page: Page, paper: { format: 'A4' } | { width: string; height: string }): Promise<number> {
  const pdf = await page.pdf({ ...paper, margin: { top: '4mm', bottom: '4mm', left: '4mm', right: '4mm' } });
  await page.emulateMedia({ media: 'screen' });
  await expect(sheet(page)).toHaveCount(0);
  await expect(page).toHaveTitle(/Samay/);
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

test('today’s list and a receipt go on paper, and nothing else of the page, from the dark too', async ({ open, as }) => {
  const booked = await (await as('desk')).book({ personName: newName('On paper'), amount: 12_34_56_700, paymentMethod: 'UPI' });
  const page = await open('desk');
  await page.addInitScript(() => {
    localStorage.setItem('samay-color-scheme', 'dark');
    window.print = () => undefined;
  });
  await openList(page, `?search=${encodeURIComponent(booked.personName)}`);

  // By the browser's own key: the page as it is, without the way to others.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  const title = page.getByRole('heading', { name: 'Appointments', level: 1 });
  await expect(page.getByRole('main')).toHaveCSS('transition-property', 'none');
  expect((await title.boundingBox())?.x).toBeLessThan(256);
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  await print(page, 'Print today');
  await expect(sheet(page)).toContainText('City Care Clinic');
  await expect(sheet(page).getByRole('row').filter({ hasText: booked.personName })).toContainText('Scheduled');
  await expect(title).toBeHidden();
  await expect(page.getByRole('navigation')).toBeHidden();
  const look = await sheet(page).evaluate((element) => [getComputedStyle(element).color, getComputedStyle(document.body).backgroundColor]);
  expect(look).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  expect(await finish(page, { format: 'A4' })).toBeGreaterThanOrEqual(1);

  await rowOf(page, booked.personName)
    .getByRole('button', { name: `View ${booked.personName}` })
    .click();
  await print(page, 'Print receipt');
  await expect(sheet(page)).toContainText(`Booking Reference${booked.reference}`);
  await expect(sheet(page)).toContainText('Amount₹12,34,567');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await finish(page, { format: 'A4' })).toBe(1);

  // A till's roll: as wide as the paper, and no wider.
  await print(page, 'Print receipt');
  await page.setViewportSize({ width: 272, height: 740 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(272);
  expect(await finish(page, { width: '80mm', height: '200mm' })).toBe(1);
});
