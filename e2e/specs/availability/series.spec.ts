import { addDays, formatDate, formatTime } from '@samay/contract/core/time';
import { findRow } from '../../fixtures/actions/appointments.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

test('a team’s fixed hour is booked for weeks in one go, moved from one week on, and cancelled [P-5.64, P-5.68]', async ({
  openPage,
  apiAs,
  today,
}) => {
  const weeks = [50, 57, 64].map((days) => addDays(today, days));
  const [first = today, second = today, third = today] = weeks;
  const [team, other] = [uniqueName('Strikers'), uniqueName('Rovers')];
  const desk = await apiAs('turfDesk');
  const resourceId = await desk.resourceNamed('Half B');
  await desk.createAppointment({
    personName: other,
    date: second,
    time: '18:00',
    resourceId,
    doctor: undefined,
  });
  const page = await openPage('turfDesk');
  await page.goto(`/turf-dashboard/employee/schedule?view=day&day=${first}`);
  await page.getByRole('button', { name: '6:00 pm to 6:30 pm, Half B' }).click();

  const form = page.getByRole('dialog', { name: 'New Booking' });
  await form.getByLabel('Customer Name').fill(team);
  await form.getByLabel('Email').fill('team@example.com');
  await form.getByLabel('Repeat').check();
  await form.getByLabel('Times').fill('3');
  const dates = form.getByRole('list', { name: 'Dates' }).getByRole('listitem');
  // The year is shown only if it differs from the present one.
  const dayOf = (week: string) => formatDate(week).replace(/ \d{4}$/, '');
  await expect(dates).toContainText(weeks.map(dayOf));
  await expect(dates).toContainText(['Free', 'Taken · skipped', 'Free']);
  const instead = dates.nth(1).getByRole('group').getByRole('button').first();
  const hour = String(await instead.textContent());
  await instead.click();
  await expect(dates.nth(1)).toContainText('Another time');
  await form.getByRole('button', { name: 'Create 3 Bookings' }).click();
  await expect(form).toBeHidden();

  await page.goto(`/turf-dashboard/employee/bookings?search=${encodeURIComponent(team)}`);
  const rows = weeks.map((week) => findRow(page, team).filter({ hasText: formatDate(week) }));
  const expectHours = async (...hours: string[]) => {
    for (const [index, row] of rows.entries()) {
      const start = hours[index]?.replace(/ [ap]m$/, '');
      await expect(row).toContainText(new RegExp(`${start}( [ap]m)?–`));
    }
  };
  await expectHours('6:00 pm', hour, '6:00 pm');

  await findRow(page, team)
    .filter({ hasText: formatDate(second) })
    .getByRole('button', { name: `More for ${team}` })
    .click();
  await page.getByRole('menuitem', { name: 'Reschedule' }).click();
  const move = page.getByRole('dialog', { name: `Reschedule booking · ${team}` });
  await move.getByLabel('New Time').fill('16:00');
  await move.getByRole('radio', { name: 'This and the following bookings' }).check();
  await move.getByRole('button', { name: 'Reschedule', exact: true }).click();
  await expect(move).toBeHidden();
  await expectHours('6:00 pm', formatTime('16:00'), formatTime('16:00'));

  await findRow(page, team)
    .filter({ hasText: formatDate(third) })
    .getByRole('button', { name: `Cancel ${team}` })
    .click();
  const cancel = page.getByRole('dialog', { name: 'Cancel booking' });
  await cancel.getByRole('radio', { name: 'All bookings to come' }).check();
  await cancel.getByRole('button', { name: 'Cancel bookings' }).click();
  await expect(page.getByText(`3 bookings of ${team} cancelled`)).toBeVisible();
  await expect(page.getByText('No matching bookings found')).toBeVisible();
});
