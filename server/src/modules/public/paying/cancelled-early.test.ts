import { listAppointments } from '@samay/contract/bookings/appointments';
import { cancelAppointment } from '@samay/contract/bookings/transitions';
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

it.each([
  ['all', 100, deposit],
  ['part', 25, deposit / 4],
] as const)(
  'gives back by the rule *%s* what is captured after its person cancelled [P-12.152]',
  async (rule, percent, back) => {
    await pages.choose({ refundRule: rule, refundPercent: percent });
    const ordered = await pages.order();
    const paid = await pages.pay(ordered);
    // The rule that they read before they paid counts.
    await pages.choose({ refundRule: 'none' });
    const own = (paid?.place ?? '').split('?')[0] ?? '';
    const shown = await ordered.visitor.get(`${own}/cancel`);
    expect(shown.text).toContain(`₹${back / 100} goes back to you`);
    const form = { fromDate: monday, fromTime: '10:00' };
    expect((await ordered.visitor.post(`${own}/cancel`, form)).status).toBe(303);
    await deliverDue(pages.app.dependencies);
    const { ledger } = await pages.rows();
    expect(ledger.map(({ paise }) => paise).toSorted((one, other) => other - one)).toEqual([deposit, -back]);
    const [payment] = await pages.paidAt();
    expect(payment?.amount_refunded).toBe(back);
  },
);

it('takes nothing for what the business cancelled, and gives all of it back where it was taken [P-12.233]', async () => {
  const { owner } = pages.page;
  await pages.choose({ refundRule: 'none' });
  await pages.pay(await pages.order());
  const [booking] = (await owner.call(listAppointments, { query: { status: 'all' } })).body.items;
  const params = { id: booking?.id ?? '' };
  expect((await owner.call(cancelAppointment, { params, body: { money: 'leave' } })).status).toBe(200);
  await deliverDue(pages.app.dependencies);
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
