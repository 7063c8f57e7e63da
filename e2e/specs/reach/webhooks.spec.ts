import type { Page } from '@playwright/test';
import { addDays, indiaDate } from '@samay/contract/core/time';
import {
  fillAppointmentForm,
  openAppointmentList,
  submitAppointmentForm,
} from '../../fixtures/actions/appointments.ts';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { uniqueEmail, uniqueName } from '../../fixtures/data/people.ts';
import { latestEmailTo, webhookDeliveries, webhookReceiverUrl } from '../../fixtures/servers/deliveries.ts';
import { expect, test } from '../../fixtures/test.ts';

// These tests change how the simulated receiver answers, and count its requests.
test.use({ dedicatedServer: 'webhooks' });
test.describe.configure({ mode: 'serial' });

test.afterEach(({ sandbox }) => sandbox.control.setMode('webhook', 'ok'));

test('an owner enters webhook URLs, saves the secret, and sends a test; bookings are delivered', async ({
  openPage,
  apiAs,
  sandbox,
  consoleErrors,
}) => {
  consoleErrors.expect(/422/);
  const page = await openPage('owner');
  const url = await webhookReceiverUrl(sandbox);
  await page.goto('/dashboard/settings');
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
  // A doctor of no practitioner's name occupies nobody.
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
  await expectAccessible(page);
  await page.goto(`${sandbox.url}/?party=webhook`);
  await expect(page.locator('details[open]').getByText('right', { exact: true })).toBeVisible();
});

test('a receiver that is down delays no booking; Settings shows the failure and retries, and the delivery succeeds later', async ({
  openPage,
  sandbox,
}) => {
  const page = await openPage('owner');
  await page.goto('/dashboard/settings');
  await expect.poll(() => deliveryCounts(page)).toEqual(['1', '0', '0']);
  const desk = await openPage('desk');
  await openAppointmentList(desk);
  await fillAppointmentForm(desk, uniqueName('Waiting'));
  // A short failure: five failures in a row would pause the deliveries for a minute.
  await sandbox.control.setMode('webhook', 'gone');
  await submitAppointmentForm(desk);
  await expect.poll(async () => (await webhookDeliveries(sandbox)).map(({ mode }) => mode)).toContain('gone');
  await page.reload();
  await expect(page.getByText('The receiver answered 410.')).toBeVisible();
  await expect.poll(() => deliveryCounts(page)).toEqual(['1', '1', '0']);
  const before = (await webhookDeliveries(sandbox)).length;
  await page.getByRole('button', { name: 'Retry all now' }).click();
  await expect(page.getByText('1 queued again')).toBeVisible();
  await expect.poll(async () => (await webhookDeliveries(sandbox)).length).toBeGreaterThan(before);
  await sandbox.control.setMode('webhook', 'ok');
  await expect.poll(() => deliveryCounts(page), { timeout: 30_000 }).toEqual(['2', '0', '0']);
  await expect(page.getByText('The receiver answered 410.')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Retry all now' })).toBeHidden();
});

test('customers of a turf get emails after its owner turns them on, and not before', async ({
  openPage,
  apiAs,
  sandbox,
}) => {
  const desk = await apiAs('turfDesk');
  const [emailBefore, emailAfter] = [uniqueEmail(), uniqueEmail()];
  // Tomorrow, because no email is sent about a time that has passed.
  const date = addDays(indiaDate(new Date()), 1);
  const page = await openPage('turfOwner');
  await page.goto('/turf-dashboard/settings/messages');
  const emailSwitch = page.getByRole('switch', { name: 'Email customers about their bookings' });
  await expect(emailSwitch).not.toBeChecked();
  await desk.createAppointment({
    personName: 'Rohan Gupta',
    personEmail: emailBefore,
    date,
    doctor: undefined,
  });
  await emailSwitch.click();
  await expect(page.getByText('Your customers now get emails')).toBeVisible();
  await page.reload();
  await expect(emailSwitch).toBeChecked();
  const { id } = await desk.createAppointment({
    personName: 'Aarav Sharma',
    personEmail: emailAfter,
    date,
    doctor: undefined,
  });
  const { subject, text } = await latestEmailTo(sandbox, emailAfter);
  expect(subject).toMatch(/^Your booking at /);
  expect(text).toMatch(
    /^Hello Aarav Sharma,\s+Your booking at .+ is on \w+day, \d+ \w+ \d{4} at 12:00 pm \(India time\)\./,
  );
  const link = /http\S+\/privacy-policy/.exec(text)?.[0] ?? '';
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/privacy/i);
  await desk.cancelAppointment(id);
  expect((await latestEmailTo(sandbox, emailAfter, 2)).subject).toMatch(/was cancelled$/);
  const arrivals = await sandbox.control.arrivals('mail');
  expect(arrivals.filter(({ content }) => JSON.stringify(content).includes(emailBefore))).toEqual([]);
});

/** The numbers of delivered, waiting and failed webhooks about created appointments. */
async function deliveryCounts(page: Page): Promise<string[]> {
  const row = page.getByRole('row', { name: /^Webhook: appointment created/ });
  await expect(row).toBeVisible();
  return row.getByRole('cell').allTextContents();
}
