import { createAppointment } from '@samay/contract/bookings/appointments';
import { getOnlineBooking } from '@samay/contract/public/online-booking';
import { confirmRequest, countRequests, declineRequest, listRequests } from '@samay/contract/public/requests';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { signInAs } from '../../../../test/fixtures/builders.ts';
import type { BusinessWithPage } from '../../../../test/fixtures/public/business-with-page.ts';
import { monday as day } from '../../../../test/fixtures/public/paid-page.ts';
import { textOf, UpiPage, utr } from '../../../../test/fixtures/public/upi-page.ts';
import { recordedMailbox } from '../../../../test/fixtures/third-parties/mailbox.ts';
import { forgetOldRequests } from './forget.ts';

// Tests the number of a payment by UPI: whose it is, where it is corrected, and that no paid request is lost.

const other = '633412345679';

let app: TestApp;
let upi: UpiPage;
let page: BusinessWithPage;
beforeAll(async () => {
  app = await testApp({ dependencies: { mail: recordedMailbox().mailer } });
});
afterAll(() => app.close());
beforeEach(async () => {
  upi = await UpiPage.open(app);
  ({ page } = upi);
});

const pay = async (id: string, number = utr) => (await upi.post(`/r/${id}/paid`, { utr: number })).statusCode;
const confirm = async (id: string, number: string | null) =>
  page.owner.call(confirmRequest, { params: { id }, body: { utr: number } });
const decline = async (id: string) =>
  page.owner.call(declineRequest, { params: { id }, body: { reason: null } });
const listed = async () => {
  const owner = await signInAs(app, page.clinic, 'BUSINESS_OWNER');
  return (await owner.call(listRequests)).body.items;
};

it('asks nobody who pays by UPI for an email where codes go by mail [P-12.172]', async () => {
  await upi.choose({ mode: 'booking' });
  expect((await page.owner.call(getOnlineBooking)).body.codes).toBe('mail');
  const form = await upi.get(`/x-ray/ask?day=${day}&time=10:00&with=${page.resource}`);
  expect(form.body).not.toContain('name="email"');
  await upi.ask('10:00');
});

it('confirms the number that the desk has seen, and keeps each one for its request [P-12.173]', async () => {
  const id = await upi.ask('10:00');
  await pay(id);
  await pay(id, other);
  expect((await confirm(id, utr)).error?.code).toBe('request.changed');
  const second = await upi.ask('11:00', '98200 11224');
  expect(await pay(second)).toBe(400);
  expect((await confirm(id, other)).body.request.state).toBe('confirmed');
  expect(await pay(second)).toBe(400);
});

it('says to the desk which number was sent or noted before [P-12.173]', async () => {
  const first = await upi.ask('10:00');
  await pay(first);
  await decline(first);
  const again = await upi.ask('11:00', '98200 11224');
  await pay(again);
  const at = { date: day, time: '13:00', resourceId: page.resource, serviceId: upi.service };
  const paid = { amount: 20_000, paymentMethod: 'UPI', paymentId: other };
  const person = { personName: 'Ravi Rao', personContact: '98200 11225' };
  expect((await page.owner.call(createAppointment, { body: { ...person, ...at, ...paid } })).status).toBe(
    201,
  );
  const third = await upi.ask('12:00', '98200 11226');
  await pay(third, other);
  const fourth = await upi.ask('09:00', '98200 11227');
  await pay(fourth, '633412345670');
  const known = (await listed()).map(({ id, payment }) => [id, payment?.isKnown]);
  expect(known).toEqual(
    expect.arrayContaining([
      [again, true],
      [third, true],
      [fourth, false],
    ]),
  );
});

it('corrects a number on the page of the request, also after its time was lost [P-12.174]', async () => {
  const id = await upi.ask('10:00');
  await pay(id);
  const waiting = await upi.get(`/r/${id}`);
  expect(waiting.body).toContain(`/r/${id}?correct=1`);
  const correcting = await upi.get(`/r/${id}?correct=1`);
  expect(correcting.headers['refresh']).toBeUndefined();
  expect(textOf(correcting)).toContain('Correct the UTR');
  const wrong = await upi.post(`/r/${id}/paid`, { utr: '12' });
  expect([wrong.statusCode, wrong.body.includes('value="12"')]).toEqual([400, true]);
  app.setNow('2026-11-21T06:00:00Z');
  expect(await pay(id, other)).toBe(303);
  expect((await listed())[0]?.payment?.utr).toBe(other);
});

it('hears the number of a request that was taken back, and moves that of a lapsed one [P-12.174]', async () => {
  const id = await upi.ask('10:00');
  await upi.post(`/r/${id}/withdraw`, {});
  expect(textOf(await upi.get(`/r/${id}`))).toContain('UTR (12 digits)');
  expect(await pay(id)).toBe(303);
  expect(await listed()).toMatchObject([{ id, state: 'pending', payment: { utr } }]);
  app.setNow('2026-11-21T06:00:00Z');
  const stranger = await upi.ask('11:00', '98200 11224');
  expect(await pay(stranger)).toBe(400);
  const next = await upi.ask('12:00');
  expect(await pay(next)).toBe(303);
  const states = (await listed()).map((request) => [request.id, request.state]);
  expect(states).toEqual(
    expect.arrayContaining([
      [next, 'pending'],
      [id, 'withdrawn'],
    ]),
  );
});

it('counts a paid request, lists it first and keeps it until it is answered [P-12.175]', async () => {
  const id = await upi.ask('10:00');
  await pay(id);
  const unpaid = await upi.ask('11:00', '98200 11224');
  app.setNow('2027-02-01T05:00:00Z');
  const owner = await signInAs(app, page.clinic, 'BUSINESS_OWNER');
  expect((await owner.call(countRequests)).body.pending).toBe(1);
  await forgetOldRequests(app.dependencies);
  expect((await owner.call(listRequests)).body.items).toMatchObject([{ id, state: 'lapsed' }]);
  expect((await upi.get(`/r/${unpaid}`)).statusCode).toBe(404);
  await owner.call(declineRequest, { params: { id }, body: { reason: null } });
  expect((await owner.call(countRequests)).body.pending).toBe(0);
});

it('promises no rule for money by UPI, and names no instant that has passed [P-12.176]', async () => {
  const early = textOf(await upi.get(`/x-ray/ask?day=${day}&time=10:00&with=${page.resource}`));
  expect(early).toContain('it gives it back itself');
  expect(early).not.toContain('all of the money goes back');
  app.setNow('2026-11-23T04:00:00Z');
  const late = textOf(await upi.get(`/x-ray/ask?day=${day}&time=10:00&with=${page.resource}`));
  expect(late).toContain(
    'You cannot move or cancel this time yourself any more. The money does not go back then.',
  );
  expect(late).not.toContain('yourself until');
});

it('counts numbers for their own request: one that does not exist uses up nothing [P-12.178]', async () => {
  expect(await pay(randomUUID())).toBe(404);
  const id = await upi.ask('10:00');
  const answers = [];
  for (let at = 0; at < 11; at++) answers.push(await pay(id, `63341234560${at % 10}`));
  expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 303));
  expect(answers.at(10)).toBe(429);
  const second = await upi.ask('11:00', '98200 11224');
  expect(await pay(second)).toBe(303);
});
