import type { Page } from '@playwright/test';
import { indiaDate } from '@samay/contract/core/time';
import { uniqueName } from '../../fixtures/data/people.ts';
import { webhookDeliveries, webhookReceiverUrl } from '../../fixtures/servers/deliveries.ts';
import { expect, test } from '../../fixtures/test.ts';

test('an owner enters webhook URLs, saves the secret, and sends a test; bookings are delivered [P-12.14]', async ({
  openPage,
  apiAs,
  sandbox,
  consoleErrors,
}) => {
  consoleErrors.expect(/422/);
  const page = await openPage('owner');
  const url = await webhookReceiverUrl(sandbox);
  await page.goto('/dashboard/settings/connections');
  await page.getByLabel('When an appointment is created').fill(`${url}booked`);
  await page.getByLabel('When an appointment is cancelled').fill('https://169.254.169.254/');
  await page.getByRole('button', { name: 'Save webhooks' }).click();
  await expect(
    page.getByText('Please enter an https address that can be reached from the internet.'),
  ).toBeVisible();
  await page.getByLabel('When an appointment is cancelled').fill(`${url}cancelled`);
  await page.getByRole('button', { name: 'Save webhooks' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your signing secret' });
  await sandbox.control.setSecret('webhook', (await dialog.getByText(/^whsec_/).textContent()) ?? '');
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('button', { name: 'Send a test: When an appointment is cancelled' }).click();
  await expect(page.getByText('The receiver accepted the test')).toBeVisible();
  expect(await webhookDeliveries(sandbox)).toMatchObject([
    { path: '/cancelled', body: { action: 'cancel' }, signature: 'right' },
  ]);

  await sandbox.control.forget('webhook');
  const desk = await apiAs('desk');
  const personName = uniqueName('Vasudha');
  const { id } = await desk.createAppointment({ personName, doctor: 'Dr. Rao' });
  await desk.cancelAppointment(id);
  await expect.poll(async () => (await webhookDeliveries(sandbox)).length).toBe(2);
  const date = indiaDate(new Date());
  // A doctor without a practitioner of this name occupies nothing.
  const occupied = { resource: null, service: 'General Consultation', duration_minutes: 15 };
  expect(await webhookDeliveries(sandbox)).toEqual([
    {
      path: '/booked',
      body: {
        tenant_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        startDateTime: `${date}T12:00:00+05:30`,
        summary: personName,
        ...occupied,
      },
      signature: 'right',
      mode: 'ok',
    },
    {
      path: '/cancelled',
      body: {
        appointment_id: id,
        appointment_date: date,
        appointment_time: '12:00',
        patient_name: personName,
        doctor: 'Dr. Rao',
        action: 'cancel',
        ...occupied,
      },
      signature: 'right',
      mode: 'ok',
    },
  ]);
  await page.reload();
  await expect.poll(() => deliveryCounts(page)).toEqual(['1', '0', '0']);
  // The bookings of the next files are not sent.
  for (const name of ['created', 'cancelled'])
    await page.getByLabel(`When an appointment is ${name}`, { exact: true }).clear();
  await page.getByRole('button', { name: 'Save webhooks' }).click();
  await expect(page.getByRole('button', { name: /^Send a test/ })).toHaveCount(0);
  await page.goto(`${sandbox.url}/?party=webhook`);
  await expect(page.locator('details[open]').getByText('right', { exact: true })).toBeVisible();
});

/** Returns the numbers of delivered, waiting and failed webhooks about created appointments. */
async function deliveryCounts(page: Page): Promise<string[]> {
  const row = page.getByRole('row', { name: /^Webhook: appointment created/ });
  await expect(row).toBeVisible();
  return row.getByRole('cell').allTextContents();
}
