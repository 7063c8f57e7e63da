import type { Page } from '@playwright/test';
import { uniqueEmail } from '../../fixtures/data/people.ts';
import { passwordLinkTo } from '../../fixtures/servers/deliveries.ts';
import { expect, test } from '../../fixtures/test.ts';

// Tests the way from the choice of a plan through the payment provider's page and back.

test('a payment that the bank declines or the payer cancels can be tried again; once it is paid, the owner sets a password by email and starts onboarding as the Business Admin [P-4.12, P-4.14]', async ({
  openPage,
  sandbox,
}) => {
  const email = uniqueEmail();
  const page = await openPage();
  await orderPlan(page, uniqueEmail());
  await page.getByRole('button', { name: 'Let the bank decline it' }).click();
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('An error occurred while processing your payment');
  await page.getByRole('link', { name: 'Choose a plan again' }).click();
  await expect(page).toHaveURL('/get-started');

  await orderPlan(page, email);
  await page.getByRole('link', { name: 'Cancel and go back' }).click();
  await expect(page.getByRole('alert')).toHaveText('The payment was cancelled.');
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');

  await orderPlan(page, email);
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

async function orderPlan(page: Page, email: string): Promise<void> {
  await page.goto('/get-started');
  await page.getByRole('radio', { name: /Premium · ₹999 a month/ }).check();
  await page.getByLabel('Business name').fill('Lakshmi Clinic');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByRole('button', { name: 'Pay by UPI' })).toBeVisible();
}

async function setPassword(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('New Password').fill('demo1234');
  await page.getByRole('button', { name: 'Set Password' }).click();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL('/login');
}
