import { getMoney } from '@samay/contract/bookings/money';
import { listServices } from '@samay/contract/availability/services';
import { confirmRequest, countRequests, declineRequest, listRequests } from '@samay/contract/public/requests';
import { changeUpi } from '@samay/contract/tenancy/upi';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from 'kysely';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { type BusinessWithPage, buildPage } from '../../../../test/fixtures/public/business-with-page.ts';
import { connectAccount } from '../../../../test/fixtures/public/paid-online.ts';
import { monday as day } from '../../../../test/fixtures/public/paid-page.ts';
import { textOf, UpiPage, utr } from '../../../../test/fixtures/public/upi-page.ts';
import { recordedMailbox } from '../../../../test/fixtures/third-parties/mailbox.ts';
import {
  startPaymentProvider,
  type TestPaymentProvider,
} from '../../../../test/fixtures/third-parties/payment-provider.ts';
import { asPlatform } from '../../../db/tenant.ts';

// Tests what is paid before a time is booked, and the payment by UPI where the business has no account at a provider.

let payments: TestPaymentProvider;
let app: TestApp;
let upi: UpiPage;
let page: BusinessWithPage;
let service: string;
beforeAll(async () => {
  payments = await startPaymentProvider();
  app = await testApp({
    dependencies: { openAccount: payments.openAccount, mail: recordedMailbox().mailer },
  });
});
afterAll(async () => {
  await app.close();
  await payments.close();
});
beforeEach(async () => {
  upi = await UpiPage.open(app);
  ({ page, service } = upi);
});

const timesOf = ({ body }: { body: string }) =>
  [...body.matchAll(/name="time" value="([^"]+)"/g)].map(([, at]) => at);
const requests = async () => (await page.owner.call(listRequests)).body.items;

it('keeps the choice of each service, and none of another business [P-12.145]', async () => {
  const other = await buildPage(app);
  const { items } = (await other.owner.call(listServices)).body;
  const foreign = { serviceId: items[0]?.id ?? '', takes: 'all', deposit: null } as const;
  const saved = await upi.choose({
    payments: [foreign, { serviceId: service, takes: 'all', deposit: null }],
    refundRule: 'part',
    refundPercent: 25,
  });
  expect(saved.body).toMatchObject({
    payments: [{ serviceId: service, takes: 'all', deposit: null }],
    refundRule: 'part',
    refundPercent: 25,
  });
  const { payments } = (await upi.choose({ payments: undefined, refundRule: undefined, horizon: 40 })).body;
  expect(payments).toEqual([{ serviceId: service, takes: 'all', deposit: null }]);
  const wrong = await upi.choose({ payments: [{ serviceId: service, takes: 'deposit', deposit: 99 }] });
  expect(wrong.error?.code).toBe('request.invalid');
});

it('says before the time and before paying what is paid, left and given back, in four languages [P-12.147]', async () => {
  await connectAccount(page.owner);
  await upi.choose({ mode: 'booking', refundRule: 'part', refundPercent: 25 });
  expect(textOf(await upi.get('/x-ray'))).toContain('A deposit of ₹200 is paid before the time is booked.');
  const form = `/x-ray/ask?day=${day}&time=10:00&with=${page.resource}`;
  const said = {
    en: ['Price ₹500', 'To pay now ₹200', 'Left to pay at the desk ₹300', '25% of the money goes back'],
    hi: ['क़ीमत ₹500', 'अभी देना है ₹200', '25% पैसा वापस मिलेगा'],
    mr: ['किंमत ₹500', 'आता द्यायचे ₹200', '25% पैसे परत मिळतील'],
    te: ['ధర ₹500', 'ఇప్పుడు చెల్లించాల్సింది ₹200', '25% డబ్బు తిరిగి వస్తుంది'],
  };
  for (const [language, texts] of Object.entries(said)) {
    const text = textOf(await upi.get(`${form}&l=${language}`));
    for (const one of texts) expect(text).toContain(one);
  }
  await upi.choose({ refundRule: 'none', payments: [{ serviceId: service, takes: 'all', deposit: null }] });
  const all = textOf(await upi.get(form));
  expect(all).toContain('If you cancel, the money does not go back to you.');
  expect(all).not.toContain('Left to pay');
});

it('says that a visitor pays at the desk where nothing can be taken online [P-12.147]', async () => {
  await page.owner.call(changeUpi, { body: { upiId: null } });
  const form = `/x-ray/ask?day=${day}&time=10:00&with=${page.resource}`;
  expect(textOf(await upi.get('/x-ray'))).toContain('You pay at the desk.');
  expect(textOf(await upi.get(form))).not.toContain('To pay now');
});

it('keeps the time ten minutes for a payment by UPI, and half an hour of open time with its UTR [P-12.148]', async () => {
  const id = await upi.ask('10:00');
  expect(await requests()).toEqual([]);
  expect((await page.owner.call(countRequests)).body.pending).toBe(0);
  const paying = await upi.get(`/r/${id}`);
  expect(paying.headers['refresh']).toBeUndefined();
  expect(paying.body).toContain('upi://pay?pa=city.care@okicici');
  expect(paying.body).toContain('am=200.00');
  expect(timesOf(await upi.get(`/x-ray?day=${day}`))).not.toContain('10:00');
  expect((await upi.post(`/r/${id}/paid`, { utr: ' 6334 1234 5678 ' })).statusCode).toBe(303);
  const [request] = await requests();
  expect(request).toMatchObject({ id, state: 'pending', payment: { amount: 20_000, utr, isKnown: false } });
  expect(request?.lapsesAt).toBe('2026-11-21T05:00:00.000Z');
  expect(textOf(await upi.get(`/r/${id}`))).toContain(utr);
  // It is not taken back any more: the money would be lost.
  await upi.post(`/r/${id}/withdraw`, {});
  expect((await requests())[0]?.state).toBe('pending');
});

it('frees an unpaid time, and still shows the business a payment that comes too late [P-12.148]', async () => {
  const id = await upi.ask('10:00');
  app.setNow('2026-11-21T04:41:00Z');
  expect(timesOf(await upi.get(`/x-ray?day=${day}`))).toContain('10:00');
  expect(textOf(await upi.get(`/r/${id}`))).toContain('The time is not kept for you any more.');
  const other = await upi.ask('10:00');
  await upi.post(`/r/${id}/paid`, { utr });
  expect(await requests()).toMatchObject([{ id, payment: { utr } }]);
  const refused = await page.owner.call(confirmRequest, { params: { id }, body: { utr } });
  expect(refused.error?.code).toBe('slot.taken');
  expect((await page.owner.call(confirmRequest, { params: { id: other } })).status).toBe(404);
});

it('takes a UTR for one request, says what is wrong at its field, and corrects one [P-12.149]', async () => {
  const [first, second] = [await upi.ask('10:00'), await upi.ask('11:00')];
  const wrong = await upi.post(`/r/${first}/paid`, { utr: '6334' });
  expect([wrong.statusCode, textOf(wrong)]).toEqual([
    400,
    expect.stringContaining('Please enter the 12 digits'),
  ]);
  expect(wrong.body).toContain('value="6334"');
  await upi.post(`/r/${first}/paid`, { utr: '100000000001' });
  await upi.post(`/r/${first}/paid`, { utr });
  expect((await requests())[0]?.payment).toEqual({ amount: 20_000, utr, isKnown: false });
  const used = await upi.post(`/r/${second}/paid`, { utr });
  expect([used.statusCode, textOf(used)]).toEqual([
    400,
    expect.stringContaining('This UTR was sent already.'),
  ]);
  await page.owner.call(declineRequest, { params: { id: first }, body: { reason: null } });
  expect((await upi.post(`/r/${second}/paid`, { utr })).statusCode).toBe(303);
  const racing = await Promise.all(
    ['12:00', '13:00'].map(async (time) =>
      upi.post(`/r/${await upi.ask(time)}/paid`, { utr: '100000000002' }),
    ),
  );
  expect(racing.map(({ statusCode }) => statusCode)).toEqual(expect.arrayContaining([303, 400]));
});

it('makes the booking and its money by one press, in the drawer of who confirms [P-12.150]', async () => {
  const id = await upi.ask('10:00');
  await upi.post(`/r/${id}/paid`, { utr });
  const blind = await page.owner.call(confirmRequest, { params: { id } });
  expect(blind.error?.code).toBe('request.changed');
  const { body } = await page.owner.call(confirmRequest, { params: { id }, body: { utr } });
  const bookingId = body.request.appointmentId ?? '';
  const { rows } = (await page.owner.call(getMoney, { params: { id: bookingId } })).body;
  expect(rows).toMatchObject([{ kind: 'payment', paise: 20_000, method: 'UPI', reference: utr }]);
  const kept = await asPlatform(app, (tx) =>
    sql<object>`select source, drawer_id is not null as drawer, taken_by is not null as taken from payments
      where tenant_id = ${page.clinic.id}`.execute(tx),
  );
  expect(kept.rows).toEqual([{ source: 'desk', drawer: true, taken: true }]);
});

it('tells the visitor of a declined one that the money is given back [P-12.150]', async () => {
  const id = await upi.ask('10:00');
  await upi.post(`/r/${id}/paid`, { utr });
  const { body } = await page.owner.call(declineRequest, { params: { id }, body: { reason: 'Closed then' } });
  const sentence = 'The business gives back what you have paid.';
  expect(body.told.text).toContain(sentence);
  expect(textOf(await upi.get(`/r/${id}`))).toContain(sentence);
});

it('asks in place of paying at the provider by UPI, or says to the desk what is not paid [P-12.177]', async () => {
  await connectAccount(page.owner);
  await upi.choose({ mode: 'booking' });
  const cookies = new Map<string, string>();
  const step = async (path: string, form: Record<string, string>) => {
    const answer = await app.app.inject({
      method: 'POST',
      url: path,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      },
      payload: new URLSearchParams(form).toString(),
    });
    for (const { name, value } of answer.cookies) cookies.set(name, value);
    return answer;
  };
  const begin = async (time: string, number: string) => {
    const at = { day, time, with: page.resource, request: randomUUID() };
    const typed = { name: 'Meera Joshi', number, email: `${number}@people.example`, note: '' };
    const begun = await step(`/b/${page.slug}/x-ray/ask`, { ...at, ...typed });
    return step(`${begun.headers.location ?? ''}/request`, {});
  };
  const asked = await begin('10:00', '9820011231');
  expect((await app.app.inject({ url: asked.headers.location ?? '' })).body).toContain('upi://pay?pa=');
  await page.owner.call(changeUpi, { body: { upiId: null } });
  await begin('11:00', '9820011232');
  expect(await requests()).toMatchObject([{ payment: null, due: 20_000 }]);
  await upi.choose({ payments: [] });
  expect(await requests()).toMatchObject([{ payment: null, due: null }]);
});
