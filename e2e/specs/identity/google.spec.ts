import { expectAccessible, tabTo } from '../../fixtures/checks/accessibility.ts';
import { choose as chooseOption } from '../../fixtures/browser/choose.ts';
import { choose, goToGoogle, signInWithGoogle } from '../../fixtures/actions/google.ts';
import { expect, test } from '../../fixtures/test.ts';
import { meet } from '../../fixtures/browser/interactions.ts';
import { people } from '../../fixtures/data/people.ts';

// The pretend Google changes how it behaves: nobody else may be signing in meanwhile.
test.use({ own: 'google' });
test.describe.configure({ mode: 'serial' });

test.afterEach(({ sandbox }) => sandbox.control.setMode('identity', 'ok'));

const noAccount = 'There is no account for this Google address. Ask your business for an invitation, or get started.';

test('people of a clinic and of a turf sign in with Google and land at home', async ({ open }) => {
  for (const [email, home] of [
    [people.owner, '/dashboard'],
    [people.turfDesk, '/turf-dashboard/employee'],
  ] as const) {
    const page = await open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await signInWithGoogle(page, { email });
    await meet(page, 'Signed in successfully! Redirecting...');
    expect(new URL(page.url()).search).toBe('');
    await expect(page).toHaveURL(home);
    const cookies = await page.context().cookies(page.url());
    expect(cookies.map(({ name }) => name).toSorted()).toEqual(expect.arrayContaining(['samay-device', 'samay-refresh']));
    expect(cookies.map(({ name }) => name)).not.toContain('samay-oauth');
    // Nothing that this page loaded was told the code.
    const codes = asked.filter((url) => url.includes('code='));
    expect(codes.every((url) => url.includes('/oauth/callback?'))).toBe(true);
    await page.context().close();
  }
});

test('Remember me and where one wanted to go survive the way to Google and back, by keyboard', async ({ open }) => {
  const page = await open();
  await page.goto('/dashboard/appointments?status=completed');
  await page.getByLabel('Remember me').check();
  await tabTo(page, page.getByRole('button', { name: 'Sign in with Google' }));
  await page.keyboard.press('Enter');
  await choose(page, { email: people.desk });
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page).toHaveURL('/dashboard/appointments?status=completed');
  const refresh = (await page.context().cookies()).find(({ name }) => name === 'samay-refresh');
  expect(Math.round(((refresh?.expires ?? 0) * 1000 - Date.now()) / 86_400_000)).toBe(30);
});

test('an invited person signs in with Google in a browser of their own, and is in', async ({ open }) => {
  const owner = await open('owner');
  await owner.goto('/dashboard/employees');
  await owner.getByRole('button', { name: 'Invite User' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Invite User' });
  await dialog.getByLabel('Email Address').fill('invited@people.example');
  await chooseOption(dialog.getByRole('combobox', { name: 'Role' }), 'Doctor');
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  const row = owner.getByRole('row').filter({ hasText: 'invited@people.example' });
  await expect(row).toContainText('Pending');

  const page = await open();
  await signInWithGoogle(page, { email: 'invited@people.example' });
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Leela Fernandes').first()).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients' })).toBeVisible();
  await owner.reload();
  await expect(row).toContainText(/Leela Fernandes.*Active/);
});

test('a stranger is told on the way back and on the login page, and nothing is made', async ({ open, consoleErrors }) => {
  consoleErrors.expect(/status of 403/);
  const page = await open();
  await signInWithGoogle(page, { email: 'stranger@people.example' });
  await expect(page.getByRole('alert').getByText(noAccount)).toBeVisible();
  await expect(page).toHaveURL('/login?error=no_account');
  await expect(page.getByText(noAccount)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  await page.getByRole('link', { name: 'Get started' }).click();
  await expect(page).toHaveURL('/get-started');
});

test('an address that Google has not verified opens nothing, not even its own account', async ({ open, consoleErrors }) => {
  consoleErrors.expect(/status of 403/);
  for (const visitor of [{ email: 'unverified@people.example' }, { email: people.doctor, typed: 'not verified' as const }]) {
    const page = await open();
    await signInWithGoogle(page, visitor);
    await expect(page.getByText('Google login failed: Google has not verified this email address.')).toBeVisible();
    await expect(page).toHaveURL('/login?error=unverified_email');
    await page.context().close();
  }
});

test('who cancels at Google reads why they are back, and can sign in otherwise', async ({ open }) => {
  const page = await open();
  await page.goto('/login');
  await goToGoogle(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert').getByText('Authentication failed.')).toBeVisible();
  await expect(page).toHaveURL('/login?error=oauth_failed');
  await expect(page.getByText('Authentication failed.')).toBeVisible();
  await page.getByLabel('Email').fill(people.owner);
  await page.getByLabel('Password', { exact: true }).fill('wrong');
});

test('Back from the account chooser finds the form usable', async ({ open }) => {
  const page = await open();
  await page.goto('/login');
  await goToGoogle(page);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeEnabled();
  await goToGoogle(page);
});

test('while Google is away, fails or talks nonsense, the login page says so and what was typed stays', async ({
  open,
  sandbox,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 502/);
  const page = await open();
  await page.goto('/login');
  await page.getByLabel('Email').fill(people.owner);
  for (const [mode, sentence] of [
    ['down', /^Google login failed: Google did not answer/],
    ['error', /^Google login failed: Google did not answer/],
    ['nonsense', 'Failed to initiate Google login. Please try again.'],
  ] as const) {
    await sandbox.control.setMode('identity', mode);
    await page.getByRole('button', { name: 'Sign in with Google' }).click();
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(people.owner);
  }
  await sandbox.control.setMode('identity', 'ok');
  await goToGoogle(page);
});

test('when Google fails on the way back, or proves nothing, nobody is signed in and a second try works', async ({
  open,
  sandbox,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 502/);
  const page = await open();
  for (const [mode, sentence, word] of [
    ['down', /^Google login failed: Google did not answer/, 'unreachable'],
    ['forged', 'Google login failed: its answer could not be verified. Please try again.', 'unverifiable'],
    ['replayed', 'Google login failed: its answer could not be verified. Please try again.', 'unverifiable'],
  ] as const) {
    await page.route('**/api/google-sign-in/session', async (route) => {
      await sandbox.control.setMode('identity', mode);
      await route.continue();
    });
    await signInWithGoogle(page, { email: people.owner });
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page).toHaveURL(`/login?error=${word}`);
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
    await page.unroute('**/api/google-sign-in/session');
    await sandbox.control.setMode('identity', 'ok');
  }
  await signInWithGoogle(page, { email: people.owner });
  await expect(page).toHaveURL('/dashboard');
});

test('a way back that was caught opens nothing in another browser, nor twice in its own', async ({ open, consoleErrors }) => {
  consoleErrors.expect(/status of 400/);
  const page = await open();
  let caught = '';
  page.on('request', (request) => {
    if (request.url().includes('/oauth/callback?')) caught = request.url();
  });
  await signInWithGoogle(page, { email: people.owner });
  await expect(page).toHaveURL('/dashboard');
  const other = await open();
  for (const browser of [other, page]) {
    await browser.goto(caught);
    await expect(browser.getByText('Invalid authentication callback.')).toBeVisible();
  }
  await expect(other).toHaveURL('/login?error=invalid_callback');
  // Whoever was signed in stays so.
  await expect(page).toHaveURL('/dashboard');
});

test('a token in the address is nothing', async ({ open }) => {
  const page = await open();
  for (const rest of ['#access_token=a.b.c&refresh_token=d', '?access_token=a.b.c']) {
    const emptied = page.waitForURL(/\/oauth\/callback$/, { waitUntil: 'commit' });
    await page.goto(`/oauth/callback${rest}`);
    await emptied;
    await expect(page.getByText('Invalid authentication callback.')).toBeVisible();
    await expect(page).toHaveURL('/login?error=invalid_callback');
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  }
});

test('the page of the way back is accessible on every screen', async ({ open }) => {
  const page = await open();
  await page.route('**/api/google-sign-in/session', () => undefined);
  await page.goto('/oauth/callback?code=c&state=s');
  await expect(page.getByText('Processing authentication...')).toBeVisible();
  await expectAccessible(page);
});
