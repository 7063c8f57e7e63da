import type { Page } from '@playwright/test';
import { fillSignInForm } from '../../fixtures/actions/sign-in.ts';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { uniqueEmail } from '../../fixtures/data/people.ts';
import { passwordLinkTo } from '../../fixtures/servers/deliveries.ts';
import { expect, test } from '../../fixtures/test.ts';

const passwordSet = 'Password set successfully! You can now log in with your email and password.';

test('a mailed link leaves its token nowhere; the password that it sets signs other browsers out, and the link works once [P-2.32, P-2.36]', async ({
  openPage,
  sandbox,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 40[13]/);
  const email = uniqueEmail();
  const elsewhere = await openPage();
  await elsewhere.goto('/get-started');
  await elsewhere.getByRole('button', { name: 'Get started' }).click();
  await expect(elsewhere.getByText("Please enter your business's name")).toBeVisible();
  await expectAccessible(elsewhere, 'Get started with errors');
  await register(elsewhere, email);
  await expectAccessible(elsewhere, 'Check your email');
  await followLinkWithoutTrace(elsewhere, await passwordLinkTo(sandbox, email));
  await elsewhere.getByRole('button', { name: 'Set Password' }).click();
  await expect(elsewhere.getByText('Please enter a new password')).toBeVisible();
  await expectAccessible(elsewhere, 'a new password with an error');
  await setPassword(elsewhere, 'first password', () => expectAccessible(elsewhere, 'the password is set'));
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
  await page.goto(link);
  await expect(page.getByLabel('New Password')).toBeVisible();
  await expect(page).toHaveURL('/update-password');
  await page.goto('/login');
  await page.goBack();
  await expect(page.getByText('No authentication token found. Please request a new link.')).toBeVisible();
  await page.goto(link);
  await setPassword(page, 'second password');
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/login/);
  await signIn(page, email, 'second password');

  await elsewhere.goto(link);
  await expect(elsewhere.getByRole('alert')).toContainText('Failed to establish an authenticated session.');
  await elsewhere.getByRole('link', { name: 'Go to sign in' }).click();
  await expect(elsewhere).toHaveURL('/login');
});

async function register(page: Page, email: string): Promise<void> {
  await page.getByLabel('Business name').fill('Lakshmi Clinic');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Get started' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
}

/** Follows a mailed link, and checks that its token is in no request of the page and stored nowhere. */
async function followLinkWithoutTrace(page: Page, link: string): Promise<void> {
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
}

async function setPassword(
  page: Page,
  password: string,
  onceSet: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await page.getByLabel('New Password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText(passwordSet)).toBeVisible();
  await onceSet();
  await page.getByRole('button', { name: 'OK' }).press('Enter');
  await expect(page).toHaveURL('/login');
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await fillSignInForm(page, email, password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/onboarding');
}
