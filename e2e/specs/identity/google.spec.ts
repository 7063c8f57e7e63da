import { chooseAccount, openAccountChooser, signInWithGoogle } from '../../fixtures/actions/google.ts';
import { tabTo, waitForTransientText } from '../../fixtures/browser/interactions.ts';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { people } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

test.afterEach(({ sandbox }) => sandbox.control.setMode('identity', 'ok'));

const noAccount =
  'There is no account for this Google address. Ask your business for an invitation, or get started.';

test('a person signs in with Google and sees their home page [P-2.45]', async ({ openPage }) => {
  const page = await openPage();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await signInWithGoogle(page, { email: people.turfDesk });
  await waitForTransientText(page, 'Signed in successfully! Redirecting...');
  expect(new URL(page.url()).search).toBe('');
  await expect(page).toHaveURL('/turf-dashboard/employee');
  const cookies = await page.context().cookies(page.url());
  expect(cookies.map(({ name }) => name).toSorted()).toEqual(
    expect.arrayContaining(['samay-device', 'samay-refresh']),
  );
  expect(cookies.map(({ name }) => name)).not.toContain('samay-oauth');
  // Checks that the code is in no request but that of the callback page itself.
  const codes = requested.filter((url) => url.includes('code='));
  expect(codes.every((url) => url.includes('/oauth/callback?'))).toBe(true);
});

test('Remember me and the requested page survive the redirect to Google and back, by keyboard [P-2.48]', async ({
  openPage,
}) => {
  const page = await openPage();
  await page.goto('/dashboard/appointments?status=completed');
  await page.getByLabel('Remember me').check();
  await tabTo(page, page.getByRole('button', { name: 'Sign in with Google' }));
  await page.keyboard.press('Enter');
  await chooseAccount(page, { email: people.desk });
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page).toHaveURL('/dashboard/appointments?status=completed');
  const refresh = (await page.context().cookies()).find(({ name }) => name === 'samay-refresh');
  expect(Math.round(((refresh?.expires ?? 0) * 1000 - Date.now()) / 86_400_000)).toBe(30);
});

test('a Google account without an account here is refused with a message, and no account is created [P-2.50]', async ({
  openPage,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 403/);
  const page = await openPage();
  await signInWithGoogle(page, { email: 'stranger@people.example' });
  await expect(page.getByRole('alert').getByText(noAccount)).toBeVisible();
  await expect(page).toHaveURL('/login?error=no_account');
  await expect(page.getByText(noAccount)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  await page.getByRole('link', { name: 'Get started' }).click();
  await expect(page).toHaveURL('/get-started');
});

test('while Google is down, fails or answers nonsense, the login page says so and keeps what was typed; after Back its form is usable, and the callback page is accessible [P-2.43]', async ({
  openPage,
  sandbox,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 502/);
  const page = await openPage();
  await page.goto('/login');
  await page.getByLabel('Email').fill(people.owner);
  for (const [mode, message] of [
    ['down', /^Google login failed: Google did not answer/],
    ['error', /^Google login failed: Google did not answer/],
    ['nonsense', 'Failed to initiate Google login. Please try again.'],
  ] as const) {
    await sandbox.control.setMode('identity', mode);
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await expect(page.getByText(message)).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(people.owner);
  }
  await sandbox.control.setMode('identity', 'ok');
  await openAccountChooser(page);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeEnabled();
  await openAccountChooser(page);

  await page.route('**/api/google-sign-in/session', () => undefined);
  await page.goto('/oauth/callback?code=c&state=s');
  await expect(page.getByText('Processing authentication...')).toBeVisible();
  await expectAccessible(page);
});
