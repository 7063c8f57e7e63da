import { listAppointments } from '@samay/contract/bookings/appointments';
import { changeOnlineAccount, getOnlineAccount } from '@samay/contract/online-payments/account';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';
import {
  deposit,
  merchant,
  type PaidPages,
  startPaidPages,
} from '../../../../test/fixtures/public/paid-page.ts';
import { businessMerchants } from '../../../../test/fixtures/third-parties/payment-provider.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { reconcileOnlineOrders } from './reconcile.ts';

// Tests that each payment of an order is captured for its booking or goes back where no event arrives, and that a
// change of the keys loses none.

let pages: PaidPages;
beforeAll(async () => {
  pages = await startPaidPages();
});
afterAll(() => pages.close());
beforeEach(() => pages.begin());

const ledgerOf = ({ keyId } = merchant) => pages.desk.accountOf(keyId).ledger;
const reconcile = async () => reconcileOnlineOrders(pages.app.dependencies);
/** Lists the bookings, as of the beginning: later the owner would have to sign in again. */
const listed = async () => {
  pages.later(0);
  return (await pages.page.owner.call(listAppointments, { query: { status: 'all' } })).body.items;
};
/** Has the account capture all that it has by itself. */
const captureAll = async () => {
  for (const payment of await pages.paidAt()) ledgerOf().capture(payment);
};
const settleAt = async (minutes: number) => {
  pages.later(minutes);
  await reconcile();
  await deliverDue(pages.app.dependencies);
};

it('gives back what an account captured after its time was found taken, without any event [P-12.234]', async () => {
  const lost = await pages.order();
  pages.later(11);
  await (await pages.payer()).hold();
  await pages.pay(lost);
  expect((await pages.rows()).payments).toMatchObject([{ state: 'released', reason: 'taken' }]);
  await captureAll();
  await settleAt(30);
  expect(await pages.paidAt()).toMatchObject([{ status: 'refunded', amount_refunded: deposit }]);
  // Nothing more is to be learned but for a form that is paid within a week.
  const settled: (boolean | undefined)[] = [];
  for (const minute of [1450, 7 * 1440]) {
    await settleAt(minute);
    settled.push((await pages.rows()).orders[0]?.is_settled);
  }
  expect(settled).toEqual([false, true]);
});

it('gives back the second payment that an account captured by itself, without any event, and its person reads so [P-12.234, P-12.181]', async () => {
  pages.desk.setMode('paid-twice');
  const ordered = await pages.order();
  const paid = await pages.pay(ordered);
  pages.desk.setMode('ok');
  await deliverDue(pages.app.dependencies);
  await captureAll();
  await settleAt(1);
  await settleAt(30);
  const amounts = (await pages.paidAt()).map(({ amount_refunded: back }) => back);
  expect(amounts.toSorted((one, other) => one - other)).toEqual([0, deposit]);
  expect(await listed()).toMatchObject([{ amount: deposit }]);
  const { text } = await ordered.visitor.get(paid?.place ?? '');
  expect(text).toContain('₹200 goes back to you automatically.');
  expect(text).not.toContain('is not taken');
});

it('has the money of a booking whose account captured it while the capture was given up [P-12.234]', async () => {
  await pages.pay(await pages.order());
  await asPlatform(pages.app, (tx) =>
    sql`update online_payments set state = 'refused', reason = 'not_captured', settled_at = told_at
      where tenant_id = ${pages.page.clinic.id}`.execute(tx),
  );
  await captureAll();
  await settleAt(30);
  expect(await listed()).toMatchObject([{ amount: deposit }]);
  expect((await pages.rows()).payments).toMatchObject([{ state: 'captured' }]);
});

it('has the money of an account that captures by itself with the booking [P-12.234]', async () => {
  pages.desk.setMode('captures-itself');
  await pages.pay(await pages.order());
  expect(await listed()).toMatchObject([{ amount: deposit }]);
});

it('notes without any event what the business gave back at Razorpay itself [P-12.187]', async () => {
  await pages.pay(await pages.order());
  await deliverDue(pages.app.dependencies);
  const [payment] = await pages.paidAt();
  if (!payment) throw new Error('the provider has the payment');
  const asked = { amount: deposit / 4, receipt: null, notes: {}, speed: 'normal' as const };
  const { refund } = ledgerOf().giveBack(payment, asked, { key: undefined, seconds: 1 });
  ledgerOf().settleRefund(refund, 'processed');
  for (const minute of [30, 1450]) await settleAt(minute);
  const { ledger } = await pages.rows();
  expect(ledger.map(({ paise }) => paise).toSorted((one, other) => one - other)).toEqual([
    -deposit / 4,
    deposit,
  ]);
  expect(await listed()).toMatchObject([{ amount: (deposit * 3) / 4 }]);
});

it('books a payment although what went back of it cannot be asked about [P-12.228]', async () => {
  await pages.pay(await pages.order(), 'vanish:upi');
  await captureAll();
  const [payment] = await pages.paidAt();
  if (!payment) throw new Error('the provider has the payment');
  const asked = { amount: deposit / 4, receipt: null, notes: {}, speed: 'normal' as const };
  ledgerOf().giveBack(payment, asked, { key: undefined, seconds: 1 });
  pages.desk.setMode('no-refunds');
  await settleAt(1);
  expect(await listed()).toMatchObject([{ amount: deposit }]);
});

it('ends an order whose keys Razorpay refuses, and tells the owner [P-12.225]', async () => {
  await pages.order();
  await asPlatform(pages.app, (tx) =>
    sql`update online_accounts set key_id = 'rzp_test_UnknownKey001' where tenant_id = ${pages.page.clinic.id}`.execute(
      tx,
    ),
  );
  await settleAt(1450);
  expect((await pages.rows()).orders).toMatchObject([{ state: 'ended' }]);
  pages.later(0);
  expect((await pages.page.owner.call(getOnlineAccount)).body.trouble).toContain('refuses the keys');
});

it('takes payments again by keys that were refused and are right after all [P-12.186]', async () => {
  const { keyId } = merchant;
  const { merchant: account } = pages.desk.accountOf(keyId);
  const trouble = async () => {
    pages.later(0);
    return (await pages.page.owner.call(getOnlineAccount)).body.trouble;
  };
  await pages.order();
  const { keySecret } = account;
  Object.assign(account, { keySecret: 'anotherSecret000' });
  await settleAt(1);
  expect(await trouble()).toContain('refuses the keys');
  Object.assign(account, { keySecret });
  await settleAt(1);
  expect(await trouble()).toBeNull();
  // Later it is seen where an order is asked about.
  await asPlatform(pages.app, (tx) =>
    sql`update online_accounts set refused_at = ${new Date(0)} where key_id = ${keyId}`.execute(tx),
  );
  await settleAt(3);
  expect(await trouble()).toBeNull();
});

it('asks soon again where the provider is away, and keeps the other orders [P-12.225]', async () => {
  await pages.pay(await pages.order(), 'vanish:upi');
  pages.desk.setMode('down');
  await settleAt(1);
  pages.desk.setMode('ok');
  await settleAt(2);
  expect(await listed()).toHaveLength(1);
});

it('books, captures and reads events by the keys before for a day after they were changed [P-12.235]', async () => {
  const { owner } = pages.page;
  const [paying, reporting, begun] = [
    await pages.order('09:00'),
    await pages.order('10:00'),
    await pages.order('11:00'),
  ];
  const back = await pages.desk.pay(paying.visitor.checkout(paying.shown.body));
  await pages.pay(reporting, 'vanish:upi');
  const [, other] = businessMerchants;
  const { keyId, keySecret } = other;
  expect((await owner.call(changeOnlineAccount, { body: { isOn: true, keyId, keySecret } })).status).toBe(
    200,
  );
  expect((await paying.visitor.comeBack(back)).place).toMatch(/^\/m\//);
  expect(await pages.report('payment.authorized', reporting)).toBe(200);
  await deliverDue(pages.app.dependencies);
  expect((await listed()).map(({ amount }) => amount)).toEqual([deposit, deposit]);
  // A visitor who has not paid gets an order of the new account; a payment of the former form counts too.
  const { visitor, place } = begun;
  expect((await visitor.get(place)).body).not.toContain('name="order_id"');
  expect((await visitor.post(place)).place).toBe(place);
  const again = await visitor.get(place);
  expect(visitor.checkout(again.body).fields['key_id']).toBe(keyId);
  await pages.pay(begun, 'vanish:upi');
  await settleAt(1);
  const rows = await pages.rows();
  expect(rows.payments.map(({ state, key_id: key }) => [state, key])).toEqual(
    [0, 1, 2].map(() => ['captured', merchant.keyId]),
  );
  expect(rows.ledger).toHaveLength(3);
});
