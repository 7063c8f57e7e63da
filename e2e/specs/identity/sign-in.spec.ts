import { hold } from '../../fixtures/browser/hold.ts';
import { expect, test } from '../../fixtures/test.ts';
import { homes, people, type Person } from '../../fixtures/data/people.ts';
import { fillIn, signIn } from '../../fixtures/actions/sign-in.ts';

const dayMs = 86_400_000;

test('the button says Signing in... and takes no second press meanwhile', async ({ open }) => {
  const page = await open();
  await page.goto('/login');
  let asked = 0;
  page.on('request', (request) => (asked += Number(request.method() === 'POST' && request.url().endsWith('/api/session'))));
  const letGo = await hold(page, '**/api/session', 'POST');
  await fillIn(page, people.otherDoctor);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  await page.getByLabel('Password', { exact: true }).press('Enter');
  letGo();
  await expect(page).toHaveURL('/dashboard');
  expect(asked).toBe(1);
});

test('a wrong password is refused in the words of the specification and what was typed stays', async ({ open, consoleErrors }) => {
  consoleErrors.expect(/status of 401/);
  const page = await open();
  await page.goto('/login');
  for (const email of [people.desk, 'nobody@citycare.example']) {
    await fillIn(page, email, 'not the password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert').first()).toHaveText('Invalid email or password. Please try again.');
    await expect(page.getByLabel('Email')).toHaveValue(email);
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  }
});

test('what is missing or no e-mail is said beside its field', async ({ open }) => {
  const page = await open();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Please enter your email address first' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Please enter your email address', { exact: true })).toBeVisible();
  await expect(page.getByText('Please enter your password')).toBeVisible();
  await expect(page.getByLabel('Email')).toBeFocused();
  await fillIn(page, 'desk@citycare');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
});

test('every person of the demo lands at home', async ({ open }) => {
  for (const person of Object.keys(people) as Person[]) {
    const page = await open();
    await signIn(page, person);
    await expect(page).toHaveURL(homes[person]);
    await page.context().close();
  }
});

test('a page asked for without a session waits behind the login', async ({ open }) => {
  const page = await open();
  for (const path of ['/dashboard', '/dashboard/settings', '/turf-dashboard/bookings', '/onboarding', '/revenue']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login\?redirect=/);
  }
  await page.goto('/dashboard/appointments?search=rao&status=completed');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await fillIn(page, people.otherDoctor);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/appointments?search=rao&status=completed');
  await expect(page.getByLabel('Search appointments')).toHaveValue('rao');
});

test('where one wanted to go is forgotten when it is not for this person or not ours', async ({ open }) => {
  for (const wanted of ['/dashboard/tenants', '/turf-dashboard', '//evil.example', 'https://evil.example/', '/login']) {
    const page = await open();
    await page.goto(`/login?${new URLSearchParams({ redirect: wanted })}`);
    await fillIn(page, people.otherDoctor);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL('/dashboard');
    await page.context().close();
  }
});

test('Remember me: the session outlives the browser, and without it ends with it', async ({ open }) => {
  for (const remember of [true, false]) {
    const page = await open();
    await signIn(page, 'otherDoctor', { remember });
    const state = await page.context().storageState();
    const refresh = state.cookies.find(({ name }) => name === 'samay-refresh');
    expect(refresh).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    const days = ((refresh?.expires ?? 0) * 1000 - Date.now()) / dayMs;
    if (remember) expect(Math.round(days)).toBe(30);
    else expect(refresh?.expires).toBe(-1);

    const reopened = await open(undefined, { storageState: { ...state, cookies: state.cookies.filter(({ expires }) => expires !== -1) } });
    await reopened.goto('/dashboard');
    await expect(reopened).toHaveURL(remember ? '/dashboard' : '/login?redirect=%2Fdashboard');
  }
});

test('signing out ends the session in every tab', async ({ open, consoleErrors }) => {
  consoleErrors.expect(/status of 401/);
  const page = await open();
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
  expect((await page.request.get('/api/session', { headers: { Authorization: `Bearer ${token}` } })).status()).toBe(401);
  expect((await page.request.post('/api/session/refresh', { headers: { 'X-Requested-With': 'samay' } })).status()).toBe(401);
  await page.goto('/dashboard/appointments');
  await expect(page).toHaveURL(/\/login/);
});

test('two tabs renew a token that is about to expire once', async ({ open }) => {
  const first = await open();
  await signIn(first, 'otherDoctor');
  const second = await first.context().newPage();
  await second.goto('/dashboard');
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  const renewals: string[] = [];
  first.context().on('request', (request) => {
    if (request.url().endsWith('/api/session/refresh')) renewals.push(request.url());
  });
  const before = await first.evaluate(() => localStorage.getItem('authToken'));
  await first.evaluate(() => localStorage.setItem('authTokenExpiresAt', new Date(Date.now() + 60_000).toISOString()));
  // What a tab does when it wakes up, and every 30 seconds.
  await Promise.all([first, second].map((page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))));
  await expect.poll(() => second.evaluate(() => localStorage.getItem('authToken'))).not.toBe(before);
  await second.reload();
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(first.getByRole('heading', { level: 1 })).toBeVisible();
  expect(renewals).toHaveLength(1);
});

test('a token is looked at every 30 seconds and renewed within 90 of its end', async ({ open }) => {
  const page = await open();
  await signIn(page, 'otherDoctor');
  await page.clock.install();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  let renewals = 0;
  page.on('request', (request) => (renewals += Number(request.url().endsWith('/api/session/refresh'))));
  // From here on its clock moves only when told: five seconds are soon over on a busy machine.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await page.evaluate(() => localStorage.setItem('authTokenExpiresAt', new Date(Date.now() + 125_000).toISOString()));
  await page.clock.runFor(30_000);
  expect(renewals).toBe(0);
  await page.clock.runFor(35_000);
  await expect.poll(() => renewals).toBe(1);
});

test('a token that is gone or refused leads to the login', async ({ open, consoleErrors }) => {
  consoleErrors.expect(/status of 401/);
  const page = await open();
  await signIn(page, 'otherDoctor');
  await page.evaluate(() => localStorage.removeItem('authToken'));
  await page.reload();
  await expect(page).toHaveURL('/login?redirect=%2Fdashboard');

  await signIn(page, 'otherDoctor');
  // A page that asks the server for nothing: one that still did would be refused, and meet its end before it is loaded anew.
  await page.goto('/privacy-policy');
  await page.context().clearCookies({ name: 'samay-refresh' });
  await page.evaluate(() => localStorage.setItem('authToken', 'forged.by.hand'));
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login?redirect=%2Fdashboard');
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
});

test('a desk that types the address of the revenue is denied, with the way back', async ({ open }) => {
  const page = await open('desk');
  await page.goto('/dashboard/revenue');
  await expect(page).toHaveURL('/unauthorized');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
  await page.getByRole('link', { name: 'Return to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');

  const nobody = await open();
  await nobody.goto('/unauthorized');
  await expect(nobody.getByRole('link', { name: 'Return to Dashboard' })).toHaveCount(0);
  await nobody.getByRole('link', { name: 'Login' }).click();
  await expect(nobody).toHaveURL('/login');
});

test('an address that leads nowhere says so', async ({ open }) => {
  const page = await open('desk');
  for (const path of ['/no/such/page', '/dashboard/nothing']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Return to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('the way back home and the demo accounts', async ({ open }) => {
  const page = await open();
  await page.goto('/login');
  await page.getByRole('button', { name: /Clinic desk/ }).click();
  await expect(page.getByLabel('Email')).toHaveValue(people.desk);
  await page.getByRole('link', { name: '← Back to home' }).click();
  await expect(page).toHaveURL('/');
});
