import { listAppointments } from '@samay/contract/bookings/appointments';
import { getMoney } from '@samay/contract/bookings/money';
import { listOnlineRefunds } from '@samay/contract/bookings/online-refunds';
import { cancelAppointment, undoCancel } from '@samay/contract/bookings/transitions';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';
import {
  deposit,
  merchant,
  monday,
  type PaidPages,
  startPaidPages,
} from '../../../../test/fixtures/public/paid-page.ts';
import { reconcileOnlineOrders } from './reconcile.ts';

// Tests a booking that is cancelled between its payment and the capture: by its person, and by the business.

let pages: PaidPages;
beforeAll(async () => {
  pages = await startPaidPages();
});
afterAll(() => pages.close());
beforeEach(() => pages.begin());

/** Finds the booking, and reads what the desk sees of its payment before that is taken. */
const listed = async () =>
  (await pages.page.owner.call(listAppointments, { query: { status: 'all' } })).body.items[0]?.id ?? '';
const authorized = async (id: string) =>
  (await pages.page.owner.call(getMoney, { params: { id } })).body.authorized;

it.each([
  ['all', 100, deposit],
  ['part', 25, deposit / 4],
] as const)(
  'gives back by the rule *%s* what is captured after its person cancelled [P-12.152, P-12.181]',
  async (rule, percent, back) => {
    await pages.choose({ refundRule: rule, refundPercent: percent });
    const ordered = await pages.order();
    const paid = await pages.pay(ordered);
    // The rule that they read before they paid counts.
    await pages.choose({ refundRule: 'none' });
    const own = (paid?.place ?? '').split('?')[0] ?? '';
    const shown = await ordered.visitor.get(`${own}/cancel`);
    expect(shown.text).toContain(`₹${back / 100} goes back to you`);
    const id = await listed();
    const form = { fromDate: monday, fromTime: '10:00' };
    expect((await ordered.visitor.post(`${own}/cancel`, form)).status).toBe(303);
    expect(await authorized(id)).toEqual({ paise: deposit, back });
    await deliverDue(pages.app.dependencies);
    const { ledger } = await pages.rows();
    expect(ledger.map(({ paise }) => paise).toSorted((one, other) => other - one)).toEqual([deposit, -back]);
    const [payment] = await pages.paidAt();
    expect(payment?.amount_refunded).toBe(back);
  },
);

it('takes nothing for what the business cancelled, and gives all of it back where it was taken [P-12.181, P-12.233]', async () => {
  const { owner } = pages.page;
  await pages.choose({ refundRule: 'none' });
  const ordered = await pages.order();
  const paid = await pages.pay(ordered);
  const params = { id: await listed() };
  expect(await authorized(params.id)).toEqual({ paise: deposit, back: 0 });
  expect((await owner.call(cancelAppointment, { params, body: { money: 'leave' } })).status).toBe(200);
  expect(await authorized(params.id)).toEqual({ paise: deposit, back: deposit });
  const goesBack = '₹200 that you paid is not taken';
  expect((await ordered.visitor.get(paid?.place ?? '')).text).toContain(goesBack);
  await deliverDue(pages.app.dependencies);
  expect(await authorized(params.id)).toBeNull();
  expect((await ordered.visitor.get(paid?.place ?? '')).text).toContain(goesBack);
  const { ledger, payments } = await pages.rows();
  expect(ledger).toEqual([]);
  expect(payments).toMatchObject([{ state: 'refused', reason: 'cancelled' }]);
  expect(await pages.paidAt()).toMatchObject([{ status: 'authorized' }]);
  // The account captures it by hand, and no event arrives.
  const [payment] = await pages.paidAt();
  if (payment) pages.desk.accountOf(merchant.keyId).ledger.capture(payment);
  pages.later(30);
  await reconcileOnlineOrders(pages.app.dependencies);
  await deliverDue(pages.app.dependencies);
  expect(await pages.paidAt()).toMatchObject([{ status: 'refunded', amount_refunded: deposit }]);
});

it('lists as unpaid what was not taken because of a cancel that is taken back after that [P-12.181]', async () => {
  const { owner } = pages.page;
  await pages.pay(await pages.order());
  const params = { id: await listed() };
  await owner.call(cancelAppointment, { params, body: { money: 'leave' } });
  await deliverDue(pages.app.dependencies);
  expect((await owner.call(undoCancel, { params })).body.status).toBe('scheduled');
  expect((await owner.call(listOnlineRefunds)).body.unpaid).toMatchObject([{ wasCancelled: true }]);
});
