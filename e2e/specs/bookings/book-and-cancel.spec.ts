import { formatCount } from '@samay/contract/core/money';
import { formatDate } from '@samay/contract/core/time';
import {
  fillAppointmentForm,
  openAppointmentList,
  findRow,
  statusFilter,
} from '../../fixtures/actions/appointments.ts';
import { deadConnection } from '../../fixtures/browser/console-errors.ts';
import { openLivePage } from '../../fixtures/browser/network.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

test.use({ reducedMotion: 'no-preference' });

test('the desk books and cancels, the doctor sees both live, and a power cut loses nothing [O-1.3, P-5.11, P-5.22, P-5.39, P-5.71, P-5.72, P-10.5, P-16.44]', async ({
  openPage,
  server,
  apiAs,
  consoleErrors,
  today,
}) => {
  consoleErrors.expect(deadConnection);
  const name = uniqueName('Lakshmi Narasimhan');
  const desk = await openPage('desk');
  const doctor = await openPage('doctor');
  await openAppointmentList(desk, `?from=${today}`);
  await openAppointmentList(doctor, `?from=${today}`);
  await expect(findRow(doctor, ' ').first()).toBeVisible();
  const home = await openPage('doctor');
  await openLivePage(home, '/dashboard');
  const count = home.getByRole('region', { name: 'Bookings' });
  const { bookings } = await (await apiAs('desk')).getDashboard();
  await expect(count).toContainText(formatCount(bookings.total));

  const dialog = await fillAppointmentForm(desk, name);
  await expect(dialog.getByRole('combobox', { name: 'Doctor Name' })).toHaveValue('Default Doctor');
  await expect(dialog.getByLabel('Time')).toHaveValue('12:00');
  await expect(dialog.getByLabel('Date')).toHaveValue(formatDate(today));
  await dialog.getByLabel('Contact (optional)').fill('+91 98450 12345');
  await dialog.getByLabel('Amount (optional)').fill('100000');
  await dialog.getByRole('combobox', { name: 'Payment Method (optional)' }).click();
  await desk.getByRole('option', { name: 'UPI' }).click();
  await dialog.getByLabel('Payment ID (optional)').fill('pay_29QQoUBi66xm2f');
  consoleErrors.expect(/409 \(Conflict\)/);
  await desk.getByRole('button', { name: 'Create Appointment' }).click();
  // The amount is above the price: the rest is a charge.
  await dialog.getByLabel('What are the other ₹99,500 for').fill('Operation');
  await dialog.getByRole('button', { name: 'Add as charge' }).click();
  await expect(dialog).toBeHidden();
  // The toast does not cover the sidebar with the user badge, and its button is not cut off.
  const view = desk.getByRole('button', { name: 'View', exact: true });
  const sidebar = await desk.getByRole('navigation', { name: 'Main' }).boundingBox();
  // Keeps the pointer over the toast, which stays until it leaves: otherwise it would close before
  // a busy machine has measured it.
  await view.hover();
  await expect
    .poll(() =>
      view.evaluate((button) => [
        button.getBoundingClientRect().height >= 36,
        button.scrollWidth <= button.clientWidth,
      ]),
    )
    .toEqual([true, true]);
  await expect
    .poll(async () => (await view.boundingBox())?.x)
    .toBeGreaterThan((sidebar?.x ?? 0) + (sidebar?.width ?? 9999));

  // Checks that it appears without a reload. server/src/modules/reach/live/live.test.ts proves that
  // it takes less than a second.
  await expect(findRow(desk, name)).toBeVisible();
  await expect(findRow(doctor, name)).toBeVisible();
  await expect(count).toContainText(formatCount(bookings.total + 1));
  await home.close();
  const row = findRow(doctor, name);
  for (const text of [
    '+91 98450 12345',
    'Default Doctor',
    '12:00',
    formatDate(today),
    'Scheduled',
    'UPI',
    '₹1,00,000',
  ]) {
    await expect(row).toContainText(text);
  }
  await expect(row).toContainText('pay_29QQ…');
  const { items } = await (await apiAs('desk')).listAppointments({ search: name });
  expect(items).toHaveLength(1);
  expect(items[0]?.reference).toMatch(/^booking_\d{13}$/);

  await row.getByRole('button', { name: `View ${name}` }).click();
  await expect(doctor.getByRole('dialog', { name: 'Appointment Details' })).toContainText(
    String(items[0]?.reference),
  );
  await doctor.keyboard.press('Escape');

  await findRow(desk, name)
    .getByRole('button', { name: `Cancel ${name}` })
    .click();
  const question = desk.getByRole('dialog', { name: 'Cancel appointment' });
  await expect(question).toContainText('Are you sure you want to cancel this appointment?');
  await question.getByRole('button', { name: 'Keep appointment' }).click();
  await expect(findRow(desk, name)).toBeVisible();
  await findRow(desk, name)
    .getByRole('button', { name: `Cancel ${name}` })
    .click();
  await question.getByRole('button', { name: 'Mistake' }).click();
  await question.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(findRow(desk, name)).toBeHidden();
  await desk.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(findRow(desk, name)).toBeVisible();
  await findRow(desk, name)
    .getByRole('button', { name: `Cancel ${name}` })
    .click();
  await question.getByRole('button', { name: 'Doctor ill' }).click();
  await question.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(findRow(desk, name)).toBeHidden();
  await expect(findRow(doctor, name)).toBeHidden();
  await statusFilter(doctor, 'Cancelled').click();
  await expect(findRow(doctor, name)).toContainText('Cancelled');
  await expect(findRow(doctor, name).getByRole('button', { name: `Cancel ${name}` })).toHaveCount(0);
  await row.getByRole('button', { name: `View ${name}` }).click();
  await expect(doctor.getByRole('dialog', { name: 'Appointment Details' })).toContainText('Doctor ill');
  await doctor.keyboard.press('Escape');

  const kept = await (await apiAs('desk')).createAppointment({ personName: uniqueName('Kept') });
  const before = await (await apiAs('desk')).listAppointments({ search: kept.personName });
  const cancelled = await (await apiAs('desk')).listAppointments({ search: name, status: 'cancelled' });

  await server.stop('SIGKILL');
  await server.start();
  await expect
    .poll(async () => (await apiAs('desk')).listAppointments({ search: kept.personName }))
    .toEqual(before);
  expect(await (await apiAs('desk')).listAppointments({ search: name, status: 'cancelled' })).toEqual(
    cancelled,
  );
  await desk.reload();
  await statusFilter(desk, 'Cancelled').click();
  await expect(findRow(desk, name)).toBeVisible();
  // Waits until the doctor's page is live again. A page that reconnects while the server stops
  // would be refused.
  await expect(doctor.getByText('Reconnecting…').filter({ visible: true })).toHaveCount(0, {
    timeout: 15_000,
  });

  expect(await server.stop('SIGTERM')).toBe(0);
  await server.start();
  expect(await (await apiAs('desk')).listAppointments({ search: kept.personName })).toEqual(before);
  await doctor.reload();
  await expect(findRow(doctor, name)).toBeVisible();
});
