import type { Locator, Page } from '@playwright/test';
import { expectStep } from '../../fixtures/actions/onboarding.ts';
import { chooseOption, tabTo } from '../../fixtures/browser/interactions.ts';
import { registerOwner } from '../../fixtures/data/new-owner.ts';
import { expect, test } from '../../fixtures/test.ts';

test('a turf owner completes onboarding by keyboard alone, and is led from home to two halves, an evening price, a first booking and a refused one [P-3.12, P-3.20, P-6.15]', async ({
  openPage,
  server,
  sandbox,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 409/);
  const owner = await registerOwner(server, sandbox);
  const page = await openPage(undefined, { storageState: owner.browserState() });
  await page.goto('/onboarding');
  await expectStep(page, 'Choose business type');
  await tabTo(page, page.getByRole('radio', { name: 'Doctor / Hospital Owner' }));
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Turf Owner' })).toBeChecked();
  await tabTo(page, page.getByRole('button', { name: 'Next' }));
  await page.keyboard.press('Enter');

  await expectNewStep(page, 'Turf name');
  await tabTo(page, page.getByRole('textbox', { name: 'Turf name' }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('   ');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Please enter your turf name');
  await page.keyboard.type('Sunrise Arena');
  await page.keyboard.press('Enter');

  await expectNewStep(page, 'Booking time slots');
  await tabTo(page, page.getByLabel('Start time', { exact: true }));
  await page.keyboard.type('6');
  await tabTo(page, page.getByLabel('End time', { exact: true }));
  await page.keyboard.type('1');
  await tabTo(page, page.getByLabel('End time, AM or PM'));
  await page.keyboard.press('A');
  await expect(page.getByText('Ends on the next day.')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Next' }));
  await page.keyboard.press('Enter');

  await expectNewStep(page, 'Operating days');
  for (const day of ['Friday', 'Saturday', 'Sunday']) {
    const box = page.getByRole('checkbox', { name: day });
    // `tabTo` expects a visible element, and the chip covers its checkbox.
    for (let presses = 0; presses < 20 && !(await isFocused(box)); presses += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(box).toBeChecked();
  }
  await page.keyboard.press('Enter');
  await expectNewStep(page, 'Review');
  for (const text of ['Turf Owner', 'Sunrise Arena', '6 AM – 1 AM', 'Friday, Saturday, Sunday'])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Complete Setup' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/turf-dashboard');
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible();
  await expect(page.getByText('Sunrise Arena', { exact: true })).toBeVisible();

  await page.goto('/dashboard/appointments');
  await expect(page).toHaveURL('/turf-dashboard');
  await page.getByRole('region', { name: 'First steps' }).getByRole('button', { name: 'Skip' }).click();
  await page.getByRole('link', { name: 'Courts and halves' }).click();
  const dialog = page.getByRole('dialog');
  for (const half of ['Half A', 'Half B']) {
    await page.getByRole('button', { name: /^Add a part/ }).click();
    await dialog.getByLabel('Name').fill(half);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(half, { exact: true })).toBeVisible();
  }
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Services' }).click();
  await page.getByRole('button', { name: 'Edit Turf Booking' }).click();
  await dialog.getByRole('button', { name: 'Add a price' }).click();
  const evening = dialog.getByRole('group', { name: 'Price 1' });
  await evening.getByLabel('From').fill('18:00');
  await evening.getByLabel('To').fill('23:00');
  await evening.getByRole('textbox', { name: 'Price' }).fill('1200');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Every day, 6:00 pm to 11:00 pm: ₹1,200')).toBeVisible();

  await page.getByRole('link', { name: 'Dashboard' }).click();
  for (const [person, size] of [
    ['Arjun Reddy', 'Half'],
    ['Meera Iyer', 'Full'],
  ] as const) {
    await page.keyboard.press('n');
    await dialog.getByLabel('Customer Name').fill(person);
    await dialog.getByLabel('Email').fill('player@mail.example');
    await dialog.getByRole('radio', { name: size }).click();
    if (size === 'Half') await chooseOption(dialog.getByRole('combobox', { name: 'Court' }), 'Half A');
    await dialog.getByLabel('Time').fill('19:00');
    await expect(dialog.getByText('Price ₹1,200')).toBeVisible();
    await dialog.getByRole('button', { name: 'Create Booking' }).click();
    if (size === 'Half') await expect(dialog).toBeHidden();
  }
  await expect(dialog.getByText('This time is taken.')).toBeVisible();
});

/**
 * Waits for a step whose heading has the focus: an earlier key press would reach another element.
 */
async function expectNewStep(page: Page, title: string): Promise<void> {
  await expectStep(page, title);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
}

async function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}
