import { fillSignInForm } from '../../fixtures/actions/sign-in.ts';
import { people } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

test('a page opened without a session follows after the login, and signing out ends the session in every tab [P-2.1, P-2.9, P-16.2]', async ({
  openPage,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 401/);
  const page = await openPage();
  await page.goto('/dashboard/appointments?search=rao&status=completed');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await fillSignInForm(page, people.otherDoctor);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/appointments?search=rao&status=completed');
  await expect(page.getByLabel('Search appointments')).toHaveValue('rao');
  const other = await page.context().newPage();
  await other.goto('/dashboard/appointments');
  await expect(other.getByRole('heading', { name: 'Appointments' })).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('authToken'));

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await expect(other).toHaveURL(/\/login/);
  expect(await other.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  // On a busy machine the page says so before the server has ended the session.
  const headers = { Authorization: `Bearer ${token}` };
  await expect.poll(async () => (await page.request.get('/api/session', { headers })).status()).toBe(401);
  expect(
    (await page.request.post('/api/session/refresh', { headers: { 'X-Requested-With': 'samay' } })).status(),
  ).toBe(401);
  await page.goto('/dashboard/appointments');
  await expect(page).toHaveURL(/\/login/);
});
