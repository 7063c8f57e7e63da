import type { Page } from '@playwright/test';
import { AppointmentPage } from '@samay/contract/bookings/appointments';
import { addDays } from '@samay/contract/core/time';
import { appointmentForm, openAppointmentList, findRow } from '../../fixtures/actions/appointments.ts';
import { tabTo } from '../../fixtures/browser/interactions.ts';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { expectContrast, holdHighlights } from '../../fixtures/checks/contrast.ts';
import { screens, visitScreens } from '../../fixtures/checks/every-screen.ts';
import { expectLargeTextFits } from '../../fixtures/checks/large-text.ts';
import { password, people, uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

// By far the longest file: its tests are spread over both workers.
test.describe.configure({ mode: 'parallel' });

const screensPerTest = 6;

/**
 * Cuts the list of appointments to its first rows: a violation shows in six rows as well as in a
 * hundred, and axe needs time for each.
 */
async function shortenList(page: Page, rows = 6): Promise<void> {
  await page.route('**/api/appointments?*', async (route) => {
    const answer = AppointmentPage.parse(await (await route.fetch()).json());
    await route.fulfill({
      json: { ...answer, items: answer.items.slice(0, rows), next: null, previous: null },
    });
  });
}

for (const [person, list] of screens) {
  for (let start = 0; start < list.length; start += screensPerTest) {
    const part = list.slice(start, start + screensPerTest);
    test(`${person}: axe finds nothing from ${part[0]?.path} on and in the dialogs, and text at 200 % fits [P-16.34, P-16.35, P-16.36, P-16.52]`, async ({
      openPage,
      consoleErrors,
    }) => {
      test.setTimeout(300_000);
      // Expects the refusal with which a super admin is asked for the reason to access a business.
      if (person === 'admin') consoleErrors.expect(/status of 428/);
      const page = await openPage(person === 'nobody' ? undefined : person);
      await visitScreens(page, part, async (name) => {
        await expectAccessible(page, name);
        // Skips the turf owner's screens, which are a clinic owner's in other words.
        if (person !== 'turfOwner') await expectLargeTextFits(page, name);
      });
    });
  }
}

test('axe finds nothing on an empty list, a list that failed to load, and the error screen [P-16.34]', async ({
  openPage,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 500/);
  const page = await openPage('desk');
  await shortenList(page, 0);
  await openAppointmentList(page);
  await expect(page.getByText('No appointments found')).toBeVisible();
  await expectAccessible(page, 'empty list');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/api/appointments?*', (route) => route.fulfill({ status: 500, body: '' }));
  await openAppointmentList(page);
  await expect(page.getByRole('alert')).toContainText('Failed to load appointments');
  await expectAccessible(page, 'list that could not be loaded');
  await page.route('**/api/session', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!', level: 1 })).toBeVisible();
  await expectAccessible(page, 'error screen');
});

test('axe finds nothing on a phone in the list and in the sidebar, a drawer that closes after following a link [P-16.15, P-16.34, P-16.36]', async ({
  openPage,
}) => {
  const page = await openPage('desk');
  await shortenList(page);
  await openAppointmentList(page);
  await expectAccessible(page, 'the list', 'targets');
  await page.setViewportSize({ width: 360, height: 740 });
  // The filters are whole, and no row shows next to the primary action, which could cover a part of it.
  for (const filter of ['Doctor', 'Status'])
    await expect(page.getByRole('combobox', { name: filter, exact: true }).last()).toBeInViewport({
      ratio: 1,
    });
  const action = page.getByRole('button', { name: '+ New Appointment' });
  expect(await action.boundingBox()).toMatchObject({ x: 16, width: 328 });
  const sidebar = page.getByRole('navigation', { name: 'Main' });
  await expect(sidebar).toBeHidden();
  const menu = page.getByRole('button', { name: 'Open menu' });
  await menu.click();
  await expect(sidebar.getByRole('link')).toHaveText(['Dashboard', 'Appointments', 'Schedule']);
  await page.keyboard.press('Escape');
  await expect(sidebar).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.click();
  await sidebar.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
  // The address changes before the screen is there, which axe would find without a heading.
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
  await expect(sidebar).toBeHidden();
  await menu.click();
  await expect(sidebar).toBeVisible();
  await expectAccessible(page, 'the drawer', 'targets');
});

test('in both themes what is there for a moment can be read: the flash of a new row, the confirmation, a toast, the selected, the dragged [P-16.34, P-16.37]', async ({
  openPage,
  apiAs,
  today,
}) => {
  const name = uniqueName('Moment');
  const desk = await apiAs('desk');
  const [doctor, date] = ['Dr. Farhan Qureshi', addDays(today, 43)];
  const resourceId = await desk.resourceNamed(doctor);
  await desk.createAppointment({ personName: name, date, time: '10:00', doctor: undefined, resourceId });
  const page = await openPage('desk');
  await holdHighlights(page);
  await openAppointmentList(page);
  const quick = page.getByRole('region', { name: 'Quick appointment' });
  await quick.getByRole('combobox', { name: 'Phone number' }).fill('9820011223');
  await quick.getByRole('combobox', { name: 'Patient name' }).fill(name);
  await quick.getByRole('button', { name: 'Book now' }).click();
  await expect(quick.getByRole('status').filter({ hasText: name })).toBeVisible();
  await expectContrast(quick, 'the confirmation and the selected time');
  const fresh = page.locator('[data-fresh]');
  const flash = (rows: string) =>
    page.locator(rows).evaluateAll((all) => all.forEach((row) => row.setAttribute('data-fresh', '')));
  await flash('[data-row]');
  await expectContrast(fresh, 'new rows of the list');

  await findRow(page, name)
    .getByRole('button', { name: `More for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: 'Complete' }).click();
  await expectContrast(page.getByRole('alert').filter({ hasText: name }), 'the toast');

  await page.goto('/dashboard/queue');
  await page.locator('[data-queued]').first().waitFor();
  await flash('[data-queued]');
  await expectContrast(fresh, 'new rows of the queue');

  await page.goto(`/dashboard/schedule?view=day&day=${date}`);
  const block = page.getByRole('group', { name: doctor, exact: true }).getByRole('button', { name });
  await block.hover();
  const { x = 0, y = 0 } = (await block.boundingBox()) ?? {};
  await page.mouse.move(x + 20, y + 4);
  await page.mouse.down();
  await page.mouse.move(x + 20, y + 60);
  await page.mouse.move(x + 20, y + 100);
  await expectContrast(page.locator('[aria-hidden]').filter({ hasText: name }), 'the dragged');
  await page.mouse.up();
});

test('sign in, book and cancel by Tab and shortcuts alone; the focus returns to the control that opened each dialog [P-16.25]', async ({
  openPage,
}) => {
  const name = uniqueName('Keyboard');
  const page = await openPage();
  await page.goto('/login');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(people.desk);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible();
  const form = appointmentForm(page);
  await page.keyboard.press('n');
  await expect(form.getByLabel('Patient Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await page.keyboard.press('g');
  await page.keyboard.press('a');

  const book = page.getByRole('button', { name: '+ New Appointment' });
  await tabTo(page, book);
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('Patient Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(book).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('Patient Name')).toBeFocused();
  await page.keyboard.type(name);
  await tabTo(page, form.getByLabel('Email'));
  await page.keyboard.type('patient@example.com');
  await tabTo(page, form.getByLabel('Amount (optional)'));
  await page.keyboard.type('400');
  await tabTo(page, form.getByRole('combobox', { name: 'Payment Method (optional)' }));
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page, form.getByRole('button', { name: 'Create Appointment' }));
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expect(book).toBeFocused();

  await page.keyboard.press('/');
  await expect(page.getByLabel('Search appointments')).toBeFocused();
  await page.keyboard.type(name);
  const row = findRow(page, name);
  await expect(page.locator('[data-row]')).toHaveCount(1);
  const view = row.getByRole('button', { name: `View ${name}` });
  await tabTo(page, view);
  await page.keyboard.press('Enter');
  const details = page.getByRole('dialog', { name: 'Appointment Details' });
  await expect(details).toContainText('₹400');
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(view).toBeFocused();

  const cancel = row.getByRole('button', { name: `Cancel ${name}` });
  await tabTo(page, cancel);
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Cancel appointment' });
  await expect(question.getByRole('button', { name: 'Keep appointment' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(cancel).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question.getByRole('button', { name: 'Keep appointment' })).toBeFocused();
  await tabTo(page, question.getByRole('button', { name: 'Cancel appointment' }));
  await page.keyboard.press('Enter');
  await expect(row).toHaveCount(0);
  await tabTo(page, page.getByRole('button', { name: 'Show all' }));
  await page.keyboard.press('?');
  await expect(
    page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Search this page'),
  ).toBeVisible();
});
