import { setDiscount, voidAdvance, voidPayment, getMoney } from '@samay/contract/bookings/money';
import { exportMonth, getMonthTotals } from '@samay/contract/invoicing/paper-months';
import { setPaperSettings } from '@samay/contract/invoicing/paper-settings';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { signInAs } from '../../../../test/fixtures/builders.ts';
import { PaperClinic } from '../../../../test/fixtures/money/paper-clinic.ts';
import { asOwner } from '../../../../test/fixtures/owner.ts';

// Worked examples: two months of a clinic whose service is taxed at 18 %.

let app: TestApp;
let clinic: PaperClinic;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  app.setNow('2026-10-05T04:30:00.000Z');
  clinic = await PaperClinic.open(app);
});
afterAll(() => app.close());

const october = { from: '2026-10-01', to: '2026-10-31' };
const november = { from: '2026-11-01', to: '2026-11-30' };
const company = {
  recipientName: 'Deccan Sports Club',
  recipientAddress: 'Baner, Pune',
  recipientGstin: '36AAPFU0939F1ZW',
};

async function exportFiles(query: typeof october): Promise<Record<string, string[]>> {
  const { rawPayload, headers } = await app.app.inject({
    method: 'GET',
    url: exportMonth.path,
    query,
    headers: clinic.owner.headers(),
  });
  expect(headers['content-type']).toBe('application/zip');
  return Object.fromEntries(
    Object.entries(unzipSync(rawPayload)).map(([name, bytes]) => [
      name.replace('.csv', ''),
      strFromU8(bytes).replace('\ufeff', '').replaceAll('\t', '').trimEnd().split('\r\n').slice(1),
    ]),
  );
}

/** Lists the sums of the tables that are not empty. */
async function readTotals(query: typeof october) {
  const { totals } = (await clinic.owner.call(getMonthTotals, { query })).body;
  return Object.fromEntries(
    totals
      .filter(({ lines }) => lines > 0)
      .map(({ table, lines, taxable, cgst, sgst, total }) => [table, [lines, taxable, cgst, sgst, total]]),
  );
}

it('divides a month into B2B, B2C net of notes, notes, SACs and documents [P-9.190]', async () => {
  const [toCompany, toPerson] = [await clinic.visit('2026-10-05'), await clinic.visit('2026-10-05')];
  await clinic.make(toCompany, 'tax_invoice', company);
  await clinic.make(toPerson, 'tax_invoice');
  for (const id of [toCompany, toPerson])
    await clinic.make(id, 'credit_note', { total: 118_00, reason: 'Goodwill' });
  expect(await readTotals(october)).toEqual({
    b2b: [1, 423_72, 38_14, 38_14, 500_00],
    b2c: [1, 323_72, 29_14, 29_14, 382_00],
    notes: [1, -100_00, -9_00, -9_00, -118_00],
  });
  expect(await exportFiles(october)).toMatchObject({
    b2b: [
      '36AAPFU0939F1ZW,Deccan Sports Club,T/26-27/000001,2026-10-05,500.00,Maharashtra (27),18,423.72,38.14,38.14',
    ],
    b2c: ['18,323.72,29.14,29.14'],
    credit_and_debit_notes: [
      '36AAPFU0939F1ZW,Deccan Sports Club,C,C/26-27/000001,2026-10-05,T/26-27/000001,2026-10-05,118.00,Maharashtra (27),18,100.00,9.00,9.00',
    ],
    nil_rated_and_exempt: [],
    hsn_12: ['B2B,999652,NA,0,382.00,18,323.72,29.14,29.14', 'B2C,999652,NA,0,382.00,18,323.72,29.14,29.14'],
    documents_13: [
      'Credit Note,C/26-27/000001,C/26-27/000002,2,0,2',
      'Invoices for outward supply,T/26-27/000001,T/26-27/000002,2,0,2',
    ],
  });
  expect(await readTotals(november)).toEqual({});
});

it('counts an advance in the month of its voucher, and what a later month has of it in that one [P-9.191]', async () => {
  const [same, later] = [
    await clinic.visit('2026-10-06'),
    await clinic.visit('2026-11-03', { price: 600_00 }),
  ];
  await clinic.takeAdvance(same, 2_000_00);
  await clinic.make(same, 'receipt_voucher');
  await clinic.setNow('2026-10-06T04:30:00.000Z');
  await clinic.take(same, 500_00, 'Advance');
  await clinic.make(same, 'tax_invoice');
  // 2,000 less the 500 of the invoice of the same month: each paper with its rounded tax.
  expect((await readTotals(october))['advances_received']).toEqual([1, 1_271_20, 114_40, 114_40, 1_500_00]);
  await clinic.setNow('2026-11-03T04:30:00.000Z');
  await clinic.take(later, 600_00, 'Advance');
  await clinic.make(later, 'tax_invoice');
  await clinic.refundAdvance(later, 900_00);
  await clinic.make(later, 'refund_voucher');
  expect(await exportFiles(november)).toMatchObject({
    advances_received_11a: [],
    advances_adjusted_11b: ['18,600.00,45.76,45.76'],
    advances_given_back: ['W/26-27/000001,2026-11-03,V/26-27/000001,2026-10-05,18,900.00,68.64,68.64'],
  });
  expect(await readTotals(november)).toMatchObject({
    advances_adjusted: [1, 508_48, 45_76, 45_76, 600_00],
    advances_refunded: [1, 762_72, 68_64, 68_64, 900_00],
  });
  // The month before stays as it was.
  expect((await exportFiles(october))['advances_received_11a']).toEqual(['18,1500.00,114.40,114.40']);
});

it('counts a void voucher as cancelled and as no advance [P-9.191]', async () => {
  const id = await clinic.visit('2026-10-20');
  await clinic.takeAdvance(id, 300_00);
  await clinic.make(id, 'receipt_voucher');
  const { advanceRows } = (await clinic.desk.call(getMoney, { params: { id } })).body;
  const body = { payment: advanceRows[0]?.id ?? '', reason: 'Wrong amount' };
  expect((await clinic.desk.call(voidAdvance, { params: { id }, body })).status).toBe(200);
  expect(await exportFiles(october)).toMatchObject({
    advances_received_11a: [],
    documents_13: ['Receipt voucher,V/26-27/000001,V/26-27/000001,1,1,0'],
  });
});

it('amends a voucher of an earlier month in the month that voids it, as far as no invoice has it [P-9.172]', async () => {
  const [whole, part] = [await clinic.visit('2026-10-20'), await clinic.visit('2026-10-21')];
  await clinic.takeAdvance(whole, 300_00);
  await clinic.take(part, 500_00, 'UPI');
  for (const id of [whole, part]) await clinic.make(id, 'receipt_voucher');
  await clinic.setNow('2026-10-21T04:30:00.000Z');
  const discount = { discount: 100_00, discountBefore: 0, reason: 'Goodwill' };
  await clinic.owner.call(setDiscount, { params: { id: part }, body: discount });
  await clinic.make(part, 'tax_invoice');
  const before = await exportFiles(october);
  expect(before['advances_received_11a']).toEqual(['18,400.00,30.51,30.51']);

  await clinic.setNow('2026-11-03T04:30:00.000Z');
  const money = (await clinic.owner.call(getMoney, { params: { id: part } })).body;
  const voiding = (row: { id: string } | undefined) => ({ payment: row?.id ?? '', reason: 'Wrong amount' });
  const advance = { params: { id: part }, body: voiding(money.advanceRows[0]) };
  expect((await clinic.owner.call(voidAdvance, advance)).status).toBe(200);
  const payment = { params: { id: part }, body: voiding(money.rows[0]) };
  expect((await clinic.owner.call(voidPayment, payment)).status).toBe(200);
  // 300 of the advance, and of the 500 the 100 that the invoice of 400 does not have.
  expect((await readTotals(november))['advances_amended']).toEqual([2, -338_98, -30_51, -30_51, -400_00]);
  expect(await exportFiles(november)).toMatchObject({
    advances_received_11a: [],
    advances_amended_11a: [
      'V/26-27/000001,2026-10-05,2026-11-03,18,-300.00,-22.88,-22.88',
      'V/26-27/000002,2026-10-05,2026-11-03,18,-100.00,-7.63,-7.63',
    ],
  });
  // The month before stays as it was, with its documents.
  expect(await exportFiles(october)).toEqual(before);
});

it('keeps exempt supplies apart from taxable ones, and those under composition apart from both [P-9.190]', async () => {
  await clinic.tax(null, '2026-10-05');
  const [id, other] = [await clinic.visit('2026-10-05'), await clinic.visit('2026-10-05')];
  await clinic.make(id, 'bill_of_supply');
  await clinic.owner.call(setDiscount, {
    params: { id: other },
    body: { discount: 100_00, discountBefore: 0, reason: 'Goodwill' },
  });
  await clinic.make(other, 'bill_of_supply', company);
  expect(await readTotals(october)).toEqual({ nil_exempt: [2, 900_00, 0, 0, 900_00] });
  expect((await exportFiles(october))['nil_rated_and_exempt']).toEqual([
    'Intra-State supplies to unregistered persons,500.00',
    'Intra-State supplies to registered persons,400.00',
  ]);
  const rules = {
    legalName: 'City Care LLP',
    gstin: '27AAPFU0939F1ZV',
    prefix: '',
    automatic: false,
  } as const;
  await clinic.owner.call(setPaperSettings, {
    body: { ...rules, registration: 'composition', creditNotesUntil: '11-30' },
  });
  // A month that is read again is the same.
  expect(await readTotals(october)).toEqual({ nil_exempt: [2, 900_00, 0, 0, 900_00] });
  const composed = await clinic.visit('2026-10-05', { price: 300_00 });
  await clinic.make(composed, 'bill_of_supply');
  await clinic.make(composed, 'credit_note', { total: 100_00, reason: 'Goodwill' });
  await clinic.owner.call(setPaperSettings, {
    body: { ...rules, registration: 'regular', creditNotesUntil: '11-30' },
  });
  expect(await readTotals(october)).toEqual({
    nil_exempt: [2, 900_00, 0, 0, 900_00],
    composition: [1, 200_00, 0, 0, 200_00],
  });
});

it('keeps notes to debit notes under composition with the bill that those raise [P-9.190]', async () => {
  const rules = {
    legalName: 'City Care LLP',
    gstin: '27AAPFU0939F1ZV',
    prefix: '',
    automatic: false,
  } as const;
  const register = async (registration: 'composition' | 'regular') =>
    clinic.owner.call(setPaperSettings, { body: { ...rules, registration, creditNotesUntil: '11-30' } });
  await register('composition');
  const id = await clinic.visit('2026-10-05');
  const waive = async (discount: number, discountBefore: number) =>
    clinic.owner.call(setDiscount, {
      params: { id },
      body: { discount, discountBefore, reason: 'Goodwill' },
    });
  await waive(200_00, 0);
  const { body: bill } = await clinic.make(id, 'bill_of_supply');
  await waive(50_00, 200_00);
  const { body: raised } = await clinic.make(id, 'debit_note');
  expect(raised).toMatchObject({ total: 150_00, notes: bill.notes });
  // Debit notes from before do not say it.
  await asOwner(app, async (client) =>
    client.query(`update papers set content = jsonb_set(content, '{notes}', '[]') where id = $1`, [
      raised.id,
    ]),
  );
  await clinic.setNow('2026-11-03T04:30:00.000Z');
  await register('regular');
  await clinic.make(id, 'credit_note', { total: 100_00, ofId: raised.id, reason: 'Goodwill' });
  expect(await readTotals(november)).toEqual({ composition: [1, -100_00, 0, 0, -100_00] });
});

it('is for owners alone [P-9.190]', async () => {
  const desk = await signInAs(app, clinic.tenant, 'EMPLOYEE');
  for (const endpoint of [getMonthTotals, exportMonth])
    expect((await desk.send(endpoint, { query: october })).status).toBe(403);
});
