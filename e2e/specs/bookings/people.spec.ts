import { addDays } from '@samay/contract/core/time';
import { openAppointmentList, findRow } from '../../fixtures/actions/appointments.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

test('two people of one number pay together on their page, one press from the list, are merged, and parted again [P-7.19, P-9.92]', async ({
  openPage,
  apiAs,
  today,
  consoleErrors,
}) => {
  const [meera, mira] = [uniqueName('Meera'), uniqueName('Mira')];
  const personContact = `98${String(Date.now()).slice(-8)}`;
  const desk = await apiAs('desk');
  for (const [at, personName] of [meera, mira].entries())
    await desk.createAppointment({
      personName,
      personContact,
      date: addDays(today, -at - 1),
      time: `0${at + 7}:45`,
    });

  const page = await openPage('doctor');
  await openAppointmentList(page, `?search=${encodeURIComponent(meera)}`);
  await findRow(page, meera)
    .getByRole('button', { name: `More for ${meera}` })
    .click();
  await page.getByRole('menuitem', { name: 'All visits' }).click();
  await expect(page.getByRole('heading', { name: meera, level: 1 })).toBeVisible();

  const due = page.getByRole('region', { name: 'Due' });
  await due.getByRole('button', { name: /^Take all, ₹/ }).click();
  const taking = page.getByRole('dialog', { name: `Take payment · ${meera}` });
  for (const person of [meera, mira])
    await expect(taking.getByRole('checkbox', { name: new RegExp(`^${person}`) })).toBeChecked();
  await taking.getByRole('button', { name: 'Cash', exact: true }).click();
  await expect(page.getByText(new RegExp(`^₹[\\d,]+ by Cash from ${meera} for 2 visits$`))).toBeVisible();
  await expect(due).toBeHidden();

  const household = page.getByRole('region', { name: 'Same number' });
  await household.getByRole('button', { name: mira }).click();
  await expect(page.getByRole('heading', { name: mira, level: 1 })).toBeVisible();
  await household.getByRole('button', { name: meera }).click();

  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge into this patient' });
  await dialog.getByRole('radio', { name: mira }).check();
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
  const visits = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  await expect(visits).toHaveCount(2);
  await expect(household).toBeHidden();

  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: `Undo the merge of ${mira}` }).click();
  await expect(visits).toHaveCount(1);

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Edit patient' });
  consoleErrors.expect(/status of 409/);
  await form.getByLabel('Patient Name').fill(mira);
  await form.getByRole('button', { name: 'Save Patient' }).click();
  await expect(form.getByRole('button', { name: `Merge with ${mira}` })).toBeVisible();
  await form.getByLabel('Patient Name').fill(`${meera} Joshi`);
  await form.getByRole('button', { name: 'Save Patient' }).click();
  await expect(page.getByRole('heading', { name: `${meera} Joshi`, level: 1 })).toBeVisible();
});
