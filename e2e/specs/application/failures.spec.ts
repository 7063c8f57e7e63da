import type { Page } from '@playwright/test';
import { beginBooking, newAppointment } from '../../fixtures/actions/book.ts';
import { hold } from '../../fixtures/browser/hold.ts';
import { expect, test } from '../../fixtures/test.ts';
import { newName, openList, rowOf } from '../../fixtures/actions/appointments.ts';
import { people } from '../../fixtures/data/people.ts';
import { fillIn } from '../../fixtures/actions/sign-in.ts';

test.use({ own: 'failures' });
test.describe.configure({ timeout: 120_000 });
test.beforeEach(({ consoleErrors }) => consoleErrors.expect(/Failed to load resource|net::ERR_/));

const rows = (page: Page) => page.locator('[data-row]');

const reconnecting = (page: Page) => page.getByText('Reconnecting…').filter({ visible: true });

/** What goes wrong between the browser and the server: a proxy answers 500 until `unroute`, or one answer comes 3 s or more late. */
async function hinder(page: Page, address: string, how: 'broken' | { seconds: number }): Promise<void> {
  let isFirst = true;
  await page.route(address, async (route) => {
    if (how === 'broken') return route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Internal Server Error</h1>' });
    if (isFirst) {
      isFirst = false;
      await new Promise((resolve) => setTimeout(resolve, how.seconds * 1000));
    }
    return route.continue().catch(() => undefined); // The page gave up meanwhile.
  });
}

test('a server that is down: every screen says so, offers a way on, and a half-filled form survives it', async ({
  open,
  server,
  as,
  today,
}) => {
  const name = newName('Survivor');
  const login = await open();
  await login.goto('/login');
  const home = await open('desk');
  await openList(home);
  await home.getByRole('link', { name: 'Dashboard' }).click();
  await expect(home.getByRole('region', { name: 'Bookings' })).toBeVisible();
  const seen = await (await as('desk')).book({ personName: newName('Seen') });
  const list = await open('desk');
  await openList(list, `?search=${encodeURIComponent(seen.personName)}`);
  await expect(rowOf(list, seen.personName)).toBeVisible();
  const form = await open('desk');
  await openList(form, `?from=${today}`);
  const dialog = await beginBooking(form, name);
  await dialog.getByLabel('Contact (optional)').fill('98450 11111');

  await server.stop('SIGKILL');

  await fillIn(login, people.desk);
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
  // By itself, as soon as the live connection is back.
  await expect(home.getByText('No matching appointments found')).toBeVisible({ timeout: 15_000 });
  await question.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(rowOf(list, seen.personName)).toHaveCount(0);
  await expect(dialog.getByLabel('Contact (optional)')).toHaveValue('98450 11111');
  await dialog.getByRole('button', { name: 'Create Appointment' }).click();
  await expect(dialog).toBeHidden();
  expect((await (await as('desk')).page({ search: name })).items).toHaveLength(1);
});

test('a lost live connection comes back by itself, with what happened meanwhile', async ({ open, server, as, today }) => {
  const page = await open('doctor');
  await openList(page, `?from=${today}`);
  await expect(rows(page).first()).toBeVisible();
  await expect(reconnecting(page)).toHaveCount(0);
  const name = newName('Meanwhile');
  await page.context().setOffline(true);
  await server.stop();
  await server.start();
  await expect(reconnecting(page)).toBeVisible();
  await (await as('desk')).book({ personName: name });
  await page.context().setOffline(false);
  await expect(rowOf(page, name)).toBeVisible({ timeout: 15_000 });
  await expect(reconnecting(page)).toHaveCount(0);
  const later = newName('And live again');
  await (await as('desk')).book({ personName: later });
  await expect(rowOf(page, later)).toBeVisible();
});

test('a slow server: every screen says that it takes longer and lets one ask again', async ({ open, as }) => {
  const { personName } = await (await as('desk')).book({ personName: newName('Slow') });
  const page = await open('desk');
  for (const [path, address] of [
    ['/dashboard', '**/api/dashboard'],
    [`/dashboard/appointments?search=${encodeURIComponent(personName)}`, '**/api/appointments?*'],
  ] as const) {
    // Longer than three seconds only here, where the other answer is to come first.
    await hinder(page, address, { seconds: 14 });
    await page.goto(path);
    await expect(page.getByText('This is taking longer than usual.')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('This is taking longer than usual.')).toBeHidden();
    await expect(page.getByText(path === '/dashboard' ? 'Upcoming Appointments' : personName, { exact: true })).toBeVisible();
  }
  const letGo = await hold(page, '**/api/appointments/*', 'GET');
  await rowOf(page, personName)
    .getByRole('button', { name: `View ${personName}` })
    .click();
  const details = page.getByRole('dialog', { name: 'Appointment Details' });
  await expect(details.getByText('This is taking longer than usual.')).toBeVisible();
  await expect(details.getByRole('button', { name: 'Try again' })).toBeVisible();
  letGo();
  await expect(details.getByRole('term').first()).toBeVisible();
  await page.keyboard.press('Escape');

  await hinder(page, '**/api/appointments', { seconds: 3 });
  const dialog = await beginBooking(page, newName('Slowly booked'));
  await dialog.getByRole('button', { name: 'Create Appointment' }).click();
  await expect(dialog.getByRole('button', { name: 'Creating...' })).toBeDisabled();
  await expect(dialog).toBeHidden();

  const login = await open();
  await login.goto('/login');
  await hinder(login, '**/api/session', { seconds: 3 });
  await fillIn(login, people.desk);
  await login.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(login.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  await expect(login).toHaveURL('/dashboard', { timeout: 20_000 });
});

test('a server that answers 500: the words of the specification, a way to retry, and nothing typed is lost', async ({ open, as }) => {
  const { personName } = await (await as('desk')).book({ personName: newName('Broken') });
  const page = await open('desk');
  for (const [path, address, text] of [
    ['/dashboard', '**/api/dashboard', 'Failed to load the dashboard'],
    [`/dashboard/appointments?search=${encodeURIComponent(personName)}`, '**/api/appointments?*', 'Failed to load appointments'],
  ] as const) {
    await hinder(page, address, 'broken');
    await page.goto(path);
    await expect(page.getByRole('alert')).toContainText(text);
    await page.unroute(address);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  await hinder(page, '**/api/appointments/*', 'broken');
  await rowOf(page, personName)
    .getByRole('button', { name: `View ${personName}` })
    .click();
  const details = page.getByRole('dialog', { name: 'Appointment Details' });
  await expect(details.getByRole('alert')).toContainText('Failed to load appointment');
  await page.unroute('**/api/appointments/*');
  await details.getByRole('button', { name: 'Retry' }).click();
  await expect(details.getByRole('term').first()).toBeVisible();
  await page.keyboard.press('Escape');

  await hinder(page, '**/cancellation', 'broken');
  await rowOf(page, personName)
    .getByRole('button', { name: `Cancel ${personName}` })
    .click();
  const question = page.getByRole('dialog', { name: 'Cancel appointment' });
  await question.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(question.getByRole('alert')).toHaveText('Failed to cancel appointment');
  await question.getByRole('button', { name: 'Keep appointment' }).click();

  await hinder(page, '**/api/appointments', 'broken');
  const name = newName('Booked at last');
  const dialog = await beginBooking(page, name);
  await dialog.getByRole('button', { name: 'Create Appointment' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Failed to create appointment' })).toBeVisible();
  await page.unroute('**/api/appointments');
  await dialog.getByRole('button', { name: 'Create Appointment' }).click();
  await expect(newAppointment(page)).toBeHidden();
  expect((await (await as('desk')).page({ search: name })).items).toHaveLength(1);

  const login = await open();
  await login.goto('/login');
  await hinder(login, '**/api/session', 'broken');
  await fillIn(login, people.desk);
  await login.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(login.getByRole('alert').first()).toContainText('Samay did not answer.');
  await expect(login.getByLabel('Email')).toHaveValue(people.desk);
});

test('an answer that is lost after the booking was made: the retry finds it made, once', async ({ open, as }) => {
  const name = newName('Lost answer');
  const page = await open('desk');
  await openList(page);
  await page.route('**/api/appointments', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  const dialog = await beginBooking(page, name);
  await dialog.getByRole('button', { name: 'Create Appointment' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Failed to create appointment' })).toBeVisible();
  await page.unroute('**/api/appointments');
  await dialog.getByRole('button', { name: 'Create Appointment' }).click();
  await expect(dialog).toBeHidden();
  expect((await (await as('desk')).page({ search: name })).items).toHaveLength(1);
});

test('a session that cannot be read shows the error screen with a way to retry', async ({ open }) => {
  const page = await open('desk');
  await hinder(page, '**/api/session', 'broken');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('500');
  await page.unroute('**/api/session');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible();
});

test('a part of the application that cannot be loaded says so, and comes with a reload', async ({ open, server, consoleErrors }) => {
  consoleErrors.expect(/Loading chunk failed|Failed to fetch dynamically imported module/);
  const page = await open('desk');
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

test('an onboarding check that fails opens nothing', async ({ open }) => {
  const page = await open('owner');
  await hinder(page, '**/api/check-onboarding?*', 'broken');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.unroute('**/api/check-onboarding?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible();
});
