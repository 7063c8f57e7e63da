import type { Page } from '@playwright/test';
import { fillAppointmentForm, openAppointmentList, findRow } from '../../fixtures/actions/appointments.ts';
import { fillSignInForm } from '../../fixtures/actions/sign-in.ts';
import { people, uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

const reconnecting = (page: Page) => page.getByText(/^(Reconnecting…|Offline)$/).filter({ visible: true });

test('with the server down, every screen shows an error and a retry, a half-filled form keeps its input, and all go on once it is back [P-5.20, P-16.11, P-16.39]', async ({
  openPage,
  server,
  apiAs,
  consoleErrors,
  today,
}) => {
  consoleErrors.expect(
    /Failed to load resource|net::ERR_|Loading chunk failed|Failed to fetch dynamically imported module/,
  );
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
  await expect(findRow(list, seen.personName)).toBeVisible();
  const form = await openPage('desk');
  await openAppointmentList(form, `?from=${today}`);
  const dialog = await fillAppointmentForm(form, name);
  await dialog.getByLabel('Contact (optional)').fill('98450 11111');
  const unloaded = await openPage('desk');
  await unloaded.goto('/dashboard');
  await expect(unloaded.getByRole('heading', { name: /^Welcome, / })).toBeVisible();
  const away = await openPage('doctor');
  await openAppointmentList(away, `?from=${today}`);
  await expect(away.locator('[data-row]').first()).toBeVisible();
  await expect(reconnecting(away)).toHaveCount(0);
  await away.context().setOffline(true);

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
  await expect(findRow(list, seen.personName)).toBeVisible();
  await findRow(list, seen.personName)
    .getByRole('button', { name: `Cancel ${seen.personName}` })
    .click();
  const question = list.getByRole('dialog', { name: 'Cancel appointment' });
  await question.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(question.getByRole('alert')).toHaveText('Failed to cancel appointment');

  await dialog.getByRole('button', { name: 'Create Appointment' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Failed to create appointment' })).toBeVisible();
  await expect(dialog.getByLabel('Patient Name')).toHaveValue(name);

  await unloaded.getByRole('link', { name: 'Appointments', exact: true }).click();
  await expect(unloaded.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  await expect(unloaded.getByRole('alert')).toContainText('Loading chunk failed');
  await expect(reconnecting(away)).toBeVisible();

  await server.start();

  await login.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(login).toHaveURL('/dashboard');
  // Recovers without a click, when the live connection is restored.
  await expect(home.getByText('No matching appointments found')).toBeVisible({ timeout: 15_000 });
  await question.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(findRow(list, seen.personName)).toHaveCount(0);
  await expect(dialog.getByLabel('Contact (optional)')).toHaveValue('98450 11111');
  await dialog.getByRole('button', { name: 'Create Appointment' }).click();
  await expect(dialog).toBeHidden();
  expect((await (await apiAs('desk')).listAppointments({ search: name })).items).toHaveLength(1);

  await unloaded.getByRole('button', { name: 'Reload' }).click();
  await expect(unloaded.getByRole('heading', { name: 'Appointments' })).toBeVisible();

  // A page that was without a network all the while catches up, and is live again.
  const meanwhile = uniqueName('Meanwhile');
  await (await apiAs('desk')).createAppointment({ personName: meanwhile });
  await away.context().setOffline(false);
  await expect(findRow(away, meanwhile)).toBeVisible({ timeout: 15_000 });
  await expect(reconnecting(away)).toHaveCount(0);
  const later = uniqueName('And live again');
  await (await apiAs('desk')).createAppointment({ personName: later });
  await expect(findRow(away, later)).toBeVisible();
});
