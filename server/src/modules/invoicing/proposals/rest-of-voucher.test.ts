import { cancelAppointment } from '@samay/contract/bookings/transitions';
import { getMoney, refundPayment, setDiscount } from '@samay/contract/bookings/money';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { PaperClinic } from '../../../../test/fixtures/money/paper-clinic.ts';

// Tests money of a receipt voucher that the bill of its visit does not have.

let app: TestApp;
let clinic: PaperClinic;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  app.setNow(testNow);
  clinic = await PaperClinic.open(app);
});
afterAll(() => app.close());

async function giveBack(id: string, amount: number, amountBefore: number, method = 'UPI') {
  const payment = (await clinic.owner.call(getMoney, { params: { id } })).body.rows[0]?.id ?? '';
  const body = { payment, amount, amountBefore, method, reason: 'Goodwill' };
  expect((await clinic.owner.call(refundPayment, { params: { id }, body })).status).toBe(200);
}

/** Pays ₹1,200 before a visit, with their voucher, and bills the ₹900 that it costs in the end. */
async function billLess(): Promise<string> {
  const id = await clinic.visit('2026-11-22', { price: 1200_00 });
  await clinic.take(id, 1200_00);
  await clinic.make(id, 'receipt_voucher');
  const discount = { discount: 300_00, discountBefore: 0, reason: 'Shorter' };
  await clinic.owner.call(setDiscount, { params: { id }, body: discount });
  await clinic.setNow('2026-11-22T06:00:00.000Z');
  const { body: invoice } = await clinic.make(id, 'tax_invoice');
  expect(invoice).toMatchObject({ total: 900_00, vouchers: [{ paise: 900_00 }] });
  return id;
}

const back = async (id: string) =>
  (await clinic.papersOf(id)).proposals
    .filter(({ kind }) => kind === 'refund_voucher')
    .map(({ total, of }) => [total, of?.number]);

it('is given back with its tax after the bill, and without tax beyond it [P-9.182]', async () => {
  const id = await billLess();
  await giveBack(id, 100_00, 1200_00);
  app.setNow('2026-11-22T06:05:00.000Z');
  await giveBack(id, 500_00, 1100_00);
  expect(await back(id)).toEqual([
    [100_00, 'V/26-27/000001'],
    [200_00, 'V/26-27/000001'],
  ]);
  expect((await clinic.make(id, 'refund_voucher')).body).toMatchObject({ rate: 1800, taxable: 84_74 });
  await clinic.make(id, 'refund_voucher');
  app.setNow('2026-11-22T06:10:00.000Z');
  await giveBack(id, 50_00, 600_00);
  expect(await back(id)).toEqual([[50_00, undefined]]);
});

it('went back before the bill of a cancellation fee and keeps its tax, whichever paper is first [P-9.182]', async () => {
  const id = await clinic.visit('2026-11-24');
  await clinic.take(id, 500_00);
  await clinic.make(id, 'receipt_voucher');
  await clinic.owner.call(cancelAppointment, { params: { id }, body: {} });
  await giveBack(id, 200_00, 500_00);
  expect((await clinic.make(id, 'tax_invoice')).body.vouchers).toMatchObject([{ paise: 300_00 }]);
  expect(await back(id)).toEqual([[200_00, 'V/26-27/000001']]);
});

it('is named by the invoice of the visit on which it is spent as an advance [P-9.184]', async () => {
  const id = await billLess();
  await giveBack(id, 300_00, 1200_00, 'Advance');
  const [spent, kept] = [
    await clinic.visit('2026-11-22', { price: 200_00 }),
    await clinic.visit('2026-11-25'),
  ];
  await clinic.take(spent, 200_00, 'Advance');
  expect((await clinic.make(spent, 'tax_invoice')).body.vouchers).toMatchObject([
    { number: 'V/26-27/000001', paise: 200_00 },
  ]);
  await clinic.refundAdvance(kept, 100_00);
  expect(await back(kept)).toEqual([[100_00, 'V/26-27/000001']]);
});

it('is in no two invoices where it became an advance in parts, with money that no voucher is left of [P-9.184]', async () => {
  const id = await billLess();
  await giveBack(id, 200_00, 1200_00, 'Advance');
  app.setNow('2026-11-22T06:05:00.000Z');
  await giveBack(id, 400_00, 1000_00, 'Advance');
  app.setNow('2026-11-22T06:10:00.000Z');
  await clinic.takeAdvance(id, 500_00);
  const later = await clinic.visit('2026-11-25');
  await clinic.make(later, 'receipt_voucher');
  const named = [];
  for (const price of [550_00, 50_00, 100_00]) {
    const spent = await clinic.visit('2026-11-22', { price });
    await clinic.take(spent, price, 'Advance');
    named.push((await clinic.make(spent, 'tax_invoice')).body.vouchers);
  }
  expect(named).toMatchObject([
    [{ number: 'V/26-27/000001', paise: 300_00 }],
    [],
    [{ number: 'V/26-27/000002', paise: 100_00 }],
  ]);
});
