import { wording } from '@samay/contract/core/wording';
import {
  appointmentForm,
  fillAppointmentForm,
  openAppointmentList,
  findRow,
  submitAppointmentForm,
} from '../../fixtures/actions/appointments.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

const { limitReached } = wording.doctor;

test('the last booking of the plan is made, the next is refused, and its input stays [P-4.3, P-4.4, P-4.8]', async ({
  openPage,
  consoleErrors,
}) => {
  consoleErrors.expect(/status of 409/);
  const page = await openPage('lotusOwner');
  await openAppointmentList(page);
  const usage = page.getByRole('region', { name: 'Plan usage' });
  await expect(usage).toContainText('24 / 25 appointments used · 1 remaining');
  await expect(usage.getByRole('alert')).toHaveCount(0);
  const last = uniqueName('Last');
  await fillAppointmentForm(page, last);
  await submitAppointmentForm(page);
  await expect(usage).toContainText('25 / 25 appointments used · 0 remaining');
  await expect(usage.getByRole('alert')).toHaveText(limitReached);

  const name = uniqueName('One too many');
  const dialog = await fillAppointmentForm(page, name);
  await expect(dialog.getByRole('status').filter({ hasText: limitReached })).toContainText(
    'upgrade your plan in Settings',
  );
  await dialog.getByRole('button', { name: 'Create Appointment' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(limitReached);
  await expect(dialog.getByLabel('Patient Name')).toHaveValue(name);
  await expect(dialog.getByLabel('Email')).toHaveValue('patient@example.com');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(appointmentForm(page)).toBeHidden();

  // Cancelling does not reduce the usage: every status counts.
  await page.getByLabel('Search appointments').fill(last);
  await findRow(page, last)
    .getByRole('button', { name: `Cancel ${last}` })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(findRow(page, last)).toHaveCount(0);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(usage).toContainText('25 / 25 appointments used · 0 remaining');
});
