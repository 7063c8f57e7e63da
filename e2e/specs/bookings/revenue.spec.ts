import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { addDays, formatDate } from '@samay/contract/core/time';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

test('the revenue of chosen days adds up on the screen and in the CSV file, and the URL keeps the dates [P-10.8]', async ({
  openPage,
  apiAs,
  today,
}) => {
  // Days without demo bookings, after the months that the demo has locked.
  const [from, to] = [addDays(today, 300), addDays(today, 301)];
  const [first, second, beyond] = [uniqueName('First'), uniqueName('Second'), uniqueName('Beyond')];
  const owner = await apiAs('owner');
  await owner.createAppointment({ personName: first, date: from, amount: 1_25_000_50, paymentMethod: 'UPI' });
  await owner.createAppointment({ personName: second, date: to, amount: 800_00, paymentMethod: 'Cash' });
  await owner.createAppointment({ personName: beyond, date: addDays(to, 1), amount: 999_00 });

  const page = await openPage('owner');
  await page.goto('/dashboard/revenue');
  const periods = page.getByRole('group', { name: 'Period' });
  await expect(periods.getByRole('button', { name: 'Today' })).toHaveAttribute('aria-pressed', 'true');
  await periods.getByRole('button', { name: '7 Days' }).click();
  await expect(figure(page, 'Total Revenue')).toContainText(
    `${formatDate(addDays(today, -6))} to ${formatDate(today)}`,
  );
  await periods.getByRole('button', { name: 'Custom' }).click();
  await expect(figure(page, 'Total Revenue')).toContainText('Please select dates');
  for (const [label, day] of [
    ['Start date', from],
    ['End date', to],
  ] as const) {
    await page.getByLabel(label).fill(formatDate(day));
    await page.getByLabel(label).press('Tab');
  }
  await expect(page).toHaveURL(`/dashboard/revenue?period=custom&from=${from}&to=${to}`);
  await page.reload();

  await expect(figure(page, 'Total Revenue')).toContainText('₹1,25,800.50');
  await expect(figure(page, 'Average per appointment')).toContainText('₹62,900');
  await expect(figure(page, 'Total Transactions')).toContainText('2');
  const rows = page.getByRole('table', { name: 'Transactions' }).locator('[data-row]');
  await expect(rows).toHaveText([new RegExp(`${second}.*₹800`), new RegExp(`${first}.*₹1,25,000\\.50`)]);
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('₹1,25,800.50');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`revenue_${from}_${to}.csv`);
  const lines = (await readFile(await file.path(), 'utf8'))
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');
  expect(lines.map((line) => line.split(',')).map((cells) => [cells[0], cells[2], cells[6]])).toEqual([
    ['Date', 'Patient', 'Paid (INR)'],
    [to, second, '800.00'],
    [from, first, '125000.50'],
    ['Total', '', '125800.50'],
  ]);

  await rows.first().getByRole('button', { name: second }).click();
  await expect(page.getByRole('dialog', { name: 'Appointment Details' }).getByText(second)).toBeVisible();
});

function figure(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true });
}
