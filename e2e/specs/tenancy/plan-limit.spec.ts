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

test('the last booking of the plan is made, the next is refused, and its input stays; an upgrade in Settings raises the limit [P-4.3, P-4.4, P-4.8, P-4.11]', async ({
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

  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  const section = page.getByRole('region', { name: 'Subscription Details' });
  await expect(section.getByText('Free, 25 appointments a month')).toBeVisible();
  await section.getByRole('button', { name: 'Check Appointments Usage Limit' }).click();
  await expect(section.getByText('25 / 25')).toBeVisible();
  await section.getByRole('button', { name: 'Upgrade' }).click();
  await page.getByRole('radio', { name: /Premium · ₹999 a month/ }).check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('button', { name: 'Pay by UPI' }).click();
  await expect(page.getByText('Payment successful! Your business now has the Premium plan.')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(section.getByText('₹999 a month, 250 appointments a month')).toBeVisible();
  await expect(section.getByText(/^Paid until /)).toBeVisible();
});
