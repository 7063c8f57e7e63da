import { chooseAccount, openAccountChooser, signInWithGoogle } from '../../fixtures/actions/google.ts';
import { chooseOption, tabTo, waitForTransientText } from '../../fixtures/browser/interactions.ts';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { people } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

// These tests change how the simulated Google answers.
test.use({ dedicatedServer: 'google' });
test.describe.configure({ mode: 'serial' });

test.afterEach(({ sandbox }) => sandbox.control.setMode('identity', 'ok'));

const noAccount =
  'There is no account for this Google address. Ask your business for an invitation, or get started.';

test('people of a clinic and a turf sign in with Google and see their home page', async ({ openPage }) => {
  for (const [email, home] of [
    [people.owner, '/dashboard'],
    [people.turfDesk, '/turf-dashboard/employee'],
  ] as const) {
    const page = await openPage();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await signInWithGoogle(page, { email });
    await waitForTransientText(page, 'Signed in successfully! Redirecting...');
    expect(new URL(page.url()).search).toBe('');
    await expect(page).toHaveURL(home);
    const cookies = await page.context().cookies(page.url());
    expect(cookies.map(({ name }) => name).toSorted()).toEqual(
      expect.arrayContaining(['samay-device', 'samay-refresh']),
    );
    expect(cookies.map(({ name }) => name)).not.toContain('samay-oauth');
    // The code is in no request but that of the callback page itself.
    const codes = requested.filter((url) => url.includes('code='));
    expect(codes.every((url) => url.includes('/oauth/callback?'))).toBe(true);
    await page.context().close();
  }
});

test('Remember me and the requested page survive the redirect to Google and back, by keyboard', async ({
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

test('an invited person signs in with Google in another browser and becomes active', async ({ openPage }) => {
  const owner = await openPage('owner');
  await owner.goto('/dashboard/employees');
  await owner.getByRole('button', { name: 'Invite User' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Invite User' });
  await dialog.getByLabel('Email Address').fill('invited@people.example');
  await chooseOption(dialog.getByRole('combobox', { name: 'Role' }), 'Doctor');
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  const row = owner.getByRole('row').filter({ hasText: 'invited@people.example' });
  await expect(row).toContainText('Pending');

  const page = await openPage();
  await signInWithGoogle(page, { email: 'invited@people.example' });
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Leela Fernandes').first()).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients' }),
  ).toBeVisible();
  await owner.reload();
  await expect(row).toContainText(/Leela Fernandes.*Active/);
});

test('a Google account without an account here is refused with a message, and no account is created', async ({
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

test('an address that Google has not verified is refused, even if an account has it', async ({
  openPage,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 403/);
  for (const account of [
    { email: 'unverified@people.example' },
    { email: people.doctor, typed: 'not verified' as const },
  ]) {
    const page = await openPage();
    await signInWithGoogle(page, account);
    await expect(
      page.getByText('Google login failed: Google has not verified this email address.'),
    ).toBeVisible();
    await expect(page).toHaveURL('/login?error=unverified_email');
    await page.context().close();
  }
});

test('after cancelling at Google, the login page says why, and its form is usable', async ({ openPage }) => {
  const page = await openPage();
  await page.goto('/login');
  await openAccountChooser(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert').getByText('Authentication failed.')).toBeVisible();
  await expect(page).toHaveURL('/login?error=oauth_failed');
  await expect(page.getByText('Authentication failed.')).toBeVisible();
  await page.getByLabel('Email').fill(people.owner);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
});

test('after Back from the account chooser the form is usable', async ({ openPage }) => {
  const page = await openPage();
  await page.goto('/login');
  await openAccountChooser(page);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeEnabled();
  await openAccountChooser(page);
});

test('while Google is down, fails or answers nonsense, the login page says so and keeps what was typed', async ({
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
});

test('if Google fails after the redirect, or its token cannot be verified, nobody is signed in and a retry works', async ({
  openPage,
  sandbox,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 502/);
  const page = await openPage();
  for (const [mode, message, code] of [
    ['down', /^Google login failed: Google did not answer/, 'unreachable'],
    ['forged', 'Google login failed: its answer could not be verified. Please try again.', 'unverifiable'],
    ['replayed', 'Google login failed: its answer could not be verified. Please try again.', 'unverifiable'],
  ] as const) {
    await page.route('**/api/google-sign-in/session', async (route) => {
      await sandbox.control.setMode('identity', mode);
      await route.continue();
    });
    await signInWithGoogle(page, { email: people.owner });
    await expect(page.getByText(message)).toBeVisible();
    await expect(page).toHaveURL(`/login?error=${code}`);
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
    await page.unroute('**/api/google-sign-in/session');
    await sandbox.control.setMode('identity', 'ok');
  }
  await signInWithGoogle(page, { email: people.owner });
  await expect(page).toHaveURL('/dashboard');
});

test('an intercepted callback URL signs nobody in, neither in another browser nor a second time', async ({
  openPage,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 400/);
  const page = await openPage();
  let callbackUrl = '';
  page.on('request', (request) => {
    if (request.url().includes('/oauth/callback?')) callbackUrl = request.url();
  });
  await signInWithGoogle(page, { email: people.owner });
  await expect(page).toHaveURL('/dashboard');
  const other = await openPage();
  for (const browser of [other, page]) {
    await browser.goto(callbackUrl);
    await expect(browser.getByText('Invalid authentication callback.')).toBeVisible();
  }
  await expect(other).toHaveURL('/login?error=invalid_callback');
  // The person who was signed in stays signed in.
  await expect(page).toHaveURL('/dashboard');
});

test('a token in the callback URL signs nobody in', async ({ openPage }) => {
  const page = await openPage();
  for (const rest of ['#access_token=a.b.c&refresh_token=d', '?access_token=a.b.c']) {
    const cleaned = page.waitForURL(/\/oauth\/callback$/, { waitUntil: 'commit' });
    await page.goto(`/oauth/callback${rest}`);
    await cleaned;
    await expect(page.getByText('Invalid authentication callback.')).toBeVisible();
    await expect(page).toHaveURL('/login?error=invalid_callback');
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  }
});

test('the callback page is accessible on every screen size', async ({ openPage }) => {
  const page = await openPage();
  await page.route('**/api/google-sign-in/session', () => undefined);
  await page.goto('/oauth/callback?code=c&state=s');
  await expect(page.getByText('Processing authentication...')).toBeVisible();
  await expectAccessible(page);
});
