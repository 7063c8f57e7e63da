import { getAppointment } from '@samay/contract/bookings/appointments';
import {
  addCharge,
  correctPayment,
  getMoney,
  refundPayment,
  voidPayment,
} from '@samay/contract/bookings/money';
import { getPaper } from '@samay/contract/invoicing/papers';
import { listToBill } from '@samay/contract/invoicing/to-bill';
import { closeDrawer, getDrawer } from '@samay/contract/ledger/drawers';
import { beforeEach, expect, it } from 'vitest';
import { testApp, testNow } from '../../../../test/fixtures/app.ts';
import { PaperClinic } from '../../../../test/fixtures/money/paper-clinic.ts';

// Tests refunds of a visit of ₹1,500 with an invoice.

let clinic: PaperClinic;
let id: string;
beforeEach(async () => {
  const app = await testApp();
  app.setNow(testNow);
  clinic = await PaperClinic.open(app);
  id = await clinic.visit('2026-11-21', { price: 1_500_00, status: 'completed' });
  await clinic.take(id, 1_500_00, 'UPI');
});

async function refund(amount: number, more: object, idempotencyKey = crypto.randomUUID()) {
  const { rows } = (await clinic.owner.call(getMoney, { params: { id } })).body;
  const row = rows.find(({ kind }) => kind === 'payment');
  const usual = { payment: row?.id ?? '', amount, method: 'UPI', reason: 'Goodwill', amountBefore: 1_500_00 };
  return clinic.owner.call(refundPayment, { params: { id }, body: { ...usual, ...more }, idempotencyKey });
}
async function voidRefund(): Promise<void> {
  const { rows } = (await clinic.owner.call(getMoney, { params: { id } })).body;
  const payment = rows.find(({ kind }) => kind === 'refund')?.id ?? '';
  const body = { payment, reason: 'Wrong person' };
  expect((await clinic.owner.call(voidPayment, { params: { id }, body })).status).toBe(200);
}
const toBill = async () => (await clinic.owner.call(listToBill, { query: {} })).body.items;
const ofVisit = async () =>
  (await clinic.proposed(id)).filter(([kind]) => kind !== 'receipt' && kind !== 'refund_voucher');
const credited = async () =>
  (await clinic.papersOf(id)).papers.filter(({ kind }) => kind === 'credit_note').map(({ total }) => total);

it('a refund makes its credit note, and one that is sent again makes it once [P-9.162]', async () => {
  const { body: invoice } = await clinic.make(id, 'tax_invoice');
  const key = crypto.randomUUID();
  const more = { creditNote: { ofId: invoice.id, total: 300_00 } };
  expect((await refund(300_00, more, key)).body).toMatchObject({ amount: 1_200_00, due: 0 });
  expect((await refund(300_00, more, key)).status).toBe(200);
  const [note] = (await clinic.papersOf(id)).papers.filter(({ kind }) => kind === 'credit_note');
  expect((await clinic.owner.call(getPaper, { params: { id: note?.id ?? '' } })).body).toMatchObject({
    total: 300_00,
    taxable: 254_24,
    reason: 'Goodwill',
    of: { number: invoice.number },
  });
  expect(await credited()).toEqual([300_00]);
  // Nothing is left to bill: the visit costs ₹1,200.
  expect(await ofVisit()).toEqual([['credit_note', 1_200_00]]);
});

it('neither is made where the note cannot be: above the refund, above the invoice, after its last day [P-9.162]', async () => {
  const { body: invoice } = await clinic.make(id, 'tax_invoice');
  const note = (total: number) => ({ creditNote: { ofId: invoice.id, total } });
  expect((await refund(300_00, note(300_01))).error?.code).toBe('paper.changed');
  await clinic.make(id, 'credit_note', { total: 1_400_00, reason: 'Goodwill' });
  expect((await refund(300_00, note(300_00))).error?.code).toBe('paper.changed');
  await clinic.setNow('2027-12-01T06:00:00.000Z');
  expect((await refund(100_00, note(100_00))).error?.code).toBe('paper.credit_note_late');
  expect((await clinic.owner.call(getAppointment, { params: { id } })).body.amount).toBe(1_500_00);
  expect(await credited()).toEqual([1_400_00]);
});

it('an invoice after a refund has what the visit costs then, with what it was let off as its discount [P-9.162]', async () => {
  await refund(300_00, {});
  expect((await clinic.make(id, 'tax_invoice')).body).toMatchObject({ total: 1_200_00, discount: 300_00 });
  expect(await ofVisit()).toEqual([['credit_note', 1_200_00]]);
});

it('what a credit note took back and is owed again is billed again, what it let off is not [P-9.185]', async () => {
  const { body: invoice } = await clinic.make(id, 'tax_invoice');
  await clinic.make(id, 'credit_note', { total: 50_00, reason: 'Goodwill' });
  await refund(300_00, { creditNote: { ofId: invoice.id, total: 250_00 } });
  expect(await ofVisit()).toEqual([['credit_note', 1_200_00]]);
  await voidRefund();
  expect(await ofVisit()).toContainEqual(['debit_note', 250_00]);
  expect(await toBill()).toMatchObject([
    { kind: 'debit_note', total: 250_00, of: { number: invoice.number } },
  ]);
  expect((await clinic.make(id, 'debit_note')).body).toMatchObject({ rate: 1800, taxable: 211_86 });
  expect(await toBill()).toEqual([]);
});

it.each([
  ['alone', 300_00, 0],
  ['with its own note', 50_00, 250_00],
])(
  'a refund %s uses up what notes let off before, and a charge after it is billed [P-9.185]',
  async (_how, goodwill, own) => {
    const { body: invoice } = await clinic.make(id, 'tax_invoice');
    await clinic.make(id, 'credit_note', { total: goodwill, reason: 'Goodwill' });
    await clinic.setNow('2026-11-21T08:00:00.000Z');
    await refund(300_00, own > 0 ? { creditNote: { ofId: invoice.id, total: own } } : {});
    expect(await ofVisit()).toEqual([['credit_note', 1_200_00]]);
    const body = { name: 'Bandage', amount: 40_00, chargesBefore: 0 };
    expect((await clinic.desk.call(addCharge, { params: { id }, body })).status).toBe(200);
    expect(await ofVisit()).toContainEqual(['debit_note', 40_00]);
    expect(await toBill()).toMatchObject([{ kind: 'debit_note', total: 40_00 }]);
    // A void gives back to the note what it had let off.
    await voidRefund();
    expect(await toBill()).toMatchObject([{ kind: 'debit_note', total: own + 40_00 }]);
    expect(await ofVisit()).toContainEqual(['debit_note', own + 40_00]);
  },
);

it('what a note let off is not billed again once a refund has credited all of its bill and is void [P-9.185]', async () => {
  const { body: invoice } = await clinic.make(id, 'tax_invoice');
  await clinic.make(id, 'credit_note', { total: 400_00, reason: 'Goodwill' });
  await clinic.setNow('2026-11-21T08:00:00.000Z');
  await refund(1_500_00, { creditNote: { ofId: invoice.id, total: 1_100_00 } });
  expect(await ofVisit()).toEqual([]);
  await voidRefund();
  expect(await ofVisit()).toEqual([['tax_invoice', 1_100_00]]);
  await clinic.make(id, 'tax_invoice');
  expect(await ofVisit()).toEqual([['credit_note', 1_100_00]]);
  expect(await toBill()).toEqual([]);
});

it('a refund that is corrected uses up no more than it did, of what notes let off after it [P-9.185]', async () => {
  await refund(300_00, {});
  const { period, expected } = (await clinic.owner.call(getDrawer, { query: {} })).body;
  const close = { counted: 0, handedOver: 0, period, expected: expected ?? 0, note: null };
  expect((await clinic.owner.call(closeDrawer, { body: close })).status).toBe(201);
  await clinic.setNow('2026-11-21T08:00:00.000Z');
  await clinic.make(id, 'tax_invoice');
  await clinic.make(id, 'credit_note', { total: 100_00, reason: 'Goodwill' });
  await clinic.setNow('2026-11-21T09:00:00.000Z');
  const { rows } = (await clinic.owner.call(getMoney, { params: { id } })).body;
  const payment = rows.find(({ kind }) => kind === 'refund')?.id ?? '';
  const right = { payment, amount: 300_00, method: 'Cash', reason: 'Wrong method', amountBefore: 1_200_00 };
  expect((await clinic.owner.call(correctPayment, { params: { id }, body: right })).error).toBeUndefined();
  expect(await ofVisit()).toEqual([['credit_note', 1_100_00]]);
  expect(await toBill()).toEqual([]);
});
