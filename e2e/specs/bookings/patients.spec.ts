import { addDays, formatDate } from '@samay/contract/core/time';
import { openAppointmentList, findRow } from '../../fixtures/actions/appointments.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { pdfFile } from '../../fixtures/data/sample-files.ts';
import { expect, test } from '../../fixtures/test.ts';

test('a doctor finds a patient, sees past and coming visits, and uploads the prescription of one [P-7.13, P-7.14]', async ({
  openPage,
  apiAs,
  today,
}) => {
  const personName = uniqueName('Ananthalakshmi Venkataraghavan');
  const personEmail = `${crypto.randomUUID()}@people.example`;
  const desk = await apiAs('desk');
  await desk.createAppointment({
    personName,
    personEmail,
    date: addDays(today, -27),
    time: '09:45',
    amount: 600_00,
  });
  await desk.createAppointment({ personName, personEmail, date: addDays(today, 3), time: '10:15' });

  const page = await openPage('doctor');
  await page.goto('/dashboard/patients');
  await page.getByPlaceholder('Search patients by name, contact or email').fill(personEmail.toUpperCase());
  const rows = page.getByRole('table', { name: 'Patients' }).locator('[data-row]');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(`${formatDate(addDays(today, 3))}, 10:15 am`);
  await page.getByRole('button', { name: personName }).click();

  await expect(page.getByRole('heading', { name: personName, level: 1 })).toBeVisible();
  await expect(
    page.getByRole('button', { name: `Next visit: ${formatDate(addDays(today, 3))}, 10:15 am` }),
  ).toBeVisible();
  const visits = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await expect(visits).toHaveText([
    new RegExp(formatDate(addDays(today, 3))),
    new RegExp(`${formatDate(addDays(today, -27))}.*₹600`),
  ]);

  await visits.last().getByRole('button').click();
  const details = page.getByRole('dialog', { name: 'Appointment Details' });
  await expect(details.getByText('Not uploaded')).toBeVisible();
  await details.getByRole('button', { name: 'Upload' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles(pdfFile());
  await expect(details.getByRole('button', { name: 'View prescription' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(visits.last()).toContainText('Prescription');

  await page.getByRole('button', { name: 'Patients', exact: true }).click();
  await expect(page.getByPlaceholder('Search patients by name, contact or email')).toHaveValue(
    personEmail.toUpperCase(),
  );
  await page.getByPlaceholder('Search patients by name, contact or email').fill('nobody of that name');
  await expect(page.getByText('No matching patients found')).toBeVisible();

  await openAppointmentList(page, `?search=${encodeURIComponent(personName)}`);
  await findRow(page, personName)
    .first()
    .getByRole('button', { name: `View ${personName}` })
    .click();
  await details.getByRole('link', { name: 'All visits' }).click();
  await expect(page.getByRole('heading', { name: personName, level: 1 })).toBeVisible();
  await expect(details).toBeHidden();
});
