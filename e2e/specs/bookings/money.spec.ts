import { formatRupees } from '@samay/contract/core/money';
import type { Page } from '@playwright/test';
import { openAppointmentList, findRow } from '../../fixtures/actions/appointments.ts';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { uniqueName } from '../../fixtures/data/people.ts';
import { expect, test } from '../../fixtures/test.ts';

async function openDetails(page: Page, personName: string, reference: string): Promise<void> {
  await openAppointmentList(page, `?search=${encodeURIComponent(reference)}`);
  await findRow(page, personName)
    .getByRole('button', { name: `View ${personName}` })
    .click();
}

test('a payment is split and partly given back, kept as an advance of a cancelled visit, and spent on the next [P-9.21]', async ({
  openPage,
  apiAs,
}) => {
  const api = await apiAs('desk');
  const personName = uniqueName('Splitting');
  const [first, next] = [
    await api.createAppointment({ personName }),
    await api.createAppointment({ personName }),
  ];
  const [due, rest] = [first.due ?? 0, (first.due ?? 0) - 100_00];

  // Takes ₹100 by UPI, the rest in cash.
  const desk = await openPage('desk');
  await openDetails(desk, personName, first.reference);
  await desk.getByRole('button', { name: `Take ${formatRupees(due)} from ${personName}` }).click();
  await desk.getByLabel('Amount').fill('Rs. 100');
  await desk.getByRole('button', { name: 'UPI', exact: true }).click();
  await expect(desk.getByText(`₹100 by UPI from ${personName}`)).toBeVisible();
  await desk.getByRole('button', { name: `Take ${formatRupees(rest)} from ${personName}` }).click();
  await desk.getByRole('button', { name: 'Cash' }).click();
  const payments = desk.getByRole('region', { name: 'Payments' });
  await expect(payments.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(desk, 'Payments');

  // Gives ₹50 of the first payment back, as the owner.
  const owner = await openPage('owner');
  await openDetails(owner, personName, first.reference);
  await owner.getByRole('button', { name: 'Refund ₹100 by UPI' }).click();
  await owner.getByLabel('Amount').fill('50');
  await owner.getByText('Goodwill', { exact: true }).click();
  await owner.getByRole('button', { name: 'Refund', exact: true }).last().click();
  await expect(owner.getByText(`Refund of ₹50 by UPI to ${personName}`)).toBeVisible();

  // Makes the rest an advance with the cancellation, and pays the next visit with it.
  const kept = due - 50_00;
  await openAppointmentList(desk, `?search=${encodeURIComponent(first.reference)}`);
  await findRow(desk, personName)
    .getByRole('button', { name: `Cancel ${personName}` })
    .click();
  const question = desk.getByRole('dialog', { name: 'Cancel appointment' });
  await expect(question.getByText(`What becomes of ${formatRupees(kept)}?`)).toBeVisible();
  await question.getByText('Keep as advance').click();
  await question.getByRole('button', { name: 'Cancel appointment' }).click();
  await expect(findRow(desk, personName)).toHaveCount(0);
  await openDetails(desk, personName, next.reference);
  await desk.getByRole('button', { name: `Take ${formatRupees(due)} from ${personName}` }).click();
  await desk.getByRole('button', { name: `Advance ${formatRupees(kept)}` }).click();
  await expect(payments).toContainText(`${formatRupees(kept)} from the advance`);
  const [paid] = (await api.listAppointments({ search: next.reference })).items;
  expect([paid?.amount, paid?.paymentMethod]).toEqual([kept, 'Advance']);
});
