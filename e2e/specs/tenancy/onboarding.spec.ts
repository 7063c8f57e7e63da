import { expectStep, fillOpeningHours, pressNext, selectDays } from '../../fixtures/actions/onboarding.ts';
import { tabTo } from '../../fixtures/browser/interactions.ts';
import { holdRequests } from '../../fixtures/browser/network.ts';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { expectLargeTextFits } from '../../fixtures/checks/large-text.ts';
import { expect, test } from '../../fixtures/test.ts';

// The newcomer can complete onboarding only once on a server.
test.describe.configure({ mode: 'serial' });

const saveFailed = 'Failed to save your information. Please try again.';

test('a clinic completes onboarding without losing input, axe finds nothing on any step with its error, and its owner sees the dashboard [P-3.8, P-3.9]', async ({
  openPage,
  consoleErrors,
}) => {
  test.slow(); // Allows time for ten runs of axe.
  consoleErrors.expect(/status of 500|ERR_FAILED/);
  const page = await openPage('newcomer');
  const expectError = async (message: string) => {
    await pressNext(page);
    await expect(page.getByRole('alert')).toHaveText(message);
  };
  await page.goto('/dashboard/revenue');
  await expect(page).toHaveURL('/onboarding');
  await expectStep(page, 'Choose business type');
  await expectError('Please select your business type');
  await expectAccessible(page, 'the type with its error');
  await expectLargeTextFits(page, 'the type');
  await page.getByText('Turf Owner').click();
  await pressNext(page);
  await expectStep(page, 'Turf name');
  // The name from the sign-up is filled in already.
  await page.getByRole('textbox', { name: 'Turf name' }).clear();
  await expectError('Please enter your turf name');
  await expectAccessible(page, 'the name with its error');
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByText('Doctor / Hospital Owner').click();
  await pressNext(page);

  // Checks that a clinic has no step for its name.
  await expectStep(page, 'Booking time slots');
  await expectError('Please fill in all time slots or remove empty ones');
  await expectAccessible(page, 'the hours with their error');
  await fillOpeningHours(page, 1, '9', '1:30');
  await page.getByRole('button', { name: 'Add New Time Slot' }).click();
  await expectError('Please fill in all time slots or remove empty ones');
  await fillOpeningHours(page, 2, '25', '8');
  await page
    .getByRole('group', { name: 'Opening hours 2' })
    .getByLabel('Start time, AM or PM')
    .selectOption('PM');
  await pressNext(page);
  await expect(page.getByText('Please enter a time such as 9 or 9:30')).toBeVisible();
  await fillOpeningHours(page, 2, '4', '8');
  await pressNext(page);

  await expectStep(page, 'Operating days');
  await expectError('Please select at least one day');
  await expectAccessible(page, 'the days with their error');
  await selectDays(page, 'Monday', 'Tuesday', 'Saturday');
  await page.getByRole('button', { name: 'Back' }).click();
  await expectStep(page, 'Booking time slots');
  await expect(page.getByLabel('Start time', { exact: true }).first()).toHaveValue('9');
  await page.reload();
  await expectStep(page, 'Booking time slots');
  await expect(page.getByLabel('End time', { exact: true }).first()).toHaveValue('1:30');
  await pressNext(page);
  await expect(page.getByRole('checkbox', { name: 'Saturday' })).toBeChecked();
  await pressNext(page);

  await expectStep(page, 'Review');
  for (const text of [
    'Doctor / Hospital Owner',
    '9 AM – 1:30 PM',
    '4 PM – 8 PM',
    'Monday, Tuesday, Saturday',
  ])
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  await expectAccessible(page, 'the review');
  await page.route('**/api/onboarding', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await page.getByRole('button', { name: 'Complete Setup' }).click();
  await expect(page.getByText(saveFailed)).toBeVisible();
  await page.route('**/api/onboarding', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Complete Setup' }).click();
  await expect(page.getByText(saveFailed)).toBeVisible();
  await expect(page.getByText('4 PM – 8 PM')).toBeVisible();

  const release = await holdRequests(page, '**/api/onboarding', 'PUT');
  await page.getByRole('button', { name: 'Complete Setup' }).click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  release();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome, Rekha Chaturvedi' })).toBeVisible();
  await expect(page.getByText('Sunrise Physiotherapy')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('samay-onboarding'))).toBeNull();

  await page.goto('/onboarding');
  await expect(page).toHaveURL('/dashboard');
});

test('home asks for doctors, the fee and staff, then for the first booking, by keyboard; nothing of it is asked twice [P-3.18]', async ({
  openPage,
}) => {
  const page = await openPage('newcomer');
  await page.goto('/dashboard');
  const steps = page.getByRole('region', { name: 'First steps' });
  // Checks that the step of the name is left out: it is known from the account.
  await expect(steps.getByRole('heading', { name: 'Who sees patients?' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Revenue' })).toContainText('₹0');
  await expect(page.getByText('No transactions found')).toBeVisible();
  await expectAccessible(page);
  await steps.getByRole('textbox', { name: 'Doctor' }).fill('Dr. Rekha Chaturvedi');
  await page.keyboard.press('Enter');
  await expect(steps.getByRole('textbox', { name: 'Fee per visit' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('500');
  await page.keyboard.press('Enter');
  await expect(steps.getByRole('textbox', { name: 'Email' })).toBeFocused();
  await page.reload();
  await expect(steps.getByRole('heading', { name: 'Who works with you?' })).toBeVisible();
  await expectAccessible(page);
  await tabTo(page, steps.getByRole('button', { name: 'Skip' }));
  await page.keyboard.press('Enter');
  await expect(steps.getByRole('link', { name: 'Choose a file: Bring your patients' })).toBeFocused();
  await expectAccessible(page);
  await tabTo(page, steps.getByRole('button', { name: 'Skip' }));
  await page.keyboard.press('Enter');
  await expect(
    steps.getByRole('button', { name: 'Create the first appointment: Start with the number' }),
  ).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Phone number' })).toBeFocused();
  await page.keyboard.type('98450 11223');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Kabir Anand');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Queue' }).getByText('Kabir Anand')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Bookings' })).toContainText('1 today');
  await expect(steps.getByRole('link', { name: /Let people book online/ })).toBeVisible();
  await steps.getByRole('button', { name: 'Skip' }).click();
  await expect(steps.getByRole('link', { name: /Google Calendar/ })).toBeVisible();
  await steps.getByRole('button', { name: 'Skip' }).click();
  await expect(steps).toHaveCount(0);
});
