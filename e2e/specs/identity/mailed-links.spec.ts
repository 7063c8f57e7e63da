import type { Page } from '@playwright/test';
import { fillSignInForm } from '../../fixtures/actions/sign-in.ts';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { uniqueEmail } from '../../fixtures/data/people.ts';
import { passwordLinkTo } from '../../fixtures/servers/deliveries.ts';
import type { Sandbox } from '../../fixtures/servers/sandbox.ts';
import { expect, test } from '../../fixtures/test.ts';

const passwordSet = 'Password set successfully! You can now log in with your email and password.';

test('a password reset by email signs other browsers out, and its link works once [P-2.36]', async ({
  openPage,
  sandbox,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 40[13]/);
  const email = uniqueEmail();
  const elsewhere = await openPage();
  await registerWithPassword(elsewhere, sandbox, email);
  await signIn(elsewhere, email, 'first password');
  const page = await openPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'Password reset link sent to your email!' }),
  ).toBeVisible();
  const link = await passwordLinkTo(sandbox, email, 2);
  expect(new URL(link).search).toBe('');
  await followLink(page, link);
  await setPassword(page, 'second password');
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/login/);
  await signIn(page, email, 'second password');

  const again = await openPage();
  await again.goto(link);
  await expect(again.getByRole('alert')).toContainText('Failed to establish an authenticated session.');
  await again.getByRole('link', { name: 'Go to sign in' }).click();
  await expect(again).toHaveURL('/login');
});

test('the token of a password link is in no request of the page and is stored nowhere [P-2.32]', async ({
  openPage,
  sandbox,
}) => {
  const page = await openPage();
  const email = uniqueEmail();
  await page.goto('/get-started');
  await register(page, email);
  const link = await passwordLinkTo(sandbox, email);
  const token = new URL(link).searchParams.get('token') ?? 'missing';
  const leaks: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) return;
    if (request.url().includes(token) || JSON.stringify(request.headers()).includes(token))
      leaks.push(request.url());
  });
  const opened = await page.goto(link);
  expect([opened?.headers()['referrer-policy'], opened?.headers()['cache-control']]).toEqual([
    'no-referrer',
    'no-store',
  ]);
  await page.getByLabel('New Password').waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/update-password');
  expect(leaks).toEqual([]);
  const stored = await page.evaluate(() =>
    JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      history.state,
      document.referrer,
    ]),
  );
  expect(stored).not.toContain(token);
  await page.goto('/login');
  await page.goBack();
  await expect(page.getByText('No authentication token found. Please request a new link.')).toBeVisible();
});

test.describe('each screen', () => {
  test('is accessible: registration and password forms with errors, confirmation, alert', async ({
    openPage,
    sandbox,
  }) => {
    const page = await openPage();
    const email = uniqueEmail();
    await page.goto('/get-started');
    await page.getByRole('button', { name: 'Get started' }).click();
    await expect(page.getByText("Please enter your business's name")).toBeVisible();
    await expectAccessible(page);
    await register(page, email);
    await expectAccessible(page);
    await followLink(page, await passwordLinkTo(sandbox, email));
    await page.getByRole('button', { name: 'Set Password' }).click();
    await expect(page.getByText('Please enter a new password')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('New Password').fill('battery staple');
    await page.keyboard.press('Enter');
    await expect(page.getByText(passwordSet)).toBeVisible();
    await expectAccessible(page);
  });
});

async function register(page: Page, email: string): Promise<void> {
  await page.getByLabel('Business name').fill('Lakshmi Clinic');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Get started' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
}

async function followLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByLabel('New Password')).toBeVisible();
  await expect(page).toHaveURL('/update-password');
}

async function setPassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(passwordSet)).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).press('Enter');
  await expect(page).toHaveURL('/login');
}

/** Registers a business and sets its owner's password to `first password`. */
async function registerWithPassword(page: Page, sandbox: Sandbox, email: string): Promise<void> {
  await page.goto('/get-started');
  await register(page, email);
  await followLink(page, await passwordLinkTo(sandbox, email));
  await setPassword(page, 'first password');
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await fillSignInForm(page, email, password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/onboarding');
}
