import type { Page } from '@playwright/test';
import { signInWithGoogle } from '../../fixtures/actions/google.ts';
import { expectStep } from '../../fixtures/actions/onboarding.ts';
import { Counted } from '../../fixtures/browser/counted.ts';
import { chooseOption } from '../../fixtures/browser/interactions.ts';
import { uniqueEmail } from '../../fixtures/data/people.ts';
import { latestEmailTo, passwordLinkTo } from '../../fixtures/servers/deliveries.ts';
import { expect, test } from '../../fixtures/test.ts';

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link');

test('from Get started to a clinic’s first booking with its fee: 14 presses and nine fields; then a person is invited, changes the role and is removed [P-3.6, P-6.76]', async ({
  openPage,
  sandbox,
  consoleErrors,
}) => {
  test.slow();
  consoleErrors.expect(/status of 40[13]/);
  const page = await openPage(undefined, { viewport: { width: 1366, height: 768 } });
  const email = uniqueEmail();
  const counted = new Counted(page, 'Get started to the first booking', [14, 9]);
  const press = (name: string) => counted.press(page.getByRole('button', { name, exact: true }));

  await page.goto('/get-started');
  await counted.type(page.getByLabel('Business name'), 'Lakshmi Clinic');
  await counted.type(page.getByLabel('Email'), email);
  await press('Get started');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await page.goto(await passwordLinkTo(sandbox, email));
  await counted.type(page.getByLabel('New Password'), 'battery staple');
  await press('Set Password');
  await press('OK');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await counted.type(page.getByLabel('Password', { exact: true }), 'battery staple');
  await press('Sign in');

  await expectStep(page, 'Choose business type');
  await counted.press(page.getByText('Doctor / Hospital Owner'));
  await press('Next');
  await expectStep(page, 'Booking time slots');
  await counted.type(page.getByLabel('Start time', { exact: true }), '9');
  await counted.type(page.getByLabel('End time', { exact: true }), '6');
  await press('Next');
  await expectStep(page, 'Operating days');
  await press('Every day');
  await press('Next');
  await expectStep(page, 'Review');
  await press('Complete Setup');

  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByRole('heading', { name: 'What is your name?' })).toBeVisible();
  await press('Skip');
  await expect(steps.getByRole('heading', { name: 'Who sees patients?' })).toBeVisible();
  await press('Skip');
  await counted.type(steps.getByRole('textbox', { name: 'Fee per visit' }), '500');
  await press('Save');
  await expect(steps.getByRole('heading', { name: 'Who works with you?' })).toBeVisible();
  const quick = page.getByRole('region', { name: /^Quick / });
  await counted.type(quick.getByRole('combobox', { name: 'Phone number' }), '98450 11223');
  await counted.type(quick.getByRole('combobox', { name: 'Patient name' }), 'Kabir Anand');
  await press('Book now · ₹500');
  await expect(quick.getByRole('status').filter({ hasText: 'Kabir Anand' })).toBeVisible();
  counted.end();
  expect(counted.presses).toBe(14);

  await page.getByRole('link', { name: 'Employee Management' }).click();
  const invitedEmail = uniqueEmail();
  await page.getByRole('button', { name: 'Invite User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite User' });
  await dialog.getByLabel('Email Address').fill(invitedEmail);
  await chooseOption(dialog.getByRole('combobox', { name: 'Role' }), 'Doctor');
  await chooseOption(dialog.getByRole('combobox', { name: 'Which doctor is this?' }), 'A new doctor');
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText(`Invitation sent to ${invitedEmail}.`)).toBeVisible();
  await page.keyboard.press('Escape');
  const row = page.getByRole('row').filter({ hasText: invitedEmail });
  await expect(row).toContainText('Pending');
  expect((await latestEmailTo(sandbox, invitedEmail)).text).toContain('Lakshmi Clinic');

  const invited = await openPage();
  await signInWithGoogle(invited, { email: invitedEmail, typed: 'verified' });
  await expect(menuOf(invited)).toHaveText(['Dashboard', 'Appointments', 'Schedule', 'Patients', 'Settings']);
  await expect(row).toContainText('Active');
  await chooseOption(row.getByRole('combobox'), 'Employee');
  await page.getByRole('button', { name: 'Change role' }).click();
  await expect(menuOf(invited)).toHaveText(['Dashboard', 'Appointments', 'Schedule']);

  await row.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('button', { name: 'Remove user' }).click();
  await expect(row).toHaveCount(0);
  // Checks the page that was open, and any page that they open next.
  await expect(invited).toHaveURL(/\/(login|unauthorized)/);
  await invited.goto('/dashboard');
  await expect(invited).toHaveURL(/\/(login|unauthorized)/);
});
