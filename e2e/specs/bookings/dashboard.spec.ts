import { formatCount } from '@samay/contract/core/money';
import { appointmentForm, submitAppointmentForm } from '../../fixtures/actions/appointments.ts';
import { openLivePage } from '../../fixtures/browser/network.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

test('the plus tile opens the form, and another screen counts the new booking live [P-10.5]', async ({
  openPage,
  apiAs,
}) => {
  const page = await openPage('desk');
  const other = await openPage('doctor');
  for (const screen of [page, other]) await openLivePage(screen, '/dashboard');
  await expect(other.getByRole('region', { name: 'Bookings' })).toBeVisible();
  const { bookings } = await (await apiAs('desk')).getDashboard();
  await page.getByRole('button', { name: 'New Appointment', exact: true }).click();
  const dialog = appointmentForm(page);
  await dialog.getByLabel('Patient Name').fill(uniqueName('Tile'));
  await dialog.getByLabel('Email').fill('patient@example.com');
  await submitAppointmentForm(page);
  for (const screen of [page, other]) {
    await expect(screen.getByRole('region', { name: 'Bookings' })).toContainText(
      formatCount(bookings.total + 1),
    );
  }
});
