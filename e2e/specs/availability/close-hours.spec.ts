import { addDays, addMinutes, isoWeekdayOf } from '@samay/contract/core/time';
import { Counted } from '../../fixtures/browser/counted.ts';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { expect, test } from '../../fixtures/test.ts';

const doctor = 'Dr. Rajesh Deshpande';
/** The bookings are moved by one request at a time, which takes long on a busy machine. */
const twelveRequests = { timeout: 60_000 };

test('a doctor is ill with twelve booked: four presses move them all, on a desk and on a phone, and one takes it back [P-6.82, P-6.84, P-6.87, P-6.88, P-6.89]', async ({
  openPage,
  apiAs,
  today,
}) => {
  const desk = await apiAs('desk');
  const resourceId = await desk.resourceNamed(doctor);
  // A Tuesday on which neither the demo nor another file books this doctor.
  const day = addDays(today, 65 - isoWeekdayOf(today));
  const names = Array.from({ length: 12 }, (_, index) => `Patient ${String.fromCharCode(65 + index)}`);
  for (const [index, personName] of names.entries())
    await desk.createAppointment({
      personName,
      personContact: `98200 112${10 + index}`,
      doctor: undefined,
      resourceId,
      date: day,
      time: addMinutes('10:00', 30 * index),
    });
  const booked = async () => {
    const { items } = await desk.listAppointments({ since: day, until: day, resource: resourceId });
    return items.map(({ personName }) => personName).toSorted();
  };
  expect(await booked()).toEqual(names);

  const page = await openPage('desk');
  const dialog = page.getByRole('dialog', { name: 'Doctor away' });
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto(`/dashboard/schedule?view=day&day=${day}`);
  const loop = 'Doctor ill, twelve booked are moved';
  const atDesk = new Counted(page, loop, [4, 0]);
  await atDesk.press(page.getByRole('button', { name: `Doctor away: ${doctor}…` }));
  await atDesk.press(dialog.getByRole('button', { name: 'Doctor ill' }));
  await expect(dialog.getByRole('list', { name: 'What it touches' }).getByRole('listitem')).toHaveCount(12);
  await expectAccessible(page, 'Doctor away', 'every rule');
  await atDesk.press(dialog.getByRole('button', { name: 'Close and move 12' }));
  await expect(dialog.getByText('12 moved', { exact: true })).toBeVisible(twelveRequests);
  atDesk.end();
  expect(await booked()).toEqual([]);
  const tell = dialog.getByRole('group', { name: 'Tell Patient A', exact: true });
  await expect(tell.getByRole('link', { name: 'Tell on WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/919820011210\?text=/,
  );
  await expectAccessible(page, 'What became of them', 'every rule');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByText('12 taken back', { exact: true })).toBeVisible(twelveRequests);
  expect(await booked()).toEqual(names);
  await dialog.getByRole('button', { name: 'Done' }).click();

  await page.setViewportSize({ width: 360, height: 640 });
  const onPhone = new Counted(page, loop, [5, 0]);
  await onPhone.press(page.getByRole('button', { name: 'Doctor away…', exact: true }));
  await onPhone.press(dialog.getByRole('button', { name: doctor, exact: true }));
  await onPhone.press(dialog.getByRole('button', { name: 'Doctor ill' }));
  await onPhone.press(dialog.getByRole('button', { name: 'Close and move 12' }));
  await expect(dialog.getByText('12 moved', { exact: true })).toBeVisible(twelveRequests);
  onPhone.end();
  expect(await booked()).toEqual([]);
});
