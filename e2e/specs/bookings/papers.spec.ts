import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { formatExactRupees, formatRupees } from '@samay/contract/core/money';
import { strFromU8, unzipSync } from 'fflate';
import { openAppointmentList, findRow } from '../../fixtures/actions/appointments.ts';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { password, uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

// The tax of a service cannot be taken back, and the registration shows on every desk.
test.use({ dedicatedServer: 'papers', reducedMotion: 'no-preference' });

const sheet = (page: Page) => page.locator('body > article');

/** Says in Settings where the clinic is, that it is registered, and how the service is taxed. */
async function register(page: Page, service: string): Promise<void> {
  await page.goto('/dashboard/settings/business');
  const place = page.getByRole('form', { name: 'Address and telephone' });
  await place.getByLabel('Address').fill('12, MG Road\nPune 411001');
  await place.getByRole('button', { name: 'Save address' }).click();
  await expect(page.getByText('Address and telephone saved')).toBeVisible();

  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Receipts and invoices' })
    .click();
  const rules = page.getByRole('form', { name: 'Registration and numbers' });
  await rules.getByRole('radio', { name: 'Registered', exact: true }).check();
  await rules.getByLabel('Legal name').fill('City Care Private Limited');
  await rules.getByLabel('GSTIN').fill('27aapfu0939f1zv');
  await expect(rules.getByText('Maharashtra (27)')).toBeVisible();
  await rules.getByLabel('Prefix of the numbers').fill('pn');
  await expectAccessible(page, 'Receipts and invoices in Settings');
  await rules.getByRole('button', { name: 'Save receipts and invoices' }).click();
  await expect(page.getByText('Receipts and invoices saved')).toBeVisible();

  await page.getByRole('button', { name: `Tax of ${service}` }).click();
  const tax = page.getByRole('form', { name: `Tax of ${service}` });
  await tax.getByRole('radio', { name: 'Taxable' }).check();
  await tax.getByLabel('SAC').fill('999312');
  await tax.getByLabel('Rate in percent').fill('18');
  await tax.getByLabel('From this day').fill('1/4/2024');
  await expectAccessible(page, `Tax of ${service}`);
  await tax.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Taxable at 18%, SAC 999312, from 1 Apr 2024')).toBeVisible();
}

async function openDetails(page: Page, personName: string): Promise<Locator> {
  await openAppointmentList(page, `?search=${encodeURIComponent(personName)}`);
  await findRow(page, personName)
    .getByRole('button', { name: `View ${personName}` })
    .click();
  return page.getByRole('region', { name: 'Receipts and invoices' });
}

/** Returns the width and the height of the pages that are printed, in whole millimetres. */
async function printedPages(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' });
  await expect(sheet(page)).toBeVisible();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  await page.emulateMedia({ media: 'screen' });
  return [...pdf.matchAll(/\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/g)].map(([, width, height]) =>
    [width, height].map((points) => Math.round((Number(points) / 72) * 25.4)).join(' × '),
  );
}

test('a clinic that registers for GST gives a numbered invoice and a credit note, for its accountant and in the export of everything too [P-9.61, P-9.63, P-9.64, P-15.32]', async ({
  openPage,
  apiAs,
  consoleErrors,
}) => {
  // The export asks for the password once the server demands it.
  consoleErrors.expect(/status of 403 .*\/api\/archive/);
  const personName = uniqueName('On an invoice');
  const booked = await (await apiAs('desk')).createAppointment({ personName });
  const due = booked.due ?? 0;
  const owner = await openPage('owner');
  await register(owner, booked.serviceName ?? '');

  const page = await openPage('desk');
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  const papers = await openDetails(page, personName);
  await page.getByRole('button', { name: `Take ${formatRupees(due)} from ${personName}` }).click();
  await page.getByRole('button', { name: 'Cash' }).click();
  await expect(page.getByText(`${formatRupees(due)} by Cash from ${personName}`)).toBeVisible();
  // One press creates the invoice and prints it.
  await papers.getByRole('button', { name: 'Tax invoice' }).click();
  const invoice = page.getByRole('dialog', { name: /^Tax invoice PNT\/\d\d-\d\d\/000001$/ });
  await expect(invoice.getByText(formatExactRupees(due)).first()).toBeVisible();
  await expect(sheet(page)).toContainText('CGST 9%');
  expect(await printedPages(page)).toEqual(['148 × 210']);
  await expectAccessible(page, 'A tax invoice');
  await expect(sheet(page)).toHaveCount(0);
  await invoice.getByRole('button', { name: '80 mm roll' }).click();
  await invoice.getByRole('button', { name: 'Print' }).click();
  // One page, as long as its text.
  const roll = await printedPages(page);
  expect(roll).toEqual([expect.stringMatching(/^80 × 1\d\d$/)]);
  await page.keyboard.press('Escape');
  await expect(papers.getByText(/^PNT\//)).toBeVisible();

  // The keyboard alone: a credit note for a part, with a reason.
  await papers.getByRole('button', { name: 'More receipts and invoices' }).press('Enter');
  await papers.getByRole('button', { name: /^Credit note to PNT/ }).press('Enter');
  await expect(page.getByLabel('Amount')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('100');
  await page.getByRole('button', { name: 'Wrong amount' }).press('Enter');
  await page.getByRole('button', { name: 'Create credit note' }).press('Enter');
  await expect(page.getByRole('dialog', { name: /^Credit note PNC\/\d\d-\d\d\/000001$/ })).toContainText(
    /Follows\s*PNT/,
  );

  await owner.goto('/dashboard/revenue');
  await owner.getByRole('link', { name: 'Receipts and invoices' }).click();
  await expect(owner.getByRole('row').filter({ hasText: 'PNC/' })).toContainText('₹100');
  await expectAccessible(owner, 'Receipts and invoices');
  const csv = await exported(owner, 'Export all lines');
  expect(csv).toMatch(new RegExp(`PNT/.*Tax invoice.*${personName}.*,${(due / 100).toFixed(2)},`));
  expect(csv).toMatch(/PNC\/.*,-100\.00,PNT\//);
  const sums = await exported(owner, 'Export sums by SAC');
  expect(sums).toMatch(new RegExp(`999312,18,2,.*,${((due - 100_00) / 100).toFixed(2)}`));

  const archive = unzipSync(await exportEverything(owner));
  expect(strFromU8(archive['papers.csv'] ?? new Uint8Array())).toMatch(/PNT\/.*Tax invoice/);
});

/** Exports everything of the business with the owner's password, and downloads it when it is ready. */
async function exportEverything(owner: Page): Promise<Uint8Array> {
  await owner.goto('/dashboard/settings/business');
  await owner.getByRole('button', { name: 'Export everything…' }).click();
  const asking = owner.getByRole('dialog', { name: 'Export everything' });
  await asking.getByRole('button', { name: 'Export', exact: true }).click();
  await asking.getByLabel('Your password').fill(password);
  await expectAccessible(owner, 'The question before an export');
  await asking.getByRole('button', { name: 'Export', exact: true }).click();
  // The job begins within five seconds, and again where a user changes the business meanwhile.
  await expect(owner.getByText(/^The export of .* is ready/)).toBeVisible({ timeout: 60_000 });
  const [download] = await Promise.all([
    owner.waitForEvent('download'),
    owner.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^samay_export_[\d-]+\.zip$/);
  return readFile(await download.path());
}

async function exported(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}
