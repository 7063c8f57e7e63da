import type { Locator } from '@playwright/test';
import { expectStep } from '../../fixtures/actions/onboarding.ts';
import { tabTo } from '../../fixtures/browser/interactions.ts';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { expect, test } from '../../fixtures/test.ts';

// The newcomer can complete onboarding only once on a server.
test.use({ dedicatedServer: 'onboarding-turf' });

test('a turf owner completes onboarding by keyboard alone and sees the turf dashboard', async ({ openPage }) => {
  const page = await openPage('newcomer');
  await page.goto('/onboarding');
  await expectStep(page, 'Choose business type');
  await tabTo(page, page.getByRole('radio', { name: 'Doctor / Hospital Owner' }));
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Turf Owner' })).toBeChecked();
  await tabTo(page, page.getByRole('button', { name: 'Next' }));
  await page.keyboard.press('Enter');

  await expectStep(page, 'Turf name');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await tabTo(page, page.getByRole('textbox', { name: 'Turf name' }));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('   ');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Please enter your turf name');
  await page.keyboard.type('Sunrise Arena');
  await page.keyboard.press('Enter');

  await expectStep(page, 'Booking time slots');
  await tabTo(page, page.getByLabel('Start time', { exact: true }));
  await page.keyboard.type('6');
  await tabTo(page, page.getByLabel('End time', { exact: true }));
  await page.keyboard.type('1');
  await tabTo(page, page.getByLabel('End time, AM or PM'));
  await page.keyboard.press('A');
  await expect(page.getByText('Ends on the next day.')).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Next' }));
  await page.keyboard.press('Enter');

  await expectStep(page, 'Operating days');
  for (const day of ['Friday', 'Saturday', 'Sunday']) {
    const box = page.getByRole('checkbox', { name: day });
    // `tabTo` expects a visible element, and the chip covers its checkbox.
    for (let presses = 0; presses < 20 && !(await isFocused(box)); presses += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(box).toBeChecked();
  }
  await page.keyboard.press('Enter');
  await expectStep(page, 'Review');
  for (const text of ['Turf Owner', 'Sunrise Arena', '6 AM – 1 AM', 'Friday, Saturday, Sunday'])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Complete Setup' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/turf-dashboard');
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible();
  await expect(page.getByText('Sunrise Arena', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.goto('/dashboard/appointments');
  await expect(page).toHaveURL('/turf-dashboard');
});

async function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}
