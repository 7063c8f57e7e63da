import type { Page } from '@playwright/test';
import { uniqueEmail } from '../../fixtures/data/people.ts';
import { passwordLinkTo } from '../../fixtures/servers/deliveries.ts';
import { expect, test } from '../../fixtures/test.ts';

// Tests the way from the choice of a plan through the payment provider's page and back. Each test
// registers a separate business.

test.use({ dedicatedServer: 'payment' });

test.afterEach(async ({ sandbox }) => sandbox.control.setMode('payments', 'ok'));

test('a new owner pays, sets a password by email, and starts onboarding as the Business Admin [P-4.12]', async ({
  openPage,
  sandbox,
}) => {
  const email = uniqueEmail();
  const page = await openPage();
  await orderPlan(page, email, /Premium · ₹999 a month/);
  await expect(page.getByText('₹999.00')).toBeVisible();
  await page.getByRole('button', { name: 'Pay by UPI' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  await expect(
    page.getByText('Payment successful! You are now registered as a Business Admin with the Premium plan.'),
  ).toBeVisible();
  await expect(page.getByText(`We sent an email to ${email}.`)).toBeVisible();
  expect(new URL(page.url()).searchParams.get('notes[plan]')).toBe('premium');
  expect(
    await page.evaluate(() => [localStorage.getItem('paymentEmail'), localStorage.getItem('selectedPlan')]),
  ).toEqual([null, null]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();

  await setPassword(page, await passwordLinkTo(sandbox, email));
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('demo1234');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/onboarding');
});

test('a payment that the bank declines or the payer cancels can be tried again [P-4.14]', async ({
  openPage,
}) => {
  const page = await openPage();
  await orderPlan(page, uniqueEmail(), /Premium/);
  await page.getByRole('button', { name: 'Let the bank decline it' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('An error occurred while processing your payment');
  await page.getByRole('link', { name: 'Choose a plan again' }).click();
  await expect(page).toHaveURL('/get-started');

  await orderPlan(page, uniqueEmail(), /Premium/);
  await page.getByRole('link', { name: 'Cancel and go back' }).click();
  await expect(page.getByRole('alert')).toHaveText('The payment was cancelled.');
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
});

test('an owner upgrades in Settings and returns to a dashboard with the new limit [P-4.11]', async ({
  openPage,
}) => {
  const page = await openPage('lotusOwner');
  await page.goto('/dashboard/settings');
  const section = page.getByRole('region', { name: 'Subscription Details' });
  await expect(section.getByText('Free, 25 appointments a month')).toBeVisible();
  await section.getByRole('button', { name: 'Check Appointments Usage Limit' }).click();
  await expect(section.getByText('24 / 25')).toBeVisible();
  await section.getByRole('button', { name: 'Upgrade' }).click();
  await page.getByRole('radio', { name: /Premium · ₹999 a month/ }).check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('button', { name: 'Pay by UPI' }).click();
  await expect(page.getByText('Payment successful! Your business now has the Premium plan.')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/dashboard/settings');
  await expect(section.getByText('₹999 a month, 250 appointments a month')).toBeVisible();
  await expect(section.getByText(/^Paid until /)).toBeVisible();
});

async function orderPlan(page: Page, email: string, plan: RegExp): Promise<void> {
  await fillRegistration(page, email, plan);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByRole('button', { name: 'Pay by UPI' })).toBeVisible();
}

async function fillRegistration(page: Page, email: string, plan: RegExp): Promise<void> {
  await page.goto('/get-started');
  await page.getByRole('radio', { name: plan }).check();
  await page.getByLabel('Business name').fill('Lakshmi Clinic');
  await page.getByLabel('Email').fill(email);
}

async function setPassword(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('New Password').fill('demo1234');
  await page.getByRole('button', { name: 'Set Password' }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL('/login');
}
