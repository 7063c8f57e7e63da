import type { Page } from '@playwright/test';
import {
  appointmentForm,
  fillAppointmentForm,
  openAppointmentList,
  rowOf,
} from '../../fixtures/actions/appointments.ts';
import { fillSignInForm } from '../../fixtures/actions/sign-in.ts';
import { holdRequests } from '../../fixtures/browser/network.ts';
import { people, uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

// These tests stop the server.
test.use({ dedicatedServer: 'failures' });
test.describe.configure({ timeout: 120_000 });
test.beforeEach(({ consoleErrors }) => consoleErrors.expect(/Failed to load resource|net::ERR_/));

const rows = (page: Page) => page.locator('[data-row]');

const reconnecting = (page: Page) => page.getByText('Reconnecting…').filter({ visible: true });

/**
 * Simulates a failure between browser and server: every request is answered 500 until `unroute`, or
 * the first response is delayed.
 */
async function disturb(page: Page, url: string, how: 'fail' | { delaySeconds: number }): Promise<void> {
  let isFirst = true;
  await page.route(url, async (route) => {
    if (how === 'fail')
      return route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Internal Server Error</h1>' });
    if (isFirst) {
      isFirst = false;
      await new Promise((resolve) => setTimeout(resolve, how.delaySeconds * 1000));
    }
    return route.continue().catch(() => undefined); // The page may have cancelled the request meanwhile.
  });
}

test('with the server down, every screen shows an error and a retry, and a half-filled form keeps its input', async ({
  openPage,
  server,
  apiAs,
  today,
}) => {
  const name = uniqueName('Survivor');
  const login = await openPage();
  await login.goto('/login');
  const home = await openPage('desk');
  await openAppointmentList(home);
  await home.getByRole('link', { name: 'Dashboard' }).click();
  await expect(home.getByRole('region', { name: 'Bookings' })).toBeVisible();
  const seen = await (await apiAs('desk')).createAppointment({ personName: uniqueName('Seen') });
  const list = await openPage('desk');
  await openAppointmentList(list, `?search=${encodeURIComponent(seen.personName)}`);
  await expect(rowOf(list, seen.personName)).toBeVisible();
  const form = await openPage('desk');
  await openAppointmentList(form, `?from=${today}`);
  const dialog = await fillAppointmentForm(form, name);
  await dialog.getByLabel('Contact (optional)').fill('98450 11111');

  await server.stop('SIGKILL');

  await fillSignInForm(login, people.desk);
  await login.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(login.getByRole('alert').first()).toContainText('Samay did not answer.');
  await expect(login.getByLabel('Email')).toHaveValue(people.desk);

  await home.getByRole('link', { name: 'Appointments', exact: true }).click();
  await home.getByLabel('Search appointments').fill('not asked before');
  await expect(home.getByRole('alert')).toContainText('Failed to load appointments');
  await expect(home.getByRole('button', { name: 'Retry' })).toBeVisible();
  await expect(reconnecting(home)).toBeVisible();

  await list.getByRole('button', { name: 'Refresh' }).click();
  await expect(list.getByRole('alert')).toContainText('Failed to load appointments');
  await expect(rowOf(list, seen.personName)).toBeVisible();
  await rowOf(list, seen.personName)
    .getByRole('button', { name: `Cancel ${seen.personName}` })
    .click();
  const question = list.getByRole('dialog', { name: 'Cancel appointment' });
  await question.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(question.getByRole('alert')).toHaveText('Failed to cancel appointment');

  await dialog.getByRole('button', { name: 'Create Appointment' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Failed to create appointment' })).toBeVisible();
  await expect(dialog.getByLabel('Patient Name')).toHaveValue(name);

  await server.start();

  await login.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(login).toHaveURL('/dashboard');
  // Without a click, as soon as the live connection is back.
  await expect(home.getByText('No matching appointments found')).toBeVisible({ timeout: 15_000 });
  await question.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(rowOf(list, seen.personName)).toHaveCount(0);
  await expect(dialog.getByLabel('Contact (optional)')).toHaveValue('98450 11111');
  await dialog.getByRole('button', { name: 'Create Appointment' }).click();
  await expect(dialog).toBeHidden();
  expect((await (await apiAs('desk')).listAppointments({ search: name })).items).toHaveLength(1);
});

test('a lost live connection reconnects by itself and catches up on missed changes', async ({
  openPage,
  server,
  apiAs,
  today,
}) => {
  const page = await openPage('doctor');
  await openAppointmentList(page, `?from=${today}`);
  await expect(rows(page).first()).toBeVisible();
  await expect(reconnecting(page)).toHaveCount(0);
  const name = uniqueName('Meanwhile');
  await page.context().setOffline(true);
  await server.stop();
  await server.start();
  await expect(reconnecting(page)).toBeVisible();
  await (await apiAs('desk')).createAppointment({ personName: name });
  await page.context().setOffline(false);
  await expect(rowOf(page, name)).toBeVisible({ timeout: 15_000 });
  await expect(reconnecting(page)).toHaveCount(0);
  const later = uniqueName('And live again');
  await (await apiAs('desk')).createAppointment({ personName: later });
  await expect(rowOf(page, later)).toBeVisible();
});

test('with a slow server, every screen says that it takes longer and offers to try again', async ({
  openPage,
  apiAs,
}) => {
  const { personName } = await (await apiAs('desk')).createAppointment({ personName: uniqueName('Slow') });
  const page = await openPage('desk');
  for (const [path, address] of [
    ['/dashboard', '**/api/dashboard'],
    [`/dashboard/appointments?search=${encodeURIComponent(personName)}`, '**/api/appointments?*'],
  ] as const) {
    // So long that the response to the retry arrives first.
    await disturb(page, address, { delaySeconds: 14 });
    await page.goto(path);
    await expect(page.getByText('This is taking longer than usual.')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('This is taking longer than usual.')).toBeHidden();
    await expect(
      page.getByText(path === '/dashboard' ? 'Upcoming Appointments' : personName, { exact: true }),
    ).toBeVisible();
  }
  const release = await holdRequests(page, '**/api/appointments/*', 'GET');
  await rowOf(page, personName)
    .getByRole('button', { name: `View ${personName}` })
    .click();
  const details = page.getByRole('dialog', { name: 'Appointment Details' });
  await expect(details.getByText('This is taking longer than usual.')).toBeVisible();
  await expect(details.getByRole('button', { name: 'Try again' })).toBeVisible();
  release();
  await expect(details.getByRole('term').first()).toBeVisible();
  await page.keyboard.press('Escape');

  const book = await holdRequests(page, '**/api/appointments', 'POST');
  const dialog = await fillAppointmentForm(page, uniqueName('Slowly booked'));
  await dialog.getByRole('button', { name: 'Create Appointment' }).click();
  await expect(dialog.getByRole('button', { name: 'Creating...' })).toBeDisabled();
  book();
  await expect(dialog).toBeHidden();

  const login = await openPage();
  await login.goto('/login');
  const answer = await holdRequests(login, '**/api/session', 'POST');
  await fillSignInForm(login, people.desk);
  await login.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(login.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  answer();
  await expect(login).toHaveURL('/dashboard', { timeout: 20_000 });
});

test('with a server that answers 500, every screen shows the specified message and a retry, and keeps what was typed', async ({
  openPage,
  apiAs,
}) => {
  const { personName } = await (await apiAs('desk')).createAppointment({ personName: uniqueName('Broken') });
  const page = await openPage('desk');
  for (const [path, address, text] of [
    ['/dashboard', '**/api/dashboard', 'Failed to load the dashboard'],
    [
      `/dashboard/appointments?search=${encodeURIComponent(personName)}`,
      '**/api/appointments?*',
      'Failed to load appointments',
    ],
  ] as const) {
    await disturb(page, address, 'fail');
    await page.goto(path);
    await expect(page.getByRole('alert')).toContainText(text);
    await page.unroute(address);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  await disturb(page, '**/api/appointments/*', 'fail');
  await rowOf(page, personName)
    .getByRole('button', { name: `View ${personName}` })
    .click();
  const details = page.getByRole('dialog', { name: 'Appointment Details' });
  await expect(details.getByRole('alert')).toContainText('Failed to load appointment');
  await page.unroute('**/api/appointments/*');
  await details.getByRole('button', { name: 'Retry' }).click();
  await expect(details.getByRole('term').first()).toBeVisible();
  await page.keyboard.press('Escape');

  await disturb(page, '**/cancellation', 'fail');
  await rowOf(page, personName)
    .getByRole('button', { name: `Cancel ${personName}` })
    .click();
  const question = page.getByRole('dialog', { name: 'Cancel appointment' });
  await question.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(question.getByRole('alert')).toHaveText('Failed to cancel appointment');
  await question.getByRole('button', { name: 'Keep appointment' }).click();

  await disturb(page, '**/api/appointments', 'fail');
  const name = uniqueName('Booked at last');
  const dialog = await fillAppointmentForm(page, name);
  await dialog.getByRole('button', { name: 'Create Appointment' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Failed to create appointment' })).toBeVisible();
  await page.unroute('**/api/appointments');
  await dialog.getByRole('button', { name: 'Create Appointment' }).click();
  await expect(appointmentForm(page)).toBeHidden();
  expect((await (await apiAs('desk')).listAppointments({ search: name })).items).toHaveLength(1);

  const login = await openPage();
  await login.goto('/login');
  await disturb(login, '**/api/session', 'fail');
  await fillSignInForm(login, people.desk);
  await login.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(login.getByRole('alert').first()).toContainText('Samay did not answer.');
  await expect(login.getByLabel('Email')).toHaveValue(people.desk);
});

test('a retry after a lost response finds the booking that was made, and makes no second one', async ({
  openPage,
  apiAs,
}) => {
  const name = uniqueName('Lost answer');
  const page = await openPage('desk');
  await openAppointmentList(page);
  await page.route('**/api/appointments', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  const dialog = await fillAppointmentForm(page, name);
  await dialog.getByRole('button', { name: 'Create Appointment' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Failed to create appointment' })).toBeVisible();
  await page.unroute('**/api/appointments');
  await dialog.getByRole('button', { name: 'Create Appointment' }).click();
  await expect(dialog).toBeHidden();
  expect((await (await apiAs('desk')).listAppointments({ search: name })).items).toHaveLength(1);
});

test('a session that cannot be loaded shows the error screen with a retry', async ({ openPage }) => {
  const page = await openPage('desk');
  await disturb(page, '**/api/session', 'fail');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('500');
  await page.unroute('**/api/session');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible();
});

test('a code chunk that cannot be loaded shows the error screen, and a reload loads it', async ({
  openPage,
  server,
  consoleErrors,
}) => {
  consoleErrors.expect(/Loading chunk failed|Failed to fetch dynamically imported module/);
  const page = await openPage('desk');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible();
  await server.stop('SIGKILL');
  await page.getByRole('link', { name: 'Appointments', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Loading chunk failed');
  await server.start();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Appointments' })).toBeVisible();
});

test('a failed onboarding check opens no page', async ({ openPage }) => {
  const page = await openPage('owner');
  await disturb(page, '**/api/check-onboarding?*', 'fail');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.unroute('**/api/check-onboarding?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible();
});
