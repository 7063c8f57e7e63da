import { randomUUID } from 'node:crypto';
import { listAudit } from '@samay/contract/audit/audit-log';
import { getAppointment, listAppointments } from '@samay/contract/bookings/appointments';
import { getMoney } from '@samay/contract/bookings/money';
import { listOnlineRefunds } from '@samay/contract/bookings/online-refunds';
import { getOnlineAccount } from '@samay/contract/online-payments/account';
import { getUsage } from '@samay/contract/tenancy/subscriptions';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testNow } from '../../../../test/fixtures/app.ts';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';
import {
  deposit,
  merchant,
  monday,
  type PaidPages,
  startPaidPages,
} from '../../../../test/fixtures/public/paid-page.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { getOutboxHandlers } from '../../../outbox-handlers.ts';
import { deliverDue as deliverDueWith } from '../../../outbox/deliver.ts';
import { maxAttempts } from '../../../outbox/retry-policy.ts';
import { reconcileOnlineOrders } from './reconcile.ts';

// Tests that a payment of the public page becomes a booking, or goes back, over two servers and with the
// sandbox's provider.

let pages: PaidPages;
beforeAll(async () => {
  pages = await startPaidPages();
});
afterAll(() => pages.close());
beforeEach(() => pages.begin());

type Ordered = Awaited<ReturnType<PaidPages['order']>>;

const listed = async () =>
  (await pages.page.owner.call(listAppointments, { query: { status: 'all' } })).body.items;
const mailed = () => pages.box.emails('meera@people.example').map(({ text }) => text);
const deliverAll = async () => deliverDue(pages.app.dependencies);
const reconcile = async () => reconcileOnlineOrders(pages.app.dependencies);

describe('a service that takes a payment', () => {
  it('leads to its page, which says what is paid now and later, and books nothing before [P-12.214, T-2.71]', async () => {
    const { visitor, place, shown, id } = await pages.order();
    expect(place).toMatch(/^\/p\/[\w-]{36}$/);
    for (const text of ['₹500', '₹200', '₹300', 'until 10:10 am']) expect(shown.text).toContain(text);
    expect(shown.body).not.toContain('<script');
    const { origin } = new URL(pages.desk.apiUrl);
    expect(shown.headers['content-security-policy']).toContain(`form-action 'self' ${origin};`);
    const { fields } = visitor.checkout(shown.body);
    expect(fields).toMatchObject({ amount: '20000', description: 'X-ray', key_id: merchant.keyId });
    expect(JSON.stringify(fields)).not.toContain('Meera');
    expect(await listed()).toEqual([]);
    expect((await pages.page.owner.call(getUsage)).body.used).toBe(0);
    for (const [language, word] of [
      ['hi', 'भुगतान करें'],
      ['mr', 'भरा'],
      ['te', 'చెల్లించండి'],
    ])
      expect((await visitor.get(`/p/${id}?l=${language}`)).text).toContain(word);
    const other = await pages.payer();
    expect((await other.get(place)).status).toBe(404);
    expect((await other.post(place)).status).toBe(404);
  });

  it('books by the payment as the desk does, and has a row of money of no user in no drawer [P-12.215]', async () => {
    const { owner } = pages.page;
    const ordered = await pages.order();
    const back = await pages.pay(ordered);
    expect(back?.place).toMatch(/^\/m\/[\w-]{39}\?l=en$/);
    const [booking, ...more] = await listed();
    expect(more).toEqual([]);
    expect(booking).toMatchObject({ date: monday, time: '10:00', isOnline: true, price: 50_000 });
    expect(booking?.amount).toBeUndefined();
    expect((await owner.call(getUsage)).body.used).toBe(1);
    await deliverAll();
    const [payment] = await pages.paidAt();
    expect(payment?.status).toBe('captured');
    const params = { id: booking?.id ?? '' };
    expect((await owner.call(getAppointment, { params })).body).toMatchObject({
      amount: deposit,
      paymentMethod: 'Online',
      paymentId: payment?.id,
    });
    const { ledger, payments } = await pages.rows();
    const taken = {
      source: 'online',
      paise: deposit,
      drawer_id: null,
      taken_by: null,
      reference: payment?.id,
    };
    expect(ledger).toMatchObject([taken]);
    expect(payments).toMatchObject([{ state: 'captured', ledger_id: ledger[0]?.id }]);
    expect((await owner.call(getMoney, { params })).body.rows).toHaveLength(1);
    // The page of the order leads to the booking from now on.
    expect((await ordered.visitor.get(ordered.place)).place).toBe(back?.place);
  });

  it('has one booking and one row of money, by all who report the payment, in any order and together [P-12.216, P-12.182]', async () => {
    const before = mailed().length;
    const ordered = await pages.order();
    const back = await pages.desk.pay(ordered.visitor.checkout(ordered.shown.body));
    pages.later(2);
    await Promise.all([
      ordered.visitor.comeBack(back),
      ordered.visitor.comeBack(back),
      pages.report('payment.authorized', ordered),
      pages.report('payment.authorized', ordered),
      reconcile(),
    ]);
    await Promise.all([
      deliverAll(),
      pages.report('payment.captured', ordered),
      pages.report('payment.captured', ordered),
      pages.report('payment.authorized', ordered),
    ]);
    await deliverAll();
    expect(await listed()).toMatchObject([{ amount: deposit }]);
    const { ledger, payments, orders } = await pages.rows();
    expect([ledger.length, payments.length, orders[0]?.state]).toEqual([1, 1, 'booked']);
    expect(mailed()).toHaveLength(before + 1);
  });

  it('books for a visitor who never comes back: by the webhook, or a minute later without one, and mails them [P-12.217, P-12.182, T-4.7]', async () => {
    const [told, untold] = [await pages.order('10:00'), await pages.order('11:00')];
    await pages.pay(told, 'vanish:upi');
    await pages.pay(untold, 'vanish:upi');
    const eventId = randomUUID();
    expect(await pages.report('payment.authorized', told, {}, { eventId })).toBe(200);
    expect(await listed()).toMatchObject([{ time: '10:00' }]);
    // The event is acted on once: the same id about another payment does nothing.
    expect(await pages.report('payment.authorized', untold, {}, { eventId })).toBe(200);
    expect(await reconcile()).toBe(0);
    pages.later(1);
    await reconcile();
    await deliverAll();
    expect((await listed()).map(({ time, amount }) => `${time} ${amount}`).toSorted()).toEqual([
      `10:00 ${deposit}`,
      `11:00 ${deposit}`,
    ]);
    const [mail = ''] = mailed().slice(-1);
    const [link = ''] = /\/m\/[\w-]{39}/.exec(mail) ?? [];
    expect(mail).toContain('Paid: ₹200');
    expect((await untold.visitor.get(link)).text).toContain('11:00 am');
  });
});

describe('what cannot be booked', () => {
  /** Pays for a time that cannot be booked any more, and returns what became of it. */
  const payLate = async (ordered: Ordered) => {
    await pages.pay(ordered);
    const { text } = await ordered.visitor.get(ordered.place);
    await deliverAll();
    const { payments, ledger } = await pages.rows();
    const { state, reason } = payments.find((row) => row.order_id === ordered.id) ?? {};
    return { text, state, reason, ledger, status: (await pages.paidAt(ordered))[0]?.status };
  };
  const released = { state: 'released', status: 'authorized', ledger: [] };

  it('is not captured where another has the time, and the page and a mail say that the money goes back [P-12.218, P-12.182]', async () => {
    const ordered = await pages.order();
    pages.later(11);
    await (await pages.payer()).hold();
    const lost = await payLate(ordered);
    expect(lost).toMatchObject({ ...released, reason: 'taken' });
    expect(lost.text).toContain('Your money is not taken');
    expect(mailed().at(-1)).toMatch(/Another visitor had this time[^]*₹200 that you paid is not taken/);
    expect(await listed()).toEqual([]);
  });

  it('is not captured where the number has too many open, the plan is full, or the page is off [P-12.218]', async () => {
    const [many, full, off] = [
      await pages.order('09:00'),
      await pages.order('10:00'),
      await pages.order('11:00'),
    ];
    // A request of the same number waits.
    const { place } = await many.visitor.ask({ time: '12:00' });
    expect((await many.visitor.post(`/c/${place.slice(3)}/request`)).place).toMatch(/^\/r\//);
    await pages.choose({ openPerNumber: 1 });
    expect(await payLate(many)).toMatchObject({ ...released, reason: 'too_many' });
    await asPlatform(pages.app, (tx) =>
      sql`update subscriptions set status = 'ended' where tenant_id = ${pages.page.clinic.id}`.execute(tx),
    );
    const lost = await payLate(full);
    expect(lost).toMatchObject({ ...released, reason: 'full' });
    expect(lost.text).toContain('Appointments are given by telephone at the moment.');
    await pages.choose({ isOn: false });
    await pages.pay(off, 'vanish:upi');
    pages.later(1);
    await reconcile();
    const { payments } = await pages.rows();
    expect(payments.find((row) => row.order_id === off.id)).toMatchObject({
      state: 'released',
      reason: 'closed',
    });
    expect(await listed()).toEqual([]);
  });

  it('is another amount, or of an order that Samay did not make [T-4.8, P-12.218]', async () => {
    const ordered = await pages.order();
    await pages.pay(ordered, 'vanish:upi');
    expect(await pages.report('payment.authorized', ordered, { orderId: 'order_unknown' })).toBe(200);
    expect((await pages.rows()).payments).toEqual([]);
    expect(await pages.report('payment.authorized', ordered, { amount: 100 })).toBe(200);
    expect((await pages.rows()).payments).toMatchObject([
      { state: 'released', reason: 'amount', paise: 100 },
    ]);
    const { text } = await ordered.visitor.get(ordered.place);
    expect(text).toContain('Another amount was paid than was asked for. Your money is not taken');
    expect(await listed()).toEqual([]);
  });

  it('is the second payment of an order, of which its person reads that it goes back [P-12.218, P-12.181]', async () => {
    pages.desk.setMode('paid-twice');
    const ordered = await pages.order();
    await pages.pay(ordered, 'vanish:upi');
    pages.desk.setMode('ok');
    pages.later(1);
    await reconcile();
    await deliverAll();
    const { payments, ledger } = await pages.rows();
    expect(payments.map(({ state, reason }) => `${state} ${reason}`).toSorted()).toEqual([
      'captured null',
      'released second',
    ]);
    expect([ledger.length, (await listed()).length]).toEqual([1, 1]);
    expect((await pages.paidAt()).map(({ status }) => status).toSorted()).toEqual(['authorized', 'captured']);
    const { place } = await ordered.visitor.get(ordered.place);
    expect((await ordered.visitor.get(place)).text).toContain('₹200 that you paid is not taken');
  });
});

describe('an account that captures by itself', () => {
  beforeEach(() => pages.desk.setMode('captures-itself'));

  it('has the booking where the time is free, and gives the payment back where it is not [P-12.219]', async () => {
    const [free, lost] = [await pages.order('10:00'), await pages.order('11:00')];
    pages.later(11);
    await (await pages.payer()).hold('11:00');
    await pages.pay(free);
    await pages.pay(lost);
    const { text } = await lost.visitor.get(lost.place);
    expect(text).toContain('Your money goes back to you automatically.');
    await deliverAll();
    expect(await listed()).toMatchObject([{ time: '10:00', amount: deposit }]);
    expect(await pages.paidAt(free)).toMatchObject([{ status: 'captured', amount_refunded: 0 }]);
    expect(await pages.paidAt(lost)).toMatchObject([{ status: 'refunded', amount_refunded: deposit }]);
    const { payments, ledger } = await pages.rows();
    expect(payments.find(({ reason }) => reason === 'taken')).toMatchObject({
      state: 'captured',
      ledger_id: null,
    });
    expect(ledger).toHaveLength(1);
  });

  it('or a person who captures what was not to be taken, gives it back [P-12.219]', async () => {
    pages.desk.setMode('ok');
    const lost = await pages.order();
    pages.later(11);
    await (await pages.payer()).hold();
    await pages.pay(lost);
    const [payment] = await pages.paidAt();
    if (payment) pages.desk.accountOf(merchant.keyId).ledger.capture(payment);
    await Promise.all([0, 1].map(() => pages.report('payment.captured', lost)));
    await deliverAll();
    expect(await pages.paidAt()).toMatchObject([{ status: 'refunded', amount_refunded: deposit }]);
  });
});

describe('a capture', () => {
  /** Has the provider refuse the keys; first once, of which the owner reads, then in the last try of a day. */
  async function giveWrongKeys() {
    const account = pages.desk.accountOf(merchant.keyId);
    const right = account.merchant.keySecret;
    Object.assign(account.merchant, { keySecret: 'anotherSecret000' });
    await deliverAll();
    expect((await pages.rows()).payments).toMatchObject([{ state: 'authorized' }]);
    expect((await pages.page.owner.call(getOnlineAccount)).body.trouble).toContain('refuses the keys');
    await asPlatform(pages.app, (tx) =>
      sql`update outbox set attempts = ${maxAttempts - 1}, next_at = ${new Date(testNow)}
        where kind = 'online.capture' and tenant_id = ${pages.page.clinic.id}`.execute(tx),
    );
    await deliverAll();
    Object.assign(account.merchant, { keySecret: right });
  }

  const removeAccount = async () =>
    asPlatform(pages.app, (tx) =>
      sql`delete from online_accounts where tenant_id = ${pages.page.clinic.id}`.execute(tx),
    );

  it('is tried again while the provider is away [P-12.220]', async () => {
    await pages.pay(await pages.order());
    pages.desk.setMode('down');
    await deliverAll();
    expect((await pages.rows()).payments).toMatchObject([{ state: 'authorized' }]);
    pages.desk.setMode('ok');
    pages.later(1);
    await deliverAll();
    expect(await listed()).toMatchObject([{ amount: deposit }]);
  });

  it.each([
    ['the keys are wrong for a day', async () => giveWrongKeys()],
    ['the business has no account any more', async () => removeAccount()],
  ])(
    'that ends because %s leaves the booking unpaid, and the log says so [P-12.183, P-12.220]',
    async (_, spoil) => {
      await pages.pay(await pages.order());
      await spoil();
      await deliverAll();
      expect((await pages.rows()).payments).toMatchObject([{ state: 'refused', reason: 'not_captured' }]);
      expect((await pages.page.owner.call(listOnlineRefunds)).body.unpaid).toMatchObject([
        { paise: deposit },
      ]);
      const { items } = (await pages.page.owner.call(listAudit)).body;
      expect(items.find(({ action }) => action === 'money.online_refused')?.detail).toMatchObject({
        reason: 'not_captured',
      });
    },
  );

  it('that broke off here in its last try leaves the booking unpaid, too [P-12.220]', async () => {
    await pages.pay(await pages.order());
    await asPlatform(pages.app, (tx) =>
      sql`update outbox set attempts = ${maxAttempts - 1} where kind = 'online.capture' and tenant_id = ${pages.page.clinic.id}`.execute(
        tx,
      ),
    );
    const handlers = getOutboxHandlers(pages.app.dependencies);
    const breaking = async () => Promise.reject(new Error('the database is away'));
    await deliverDueWith(pages.app.dependencies, {
      ...handlers,
      effects: { ...handlers.effects, 'online.capture': breaking },
    });
    expect((await pages.rows()).payments).toMatchObject([{ state: 'refused', reason: 'not_captured' }]);
  });

  it('that is refused for good leaves the booking unpaid, until a report says otherwise [P-12.220, P-12.226]', async () => {
    const ordered = await pages.order();
    await pages.pay(ordered);
    pages.desk.accountOf(merchant.keyId).ledger.lapse(0, true);
    await deliverAll();
    expect((await pages.rows()).payments).toMatchObject([{ state: 'refused', reason: 'returned' }]);
    expect((await listed()).map(({ status, amount }) => [status, amount])).toEqual([
      ['scheduled', undefined],
    ]);
    const unpaid = async () => (await pages.page.owner.call(listOnlineRefunds)).body.unpaid;
    expect(await unpaid()).toMatchObject([
      { paise: deposit, booking: { personName: 'Meera Joshi', date: monday, time: '10:00' } },
    ]);
    await Promise.all([0, 1].map(() => pages.report('payment.captured', ordered)));
    expect((await pages.rows()).payments).toMatchObject([{ state: 'captured' }]);
    expect(await listed()).toMatchObject([{ amount: deposit }]);
    expect(await unpaid()).toEqual([]);
  });
});
