import { getAppointment } from '@samay/contract/bookings/appointments';
import { addClosing, continueClosing, undoClosing } from '@samay/contract/bookings/closings';
import { getMoney, refundPayment, takePayment, voidPayment } from '@samay/contract/bookings/money';
import {
  listOnlineRefunds,
  noteOnlineRefund,
  retryOnlineRefund,
} from '@samay/contract/bookings/online-refunds';
import { cancelAppointment } from '@samay/contract/bookings/transitions';
import { countRequests } from '@samay/contract/public/requests';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { signInAs } from '../../../../test/fixtures/builders.ts';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';
import { buildPage } from '../../../../test/fixtures/public/business-with-page.ts';
import { PaidBooking } from '../../../../test/fixtures/public/paid-booking.ts';
import { accountOf } from '../../../../test/fixtures/public/paid-online.ts';
import { composeBookingSecret } from '../../../context/booking-link.ts';
import { systemContext } from '../../../context/business-context.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { applyReportedRefund, runRefundJob } from '../index.ts';

// Tests what goes back of money that was paid on the public page. The visit is on Monday at eleven; now is Saturday.

let booked: PaidBooking;
let payments: PaidBooking['payments'];
let app: PaidBooking['app'];
let page: PaidBooking['page'];
let id: string;
let secret: string;
beforeAll(async () => {
  booked = await PaidBooking.start();
  ({ payments, app } = booked);
});
afterAll(() => booked.close());
beforeEach(async () => {
  await booked.begin(20_000);
  ({ page, id } = booked);
  const { short_id: shortId } = await asPlatform(app, (tx) =>
    tx.selectFrom('tenants').select('short_id').where('id', '=', page.clinic.id).executeTakeFirstOrThrow(),
  );
  const linked = { shortId, reference: booked.reference, version: 0 };
  secret = composeBookingSecret(app.dependencies.secrets, linked) ?? '';
  later(1);
});

const text = async (path = '') =>
  (await app.app.inject({ url: `/m/${secret}${path}` })).body
    .replaceAll(/<style[^]*<\/style>|<svg[^]*<\/svg>|<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');
const cancelOwn = async () =>
  app.app.inject({
    method: 'POST',
    url: `/m/${secret}/cancel`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'fromDate=2026-11-23&fromTime=11:00',
  });
const money = async () => (await page.owner.call(getMoney, { params: { id } })).body;
const refunds = async () => (await page.owner.call(listOnlineRefunds)).body.items;
/** Cancels at the desk, with the money given back. */
const cancel = async () => page.owner.call(cancelAppointment, { params: { id }, body: { money: 'refund' } });
const later = (minutes: number) => booked.later(minutes);
/** The sums that went back at the provider of this booking's payment. */
const given = async () => {
  const [paid] = (await money()).rows;
  return accountOf(payments)
    .ledger.getRefunds(paid?.reference ?? '')
    .map(({ amount, status }) => [amount, status]);
};

it.each([
  ['all', 100, '₹200 goes back to you', [20_000]],
  ['part', 25, '₹50 goes back to you', [5000]],
  ['none', 0, '₹200 does not go back to you', []],
] as const)(
  'gives back by the rule *%s* that its person read before they paid [P-12.152]',
  async (_, percent, said, back) => {
    await asPlatform(app, (tx) =>
      tx
        .updateTable('online_orders')
        .set({ refund_percent: percent })
        .where('appointment_id', '=', id)
        .execute(),
    );
    expect(await text('/cancel')).toContain(said);
    expect((await cancelOwn()).statusCode).toBe(303);
    if (back.length > 0) expect(await text()).toContain('Being given back');
    await deliverDue(app.dependencies);
    expect((await given()).map(([amount]) => amount)).toEqual(back);
    const { rows } = await money();
    expect(rows.slice(1).map(({ kind, paise }) => [kind, -paise])).toEqual(
      back.map((paise) => ['refund', paise]),
    );
    if (back.length > 0) expect(await text()).toMatch(/Given back|Refunded/);
  },
);

it('gives nothing back after the cut-off: they cannot cancel by themselves [P-12.152]', async () => {
  app.setNow('2026-11-23T02:00:00.000Z');
  await cancelOwn();
  const owner = await signInAs(app, page.clinic, 'BUSINESS_OWNER');
  expect((await owner.call(getAppointment, { params: { id } })).body.status).toBe('scheduled');
  expect((await owner.call(listOnlineRefunds)).body.items).toEqual([]);
});

it('gives back by the provider and from no drawer what the desk cancels [P-12.153]', async () => {
  const { body } = await cancel();
  expect(body).toMatchObject({ status: 'cancelled', amount: 20_000 });
  expect((await money()).onlineRefunds).toMatchObject([{ paise: 20_000, hasFailed: false }]);
  await deliverDue(app.dependencies);
  const after = await money();
  expect(after.onlineRefunds).toEqual([]);
  expect(after.rows).toMatchObject([
    { kind: 'payment', paise: 20_000, left: 0 },
    { kind: 'refund', paise: -20_000, method: 'Online', by: null, drawerId: null },
  ]);
  expect(await given()).toEqual([[20_000, 'processed']]);
});

it('gives nothing a second time while it is on its way, and voids nothing that was paid online [P-12.153]', async () => {
  const [paid] = (await money()).rows;
  const asked = { payment: paid?.id ?? '', method: 'Online', reason: 'Goodwill', amountBefore: 20_000 };
  const params = { id };
  const first = await page.owner.call(refundPayment, { params, body: { ...asked, amount: 15_000 } });
  expect(first.body.amount).toBe(20_000);
  const unseen = await page.owner.call(refundPayment, { params, body: { ...asked, amount: 5000 } });
  expect(unseen.error?.code).toBe('payment.changed');
  const seen = { ...asked, amount: 5001, pendingBefore: 15_000 };
  const second = await page.owner.call(refundPayment, { params, body: seen });
  expect(second.error?.code).toBe('payment.exceeded');
  const kept = await page.owner.call(refundPayment, {
    params,
    body: { ...seen, method: 'Advance' },
  });
  expect(kept.error?.code).toBe('payment.exceeded');
  const voided = await page.owner.call(voidPayment, {
    params,
    body: { payment: asked.payment, reason: 'Typed wrongly' },
  });
  expect(voided.error?.code).toBe('payment.not_voidable');
  // The rest goes back with the cancel.
  await cancel();
  await deliverDue(app.dependencies);
  expect((await given()).map(([amount]) => amount)).toEqual(expect.arrayContaining([15_000, 5000]));
  expect((await money()).rows.reduce((sum, { paise }) => sum + paise, 0)).toBe(0);
});

it('takes no other method for what was paid online, and one for the rest where its share was seen [P-12.159]', async () => {
  const params = { id };
  const cash = { amount: 30_000, method: 'Cash', amountBefore: 20_000 };
  await page.owner.call(takePayment, { params, body: cash });
  const [paid] = (await money()).rows;
  const body = {
    payment: paid?.id ?? '',
    method: 'Cash',
    reason: 'Goodwill',
    amount: 100,
    amountBefore: 50_000,
  };
  const byCash = await page.owner.call(refundPayment, { params, body });
  expect(byCash.error?.code).toBe('refund.online');
  const blind = { money: 'refund', method: 'Cash' } as const;
  for (const wrong of [blind, { ...blind, online: 50_000 }]) {
    const refused = await page.owner.call(cancelAppointment, { params, body: wrong });
    expect(refused.error?.code).toBe('refund.online');
  }
  const seen = { ...blind, online: 20_000 };
  expect((await page.owner.call(cancelAppointment, { params, body: seen })).body.status).toBe('cancelled');
  await deliverDue(app.dependencies);
  const back = (await money()).rows.filter(({ kind }) => kind === 'refund');
  expect(back.map(({ method, paise }) => [method, paise])).toEqual(
    expect.arrayContaining([
      ['Cash', -30_000],
      ['Online', -20_000],
    ]),
  );
});

it('goes back online where a tab of the release before cancels by the method by which it was paid [P-12.185]', async () => {
  const cancelBy = async (method: string) =>
    page.owner.call(cancelAppointment, { params: { id }, body: { money: 'refund', method } });
  expect((await cancelBy('Cash')).error?.code).toBe('refund.online');
  // Nothing sends what was paid at the desk.
  const cash = { amount: 30_000, method: 'Cash', amountBefore: 20_000 };
  await page.owner.call(takePayment, { params: { id }, body: cash });
  expect((await cancelBy('Online')).error?.code).toBe('refund.online');
  const payment = (await money()).rows.find(({ method }) => method === 'Cash')?.id ?? '';
  const body = { payment, reason: 'Typed wrongly' };
  expect((await page.owner.call(voidPayment, { params: { id }, body })).error).toBeUndefined();
  expect((await cancelBy('Online')).body.status).toBe('cancelled');
  await deliverDue(app.dependencies);
  expect(await given()).toEqual([[20_000, 'processed']]);
});

it('lets a closing be undone after its money has gone back [P-12.179]', async () => {
  const at = { date: '2026-11-23', time: '11:00' };
  const { body: closing } = await page.owner.call(addClosing, {
    body: {
      from: { date: at.date, time: '09:00' },
      to: { date: at.date, time: '14:00' },
      resourceId: page.resource,
      reason: 'Doctor ill',
      bookings: [{ id, before: at, decision: { action: 'cancel', money: 'refund' } }],
    },
  });
  const params = { id: closing.id };
  await page.owner.call(continueClosing, { params });
  await deliverDue(app.dependencies);
  expect((await refunds())[0]?.state).toBe('done');
  later(2);
  await page.owner.call(undoClosing, { params });
  await page.owner.call(continueClosing, { params });
  expect((await page.owner.call(getAppointment, { params: { id } })).body.status).toBe('scheduled');
});

it('is given back once where the answer was lost, and noted once however often it is reported [P-12.154]', async () => {
  payments.setMode('down');
  await cancel();
  await deliverDue(app.dependencies);
  expect(await refunds()).toMatchObject([{ state: 'asked' }]);
  payments.setMode('refund-pending');
  later(11);
  await runRefundJob(app.dependencies);
  await deliverDue(app.dependencies);
  expect(await refunds()).toMatchObject([{ state: 'accepted' }]);
  const { ledger } = accountOf(payments);
  const [paid] = (await money()).rows;
  const [refund] = ledger.getRefunds(paid?.reference ?? '');
  if (!refund) throw new Error('the provider has the refund');
  ledger.settleRefund(refund, 'processed');
  const context = systemContext(app.dependencies, { job: 'test', tenantId: page.clinic.id });
  const { id: refundId, payment_id: paymentId, amount, receipt } = refund;
  const reported = { id: refundId, paymentId, amount, receipt };
  await Promise.all(
    [1, 2, 3].map(async () => applyReportedRefund(context, { ...reported, status: 'processed' })),
  );
  await applyReportedRefund(context, { ...reported, status: 'failed' });
  await applyReportedRefund(context, {
    ...reported,
    id: 'rfnd_ofNobody00000',
    paymentId: 'pay_x',
    receipt: null,
    status: 'processed',
  });
  expect(await refunds()).toMatchObject([{ state: 'done' }]);
  expect(await given()).toEqual([[20_000, 'processed']]);
  expect((await money()).rows.filter(({ kind }) => kind === 'refund')).toHaveLength(1);
});

it('asks about a refund that is on its way until it ends [P-12.154]', async () => {
  payments.setMode('refund-pending');
  await cancel();
  await deliverDue(app.dependencies);
  const { ledger } = accountOf(payments);
  const [paid] = (await money()).rows;
  const [refund] = ledger.getRefunds(paid?.reference ?? '');
  if (!refund) throw new Error('the provider has the refund');
  ledger.settleRefund(refund, 'processed');
  later(11);
  await runRefundJob(app.dependencies);
  expect(await refunds()).toMatchObject([{ state: 'done' }]);
});

it('waits for the owner where the provider refuses it, and is tried again [P-12.155]', async () => {
  payments.setMode('no-balance');
  await cancel();
  await deliverDue(app.dependencies);
  const [failed] = await refunds();
  expect(failed).toMatchObject({ state: 'failed', error: 'balance', paise: 20_000, booking: { id } });
  expect((await page.owner.call(countRequests)).body.failedRefunds).toBe(1);
  const desk = await signInAs(app, page.clinic, 'EMPLOYEE');
  expect((await desk.call(countRequests)).body.failedRefunds).toBe(0);
  expect((await desk.call(listOnlineRefunds)).status).toBe(403);
  payments.setMode('ok');
  const params = { id: failed?.id ?? '' };
  expect((await page.owner.call(retryOnlineRefund, { params })).body).toMatchObject({
    state: 'asked',
    error: null,
  });
  await deliverDue(app.dependencies);
  expect(await refunds()).toMatchObject([{ state: 'done' }]);
  expect((await page.owner.call(retryOnlineRefund, { params })).error?.code).toBe('refund.settled');
});

it('is noted as given back another way, as a refund of the desk [P-12.155]', async () => {
  payments.setMode('refund-fails');
  await cancel();
  await deliverDue(app.dependencies);
  const { ledger } = accountOf(payments);
  const [paid] = (await money()).rows;
  for (const refund of ledger.getRefunds(paid?.reference ?? '')) ledger.settleRefund(refund, 'failed');
  later(11);
  await runRefundJob(app.dependencies);
  const [failed] = await refunds();
  expect(failed).toMatchObject({ state: 'failed', error: 'refused' });
  const params = { id: failed?.id ?? '' };
  const below = await page.owner.call(noteOnlineRefund, { params, body: { method: 'Cash' } });
  expect(below.error?.code).toBe('drawer.below_zero');
  const noted = await page.owner.call(noteOnlineRefund, { params, body: { method: 'UPI' } });
  expect(noted.body.state).toBe('noted');
  const { rows, onlineRefunds } = await money();
  expect(onlineRefunds).toEqual([]);
  expect(rows.at(-1)).toMatchObject({ kind: 'refund', paise: -20_000, method: 'UPI' });
});

it('keeps the refunds of each business apart, and asks no more back than is left [T-2.70]', async () => {
  payments.setMode('no-balance');
  await cancel();
  await deliverDue(app.dependencies);
  const [failed] = await refunds();
  const other = await buildPage(app);
  expect((await other.owner.call(listOnlineRefunds)).body.items).toEqual([]);
  const params = { id: failed?.id ?? '' };
  expect((await other.owner.call(retryOnlineRefund, { params })).status).toBe(404);
  expect((await other.owner.call(noteOnlineRefund, { params, body: { method: 'UPI' } })).status).toBe(404);
  const [paid] = (await money()).rows;
  const more = asPlatform(app, (tx) =>
    sql`insert into online_refunds (tenant_id, id, payment_id, of_id, appointment_id, paise, reason, state, asked_at, next_check_at)
      values (${page.clinic.id}, ${randomUUID()}, ${paid?.reference ?? ''}, ${paid?.id ?? ''}, ${id}, 1, 'More', 'asked', now(), now())`.execute(
      tx,
    ),
  );
  await expect(more).rejects.toThrow('more of a payment is asked back than is left of it');
});
