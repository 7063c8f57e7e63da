import { formatDate } from '@samay/contract/core/time';
import { beginBooking, finishBooking, newAppointment } from '../../fixtures/actions/book.ts';
import { hold } from '../../fixtures/browser/hold.ts';
import { expect, test } from '../../fixtures/test.ts';
import { newName, openList, rowOf, statusFilter } from '../../fixtures/actions/appointments.ts';

test.use({ own: 'desk-books', reducedMotion: 'no-preference' });
test.describe.configure({ timeout: 120_000 });

const serverIsAway = /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/;

test('the desk books, the doctor sees it at once, the desk cancels, and all of it outlives a power cut', async ({
  open,
  server,
  as,
  consoleErrors,
  today,
}) => {
  consoleErrors.expect(serverIsAway);
  const name = newName('Lakshmi Narasimhan');
  const desk = await open('desk');
  const doctor = await open('doctor');
  await openList(desk, `?from=${today}`);
  await openList(doctor, `?from=${today}`);
  await expect(rowOf(doctor, ' ').first()).toBeVisible();

  const dialog = await beginBooking(desk, name);
  await expect(dialog.getByRole('combobox', { name: 'Doctor Name' })).toHaveValue('Default Doctor');
  await expect(dialog.getByLabel('Time')).toHaveValue('12:00');
  await expect(dialog.getByLabel('Date')).toHaveValue(formatDate(today));
  await dialog.getByLabel('Contact (optional)').fill('+91 98450 12345');
  await dialog.getByLabel('Amount (optional)').fill('100000');
  await dialog.getByRole('combobox', { name: 'Payment Method (optional)' }).click();
  await desk.getByRole('option', { name: 'UPI' }).click();
  await dialog.getByLabel('Payment ID (optional)').fill('pay_29QQoUBi66xm2f');
  await finishBooking(desk);
  // The toast stands beside the sidebar with the user's badge, and its button is whole.
  const view = desk.getByRole('button', { name: 'View', exact: true });
  const sidebar = await desk.getByRole('navigation', { name: 'Main' }).boundingBox();
  await expect
    .poll(() => view.evaluate((button) => [button.getBoundingClientRect().height >= 36, button.scrollWidth <= button.clientWidth]))
    .toEqual([true, true]);
  expect((await view.boundingBox())?.x).toBeGreaterThan((sidebar?.x ?? 0) + (sidebar?.width ?? 9999));

  // Without touching it; that it takes no second stands in server/src/modules/reach/live/live.test.ts.
  await expect(rowOf(desk, name)).toBeVisible();
  await expect(rowOf(doctor, name)).toBeVisible();
  const row = rowOf(doctor, name);
  for (const text of ['+91 98450 12345', 'Default Doctor', '12:00', formatDate(today), 'Scheduled', 'UPI', '₹1,00,000']) {
    await expect(row).toContainText(text);
  }
  await expect(row).toContainText('pay_29QQ…');
  const { items } = await (await as('desk')).page({ search: name });
  expect(items).toHaveLength(1);
  expect(items[0]?.reference).toMatch(/^booking_\d{13}$/);

  await row.getByRole('button', { name: `View ${name}` }).click();
  await expect(doctor.getByRole('dialog', { name: 'Appointment Details' })).toContainText(String(items[0]?.reference));
  await doctor.keyboard.press('Escape');

  await rowOf(desk, name)
    .getByRole('button', { name: `Cancel ${name}` })
    .click();
  const question = desk.getByRole('dialog', { name: 'Cancel appointment' });
  await expect(question).toContainText('Are you sure you want to cancel this appointment?');
  await question.getByRole('button', { name: 'Keep appointment' }).click();
  await expect(rowOf(desk, name)).toBeVisible();
  await rowOf(desk, name)
    .getByRole('button', { name: `Cancel ${name}` })
    .click();
  await question.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(rowOf(desk, name)).toBeHidden();
  await expect(rowOf(doctor, name)).toBeHidden();
  await statusFilter(doctor, 'Cancelled').click();
  await expect(rowOf(doctor, name)).toContainText('Cancelled');
  await expect(rowOf(doctor, name).getByRole('button', { name: `Cancel ${name}` })).toHaveCount(0);

  const kept = await (await as('desk')).book({ personName: newName('Kept') });
  const before = await (await as('desk')).page({ search: kept.personName });
  const cancelled = await (await as('desk')).page({ search: name, status: 'cancelled' });

  await server.stop('SIGKILL');
  await server.start();
  await expect.poll(async () => (await as('desk')).page({ search: kept.personName })).toEqual(before);
  expect(await (await as('desk')).page({ search: name, status: 'cancelled' })).toEqual(cancelled);
  await desk.reload();
  await statusFilter(desk, 'Cancelled').click();
  await expect(rowOf(desk, name)).toBeVisible();

  expect(await server.stop('SIGTERM')).toBe(0);
  await server.start();
  expect(await (await as('desk')).page({ search: kept.personName })).toEqual(before);
  await doctor.reload();
  await expect(rowOf(doctor, name)).toBeVisible();
});

test('Creating... while it waits, and a second press makes no second booking', async ({ open, as }) => {
  const name = newName('Imran Sheikh');
  const desk = await open('desk');
  await openList(desk);
  const letGo = await hold(desk, '**/api/appointments', 'POST');
  const dialog = await beginBooking(desk, name);
  await dialog.getByLabel('Patient Name').press('Enter');
  await expect(dialog.getByRole('button', { name: 'Creating...' })).toBeDisabled();
  await dialog.getByLabel('Patient Name').press('Enter');
  letGo();
  await expect(dialog).toBeHidden();
  expect((await (await as('desk')).page({ search: name })).items).toHaveLength(1);
});

test('wrong input is said beside its field and nothing is lost', async ({ open }) => {
  const desk = await open('desk');
  await openList(desk);
  await desk.getByRole('button', { name: '+ New Appointment' }).click();
  const dialog = newAppointment(desk);
  await dialog.getByRole('combobox', { name: 'Doctor Name' }).fill('');
  await dialog.getByLabel('Time').fill('');
  await dialog.getByLabel('Amount (optional)').fill('-5');
  await dialog.getByLabel('Email').fill('not an address');
  await dialog.getByRole('button', { name: 'Create Appointment' }).click();
  for (const text of [
    'Please enter a name',
    'Please enter a valid email address',
    'Please enter a doctor name',
    'Please enter a valid time',
    'Please enter an amount from ₹0 to ₹1,00,00,000',
  ]) {
    await expect(dialog.getByText(text)).toBeVisible();
  }
  await expect(dialog.getByLabel('Patient Name')).toBeFocused();
  await expect(dialog.getByLabel('Email')).toHaveValue('not an address');

  // A form that somebody has begun is not thrown away unasked.
  await desk.keyboard.press('Escape');
  await desk.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('Email')).toHaveValue('not an address');
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await desk.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
});

test('an unusual time warns and may be booked all the same; the doctors are suggested', async ({ open, today }) => {
  const name = newName('Gurmeet Kaur');
  const desk = await open('desk');
  await openList(desk, `?from=${today}`);
  const dialog = await beginBooking(desk, name);
  await dialog.getByLabel('Time').fill('03:15');
  await expect(dialog.getByText('3:15 am is outside the opening hours.')).toBeVisible();
  await dialog.getByLabel('Date').fill('1 Jan 2024');
  await dialog.getByLabel('Patient Name').focus();
  await expect(dialog.getByText('This time has already passed.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Doctor Name' }).fill('anan');
  await desk.getByRole('option', { name: 'Dr. Ananya Iyer' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Doctor Name' })).toHaveValue('Dr. Ananya Iyer');
  await finishBooking(desk);
  await desk.getByLabel('Search appointments').fill(name);
  await expect(rowOf(desk, name)).toContainText('1 Jan 2024');
});
