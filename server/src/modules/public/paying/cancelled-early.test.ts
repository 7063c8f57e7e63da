import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';
import {
  deposit,
  monday,
  type PaidPages,
  startPaidPages,
} from '../../../../test/fixtures/public/paid-page.ts';

// Tests a booking that its person cancels between its payment and the capture.

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
    const form = { fromDate: monday, fromTime: '10:00' };
    expect((await ordered.visitor.post(`${own}/cancel`, form)).status).toBe(303);
    await deliverDue(pages.app.dependencies);
    const { ledger } = await pages.rows();
    expect(ledger.map(({ paise }) => paise).toSorted((one, other) => other - one)).toEqual([deposit, -back]);
    const [payment] = await pages.paidAt();
    expect(payment?.amount_refunded).toBe(back);
  },
);
