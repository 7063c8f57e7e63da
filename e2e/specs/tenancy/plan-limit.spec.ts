import { AppointmentPage } from '@samay/contract/bookings/appointments';
import { wording } from '@samay/contract/core/wording';
import { beginBooking, finishBooking, newAppointment } from '../../fixtures/actions/book.ts';
import { expect, test } from '../../fixtures/test.ts';
import { newName, openList, rowOf } from '../../fixtures/actions/appointments.ts';

const { limitReached } = wording.doctor;

test('the last place of the plan is booked, the next is refused, and neither loses a word', async ({ open, consoleErrors }) => {
  consoleErrors.expect(/status of 409/);
  const page = await open('lotusOwner');
  await openList(page);
  const usage = page.getByRole('region', { name: 'Plan usage' });
  await expect(usage).toContainText('24 / 25 appointments used · 1 remaining');
  await expect(usage.getByRole('alert')).toHaveCount(0);
  const last = newName('Last');
  await beginBooking(page, last);
  await finishBooking(page);
  await expect(usage).toContainText('25 / 25 appointments used · 0 remaining');
  await expect(usage.getByRole('alert')).toHaveText(limitReached);

  const name = newName('One too many');
  const dialog = await beginBooking(page, name);
  await expect(dialog.getByRole('status').filter({ hasText: limitReached })).toContainText('upgrade your plan in Settings');
  await dialog.getByRole('button', { name: 'Create Appointment' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(limitReached);
  await expect(dialog.getByLabel('Patient Name')).toHaveValue(name);
  await expect(dialog.getByLabel('Email')).toHaveValue('patient@example.com');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(newAppointment(page)).toBeHidden();

  // Cancelling frees no place: all statuses count.
  await page.getByLabel('Search appointments').fill(last);
  await rowOf(page, last)
    .getByRole('button', { name: `Cancel ${last}` })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(rowOf(page, last)).toHaveCount(0);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(usage).toContainText('25 / 25 appointments used · 0 remaining');
});

test('the list tells how many bookings the plan hides and leads to Settings', async ({ open }) => {
  const page = await open('lotusOwner');
  // No door leads to more bookings than the plan has places; the answer is the one that such a business gets.
  await page.route('**/api/appointments?*', async (route) => {
    const answer = AppointmentPage.parse(await (await route.fetch()).json());
    await route.fulfill({ json: { ...answer, usage: { ...answer.usage, used: 28, limit: 25, remaining: 0, hidden: 3 } } });
  });
  await openList(page);
  const usage = page.getByRole('region', { name: 'Plan usage' });
  await expect(usage).toContainText("3 appointments of this cycle are beyond your plan's limit and hidden.");
  await usage.getByRole('link', { name: 'upgrade your plan in Settings' }).click();
  await expect(page).toHaveURL('/dashboard/settings');
});
