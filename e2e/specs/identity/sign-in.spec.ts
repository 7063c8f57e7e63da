import { fillSignInForm, signIn } from '../../fixtures/actions/sign-in.ts';
import { holdRequests } from '../../fixtures/browser/network.ts';
import { homePaths, people, type Person } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

const dayMs = 86_400_000;

test('the button says Signing in... while the request runs, and a second press sends nothing', async ({
  openPage,
}) => {
  const page = await openPage();
  await page.goto('/login');
  let requests = 0;
  page.on(
    'request',
    (request) => (requests += Number(request.method() === 'POST' && request.url().endsWith('/api/session'))),
  );
  const release = await holdRequests(page, '**/api/session', 'POST');
  await fillSignInForm(page, people.otherDoctor);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  await page.getByLabel('Password', { exact: true }).press('Enter');
  release();
  await expect(page).toHaveURL('/dashboard');
  expect(requests).toBe(1);
});

test('a wrong password is refused with the specified message, and the email stays in the form', async ({
  openPage,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 401/);
  const page = await openPage();
  await page.goto('/login');
  for (const email of [people.desk, 'nobody@citycare.example']) {
    await fillSignInForm(page, email, 'not the password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert').first()).toHaveText('Invalid email or password. Please try again.');
    await expect(page.getByLabel('Email')).toHaveValue(email);
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  }
});

test('a missing field or an invalid email address shows its error beside the field', async ({ openPage }) => {
  const page = await openPage();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(
    page.getByRole('status').filter({ hasText: 'Please enter your email address first' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Please enter your email address', { exact: true })).toBeVisible();
  await expect(page.getByText('Please enter your password')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await fillSignInForm(page, 'desk@citycare');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
});

test('every person of the demo sees their home page', async ({ openPage }) => {
  for (const person of Object.keys(people) as Person[]) {
    const page = await openPage();
    await signIn(page, person);
    await expect(page).toHaveURL(homePaths[person]);
    await page.context().close();
  }
});

test('a page opened without a session follows after the login', async ({ openPage }) => {
  const page = await openPage();
  for (const path of [
    '/dashboard',
    '/dashboard/settings',
    '/turf-dashboard/bookings',
    '/onboarding',
    '/revenue',
  ]) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login\?redirect=/);
  }
  await page.goto('/dashboard/appointments?search=rao&status=completed');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await fillSignInForm(page, people.otherDoctor);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/appointments?search=rao&status=completed');
  await expect(page.getByLabel('Search appointments')).toHaveValue('rao');
});

test('the redirect parameter is ignored if the page is not for this person or not on this site', async ({
  openPage,
}) => {
  for (const redirect of [
    '/dashboard/tenants',
    '/turf-dashboard',
    '//evil.example',
    'https://evil.example/',
    '/login',
  ]) {
    const page = await openPage();
    await page.goto(`/login?${new URLSearchParams({ redirect })}`);
    await fillSignInForm(page, people.otherDoctor);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL('/dashboard');
    await page.context().close();
  }
});

test('Remember me keeps the session after the browser closes; without it the session ends', async ({
  openPage,
}) => {
  for (const remember of [true, false]) {
    const page = await openPage();
    await signIn(page, 'otherDoctor', { remember });
    const state = await page.context().storageState();
    const refresh = state.cookies.find(({ name }) => name === 'samay-refresh');
    expect(refresh).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    const days = ((refresh?.expires ?? 0) * 1000 - Date.now()) / dayMs;
    if (remember) expect(Math.round(days)).toBe(30);
    else expect(refresh?.expires).toBe(-1);

    const reopened = await openPage(undefined, {
      storageState: { ...state, cookies: state.cookies.filter(({ expires }) => expires !== -1) },
    });
    await reopened.goto('/dashboard');
    await expect(reopened).toHaveURL(remember ? '/dashboard' : '/login?redirect=%2Fdashboard');
  }
});

test('signing out ends the session in every tab', async ({ openPage, consoleErrors }) => {
  consoleErrors.expect(/status of 401/);
  const page = await openPage();
  await signIn(page, 'otherDoctor');
  const other = await page.context().newPage();
  await other.goto('/dashboard/appointments');
  await expect(other.getByRole('heading', { name: 'Appointments' })).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('authToken'));

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await expect(other).toHaveURL(/\/login/);
  expect(await other.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  expect(
    (await page.request.get('/api/session', { headers: { Authorization: `Bearer ${token}` } })).status(),
  ).toBe(401);
  expect(
    (await page.request.post('/api/session/refresh', { headers: { 'X-Requested-With': 'samay' } })).status(),
  ).toBe(401);
  await page.goto('/dashboard/appointments');
  await expect(page).toHaveURL(/\/login/);
});

test('two tabs refresh an expiring token once', async ({ openPage }) => {
  const first = await openPage();
  await signIn(first, 'otherDoctor');
  const second = await first.context().newPage();
  await second.goto('/dashboard');
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  const refreshes: string[] = [];
  first.context().on('request', (request) => {
    if (request.url().endsWith('/api/session/refresh')) refreshes.push(request.url());
  });
  const before = await first.evaluate(() => localStorage.getItem('authToken'));
  await first.evaluate(() =>
    localStorage.setItem('authTokenExpiresAt', new Date(Date.now() + 60_000).toISOString()),
  );
  // A tab checks its token when it becomes visible, and every 30 seconds.
  await Promise.all(
    [first, second].map((page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))),
  );
  await expect.poll(() => second.evaluate(() => localStorage.getItem('authToken'))).not.toBe(before);
  await second.reload();
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(first.getByRole('heading', { level: 1 })).toBeVisible();
  expect(refreshes).toHaveLength(1);
});

test('a token is checked every 30 seconds and refreshed within 90 seconds of its expiry', async ({
  openPage,
}) => {
  const page = await openPage();
  await signIn(page, 'otherDoctor');
  await page.clock.install();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  let refreshes = 0;
  page.on('request', (request) => (refreshes += Number(request.url().endsWith('/api/session/refresh'))));
  // From here on only the test moves the page's clock: on a busy machine five seconds could pass
  // between two lines.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await page.evaluate(() =>
    localStorage.setItem('authTokenExpiresAt', new Date(Date.now() + 125_000).toISOString()),
  );
  await page.clock.runFor(30_000);
  expect(refreshes).toBe(0);
  await page.clock.runFor(35_000);
  await expect.poll(() => refreshes).toBe(1);
});

test('a missing or refused token leads to the login', async ({ openPage, consoleErrors }) => {
  consoleErrors.expect(/status of 401/);
  const page = await openPage();
  await signIn(page, 'otherDoctor');
  await page.evaluate(() => localStorage.removeItem('authToken'));
  await page.reload();
  await expect(page).toHaveURL('/login?redirect=%2Fdashboard');

  await signIn(page, 'otherDoctor');
  // A page without requests of its own: a request with the forged token would end the session
  // before the next page loads.
  await page.goto('/privacy-policy');
  await page.context().clearCookies({ name: 'samay-refresh' });
  await page.evaluate(() => localStorage.setItem('authToken', 'forged.by.hand'));
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login?redirect=%2Fdashboard');
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
});

test('a desk that opens the revenue page is denied, with links back', async ({ openPage }) => {
  const page = await openPage('desk');
  await page.goto('/dashboard/revenue');
  await expect(page).toHaveURL('/unauthorized');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  await page.getByRole('link', { name: 'Return to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');

  const nobody = await openPage();
  await nobody.goto('/unauthorized');
  await expect(nobody.getByRole('link', { name: 'Return to Dashboard' })).toHaveCount(0);
  await nobody.getByRole('link', { name: 'Login' }).click();
  await expect(nobody).toHaveURL('/login');
});

test('an unknown path shows the not-found page', async ({ openPage }) => {
  const page = await openPage('desk');
  for (const path of ['/no/such/page', '/dashboard/nothing']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Return to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('the login page fills in demo accounts and links to the landing page', async ({ openPage }) => {
  const page = await openPage();
  await page.goto('/login');
  await page.getByRole('button', { name: /Clinic desk/ }).click();
  await expect(page.getByLabel('Email')).toHaveValue(people.desk);
  await page.getByRole('link', { name: '← Back to home' }).click();
  await expect(page).toHaveURL('/');
});
