import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { expect, test } from '../../fixtures/test.ts';
import { letterTo, linkTo } from '../../fixtures/servers/deliveries.ts';
import type { Sandbox } from '../../fixtures/servers/sandbox.ts';
import { fillIn } from '../../fixtures/actions/sign-in.ts';

const done = 'Password set successfully! You can now log in with your email and password.';
const newAddress = () => `${randomUUID()}@people.example`;

test('a stranger begins a business: the first page, a letter, a password, and the wizard', async ({ open, sandbox }) => {
  const page = await open();
  const email = newAddress();
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Get started' }).click();
  await page.getByLabel('Business name').fill('Lakshmi Clinic');
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await followLink(page, await linkTo(sandbox, email));
  await setPassword(page, 'battery staple');
  await fillIn(page, email, 'battery staple');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/onboarding');
});

test('a forgotten password is set by the letter, other browsers are signed out, and the link works once', async ({
  open,
  sandbox,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 40[13]/);
  const email = newAddress();
  const elsewhere = await open();
  await begin(elsewhere, sandbox, email);
  await signIn(elsewhere, email, 'first password');
  const page = await open();
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Password reset link sent to your email!' })).toBeVisible();
  const link = await linkTo(sandbox, email, 2);
  expect(new URL(link).search).toBe('');
  await followLink(page, link);
  await setPassword(page, 'second password');
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/login/);
  await signIn(page, email, 'second password');

  const again = await open();
  await again.goto(link);
  await expect(again.getByRole('alert')).toContainText('Failed to establish an authenticated session.');
  await again.getByRole('link', { name: 'Go to sign in' }).click();
  await expect(again).toHaveURL('/login');
});

test('nothing that the page asks for carries the secret of its link, and nothing keeps it', async ({ open, sandbox }) => {
  const page = await open();
  const email = newAddress();
  await page.goto('/get-started');
  await start(page, email);
  const link = await linkTo(sandbox, email);
  const secret = new URL(link).searchParams.get('token') ?? 'missing';
  const carried: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) return;
    if (request.url().includes(secret) || JSON.stringify(request.headers()).includes(secret)) carried.push(request.url());
  });
  const opened = await page.goto(link);
  expect([opened?.headers()['referrer-policy'], opened?.headers()['cache-control']]).toEqual(['no-referrer', 'no-store']);
  await page.getByLabel('New Password').waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/update-password');
  expect(carried).toEqual([]);
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), history.state, document.referrer]),
  );
  expect(kept).not.toContain(secret);
  await page.goto('/login');
  await page.goBack();
  await expect(page.getByText('No authentication token found. Please request a new link.')).toBeVisible();
});

test('an address that has an account gets the same answer, and a letter that says so', async ({ open, sandbox }) => {
  const page = await open();
  const email = newAddress();
  await begin(page, sandbox, email);
  await page.goto('/get-started');
  await start(page, email);
  const { subject, text } = await letterTo(sandbox, email, 2);
  expect(subject).toBe('You already have a Samay account');
  expect(text).not.toContain('update-password');
});

test('a mail server that is away delays the letter and loses nothing', async ({ open, sandbox }) => {
  const page = await open();
  const email = newAddress();
  await sandbox.control.setMode('mail', 'later');
  await page.goto('/get-started');
  await start(page, email);
  await expect.poll(async () => (await sandbox.control.arrivals('mail')).some(({ mode }) => mode === 'later')).toBe(true);
  await sandbox.control.setMode('mail', 'ok');
  await followLink(page, await linkTo(sandbox, email));
});

test('the letter stands in the inbox of the sandbox with a link to press', async ({ open, sandbox }) => {
  const page = await open();
  const email = newAddress();
  await page.goto('/get-started');
  await start(page, email);
  const link = await linkTo(sandbox, email);
  await page.goto(`${sandbox.address}/?party=mail`);
  await page.getByRole('link', { name: link }).click();
  await expect(page.getByText(email)).toBeVisible();
});

test.describe('each screen', () => {
  test('is accessible: get started and the password with their errors, the letter on its way, the alert', async ({ open, sandbox }) => {
    const page = await open();
    const email = newAddress();
    await page.goto('/get-started');
    await page.getByRole('button', { name: 'Get started' }).click();
    await expect(page.getByText("Please enter your business's name")).toBeVisible();
    await expectAccessible(page);
    await start(page, email);
    await expectAccessible(page);
    await followLink(page, await linkTo(sandbox, email));
    await page.getByRole('button', { name: 'Set Password' }).click();
    await expect(page.getByText('Please enter a new password')).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('New Password').fill('battery staple');
    await page.keyboard.press('Enter');
    await expect(page.getByText(done)).toBeVisible();
    await expectAccessible(page);
  });
});

async function start(page: Page, email: string): Promise<void> {
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
  await expect(page.getByText(done)).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).press('Enter');
  await expect(page).toHaveURL('/login');
}

/** A business with an owner whose password is `first password`. */
async function begin(page: Page, sandbox: Sandbox, email: string): Promise<void> {
  await page.goto('/get-started');
  await start(page, email);
  await followLink(page, await linkTo(sandbox, email));
  await setPassword(page, 'first password');
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await fillIn(page, email, password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/onboarding');
}
