import type { Page } from '@playwright/test';
import { formatRupees } from '@samay/contract/core/money';
import { addMonths } from '@samay/contract/core/time';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

test('an owner sees on home how the business does, and each number opens its rows [P-10.19, P-10.22]', async ({
  openPage,
  apiAs,
  today,
}) => {
  const owner = await apiAs('owner');
  const [now, before] = [uniqueName('Now'), uniqueName('Before')];
  const lastMonth = addMonths(today, -1);
  await owner.createAppointment({
    personName: now,
    date: today,
    amount: 1_250_00,
    paymentMethod: 'Net Banking',
  });
  await owner.createAppointment({
    personName: before,
    date: lastMonth,
    amount: 750_00,
    paymentMethod: 'Net Banking',
  });
  // Something is due in this month, also on its first days.
  await owner.createAppointment({ personName: uniqueName('Owing'), date: today });
  const page = await openPage('owner', { viewport: { width: 360, height: 740 } });
  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^Revenue today ₹/ }).click();
  await expect(page).toHaveURL('/dashboard/revenue');

  // Compares by payment method: this month, and the same days of the last.
  const byMethod = page
    .getByRole('table', { name: 'Revenue by payment method' })
    .getByRole('row', { name: /^Net Banking/ });
  await expect(byMethod).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
    .toBe(true);
  for (const [place, person] of [
    [1, now],
    [2, before],
  ] as const) {
    const number = byMethod.getByRole('link').nth(place);
    const [, total = '', count = ''] =
      /^(₹[\d,.]+)from ([\d,]+)/.exec((await number.textContent()) ?? '') ?? [];
    await number.click();
    await expect(page.getByRole('heading', { name: 'Transactions', exact: true })).toBeFocused();
    const rows = page.getByRole('table', { name: 'Transactions' }).locator('[data-row]');
    await expect(rows).toHaveCount(Number(count));
    await expect(rows.filter({ hasText: person })).toBeVisible();
    expect(formatRupees(await sumOf(page))).toBe(total);
  }
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('button', { name: 'Show all' })).toHaveCount(0);

  // Opens the list of dues on these days, and that of new people.
  const main = page.getByRole('table', { name: 'At a glance' });
  const due = main.getByRole('row', { name: /^Due/ }).getByRole('link').nth(1);
  const [, owed = '', bookings = ''] = /^(₹[\d,.]+)from ([\d,]+)/.exec((await due.textContent()) ?? '') ?? [];
  await due.click();
  await expect(
    page.getByText(new RegExp(`^${owed.replaceAll('.', '\\.')} due from ${bookings} `)),
  ).toBeVisible();
  await page.goBack();
  await main
    .getByRole('row', { name: /^New patients/ })
    .getByRole('link')
    .first()
    .click();
  await expect(page.getByText(/^New on /)).toBeVisible();
  await expect(
    page.getByRole('table', { name: 'Patients' }).locator('[data-row]').filter({ hasText: now }),
  ).toBeVisible();
});

/** Sums the amounts of the listed transactions, in paise. */
async function sumOf(page: Page): Promise<number> {
  const amounts = await page
    .getByRole('table', { name: 'Transactions' })
    .locator('[data-row]')
    .getByText(/^₹[\d,.]+$/)
    .allTextContents();
  return amounts.reduce((sum, text) => sum + Math.round(Number(text.replaceAll(/[₹,]/g, '')) * 100), 0);
}
