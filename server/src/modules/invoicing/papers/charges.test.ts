import {
  addCharge,
  getMoney,
  refundPayment,
  removeCharge,
  setDiscount,
  takePayment,
} from '@samay/contract/bookings/money';
import { exportPaperSums } from '@samay/contract/invoicing/papers';
import { listToBill } from '@samay/contract/invoicing/to-bill';
import { setChargeList } from '@samay/contract/ledger/charge-list';
import { expect, it } from 'vitest';
import { testApp } from '../../../../test/fixtures/app.ts';
import { PaperClinic } from '../../../../test/fixtures/money/paper-clinic.ts';

const bandage = {
  id: '00000000-0000-4000-8000-0000000000c1',
  name: 'Bandage',
  amount: 112_00,
  treatment: 'taxable',
  sac: '999312',
  rate: 1200,
} as const;
const today = '2026-11-21';

async function openClinic(): Promise<PaperClinic> {
  const clinic = await PaperClinic.open(await testApp());
  await clinic.owner.call(setChargeList, { body: { offers: [bandage] } });
  return clinic;
}

async function charge(clinic: PaperClinic, id: string, body: object): Promise<void> {
  const { status } = await clinic.desk.call(addCharge, { params: { id }, body: body as never });
  expect(status).toBe(200);
}

it('an invoice has the service and each charge as a line with its own tax, which add up to its sums [P-9.144]', async () => {
  const clinic = await openClinic();
  const id = await clinic.visit(today);
  await charge(clinic, id, { name: 'Bandage', amount: 112_00, offer: bandage.id, chargesBefore: 0 });
  await clinic.setNow('2026-11-21T05:00:00.000Z');
  await charge(clinic, id, { name: 'Injection', amount: 118_00, chargesBefore: 112_00 });
  expect(await clinic.proposed(id)).toEqual([['tax_invoice', 730_00]]);
  const { body: invoice } = await clinic.make(id, 'tax_invoice');
  expect(invoice.items).toEqual([
    {
      description: 'General Consultation, 21 Nov 2026',
      sac: '999652',
      rate: 1800,
      total: 500_00,
      taxable: 423_72,
      cgst: 38_14,
      sgst: 38_14,
    },
    {
      description: 'Bandage',
      sac: '999312',
      rate: 1200,
      total: 112_00,
      taxable: 100_00,
      cgst: 6_00,
      sgst: 6_00,
    },
    {
      description: 'Injection',
      sac: '999652',
      rate: 1800,
      total: 118_00,
      taxable: 100_00,
      cgst: 9_00,
      sgst: 9_00,
    },
  ]);
  expect(invoice).toMatchObject({
    total: 730_00,
    taxable: 623_72,
    cgst: 53_14,
    sgst: 53_14,
    rate: null,
    sac: null,
  });
  const { body: file } = await clinic.owner.call(exportPaperSums, { query: { from: today, to: today } });
  expect(String(file).trimEnd().split('\r\n').slice(1)).toEqual([
    '999312,12,1,100.00,6.00,6.00,112.00',
    '999652,18,1,523.72,47.14,47.14,618.00',
  ]);
});

it('a charge on an invoice is lowered by a credit note alone, with its own tax [P-9.144]', async () => {
  const clinic = await openClinic();
  const id = await clinic.visit(today);
  await charge(clinic, id, { name: 'Bandage', amount: 112_00, offer: bandage.id, chargesBefore: 0 });
  await clinic.make(id, 'tax_invoice');
  const [billed] = (await clinic.desk.call(getMoney, { params: { id } })).body.charges;
  expect(billed?.mayRemove).toBe(false);
  const body = { charge: billed?.id ?? '' };
  const { error } = await clinic.desk.call(removeCharge, { params: { id }, body });
  expect(error?.code).toBe('charge.billed');
  const { body: note } = await clinic.make(id, 'credit_note', { total: 112_00, reason: 'Service not given' });
  expect(note).toMatchObject({ rate: 1200, sac: '999312', taxable: 100_00, cgst: 6_00 });
  expect(note.items.map(({ description, total }) => [description, total])).toEqual([['Bandage', 112_00]]);
  const { body: rest } = await clinic.make(id, 'credit_note', { reason: 'Service not given' });
  expect(rest).toMatchObject({ total: 500_00, rate: 1800, taxable: 423_72 });
});

it('a credit note of a part lowers the last lines first, each line by its own rate [P-9.144]', async () => {
  const clinic = await openClinic();
  const id = await clinic.visit(today);
  await charge(clinic, id, { name: 'Bandage', amount: 112_00, offer: bandage.id, chargesBefore: 0 });
  await clinic.make(id, 'tax_invoice');
  const { body: note } = await clinic.make(id, 'credit_note', { total: 200_00, reason: 'Goodwill' });
  expect(note.items.map(({ rate, total }) => [rate, total])).toEqual([
    [1800, 88_00],
    [1200, 112_00],
  ]);
  const { body: rest } = await clinic.make(id, 'credit_note', { reason: 'Goodwill' });
  // Together they have the tax of the invoice.
  expect(note.cgst + rest.cgst).toBe(38_14 + 6_00);
});

it('a credit note, alone or with a refund, lowers the line that is named, up to what is left of it [P-9.175]', async () => {
  const clinic = await openClinic();
  const id = await clinic.visit(today);
  await charge(clinic, id, { name: 'Bandage', amount: 112_00, offer: bandage.id, chargesBefore: 0 });
  await clinic.take(id, 612_00);
  const { body: invoice } = await clinic.make(id, 'tax_invoice');
  const linesOf = async () =>
    (await clinic.papersOf(id)).proposals.find(({ kind }) => kind === 'credit_note')?.lines ?? [];
  const lines = await linesOf();
  expect(lines.map(({ description, left }) => [description, left])).toEqual([
    ['General Consultation, 21 Nov 2026', 500_00],
    ['Bandage', 112_00],
  ]);
  const line = { charge: null };
  const asked = { reason: 'Goodwill', total: 118_00 };
  const above = { ...asked, line: { charge: lines[1]?.charge ?? null } };
  expect((await clinic.make(id, 'credit_note', above)).error?.code).toBe('paper.changed');
  const { body: note } = await clinic.make(id, 'credit_note', { ...asked, line });
  expect(note).toMatchObject({ total: 118_00, rate: 1800, taxable: 100_00, cgst: 9_00 });
  const [payment] = (await clinic.owner.call(getMoney, { params: { id } })).body.rows;
  const body = { payment: payment?.id ?? '', amount: 59_00, method: 'UPI', reason: 'Goodwill' };
  const creditNote = { ofId: invoice.id, total: 59_00, line };
  const refund = { ...body, creditNote, amountBefore: 612_00 };
  expect((await clinic.owner.call(refundPayment, { params: { id }, body: refund })).status).toBe(200);
  expect((await linesOf()).map(({ left }) => left)).toEqual([323_00, 112_00]);
});

it('a taxable charge makes an invoice of the visit to an exempt service; the service has no tax on it [P-9.144]', async () => {
  const clinic = await openClinic();
  await clinic.tax(null, '2026-04-02');
  const id = await clinic.visit(today);
  expect(await clinic.proposed(id)).toEqual([['bill_of_supply', 500_00]]);
  const above = { as: 'charge', name: 'Bandage', offer: bandage.id } as const;
  const body = { amount: 612_00, method: 'Cash', amountBefore: null, above };
  await clinic.desk.call(takePayment, { params: { id }, body });
  const { body: invoice } = await clinic.make(id, 'tax_invoice');
  expect(invoice.items.map(({ rate, total, cgst }) => [rate, total, cgst])).toEqual([
    [null, 500_00, 0],
    [1200, 112_00, 6_00],
  ]);
});

it('what was charged after an invoice has a debit note of its own tax, and a taxable one after a bill an invoice [P-9.144]', async () => {
  const clinic = await openClinic();
  const [taxed, exempt] = [await clinic.visit(today), await clinic.visit('2026-11-20')];
  await clinic.make(taxed, 'tax_invoice');
  await charge(clinic, taxed, { name: 'Bandage', amount: 112_00, offer: bandage.id, chargesBefore: 0 });
  expect((await clinic.make(taxed, 'debit_note')).body).toMatchObject({
    total: 112_00,
    rate: 1200,
    taxable: 100_00,
  });
  await clinic.tax(null, '2026-04-02');
  await clinic.make(exempt, 'bill_of_supply');
  await charge(clinic, exempt, { name: 'Bandage', amount: 112_00, offer: bandage.id, chargesBefore: 0 });
  expect((await clinic.make(exempt, 'tax_invoice')).body).toMatchObject({ total: 112_00, rate: 1200 });
});

it('a discount lowers the bill of the exempt service, not the larger invoice of a taxable charge [P-9.188]', async () => {
  const clinic = await openClinic();
  await clinic.tax(null, '2026-04-02');
  const id = await clinic.visit(today, { status: 'completed' });
  const { body: bill } = await clinic.make(id, 'bill_of_supply');
  for (const before of [0, 112_00, 224_00, 336_00, 448_00])
    await charge(clinic, id, { name: 'Bandage', amount: 112_00, offer: bandage.id, chargesBefore: before });
  const { body: invoice } = await clinic.make(id, 'tax_invoice');
  const body = { discount: 300_00, discountBefore: 0, reason: 'Goodwill' };
  await clinic.owner.call(setDiscount, { params: { id }, body });
  const of = { id: bill.id, number: bill.number };
  expect(invoice.total).toBe(560_00);
  expect((await clinic.papersOf(id)).credit).toMatchObject({ total: 300_00, of });
  const { items } = (await clinic.owner.call(listToBill, { query: {} })).body;
  expect(items).toMatchObject([{ kind: 'credit_note', total: 300_00, of }]);
});
