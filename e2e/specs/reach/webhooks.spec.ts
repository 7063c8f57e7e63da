import type { Page } from '@playwright/test';
import { addDays, indiaDate } from '@samay/contract/core/time';
import { expectAccessible } from '../../fixtures/checks/accessibility.ts';
import { beginBooking, finishBooking } from '../../fixtures/actions/book.ts';
import { expect, test } from '../../fixtures/test.ts';
import { newName, openList } from '../../fixtures/actions/appointments.ts';
import { letterTo } from '../../fixtures/servers/deliveries.ts';
import { messages, receiverAddress } from '../../fixtures/servers/webhooks.ts';

// The receiver changes how it behaves, and its messages are counted: nobody else may be using it meanwhile.
test.use({ own: 'webhooks' });
test.describe.configure({ mode: 'serial' });

test.afterEach(({ sandbox }) => sandbox.control.setMode('webhook', 'ok'));

test('an owner names a receiver, keeps the secret, and sends a test', async ({ open, as, sandbox, consoleErrors }) => {
  consoleErrors.expect(/422/);
  const page = await open('owner');
  const address = await receiverAddress(sandbox);
  await page.goto('/dashboard/settings');
  await page.getByLabel('When an appointment is created').fill(`${address}booked`);
  await page.getByLabel('When an appointment is cancelled').fill('https://169.254.169.254/');
  await page.getByRole('button', { name: 'Save webhooks' }).click();
  await expect(page.getByText('Please enter an https address that can be reached from the internet.')).toBeVisible();
  await page.getByLabel('When an appointment is cancelled').fill(`${address}cancelled`);
  await page.getByRole('button', { name: 'Save webhooks' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your signing secret' });
  await sandbox.control.setSecret('webhook', (await dialog.getByText(/^whsec_/).textContent()) ?? '');
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('button', { name: 'Send a test: When an appointment is cancelled' }).click();
  await expect(page.getByText('The receiver accepted the test')).toBeVisible();
  expect(await messages(sandbox)).toMatchObject([{ path: '/cancelled', body: { action: 'cancel' }, signature: 'right' }]);

  await sandbox.control.forget('webhook');
  const desk = await as('desk');
  const personName = newName('Vasudha');
  const { id } = await desk.book({ personName, doctor: 'Dr. Rao' });
  await desk.cancel(id);
  await expect.poll(async () => (await messages(sandbox)).length).toBe(2);
  const date = indiaDate(new Date());
  expect(await messages(sandbox)).toEqual([
    {
      path: '/booked',
      body: { tenant_id: expect.stringMatching(/^[0-9a-f-]{36}$/), startDateTime: `${date}T12:00:00+05:30`, summary: personName },
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
      },
      signature: 'right',
      mode: 'ok',
    },
  ]);
  await page.reload();
  await expect.poll(() => countsOf(page)).toEqual(['1', '0', '0']);
  await expectAccessible(page);
  await page.goto(`${sandbox.address}/?party=webhook`);
  await expect(page.locator('details[open]').getByText('right', { exact: true })).toBeVisible();
});

test('a receiver that is away keeps no booking waiting; Settings tells, tries again, and it arrives once the receiver is back', async ({
  open,
  sandbox,
}) => {
  const page = await open('owner');
  await page.goto('/dashboard/settings');
  await expect.poll(() => countsOf(page)).toEqual(['1', '0', '0']);
  const desk = await open('desk');
  await openList(desk);
  await beginBooking(desk, newName('Waiting'));
  // Five failures in a row, after half a minute, would have it left alone for a minute.
  await sandbox.control.setMode('webhook', 'gone');
  await finishBooking(desk);
  await expect.poll(async () => (await messages(sandbox)).map(({ mode }) => mode)).toContain('gone');
  await page.reload();
  await expect(page.getByText('The receiver answered 410.')).toBeVisible();
  await expect.poll(() => countsOf(page)).toEqual(['1', '1', '0']);
  const before = (await messages(sandbox)).length;
  await page.getByRole('button', { name: 'Retry all now' }).click();
  await expect(page.getByText('1 queued again')).toBeVisible();
  await expect.poll(async () => (await messages(sandbox)).length).toBeGreaterThan(before);
  await sandbox.control.setMode('webhook', 'ok');
  await expect.poll(() => countsOf(page), { timeout: 30_000 }).toEqual(['2', '0', '0']);
  await expect(page.getByText('The receiver answered 410.')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Retry all now' })).toBeHidden();
});

test('the customers of a turf get mail once its owner wants that, and not before', async ({ open, as, sandbox }) => {
  const desk = await as('turfDesk');
  const [silent, told] = [`${crypto.randomUUID()}@people.example`, `${crypto.randomUUID()}@people.example`];
  // Nobody is mailed about a time that is past.
  const date = addDays(indiaDate(new Date()), 1);
  const page = await open('turfOwner');
  await page.goto('/turf-dashboard/settings');
  const mail = page.getByRole('switch', { name: 'Email customers about their bookings' });
  await expect(mail).not.toBeChecked();
  await desk.book({ personName: 'Rohan Gupta', personEmail: silent, date, doctor: undefined });
  await mail.click();
  await expect(page.getByText('Your customers now get emails')).toBeVisible();
  await page.reload();
  await expect(mail).toBeChecked();
  const { id } = await desk.book({ personName: 'Aarav Sharma', personEmail: told, date, doctor: undefined });
  const { subject, text } = await letterTo(sandbox, told);
  expect(subject).toMatch(/^Your booking at /);
  expect(text).toMatch(/^Hello Aarav Sharma,\s+Your booking at .+ is on \w+day, \d+ \w+ \d{4} at 12:00 pm \(India time\)\./);
  const link = /http\S+\/privacy-policy/.exec(text)?.[0] ?? '';
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/privacy/i);
  await desk.cancel(id);
  expect((await letterTo(sandbox, told, 2)).subject).toMatch(/was cancelled$/);
  const arrivals = await sandbox.control.arrivals('mail');
  expect(arrivals.filter(({ content }) => JSON.stringify(content).includes(silent))).toEqual([]);
});

/** Delivered, waiting and given up of the messages about bookings that were made. */
async function countsOf(page: Page): Promise<string[]> {
  const row = page.getByRole('row', { name: /^Webhook: appointment created/ });
  await expect(row).toBeVisible();
  return row.getByRole('cell').allTextContents();
}
