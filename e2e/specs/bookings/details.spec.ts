import type { Locator, Page } from '@playwright/test';
import { openAppointmentList, findRow } from '../../fixtures/actions/appointments.ts';
import { waitUntilStable } from '../../fixtures/checks/accessibility.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

async function openDetails(page: Page, personName: string): Promise<Locator> {
  await openAppointmentList(page, `?search=${encodeURIComponent(personName)}`);
  await findRow(page, personName)
    .getByRole('button', { name: `View ${personName}` })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Appointment Details' });
  await expect(dialog.getByRole('term').first()).toBeVisible();
  return dialog;
}

function more(dialog: Locator): Locator {
  return dialog.getByRole('button', { name: /^More actions/ });
}

/** Returns the value of a field. */
function findValue(dialog: Locator, field: string): Locator {
  return dialog
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${field}$`) })
    .locator('xpath=following-sibling::dd');
}

test('Arrived is in sight also on a phone, and is set and undone without moving the other buttons, and the row shows it; a question over the dialog dims the page once [P-5.8, P-5.83, P-16.45]', async ({
  openPage,
  apiAs,
}) => {
  const { personName } = await (await apiAs('desk')).createAppointment({ personName: uniqueName('Here') });
  const page = await openPage('desk');
  const dialog = await openDetails(page, personName);
  const positions = () =>
    dialog
      .getByRole('button')
      .evaluateAll((all) => all.map((button) => button.getBoundingClientRect()).map(({ x, y }) => [x, y]));
  const arrived = dialog.getByRole('button', { name: 'Arrived', exact: true });
  const wide = page.viewportSize() ?? { width: 1366, height: 768 };
  await page.setViewportSize({ width: 360, height: 640 });
  await expect(arrived).toBeInViewport({ ratio: 1 });
  await expect(more(dialog)).toBeInViewport({ ratio: 1 });
  await more(dialog).click();
  await expect(page.getByRole('menuitem').last()).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await page.setViewportSize(wide);
  await waitUntilStable(page);
  const before = await positions();
  await arrived.click();
  await expect(dialog.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
  await expect.poll(positions).toEqual(before);
  await expect(findRow(page, personName)).toContainText('Arrived');
  await expect(findValue(dialog, 'Status')).toHaveText(/^ScheduledArrived at /);
  await more(dialog).click();
  await page.getByRole('menuitem', { name: 'Undo arrival' }).click();
  await expect(arrived).toBeVisible();
  await expect(findRow(page, personName)).not.toContainText('Arrived');

  await more(dialog).click();
  await page.getByRole('menuitem', { name: 'Cancel', exact: true }).click();
  // With two dialogs open, only one overlay dims the page.
  const overlayColors = () =>
    page
      .locator('.mantine-Modal-overlay')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  await expect.poll(overlayColors).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0.6)']);
  await page
    .getByRole('dialog', { name: 'Cancel appointment' })
    .getByRole('button', { name: 'Cancel appointment' })
    .click();
  await expect(dialog).toBeHidden();
  await expect(findRow(page, personName)).toHaveCount(0);
});

test('every date field in a dialog shows its whole calendar on a small laptop, and every day can be clicked [P-5.31]', async ({
  openPage,
  apiAs,
}) => {
  const { personName } = await (
    await apiAs('desk')
  ).createAppointment({ personName: uniqueName('Calendar') });
  const page = await openPage('desk');
  await page.setViewportSize({ width: 1366, height: 768 });
  await openAppointmentList(page, `?search=${encodeURIComponent(personName)}`);
  await page.getByRole('button', { name: '+ New Appointment' }).click();
  const form = page.getByRole('dialog', { name: 'New Appointment' });
  // Types what Escape asks about: the last day of a month may be the form's own.
  await form.getByLabel('Patient Name').fill(personName);
  await expectEveryDayClickable(form, 'Date');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();

  await findRow(page, personName)
    .getByRole('button', { name: `More for ${personName}` })
    .click();
  await page.getByRole('menuitem', { name: 'Reschedule' }).click();
  const move = page.getByRole('dialog', { name: `Reschedule appointment · ${personName}` });
  await expect(move.getByLabel('New Date')).toBeFocused();
  await expectEveryDayClickable(move, 'New Date');
  await page.keyboard.press('Escape');
  await expect(move).toBeHidden();
});

/**
 * Opens the calendar of a field with the mouse, asserts that no other element covers a day, and
 * clicks the last day.
 */
async function expectEveryDayClickable(dialog: Locator, label: string): Promise<void> {
  const field = dialog.getByRole('textbox', { name: label, exact: true });
  await field.click();
  const days = dialog.getByRole('button', { name: /^\d+ \w+ \d{4}$/ });
  await expect(days.last()).toBeInViewport({ ratio: 1 });
  const covered = () =>
    days.evaluateAll(
      (all) =>
        all.filter((day) => {
          const { x, y, width, height } = day.getBoundingClientRect();
          return !day.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }).length,
    );
  await expect.poll(covered).toBe(0);
  expect(await days.count()).toBeGreaterThanOrEqual(28);
  const name = String(await days.last().getAttribute('aria-label'));
  await days.last().click();
  await expect(field).toHaveValue(name.replace(/^(\d+ \w{3})\w*/, '$1'));
}
