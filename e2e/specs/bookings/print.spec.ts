import type { Locator, Page } from '@playwright/test';
import { openAppointmentList, findRow } from '../../fixtures/actions/appointments.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

// A print shows the page at that moment, so animations must not delay it.
test.use({ reducedMotion: 'no-preference' });

const sheet = (page: Page) => page.locator('body > article');

/** Presses the button, and switches to print media in place of the browser's print dialog. */
async function print(page: Page, button: Locator): Promise<void> {
  await button.click();
  await expect.poll(() => page.evaluate(() => document.title)).not.toContain('Samay');
  await page.emulateMedia({ media: 'print' });
  await expect(sheet(page)).toBeVisible();
}

/** Prints the slip by the menu of the details. */
async function printSlip(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^More actions/ }).click();
  await print(page, page.getByRole('menuitem', { name: 'Print slip' }));
}

/**
 * Prints to a paper size and returns the number of pages. Afterwards the sheet is removed from the
 * page.
 */
async function countPages(
  page: Page,
  paper: { format: 'A4' } | { width: string; height: string },
): Promise<number> {
  const pdf = await page.pdf({ ...paper, margin: { top: '4mm', bottom: '4mm', left: '4mm', right: '4mm' } });
  await page.emulateMedia({ media: 'screen' });
  await expect(sheet(page)).toHaveCount(0);
  await expect(page).toHaveTitle(/Samay/);
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

test('today’s list and a slip print without the rest of the page, also from dark mode [P-9.24, P-16.33]', async ({
  openPage,
  apiAs,
}) => {
  const booked = await (
    await apiAs('desk')
  ).createAppointment({ personName: uniqueName('On paper'), amount: 12_34_56_700, paymentMethod: 'UPI' });
  const page = await openPage('desk');
  await page.addInitScript(() => {
    localStorage.setItem('samay-color-scheme', 'dark');
    window.print = () => undefined;
  });
  await openAppointmentList(page, `?search=${encodeURIComponent(booked.personName)}`);

  // The browser's own print command prints the page without its navigation.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  const title = page.getByRole('heading', { name: 'Appointments', level: 1 });
  await expect(page.getByRole('main')).toHaveCSS('transition-property', 'none');
  await expect.poll(async () => (await title.boundingBox())?.x).toBeLessThan(256);
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  await print(page, page.getByRole('button', { name: 'Print today' }));
  await expect(sheet(page)).toContainText('City Care Clinic');
  await expect(sheet(page).getByRole('row').filter({ hasText: booked.personName })).toContainText(
    'Scheduled',
  );
  await expect(title).toBeHidden();
  await expect(page.getByRole('navigation')).toBeHidden();
  const colors = await sheet(page).evaluate((element) => [
    getComputedStyle(element).color,
    getComputedStyle(document.body).backgroundColor,
  ]);
  expect(colors).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  expect(await countPages(page, { format: 'A4' })).toBeGreaterThanOrEqual(1);

  await findRow(page, booked.personName)
    .getByRole('button', { name: `View ${booked.personName}` })
    .click();
  await printSlip(page);
  await expect(sheet(page)).toContainText(`Booking Reference${booked.reference}`);
  await expect(sheet(page)).not.toContainText('Payment');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await countPages(page, { format: 'A4' })).toBe(1);

  // A receipt printer's roll: the slip is no wider than the paper.
  await printSlip(page);
  await page.setViewportSize({ width: 272, height: 740 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(272);
  expect(await countPages(page, { width: '80mm', height: '200mm' })).toBe(1);
});
