import type { Locator, Page } from '@playwright/test';
import { formatRupees } from '@samay/contract/core/money';
import { parseRupees } from '@samay/contract/core/typed/parse-rupees';
import { openAppointmentList, findRow } from '../../fixtures/actions/appointments.ts';
import { Counted } from '../../fixtures/browser/counted.ts';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

const sizes = [
  { width: 1366, height: 768 },
  { width: 360, height: 640 },
];

/** Returns the value of a line of sums, in paise. */
async function readSum(card: Locator, name: string): Promise<number> {
  const line = card.locator('dl > div').filter({ has: card.page().getByText(name, { exact: true }) });
  return parseRupees(await line.getByRole('definition').innerText()) ?? Number.NaN;
}

/** Takes the due amount in cash, in the details of the booking. */
async function takeCash(page: Page, personName: string, due: string): Promise<void> {
  await openAppointmentList(page, `?search=${encodeURIComponent(personName)}`);
  await findRow(page, personName)
    .getByRole('button', { name: `View ${personName}` })
    .click();
  await page.getByRole('button', { name: `Take ${due} from ${personName}` }).click();
  await page.getByRole('button', { name: 'Cash' }).click();
  await expect(page.getByText(`${due} by Cash from ${personName}`)).toBeVisible();
  await page.keyboard.press('Escape');
}

/** Closes the day with one number, and prints the close. */
async function closeByPressing(page: Page, rupees: string): Promise<void> {
  const counted = new Counted(page, 'Day closed and printed', [5, 1]);
  await counted.press(page.getByRole('link', { name: 'Close the drawer' }));
  await expect(page.getByLabel('Counted cash')).toBeFocused();
  await counted.typeFocused(rupees);
  await counted.press(page.getByRole('button', { name: 'Close the drawer' }));
  await counted.press(
    page.getByRole('region', { name: 'Drawer closed' }).getByRole('button', { name: 'Print' }),
  );
  counted.end();
}

/** Does the same by the palette and by keys alone: its second field is the name of the command. */
async function closeByKeys(page: Page, rupees: string): Promise<void> {
  const counted = new Counted(page, 'Day closed and printed, by keys', [5, 2]);
  await counted.key('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused();
  await counted.typeFocused('close the drawer');
  await counted.key('Enter');
  await expect(page.getByLabel('Counted cash')).toBeFocused();
  await counted.typeFocused(rupees);
  await counted.key('Enter');
  await expect(page.getByRole('button', { name: 'Print' }).first()).toBeFocused();
  await counted.key('Enter');
  counted.end();
}

test('the desk closes its drawer by keys alone or in five presses and a number, and the owner sees what was missing [P-9.31, P-9.38, P-9.57]', async ({
  openPage,
  apiAs,
}) => {
  const personName = uniqueName('Paying');
  const booked = await (await apiAs('desk')).createAppointment({ personName });
  const page = await openPage('desk');
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await takeCash(page, personName, formatRupees(booked.due ?? 0));

  await page.goto('/dashboard/money');
  const cash = page.getByRole('region', { name: 'Cash' });
  await expect(page.getByRole('table', { name: 'Taken since the last close' })).toContainText(personName);
  const before = await readSum(cash, 'Expected');
  await page.getByRole('button', { name: 'Add expense' }).click();
  const expense = page.getByRole('form', { name: 'New expense' });
  await expense.getByLabel('Amount').fill('20');
  await expense.getByRole('button', { name: 'Tea' }).click();
  await expense.getByRole('button', { name: 'Add expense' }).click();
  await expect.poll(() => readSum(cash, 'Expected')).toBe(before - 20_00);
  await expect(page.getByRole('button', { name: 'Add expense' })).toBeFocused();
  await expectAccessible(page, 'Money');

  const note = uniqueName('Change for an auto');
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Queue' })).toBeVisible();
  const byKeys = new Counted(page, 'Drawer closed with a difference and its note, by keys', [5, 3]);
  await byKeys.key('Control+k');
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused();
  await byKeys.typeFocused('close the day');
  await byKeys.key('Enter');
  await expect(page.getByLabel('Counted cash')).toBeFocused();
  await byKeys.typeFocused(String((before - 70_00) / 100));
  await expect(page.getByText('₹50 is missing', { exact: true }).first()).toBeVisible();
  await byKeys.key('Enter');
  await expect(page.getByLabel('Note on the difference')).toBeFocused();
  await byKeys.typeFocused(note);
  await byKeys.key('Enter');
  const closed = page.getByRole('region', { name: 'Drawer closed' });
  await expect(closed.getByRole('button', { name: 'Print' })).toBeFocused();
  byKeys.end();
  expect(await readSum(closed, 'Counted')).toBe(before - 70_00);
  await expect.poll(() => readSum(cash, 'Opening')).toBe(before - 70_00);
  await expectAccessible(page, 'Drawer closed');

  const owner = await openPage('owner');
  await owner.goto('/dashboard/revenue');
  await owner.getByRole('main').getByRole('link', { name: 'Money' }).click();
  await owner.getByRole('link', { name: 'Petty cash and closes' }).first().click();
  const row = owner.getByRole('row').filter({ hasText: note });
  await expect(row).toContainText('₹50 is missing');
  await row.getByRole('button', { name: /^Reopen/ }).click();
  const question = owner.getByRole('dialog', { name: 'Reopen this close?' });
  await question.getByLabel('Reason').fill('Found the note');
  await question.getByRole('button', { name: 'Reopen' }).click();
  await expect(row).toContainText('Found the note');
  await expectAccessible(owner, 'Petty cash and closes');
  await owner.getByRole('main').getByRole('link', { name: 'Money' }).click();
  await expect(owner.getByRole('table', { name: 'Open drawers' }).getByRole('row').nth(1)).toBeVisible();

  // Closes that period again with what is there, and then the next ones.
  const rupees = String((before - 20_00) / 100);
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    for (const close of [closeByPressing, closeByKeys]) {
      await page.goto('/dashboard');
      await expect(page.getByRole('region', { name: 'Queue' })).toBeVisible();
      await close(page, rupees);
      await expect(page.locator('body > article')).toContainText(/Day close.*Signature/);
    }
  }
});
