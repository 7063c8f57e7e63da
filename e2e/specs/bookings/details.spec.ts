import type { Locator, Page } from '@playwright/test';
import { formatRupees } from '@samay/contract/core/money';
import {
  addDays,
  formatDate,
  formatInstant,
  formatTime,
  formatWeekday,
  weekdayOf,
} from '@samay/contract/core/time';
import { openAppointmentList, rowOf } from '../../fixtures/actions/appointments.ts';
import { waitUntilStable } from '../../fixtures/checks/accessibility.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

async function openDetails(page: Page, personName: string): Promise<Locator> {
  await openAppointmentList(page, `?search=${encodeURIComponent(personName)}`);
  await rowOf(page, personName)
    .getByRole('button', { name: `View ${personName}` })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Appointment Details' });
  await expect(dialog.getByRole('term').first()).toBeVisible();
  return dialog;
}

/** The value of a field. */
function valueOf(dialog: Locator, field: string): Locator {
  return dialog
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${field}$`) })
    .locator('xpath=following-sibling::dd');
}

test('the details show every field in order, and N/A for an empty one', async ({
  openPage,
  apiAs,
  today,
}) => {
  const booked = await (await apiAs('desk')).createAppointment({ personName: uniqueName('Plain') });
  const page = await openPage('desk');
  const dialog = await openDetails(page, booked.personName);
  await expect(dialog.getByRole('term')).toHaveText([
    'Booking Reference',
    'Patient Name',
    'Doctor',
    'Contact',
    'Email',
    'Date',
    'Time',
    'Status',
    'Payment Amount',
    'Payment Method',
    'Payment ID',
    'Service',
    'Ends',
    'Price',
    'Prescription',
    'Created At',
    'Last Updated',
  ]);
  const made = formatInstant(booked.createdAt);
  await expect(dialog.getByRole('definition')).toHaveText([
    booked.reference,
    booked.personName,
    'Default Doctor',
    'N/A',
    'patient@example.com',
    formatDate(today),
    '12:00 pm IST',
    'Scheduled',
    'N/A',
    'N/A',
    'N/A',
    booked.serviceName,
    `${formatTime(booked.endTime)} IST, after ${booked.duration} min`,
    `${formatRupees(Number(booked.price))}, ${formatRupees(Number(booked.price))} due`,
    'Not uploaded',
    made,
    made,
  ]);
});

test('a completed appointment can be neither cancelled nor rescheduled; its time can be corrected', async ({
  openPage,
  apiAs,
}) => {
  const { personName } = await (
    await apiAs('desk')
  ).createAppointment({ personName: uniqueName('Completed') });
  const page = await openPage('doctor');
  const dialog = await openDetails(page, personName);
  await dialog.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(valueOf(dialog, 'Status')).toHaveText('Completed');
  for (const name of ['Complete', 'Cancel', 'Reschedule', 'No-show']) {
    await expect(dialog.getByRole('button', { name, exact: true })).toBeHidden();
  }
  await expect(dialog.getByRole('button', { name: 'Correct time' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, personName)).toContainText('Completed');
  await expect(rowOf(page, personName).getByRole('button', { name: `Cancel ${personName}` })).toHaveCount(0);
});

test('a no-show can be undone, scheduled again and cancelled', async ({ openPage, apiAs }) => {
  const { personName } = await (await apiAs('desk')).createAppointment({ personName: uniqueName('Missing') });
  const page = await openPage('desk');
  const dialog = await openDetails(page, personName);
  await dialog.getByRole('button', { name: 'No-show', exact: true }).click();
  await expect(valueOf(dialog, 'Status')).toHaveText('No-show');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(valueOf(dialog, 'Status')).toHaveText('Scheduled');
  await dialog.getByRole('button', { name: 'No-show', exact: true }).click();
  await dialog.getByRole('button', { name: 'Schedule again' }).click();
  await expect(valueOf(dialog, 'Status')).toHaveText('Scheduled');
  await dialog.getByRole('button', { name: 'No-show', exact: true }).click();
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
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
  await expect(rowOf(page, personName)).toHaveCount(0);
});

test('Arrived can be set and undone without moving the other buttons, and the row shows it', async ({
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
  await waitUntilStable(page);
  const before = await positions();
  await dialog.getByRole('button', { name: 'Arrived', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Undo arrival' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(positions).toEqual(before);
  await expect(rowOf(page, personName)).toContainText('Arrived');
  await expect(valueOf(dialog, 'Status')).toHaveText('Scheduled');
  await dialog.getByRole('button', { name: 'Undo arrival' }).click();
  await expect(dialog.getByRole('button', { name: 'Arrived', exact: true })).toBeVisible();
  await expect(rowOf(page, personName)).not.toContainText('Arrived');
});

test('an appointment is rescheduled to another day and time, with warnings for an unusual one', async ({
  openPage,
  apiAs,
  today,
}) => {
  const { personName } = await (await apiAs('desk')).createAppointment({ personName: uniqueName('Moved') });
  const sunday =
    Array.from({ length: 7 }, (_none, days) => addDays(today, days + 1)).find(
      (day) => weekdayOf(day) === 'Sunday',
    ) ?? today;
  const page = await openPage('desk');
  const dialog = await openDetails(page, personName);
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  await dialog.getByLabel('New Date').fill(formatDate(sunday));
  await dialog.getByLabel('New Time').fill('04:30');
  await expect(dialog.getByText('Sunday is not a working day.')).toBeVisible();
  await expect(dialog.getByText('4:30 am is outside the opening hours.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Reschedule', exact: true }).click();
  await expect(page.getByText(`Moved to ${formatWeekday(sunday)}, 4:30 am`)).toBeVisible();
  await expect(valueOf(dialog, 'Date')).toHaveText(formatDate(sunday));
  await expect(valueOf(dialog, 'Time')).toHaveText('4:30 am IST');
  await expect(dialog.getByRole('button', { name: 'Reschedule' })).toBeFocused();
});

test('every date field in a dialog shows its whole calendar on a small laptop, and every day can be clicked', async ({
  openPage,
  apiAs,
  today,
}) => {
  const { personName } = await (
    await apiAs('desk')
  ).createAppointment({ personName: uniqueName('Calendar') });
  const page = await openPage('desk');
  await page.setViewportSize({ width: 1366, height: 768 });
  await openAppointmentList(page, `?search=${encodeURIComponent(personName)}`);
  await page.getByRole('button', { name: '+ New Appointment' }).click();
  await expectEveryDayClickable(page.getByRole('dialog', { name: 'New Appointment' }), 'Date');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();

  await rowOf(page, personName)
    .getByRole('button', { name: `More for ${personName}` })
    .click();
  await page.getByRole('menuitem', { name: 'Reschedule' }).click();
  const move = page.getByRole('dialog', { name: `Reschedule appointment · ${personName}` });
  await expect(move.getByLabel('New Date')).toBeFocused();
  await expectEveryDayClickable(move, 'New Date');
  await page.keyboard.press('Escape');
  await expect(move).toBeHidden();

  const dialog = await openDetails(page, personName);
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  await expectEveryDayClickable(dialog, 'New Date');
  // Enter submits what was typed without leaving the field, and an incomplete time is refused.
  const time = dialog.getByLabel('New Time');
  await time.focus();
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Please enter a valid time')).toBeVisible();
  await time.fill('10:15');
  const date = dialog.getByRole('textbox', { name: 'New Date' });
  await date.fill('soon');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/^Please enter a date, such as/)).toBeVisible();
  await date.fill('tomorrow');
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${personName} moved to `)).toBeVisible();
  await expect(valueOf(dialog, 'Date')).toHaveText(formatDate(addDays(today, 1)));
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

test('a payment is recorded, corrected and removed, and a patient is renamed', async ({
  openPage,
  apiAs,
}) => {
  const { personName } = await (await apiAs('desk')).createAppointment({ personName: uniqueName('Paid') });
  const page = await openPage('desk');
  const dialog = await openDetails(page, personName);
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  const form = dialog.getByRole('form', { name: 'Record payment' });
  await expect(form.getByLabel('Amount')).toBeFocused();
  await form.getByLabel('Amount').fill('750.50');
  await form.getByRole('combobox', { name: 'Payment Method' }).click();
  await page.getByRole('option', { name: 'Cash' }).click();
  await form.getByLabel('Payment ID').fill('receipt-000123');
  await form.getByRole('button', { name: 'Save Payment' }).click();
  await expect(valueOf(dialog, 'Payment Amount')).toHaveText('₹750.50');
  await expect(valueOf(dialog, 'Payment Method')).toHaveText('Cash');
  const row = rowOf(page, personName);
  await expect(row).toContainText('₹750.50');
  await expect(row.getByTitle('receipt-000123')).toHaveText('receipt-…');

  await dialog.getByRole('button', { name: 'Correct payment' }).click();
  const correction = dialog.getByRole('form', { name: 'Correct payment' });
  await correction.getByLabel('Amount').fill('-1');
  await correction.getByRole('button', { name: 'Save Payment' }).click();
  await expect(correction.getByText('Please enter an amount from ₹0 to ₹1,00,00,000')).toBeVisible();
  await correction.getByLabel('Amount').fill('');
  await correction.getByRole('button', { name: 'Save Payment' }).click();
  await expect(valueOf(dialog, 'Payment Amount')).toHaveText('N/A');

  await dialog.getByRole('button', { name: 'Edit patient' }).click();
  const person = dialog.getByRole('form', { name: 'Edit patient' });
  await expect(person.getByLabel('Patient Name')).toBeFocused();
  await person.getByLabel('Patient Name').fill(`${personName} Rao`);
  await person.getByLabel('Contact').fill('98450 00000');
  await person.getByRole('button', { name: 'Save Patient' }).click();
  await expect(valueOf(dialog, 'Patient Name')).toHaveText(`${personName} Rao`);
  await expect(valueOf(dialog, 'Contact')).toHaveText('98450 00000');
  await expect(rowOf(page, `${personName} Rao`)).toContainText('98450 00000');
});

test("the row's menu works by keyboard", async ({ openPage, apiAs }) => {
  const { personName } = await (await apiAs('desk')).createAppointment({ personName: uniqueName('Menu') });
  const page = await openPage('desk');
  await openAppointmentList(page, `?search=${encodeURIComponent(personName)}`);
  const button = rowOf(page, personName).getByRole('button', { name: `More for ${personName}` });
  await button.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem')).toHaveText([
    'Arrived',
    'Start',
    'Complete',
    'No-show',
    'Reschedule',
    'Take ₹500',
    'Record payment',
  ]);
  await expect(page.getByRole('menuitem', { name: 'Arrived' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Arrived' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Record payment · ${personName}` });
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  await page.keyboard.type('500');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, personName)).toContainText('₹500');
  await expect(button).toBeFocused();
});
