import { getMoney, refundPayment, takePayment } from '@samay/contract/bookings/money';
import {
  listOnlineRefunds,
  noteOnlineRefund,
  retryOnlineRefund,
} from '@samay/contract/bookings/online-refunds';
import { changeOnlineAccount, getOnlineAccount } from '@samay/contract/online-payments/account';
import { getReceived } from '@samay/contract/ledger/received';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testNow } from '../../../../test/fixtures/app.ts';
import { signInAs } from '../../../../test/fixtures/builders.ts';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';
import { allRight, findWrongSums } from '../../../../test/fixtures/money/wrong-sums.ts';
import { PaidBooking } from '../../../../test/fixtures/public/paid-booking.ts';
import { accountOf } from '../../../../test/fixtures/public/paid-online.ts';
import { businessMerchants } from '../../../../test/fixtures/third-parties/payment-provider.ts';
import { systemContext } from '../../../context/business-context.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { applyReportedRefund, runRefundJob } from '../index.ts';

// Tests what the provider reports of refunds when words are lost, late or of another try. ₹400 are paid online.

/** A refund as the sandbox keeps it. */
type Refund = ReturnType<ReturnType<typeof accountOf>['ledger']['getRefunds']>[number];

let booked: PaidBooking;
let payments: PaidBooking['payments'];
let app: PaidBooking['app'];
let page: PaidBooking['page'];
let id: string;
let paymentId: string;
beforeAll(async () => {
  booked = await PaidBooking.start();
  ({ payments, app } = booked);
});
afterAll(() => booked.close());
beforeEach(async () => {
  await booked.begin(40_000);
  ({ page, id, paymentId } = booked);
  payments.setMode('refund-pending');
});

const later = (minutes: number) => booked.later(minutes);
const money = async () => (await page.owner.call(getMoney, { params: { id } })).body;
/** Lists the sums that went back, the least first: rows of one instant have no order. */
const given = async () =>
  (await money()).rows
    .flatMap(({ kind, paise }) => (kind === 'refund' ? [-paise] : []))
    .toSorted((one, other) => one - other);
const refunds = async () => {
  // The caller's token has ended where time has passed.
  const owner = await signInAs(app, page.clinic, 'BUSINESS_OWNER');
  const answer = await owner.call(listOnlineRefunds);
  expect(answer.error).toBeUndefined();
  return answer.body.items;
};
const provided = (): Refund[] => accountOf(payments).ledger.getRefunds(paymentId);

/** Asks ₹100 back at the desk. */
async function askBack(amount = 10_000) {
  const { rows, onlineRefunds } = await money();
  const paid = rows.find(({ kind }) => kind === 'payment');
  const amountBefore = rows.reduce((sum, row) => sum + row.paise, 0);
  const pendingBefore = onlineRefunds.reduce((sum, row) => sum + row.paise, 0);
  const body = {
    payment: paid?.id ?? '',
    method: 'Online',
    reason: 'Goodwill',
    amount,
    amountBefore,
    pendingBefore,
  };
  const asked = await page.owner.call(refundPayment, { params: { id }, body });
  expect(asked.error?.code).toBeUndefined();
}

/** Reports what the provider has of a refund, as its event does. */
async function report({ id: refundId, amount, receipt }: Refund, status: 'pending' | 'processed' | 'failed') {
  const context = systemContext(app.dependencies, { job: 'test', tenantId: page.clinic.id });
  await applyReportedRefund(context, { id: refundId, paymentId, amount, receipt, status });
}

/** Makes a refund at the provider by hand, on its way: as when its answer was lost. */
function give(receipt: string): Refund {
  const { ledger } = accountOf(payments);
  const payment = ledger.payment(paymentId);
  if (!payment) throw new Error('the provider has the payment');
  const asked = { amount: 10_000, receipt, notes: {}, speed: 'normal' as const };
  return ledger.giveBack(payment, asked, { key: receipt, seconds: 1 }).refund;
}

/** Asks ₹100 back while the provider is away; returns the refund's id, and its receipt there. */
async function askUnheard() {
  payments.setMode('down');
  await askBack();
  await deliverDue(app.dependencies);
  const [refund] = await refunds();
  const refundId = refund?.id ?? '';
  return { params: { id: refundId }, receipt: refundId.replaceAll('-', '') };
}

/** Fails the only refund here, with the reason that keys are refused, as a question that came too early did. */
const failHere = async () =>
  asPlatform(app, (tx) =>
    tx
      .updateTable('online_refunds')
      .set({ state: 'failed', error: 'keys' })
      .where('tenant_id', '=', page.clinic.id)
      .execute(),
  );

it('leaves what is on its way where the provider refuses the question [P-12.157]', async () => {
  await askBack();
  await deliverDue(app.dependencies);
  const { merchant } = accountOf(payments);
  const right = merchant.keySecret;
  Object.assign(merchant, { keySecret: 'anotherSecret000' });
  later(11);
  await runRefundJob(app.dependencies);
  Object.assign(merchant, { keySecret: right });
  expect(await refunds()).toMatchObject([{ state: 'accepted', error: null }]);
  expect((await page.owner.call(getOnlineAccount)).body.trouble).toContain('refuses the keys');
});

it('takes what an earlier try made in place of another one, and notes nothing another way then [P-12.157]', async () => {
  const { params, receipt } = await askUnheard();
  give(receipt);
  await failHere();
  await page.owner.call(retryOnlineRefund, { params });
  payments.setMode('ok');
  await deliverDue(app.dependencies);
  expect(provided()).toHaveLength(1);
  expect(await refunds()).toMatchObject([{ state: 'accepted' }]);
  await failHere();
  payments.setMode('down');
  const away = await page.owner.call(noteOnlineRefund, { params, body: { method: 'UPI' } });
  expect(away.error?.code).toBe('payment.provider_away');
  payments.setMode('ok');
  const noted = await page.owner.call(noteOnlineRefund, { params, body: { method: 'UPI' } });
  expect(noted.error?.code).toBe('refund.settled');
  expect(await refunds()).toMatchObject([{ state: 'accepted' }]);
  expect(await given()).toEqual([]);
});

it('hears a late word about the try that it is of, and that money went back over a failure [P-12.157]', async () => {
  const { params, receipt } = await askUnheard();
  const first = give(receipt);
  await report(first, 'pending');
  accountOf(payments).ledger.settleRefund(first, 'failed');
  await report(first, 'failed');
  expect(await refunds()).toMatchObject([{ state: 'failed', error: 'refused' }]);
  await page.owner.call(retryOnlineRefund, { params });
  await report(first, 'failed');
  expect(await refunds()).toMatchObject([{ state: 'asked' }]);
  const second = give(`${receipt}t1`);
  await failHere();
  await report(second, 'processed');
  expect(await refunds()).toMatchObject([{ state: 'done', isTwice: false }]);
  expect(await given()).toEqual([10_000]);
});

it('gives two equal refunds each its own word, before its answer too [P-12.157]', async () => {
  await askBack();
  await deliverDue(app.dependencies);
  await askBack();
  payments.setMode('ok');
  await deliverDue(app.dependencies);
  for (const refund of provided()) await report(refund, 'processed');
  expect(await given()).toEqual([10_000, 10_000]);
  expect((await refunds()).map(({ state }) => state)).toEqual(['done', 'done']);
});

it('says that it went back twice what was given back another way before [P-12.157]', async () => {
  payments.setMode('no-balance');
  await askBack();
  await deliverDue(app.dependencies);
  const params = { id: (await refunds())[0]?.id ?? '' };
  const noted = await page.owner.call(noteOnlineRefund, { params, body: { method: 'UPI' } });
  expect(noted.body.state).toBe('noted');
  const receipt = params.id.replaceAll('-', '');
  await report({ id: 'rfnd_Late0000000001', amount: 10_000, receipt } as Refund, 'processed');
  expect(await refunds()).toMatchObject([{ state: 'noted', isTwice: true }]);
  expect(await given()).toEqual([10_000]);
});

it('asks by the keys that took the payment, and fails after a week what no account knows [P-12.157, P-12.180]', async () => {
  await askBack();
  const [{ keyId: before }, { keyId, keySecret }] = businessMerchants;
  await page.owner.call(changeOnlineAccount, { body: { isOn: true, keyId, keySecret } });
  // Its order was made again with the new keys after it had been paid.
  await asPlatform(app, async (tx) => {
    const ofPage = ['tenant_id', '=', page.clinic.id] as const;
    await tx
      .updateTable('online_payments')
      .set({ key_id: before })
      .where(...ofPage)
      .execute();
    await tx
      .updateTable('online_orders')
      .set({ key_id: keyId })
      .where(...ofPage)
      .execute();
  });
  await deliverDue(app.dependencies);
  expect(provided()).toHaveLength(1);
  const states: string[] = [];
  for (const hours of [1, 26, 7 * 24 + 1]) {
    later(hours * 60);
    await runRefundJob(app.dependencies);
    states.push(...(await refunds()).map(({ state, error }) => `${state} ${error}`));
  }
  expect(states).toEqual(['accepted null', 'accepted null', 'failed not_found']);
  // The week begins again with another try.
  const owner = await signInAs(app, page.clinic, 'BUSINESS_OWNER');
  await owner.call(retryOnlineRefund, { params: { id: (await refunds())[0]?.id ?? '' } });
  await asPlatform(app, (tx) =>
    tx
      .updateTable('online_refunds')
      .set({ state: 'accepted', provider_refund_id: 'rfnd_Forgotten00001' })
      .where('tenant_id', '=', page.clinic.id)
      .execute(),
  );
  later((7 * 24 + 2) * 60);
  await runRefundJob(app.dependencies);
  expect(await refunds()).toMatchObject([{ state: 'accepted' }]);
});

it('notes what the business gives back at the provider itself, once, and no more than is left [P-12.158]', async () => {
  const foreign = { id: 'rfnd_Dashboard00001', amount: 15_000, receipt: null } as Refund;
  await report(foreign, 'pending');
  expect(await refunds()).toEqual([]);
  await Promise.all([report(foreign, 'processed'), report(foreign, 'processed')]);
  expect(await given()).toEqual([15_000]);
  expect(await refunds()).toMatchObject([{ state: 'done', paise: 15_000 }]);
  // It answers our own refund that has failed.
  payments.setMode('no-balance');
  await askBack();
  await deliverDue(app.dependencies);
  await report({ id: 'rfnd_Dashboard00002', amount: 10_000, receipt: null } as Refund, 'processed');
  expect((await refunds()).map(({ state }) => state)).toEqual(['done', 'done']);
  await report({ id: 'rfnd_Dashboard00003', amount: 40_000, receipt: null } as Refund, 'processed');
  expect(await given()).toEqual([10_000, 15_000, 15_000]);
});

it('takes what became an advance from it, as far as it is not spent, and says of the rest that it went back twice [P-12.158]', async () => {
  const [paid] = (await money()).rows;
  const keep = { payment: paid?.id ?? '', method: 'Advance', reason: 'Goodwill', lowers: false };
  const params = { id };
  await page.owner.call(refundPayment, { params, body: { ...keep, amount: 10_000, amountBefore: 40_000 } });
  const foreign = { id: 'rfnd_Dashboard00006', amount: 15_000, receipt: null } as Refund;
  await report({ ...foreign, amount: 35_000 }, 'processed');
  await report({ ...foreign, amount: 35_000 }, 'processed');
  const after = await money();
  expect([await given(), after.advance, after.onlineRefunds]).toEqual([[30_000], 5000, []]);
  const booked = { booking: { id }, state: 'done' };
  const bySum = async () => (await refunds()).toSorted((one, other) => other.paise - one.paise);
  expect(await bySum()).toMatchObject([
    { ...booked, paise: 30_000, isTwice: false },
    { ...booked, paise: 5000, isTwice: false },
  ]);
  // The other ₹50 are spent before they go back.
  const spent = { amount: 2000, method: 'Advance', amountBefore: null };
  expect((await page.owner.call(takePayment, { params, body: spent })).error).toBeUndefined();
  for (const _ of [1, 2]) await report({ ...foreign, id: 'rfnd_Dashboard00007', amount: 5000 }, 'processed');
  expect((await money()).advance).toBe(0);
  expect((await bySum()).slice(2)).toMatchObject([
    { ...booked, paise: 3000, isTwice: false },
    { ...booked, paise: 2000, isTwice: true },
  ]);
  const day = { from: '2026-11-21', to: '2026-11-21' };
  expect((await page.owner.call(getReceived, { query: day })).body.total).toBe(2000);
  expect(await findWrongSums(app.database, page.clinic.id)).toEqual(allRight);
});

it('is the refund that was noted as given back another way, once, and another one after that [P-12.227]', async () => {
  payments.setMode('refund-fails');
  await askBack();
  await deliverDue(app.dependencies);
  for (const refund of provided()) accountOf(payments).ledger.settleRefund(refund, 'failed');
  later(11);
  await runRefundJob(app.dependencies);
  const params = { id: (await refunds())[0]?.id ?? '' };
  const noted = await page.owner.call(noteOnlineRefund, { params, body: { method: 'UPI' } });
  expect(noted.body.state).toBe('noted');
  const foreign = { id: 'rfnd_Dashboard00004', amount: 10_000, receipt: null } as Refund;
  await report(foreign, 'processed');
  await report(foreign, 'processed');
  expect(await given()).toEqual([10_000]);
  expect(await refunds()).toMatchObject([{ state: 'noted', isTwice: false }]);
  await report({ ...foreign, id: 'rfnd_Dashboard00005' }, 'processed');
  expect(await given()).toEqual([10_000, 10_000]);
});

it('writes what has gone back after the month of its booking was locked as money of its own day [P-12.188]', async () => {
  await askBack();
  await deliverDue(app.dependencies);
  await asPlatform(app, (tx) =>
    tx
      .updateTable('business_profiles')
      .set({ money_locked_until: '2026-11-30' })
      .where('tenant_id', '=', page.clinic.id)
      .execute(),
  );
  app.setNow('2026-12-02T05:00:00.000Z');
  const [refund] = provided();
  if (refund) await report(refund, 'processed');
  expect(await refunds()).toMatchObject([{ state: 'done' }]);
  app.setNow(testNow);
  const { rows } = await money();
  expect(rows.at(-1)).toMatchObject({ kind: 'refund', isLate: true, at: '2026-12-02T05:00:00.000Z' });
});
