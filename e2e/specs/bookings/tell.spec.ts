import { addDays } from '@samay/contract/core/time';
import { findRow, openAppointmentList } from '../../fixtures/actions/appointments.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

test('one press opens WhatsApp with the text, says who opened it, and is undone [P-12.36]', async ({
  openPage,
  apiAs,
  today,
}) => {
  const personName = uniqueName('Told');
  const booking = { personName, personContact: '98200 11223', date: addDays(today, 1), time: '12:00' };
  await (await apiAs('desk')).createAppointment(booking);
  const page = await openPage('desk');
  await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
  await openAppointmentList(page, `?search=${encodeURIComponent(personName)}`);
  await findRow(page, personName)
    .getByRole('button', { name: `View ${personName}` })
    .click();
  const section = page.getByRole('region', { name: 'Tell on WhatsApp' });
  await section.getByRole('combobox', { name: 'Language of the message' }).selectOption('मराठी');
  const opened = page.context().waitForEvent('page');
  await section.getByRole('link', { name: 'Booked' }).click();
  const chat = new URL((await opened).url());
  expect([chat.origin, chat.pathname]).toEqual(['https://wa.me', '/919820011223']);
  expect(chat.searchParams.get('text')).toContain(`${personName} यांची अपॉइंटमेंट बुक झाली आहे`);
  await expect(section.getByText(/^Booked: Opened by .+, \d+:\d\d [ap]m$/)).toBeVisible();
  await section.getByRole('button', { name: 'Undo Booked' }).click();
  await expect(section.getByText(/Opened by/)).toBeHidden();

  // The toast of a cancellation offers it too, in the language that is kept with the person.
  await page
    .getByRole('dialog', { name: 'Appointment Details' })
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Cancel', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel appointment' }).click();
  const link = page.getByRole('alert').getByRole('link', { name: 'Tell on WhatsApp' });
  await expect(link).toHaveAttribute('href', new RegExp(encodeURIComponent('रद्द झाली आहे')));
});
