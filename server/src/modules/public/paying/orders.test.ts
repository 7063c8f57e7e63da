import { createHmac, randomUUID } from 'node:crypto';
import { listAppointments } from '@samay/contract/bookings/appointments';
import { changeOnlineAccount } from '@samay/contract/online-payments/account';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testNow } from '../../../../test/fixtures/app.ts';
import { buildPage } from '../../../../test/fixtures/public/business-with-page.ts';
import {
  connectAccount,
  merchant,
  monday,
  type PaidPages,
  startPaidPages,
} from '../../../../test/fixtures/public/paid-page.ts';
import { buildApp } from '../../../app.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { forgetOldOrders } from './forget.ts';
import { reconcileOnlineOrders } from './reconcile.ts';

// Tests the orders of the public page: how long their time is kept, the way back without a payment, and their end.

let pages: PaidPages;
beforeAll(async () => {
  pages = await startPaidPages();
});
afterAll(() => pages.close());
beforeEach(() => pages.begin());

const listed = async () =>
  (await pages.page.owner.call(listAppointments, { query: { status: 'all' } })).body.items;

it('an order keeps its time for ten minutes, and by a press again, while the notice passes [P-12.221]', async () => {
  const begin = Date.parse(`${monday}T08:55:00+05:30`);
  const minutes = (passed: number) => pages.app.setNow(new Date(begin + passed * 60_000).toISOString());
  minutes(0);
  // The business gives times an hour ahead: ten o'clock is given for five minutes more.
  const ordered = await pages.order('10:00');
  minutes(9);
  await pages.pay(ordered);
  expect((await pages.rows()).orders).toMatchObject([{ state: 'booked' }]);
  minutes(0);
  const { visitor, place, shown } = await pages.order('11:00');
  minutes(10);
  expect((await visitor.get(place)).text).toContain('The time is no longer kept for you.');
  expect((await visitor.post(place)).place).toBe(place);
  const kept = await visitor.get(place);
  expect(kept.text).toContain('until 9:15 am');
  expect(visitor.checkout(kept.body)).toEqual(visitor.checkout(shown.body));
  minutes(21);
  await (await pages.payer()).hold('11:00');
  expect((await visitor.post(place)).place).toContain('note=taken');
});

it('an order stays one when its form is sent again, for the person who was chosen last [P-12.222]', async () => {
  const visitor = await pages.payer();
  await visitor.hold();
  const request = randomUUID();
  const { place } = await visitor.ask({ request });
  expect((await visitor.ask({ request })).place).toBe(`/c/${request}`);
  expect((await visitor.post(`/c/${request}/who`, { person: 'new' })).place).toBe(place);
  const { body } = await visitor.get(place);
  const again = await visitor.get(place);
  expect(visitor.checkout(again.body)).toEqual(visitor.checkout(body));
  expect((await pages.rows()).orders).toHaveLength(1);
});

it('an order is paid again after a return without a payment, of which the page says so [P-12.222]', async () => {
  const ordered = await pages.order();
  const failed = await pages.pay(ordered, 'fail:card');
  expect(failed?.headers['refresh']).toContain(`0; url=/b/${pages.page.slug}${ordered.place}?`);
  expect(failed?.text).toContain('Nothing was paid.');
  const cancelled = await ordered.visitor.get(`${ordered.place}/return`);
  expect(cancelled.headers['refresh']).toContain('note=unpaid');
  const again = await ordered.visitor.get(`${ordered.place}?note=unpaid`);
  expect(again.text).toContain('Nothing was paid. You can pay again.');
  expect((await pages.pay({ ...ordered, shown: again }))?.place).toMatch(/^\/m\//);
});

it('no order is made where nothing is to be paid, or there is no account [P-12.223]', async () => {
  await pages.take(undefined);
  expect((await (await pages.payer()).ask()).place).toMatch(/^\/m\//);
  await pages.take({ takes: 'all', deposit: null });
  const { keyId } = merchant;
  await pages.page.owner.call(changeOnlineAccount, { body: { isOn: false, keyId, keySecret: null } });
  expect((await (await pages.payer()).ask({ time: '11:00' })).place).toMatch(/^\/m\//);
  expect((await pages.rows()).orders).toEqual([]);
});

it('an order says that the provider is away, and is made by a press [P-12.224]', async () => {
  pages.desk.setMode('down');
  const { visitor, place } = await pages.order();
  expect(place).toMatch(/^\/p\/[\w-]{36}\?note=away$/);
  expect((await visitor.get(place)).text).toContain('The payment page cannot be reached at the moment.');
  const path = place.replace('?note=away', '');
  expect((await visitor.post(path)).place).toBe(place);
  pages.desk.setMode('ok');
  expect((await visitor.post(path)).place).toBe(path);
  expect((await pages.pay({ visitor, shown: await visitor.get(path) }))?.place).toMatch(/^\/m\//);
});

it('an order is asked about at growing distances by one server, ended after a day, and forgotten [P-12.225, P-12.181]', async () => {
  const ordered = await pages.order();
  const asked: number[] = [];
  for (const minute of [1, 2, 3, 4, 9, 10, 29, 30, 59, 60, 119, 120, 240, 479, 480, 960, 1449, 1450]) {
    pages.later(minute);
    await Promise.all([0, 1].map(() => reconcileOnlineOrders(pages.app.dependencies)));
    const { checks = 0 } = (await pages.rows()).orders[0] ?? {};
    if (checks > asked.length) asked.push(minute);
    expect(checks).toBe(asked.length);
  }
  expect(asked).toEqual([1, 3, 10, 30, 60, 120, 240, 480, 960, 1450]);
  expect((await pages.rows()).orders).toMatchObject([{ state: 'ended', person_name: 'Meera Joshi' }]);
  expect((await ordered.visitor.get(ordered.place)).text).toContain('This was not booked');
  // A payment from now on is not taken.
  await pages.pay(ordered, 'vanish:upi');
  await pages.report('payment.authorized', ordered);
  expect((await pages.rows()).payments).toMatchObject([{ state: 'released', reason: 'late' }]);
  expect((await ordered.visitor.get(ordered.place)).text).toContain('was no longer kept for you. Your money');
  pages.later(61 * 24 * 60);
  await forgetOldOrders(pages.app.dependencies);
  const forgotten = { person_name: null, contact: null, number: null, email: null, note: null };
  expect((await pages.rows()).orders).toMatchObject([forgotten]);
});

it('an event that is forged or one of a rush is refused before the database, and other businesses are heard [T-2.66]', async () => {
  const { settings } = pages.app.dependencies;
  const limits = { ...settings.limits, anonymous: 2 };
  const served = await buildApp({
    ...pages.app.dependencies,
    settings: { ...settings, databasePoolSize: 4, limits },
  });
  const send = async ({ path, secret } = pages.events, eventId: string = randomUUID()) => {
    const payload = '{}';
    const signature = createHmac('sha256', secret).update(payload).digest('hex');
    const signed = { 'x-razorpay-event-id': eventId, 'x-razorpay-signature': signature };
    const headers = { 'content-type': 'application/json', ...signed };
    return (await served.inject({ method: 'POST', url: path, headers, payload })).statusCode;
  };
  // One place, and twenty that wait.
  const rush = await Promise.all(Array.from({ length: 30 }, async () => send()));
  expect(new Set(rush)).toEqual(new Set([200, 503]));
  const forged = { ...pages.events, secret: 'another' };
  expect(await send(pages.events, 'no id')).toBe(409);
  expect([await send(forged), await send(forged), await send(forged)]).toEqual([409, 409, 429]);
  expect(await send()).toBe(429);
  const others = await connectAccount(await buildPage(pages.app, { mode: 'booking' }));
  expect(await send(others)).toBe(200);
  await served.close();
});

it('an order of a deleted business is not asked about [P-12.189]', async () => {
  await pages.order();
  await asPlatform(pages.app, (tx) =>
    tx
      .updateTable('tenants')
      .set({ deleted_at: new Date(testNow) })
      .where('id', '=', pages.page.clinic.id)
      .execute(),
  );
  pages.later(1);
  await reconcileOnlineOrders(pages.app.dependencies);
  expect((await pages.rows()).orders).toMatchObject([{ checks: 0 }]);
});

it('a stranger reports nothing without the secret of that business, and returns nothing without a signature [T-4.6]', async () => {
  const ordered = await pages.order();
  const back = await pages.desk.pay(ordered.visitor.checkout(ordered.shown.body));
  const theirs = await connectAccount(await buildPage(pages.app, { mode: 'booking' }));
  const report = async (sent: Parameters<PaidPages['report']>[3]) =>
    pages.report('payment.authorized', ordered, {}, sent);
  expect(await report({ secret: 'another' })).toBe(409);
  expect(await report({ secret: theirs.secret })).toBe(409);
  expect(await report({ path: '/api/online-payments/unknown' })).toBe(409);
  // Another business's own report books nothing here.
  expect(await report(theirs)).toBe(200);
  const forged = { ...back.fields, razorpay_signature: '0'.repeat(64) };
  expect((await ordered.visitor.comeBack({ ...back, fields: forged })).text).toContain('is being checked');
  const foreign = await pages.order('11:00');
  const elsewhere = { address: back.address.replace(ordered.id, foreign.id), fields: back.fields };
  expect((await ordered.visitor.comeBack(elsewhere)).text).toContain('is being checked');
  expect([(await pages.rows()).payments, await listed()]).toEqual([[], []]);
});
