import type { Locator, Page } from '@playwright/test';
import { addDays, formatDate, formatTime, getWeekday } from '@samay/contract/core/time';
import { appointmentForm, openAppointmentList, findRow } from '../../fixtures/actions/appointments.ts';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

// The console's error for a refusal.
const refused = /409 \(Conflict\)/;
const doctor = 'Dr. Ananya Iyer';

/** Opens the form for a day far from the demo's own bookings, a Tuesday, and chooses the doctor. */
async function openForm(page: Page, name: string, today: string): Promise<{ dialog: Locator; day: string }> {
  const far = addDays(today, 40);
  const day =
    [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(far, days)).find((date) => getWeekday(date) === 'Tuesday') ??
    far;
  await openAppointmentList(page);
  await page.getByRole('button', { name: '+ New Appointment' }).click();
  const dialog = appointmentForm(page);
  await dialog.getByLabel('Patient Name').fill(name);
  await dialog.getByLabel('Email').fill('patient@example.com');
  await dialog.getByRole('combobox', { name: 'Doctor Name' }).fill(doctor);
  // Waits for the list, without which Escape would close the form.
  await expect(dialog.getByRole('option', { name: doctor })).toBeVisible();
  await page.keyboard.press('Escape');
  await dialog.getByLabel('Date').fill(formatDate(day));
  await dialog.getByLabel('Date').press('Tab');
  return { dialog, day };
}

const starts = (dialog: Locator) => dialog.getByRole('group', { name: /^Free on/ }).getByRole('button');

/** Books the first free start of the day for a person; returns it. */
async function bookFirst(page: Page, name: string, today: string): Promise<string> {
  const { dialog } = await openForm(page, name, today);
  await starts(dialog).first().click();
  await expect(starts(dialog).first()).toHaveAttribute('aria-pressed', 'true');
  const time = await dialog.getByLabel('Time').inputValue();
  await dialog.getByRole('button', { name: 'Create Appointment' }).click();
  await expect(dialog).toBeHidden();
  return time;
}

async function showInList(page: Page, name: string): Promise<Locator> {
  await page.getByLabel('Search appointments').fill(name);
  await expect(findRow(page, name)).toBeVisible();
  return findRow(page, name);
}

test('a press on a free start books it; taken, the next one is a press away, and Book anyway asks why [P-5.52, P-6.49, P-6.52]', async ({
  openPage,
  today,
  consoleErrors,
}) => {
  consoleErrors.expect(refused);
  const desk = await openPage('desk');
  const [first, second, third] = [
    uniqueName('Anjali Menon'),
    uniqueName('Bala Krishnan'),
    uniqueName('Charu Lata'),
  ];
  const time = await bookFirst(desk, first, today);
  await expect(await showInList(desk, first)).toContainText(formatTime(time));

  const { dialog } = await openForm(desk, second, today);
  await expect(starts(dialog).first()).toBeVisible();
  await expect(
    starts(dialog).and(dialog.getByRole('button', { name: formatTime(time), exact: true })),
  ).toHaveCount(0);
  await dialog.getByLabel('Time').fill(time);
  await dialog.getByRole('button', { name: 'Create Appointment' }).click();
  await expect(dialog.getByRole('alert')).toContainText('This time is taken.');
  await expect(dialog.getByLabel('Patient Name')).toHaveValue(second);
  const instead = dialog
    .getByRole('alert')
    .getByRole('button', { name: /^Book \d/ })
    .first();
  const text = String(await instead.textContent()).replace('Book ', '');
  await instead.click();
  await expect(dialog).toBeHidden();
  await expect(await showInList(desk, second)).toContainText(text);

  const again = await openForm(desk, third, today);
  await again.dialog.getByLabel('Time').fill(time);
  await again.dialog.getByRole('button', { name: 'Create Appointment' }).click();
  await again.dialog.getByRole('button', { name: 'Book anyway' }).click();
  await expectAccessible(desk, 'a refused booking');
  await again.dialog.getByLabel('Reason').fill('Emergency');
  await again.dialog.getByRole('button', { name: 'Book anyway' }).click();
  await expect(again.dialog).toBeHidden();
  const row = await showInList(desk, third);
  await expect(row).toContainText(formatTime(time));
  await expect(row).toContainText('Overbooked');
  await row.getByRole('button', { name: `View ${third}` }).click();
  await expect(desk.getByRole('dialog', { name: 'Appointment Details' })).toContainText(
    'Booked over anotherEmergency',
  );
});
