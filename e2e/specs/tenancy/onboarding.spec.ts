import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { hold } from '../../fixtures/browser/hold.ts';
import { expect, test } from '../../fixtures/test.ts';
import { answerSlot, chooseDays, goOn, seeStep } from '../../fixtures/actions/onboarding.ts';

// The newcomer sets up their business once: a server of its own.
test.use({ own: 'onboarding' });
test.describe.configure({ mode: 'serial' });

const failed = 'Failed to save your information. Please try again.';

test('axe finds nothing on any step, with its message', async ({ open }) => {
  test.slow(); // twenty looks of axe
  const page = await open('newcomer');
  await page.goto('/onboarding');
  for (const [step, message] of [
    ['Choose business type', 'Please select your business type'],
    ['Turf name', 'Please enter your turf name'],
    ['Booking time slots', 'Please fill in all time slots or remove empty ones'],
    ['Operating days', 'Please select at least one day'],
  ] as const) {
    await seeStep(page, step);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByRole('alert')).toHaveText(message);
    await expectAccessible(page);
    await answer(page, step);
    await goOn(page);
  }
  await seeStep(page, 'Review');
  await expectAccessible(page);
});

test('a clinic is set up: nothing is lost on the way, and its owner lands on the dashboard', async ({ open, consoleErrors }) => {
  consoleErrors.expect(/status of 500|ERR_FAILED/);
  const page = await open('newcomer');
  await page.goto('/dashboard/revenue');
  await expect(page).toHaveURL('/onboarding');
  await seeStep(page, 'Choose business type');
  await page.getByText('Doctor / Hospital Owner').click();
  await goOn(page);

  // A clinic is asked for no name.
  await seeStep(page, 'Booking time slots');
  await answerSlot(page, 1, '9', '1:30');
  await page.getByRole('button', { name: 'Add New Time Slot' }).click();
  await goOn(page);
  await expect(page.getByRole('alert')).toHaveText('Please fill in all time slots or remove empty ones');
  await answerSlot(page, 2, '25', '8');
  await page.getByRole('group', { name: 'Opening hours 2' }).getByLabel('Start time, AM or PM').selectOption('PM');
  await goOn(page);
  await expect(page.getByText('Please enter a time such as 9 or 9:30')).toBeVisible();
  await answerSlot(page, 2, '4', '8');
  await goOn(page);

  await seeStep(page, 'Operating days');
  await chooseDays(page, 'Monday', 'Tuesday', 'Saturday');
  await page.getByRole('button', { name: 'Back' }).click();
  await seeStep(page, 'Booking time slots');
  await expect(page.getByLabel('Start time', { exact: true }).first()).toHaveValue('9');
  await page.reload();
  await seeStep(page, 'Booking time slots');
  await expect(page.getByLabel('End time', { exact: true }).first()).toHaveValue('1:30');
  await goOn(page);
  await expect(page.getByRole('checkbox', { name: 'Saturday' })).toBeChecked();
  await goOn(page);

  await seeStep(page, 'Review');
  for (const text of ['Doctor / Hospital Owner', '9 AM – 1:30 PM', '4 PM – 8 PM', 'Monday, Tuesday, Saturday'])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  await page.route('**/api/onboarding', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await page.getByRole('button', { name: 'Complete Setup' }).click();
  await expect(page.getByText(failed)).toBeVisible();
  await page.route('**/api/onboarding', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Complete Setup' }).click();
  await expect(page.getByText(failed)).toBeVisible();
  await expect(page.getByText('4 PM – 8 PM')).toBeVisible();

  const letGo = await hold(page, '**/api/onboarding', 'PUT');
  await page.getByRole('button', { name: 'Complete Setup' }).click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  letGo();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome, Rekha Chaturvedi' })).toBeVisible();
  await expect(page.getByText('Sunrise Physiotherapy')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('samay-onboarding'))).toBeNull();

  await page.goto('/onboarding');
  await expect(page).toHaveURL('/dashboard');
});

test('its hours warn in the form, and Settings change them and the name that the sidebar shows', async ({ open }) => {
  const page = await open('newcomer');
  await page.goto('/dashboard/settings');
  const profile = page.getByRole('form', { name: 'Business profile' });
  await expect(profile.getByLabel('Business name')).toHaveValue('Sunrise Physiotherapy');
  await expect(profile.getByLabel('Start time', { exact: true })).toHaveCount(2);
  await profile.getByLabel('Business name').fill('Sunrise Physio & Rehab');
  await profile.getByRole('button', { name: 'Remove opening hours 2' }).click();
  await profile.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Business profile saved')).toBeVisible();
  await expect(page.getByText('Sunrise Physio & Rehab', { exact: true })).toBeVisible();
  await page.reload();
  await expect(profile.getByLabel('Start time', { exact: true })).toHaveCount(1);

  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'New Appointment', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Time').fill('17:00');
  await expect(page.getByText('5:00 pm is outside the opening hours.')).toBeVisible();
});

async function answer(page: Page, step: string): Promise<void> {
  if (step === 'Choose business type') await page.getByText('Turf Owner').click();
  if (step === 'Turf name') await page.getByRole('textbox', { name: 'Turf name' }).fill('Sunrise Arena');
  if (step === 'Booking time slots') await answerSlot(page, 1, '6', '11');
  if (step === 'Operating days') await chooseDays(page, 'Sunday');
}
