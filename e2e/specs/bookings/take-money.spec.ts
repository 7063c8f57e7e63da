import type { Page } from '@playwright/test';
import { formatRupees } from '@samay/contract/core/money';
import { openAppointmentList, findRow } from '../../fixtures/actions/appointments.ts';
import { Counted } from '../../fixtures/browser/counted.ts';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

const loop = 'Money after a visit';

async function openDetails(page: Page, personName: string): Promise<void> {
  await openAppointmentList(page, `?search=${encodeURIComponent(personName)}`);
  await findRow(page, personName)
    .getByRole('button', { name: `View ${personName}` })
    .click();
  await expect(
    page.getByRole('dialog', { name: 'Appointment Details' }).getByRole('term').first(),
  ).toBeVisible();
}

test('money after a visit takes two presses, or two keys, and the list of what is due forgets it [P-9.18, P-9.19]', async ({
  openPage,
  apiAs,
}) => {
  const api = await apiAs('desk');
  const booked = await api.createAppointment({
    personName: uniqueName('Owing'),
    personContact: '98765 04321',
  });
  const due = formatRupees(booked.due ?? 0);
  const page = await openPage('desk', { viewport: { width: 360, height: 740 } });
  await openDetails(page, booked.personName);
  const take = page.getByRole('button', { name: `Take ${due} from ${booked.personName}` });
  const onPhone = new Counted(page, loop, [2, 0]);
  await onPhone.press(take);
  await onPhone.press(page.getByRole('button', { name: 'Cash' }));
  await expect(page.getByText(`${due} by Cash from ${booked.personName}`)).toBeVisible();
  onPhone.end();

  // Takes the payment back, and then uses keys alone.
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(take).toBeVisible();
  await take.focus();
  const byKeys = new Counted(page, `${loop}, by keys`, [2, 0]);
  await byKeys.key('Enter');
  await expect(page.getByRole('button', { name: 'UPI', exact: true })).toBeFocused();
  await byKeys.key('d');
  await expect(page.getByText(`${due} by Card from ${booked.personName}`)).toBeVisible();
  byKeys.end();
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
    .toBe(true);

  const owing = await api.createAppointment({ personName: uniqueName('Still owing') });
  await openAppointmentList(page);
  await page.getByRole('button', { name: 'Due', exact: true }).click();
  await expect(findRow(page, owing.personName)).toBeVisible();
  await expect(page.getByText(/^₹[\d,]+ due from [\d,]+ appointments$/)).toBeVisible();
  await expect(findRow(page, booked.personName)).toHaveCount(0);
});

test('what is due is asked after a completion, and the UPI code has the amount [P-9.19, P-9.23]', async ({
  openPage,
  apiAs,
}) => {
  const booked = await (await apiAs('desk')).createAppointment({ personName: uniqueName('Scanning') });
  const due = formatRupees(booked.due ?? 0);
  const owner = await openPage('owner');
  await owner.goto('/dashboard/settings/business');
  await owner.getByLabel('UPI id').fill('city.care@okicici');
  await owner.getByRole('button', { name: 'Save UPI id' }).click();
  await expect(owner.getByText('UPI id saved')).toBeVisible();

  await openDetails(owner, booked.personName);
  await owner.getByRole('button', { name: `Take ${due} from ${booked.personName}` }).click();
  await expect(owner.getByRole('img', { name: `UPI code for ${due}` })).toBeVisible();
  await expectAccessible(owner, 'Take payment');
  await owner.keyboard.press('Escape');
  const details = owner.getByRole('dialog', { name: 'Appointment Details' });
  await owner.setViewportSize({ width: 1366, height: 768 });
  await details.getByRole('button', { name: 'Arrived', exact: true }).click();
  await details.getByRole('button', { name: 'Start', exact: true }).click();
  const counted = new Counted(owner, loop, [2, 0]);
  await counted.press(details.getByRole('button', { name: 'Complete' }));
  await expect(owner.getByText(`${due} is due: how was it paid?`)).toBeVisible();
  await counted.press(owner.getByRole('button', { name: 'UPI', exact: true }));
  await expect(owner.getByText(`${due} by UPI from ${booked.personName}`)).toBeVisible();
  counted.end();
});
