import { addDays } from '@samay/contract/core/time';
import { findRow, openAppointmentList } from '../../fixtures/actions/appointments.ts';
import { expectNoViolation, expectUncut } from '../../fixtures/checks/accessibility.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

const doctor = 'Dr. Farhan Qureshi';
const narrowPhone = { viewport: { width: 320, height: 640 } };

test('without a script, a person comes, moves and cancels by their link; the desk sees it live [P-12.70, P-12.72, P-12.73, P-12.74, P-12.77, P-12.80]', async ({
  openPage,
  apiAs,
  today,
}) => {
  const personName = uniqueName('Linked');
  const api = await apiAs('desk');
  await api.createAppointment({
    personName,
    personContact: '98200 11224',
    date: addDays(today, 2),
    doctor,
    resourceId: await api.resourceNamed(doctor),
    serviceId: await api.firstService(),
    amount: 500_00,
    paymentMethod: 'Cash',
  });
  const desk = await openPage('desk');
  await openAppointmentList(desk, `?search=${encodeURIComponent(personName)}`);
  await findRow(desk, personName)
    .getByRole('button', { name: `View ${personName}` })
    .click();
  const details = desk.getByRole('dialog', { name: 'Appointment Details' });
  await details.getByRole('button', { name: 'Link for the patient' }).click();
  const { pathname: path } = new URL(await details.getByText(/^https?:[^ ]+[/]m[/]/).innerText());

  // The checks are a script, so they look at the pages in a browser that runs some.
  const seen = await openPage(undefined, narrowPhone);
  const lookAt = async (part: string, language: string) => {
    await seen.goto(`${path}${part}l=${language}`);
    await expect(seen.locator('html')).toHaveAttribute('lang', language);
    await expectUncut(seen, `${part} in ${language}`);
    // The other pages have the same parts in every language.
    if (part === '?' || language === 'te') await expectNoViolation(seen, `${part} in ${language}`);
  };
  for (const language of ['mr', 'hi', 'te', 'en'])
    for (const part of ['?', '/move?', '/cancel?', '/notices?']) await lookAt(part, language);

  const page = await openPage(undefined, { ...narrowPhone, javaScriptEnabled: false });
  await page.goto(path);
  await page.getByRole('button', { name: 'I am coming' }).click();
  await expect(page.getByText('You said that you are coming.')).toBeVisible();
  await expect(details.getByText('Coming', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Choose another time' }).click();
  // The first free times may be within the four hours in which nothing is cancelled any more.
  const lists = page.getByRole('main').getByRole('list');
  const lastDay = lists.last().getByRole('link').last();
  await lastDay.click();
  await expect(lastDay).toHaveAttribute('aria-current', 'date');
  await lists.first().getByRole('link').first().click();
  await lookAt(`/move${new URL(page.url()).search}&`, 'te');
  await page.getByRole('button', { name: 'Yes, move' }).click();
  await expect(page.getByText('You moved this appointment to this time.')).toBeVisible();
  await expect(details.getByText('Moved by the patient')).toBeVisible();

  await page.getByRole('link', { name: 'Cancel appointment' }).click();
  await expect(page.getByText('The ₹500 that you paid is not given back here.')).toBeVisible();
  await page.getByRole('button', { name: 'Yes, cancel' }).click();
  await expect(page.getByText('You cancelled this appointment.')).toBeVisible();
  await lookAt('?', 'te');
  await expect(details.getByText('Cancelled by the patient')).toBeVisible();
});
