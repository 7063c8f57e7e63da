import { randomUUID } from 'node:crypto';
import { cancelAppointment, undoCancel } from '@samay/contract/bookings/transitions';
import { getMoney, refundPayment } from '@samay/contract/bookings/money';
import { correctAppointment } from '@samay/contract/bookings/appointments';
import { makePaper } from '@samay/contract/invoicing/papers';
import { listPatients } from '@samay/contract/people/patients';
import { mergePeople } from '@samay/contract/people/people';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { PaperClinic } from '../../../../test/fixtures/money/paper-clinic.ts';
import { tenantIdOf } from '../../../context/tenant-id.ts';
import { asPlatform, inTenant } from '../../../db/tenant.ts';

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

const cancel = async (id: string, money: 'advance' | 'refund') =>
  clinic.owner.call(cancelAppointment, { params: { id }, body: { money, method: 'Cash', belowZero: true } });

describe('an advance that is given back', () => {
  it('has a refund voucher for each part, with number and tax of its receipt voucher [P-9.52]', async () => {
    const [id, other] = [await clinic.visit('2026-11-24'), await clinic.visit('2026-11-25')];
    await clinic.takeAdvance(id, 1000_00);
    const { body: voucher } = await clinic.make(id, 'receipt_voucher');
    await clinic.refundAdvance(other, 400_00);
    expect(await clinic.proposed(id)).toEqual([['refund_voucher', 400_00]]);
    const { body: part } = await clinic.make(other, 'refund_voucher');
    expect(part).toMatchObject({
      number: 'W/26-27/000001',
      description: 'Advance',
      total: 400_00,
      taxable: 338_98,
      cgst: 30_51,
      sgst: 30_51,
      of: { number: voucher.number, date: '2026-11-21' },
      payments: [{ method: 'Cash', paise: -400_00 }],
    });
    expect(await clinic.proposed(id)).toEqual([]);
    await clinic.refundAdvance(id, 600_00);
    expect((await clinic.make(id, 'refund_voucher')).body).toMatchObject({ total: 600_00, of: part.of });
    expect(await clinic.proposed(other)).toEqual([]);
  });

  it('has none where no receipt voucher was given', async () => {
    const id = await clinic.visit('2026-11-24');
    await clinic.takeAdvance(id, 1000_00);
    await clinic.refundAdvance(id, 400_00);
    expect(await clinic.proposed(id)).toEqual([['receipt_voucher', 1000_00]]);
  });

  it('answers the voucher of the payment that a cancellation had kept as an advance [P-9.52]', async () => {
    const [id, other] = [await clinic.visit('2026-11-24'), await clinic.visit('2026-11-25')];
    await clinic.take(id, 500_00);
    const { body: voucher } = await clinic.make(id, 'receipt_voucher');
    await cancel(id, 'advance');
    expect(await clinic.proposed(id)).toEqual([]);
    await clinic.refundAdvance(other, 500_00);
    expect(await clinic.proposed(id)).toEqual([['refund_voucher', 500_00]]);
    const { body: back } = await clinic.make(other, 'refund_voucher');
    expect(back).toMatchObject({ total: 500_00, of: { number: voucher.number } });
    expect(await clinic.proposed(id)).toEqual([]);
  });

  it('answers the voucher of the advance after it was spent on a visit that is cancelled [P-9.52]', async () => {
    const [id, other] = [
      await clinic.visit('2026-11-24', { price: 600_00 }),
      await clinic.visit('2026-11-25'),
    ];
    await clinic.takeAdvance(id, 1000_00);
    const { body: voucher } = await clinic.make(id, 'receipt_voucher');
    await clinic.take(id, 600_00, 'Advance');
    await cancel(id, 'refund');
    expect(await clinic.proposed(id)).toEqual([['refund_voucher', 600_00]]);
    expect((await clinic.make(id, 'refund_voucher')).body.of?.number).toBe(voucher.number);
    await clinic.refundAdvance(other, 400_00);
    expect((await clinic.make(other, 'refund_voucher')).body).toMatchObject({
      total: 400_00,
      of: { number: voucher.number },
    });
    for (const each of [id, other]) expect(await clinic.proposed(each)).toEqual([]);
  });

  it('answers no more than its receipt voucher has, with other money in the advance [P-9.52]', async () => {
    const id = await clinic.visit('2026-11-24', { price: 600_00 });
    await clinic.takeAdvance(id, 1000_00);
    await clinic.setNow('2026-11-21T05:00:00.000Z');
    await clinic.takeAdvance(id, 1000_00);
    const [first, second] = (await clinic.papersOf(id)).proposals;
    expect([first?.total, second?.total]).toEqual([1000_00, 1000_00]);
    const { kind, total = 0, paymentId } = second ?? {};
    const body = { kind: kind ?? 'receipt_voucher', total, paymentId };
    await clinic.desk.call(makePaper, { params: { id }, body });
    await clinic.take(id, 600_00, 'Advance');
    await cancel(id, 'refund');
    await clinic.make(id, 'refund_voucher');
    // The advance gives back what it got last: all of the money of the voucher.
    await clinic.refundAdvance(id, 1000_00);
    expect((await clinic.make(id, 'refund_voucher')).body).toMatchObject({ total: 400_00 });
    expect(await clinic.proposed(id)).toEqual([['receipt_voucher', 1000_00]]);
  });

  it('has one without tax once it was spent on a visit with an invoice, which names it and is lowered by a credit note [P-9.44, P-9.52, P-9.182]', async () => {
    const id = await clinic.visit('2026-11-21');
    await clinic.takeAdvance(id, 500_00);
    const { body: voucher } = await clinic.make(id, 'receipt_voucher');
    await clinic.take(id, 500_00, 'Advance');
    const { body: invoice } = await clinic.make(id, 'tax_invoice');
    expect(invoice.vouchers).toEqual([{ number: voucher.number, date: '2026-11-21', paise: 500_00 }]);
    const { rows } = (await clinic.owner.call(getMoney, { params: { id } })).body;
    const refund = { payment: rows[0]?.id ?? '', amount: 500_00, method: 'UPI', reason: 'Goodwill' };
    const body = { ...refund, amountBefore: 500_00 };
    expect((await clinic.owner.call(refundPayment, { params: { id }, body })).status).toBe(200);
    expect(await clinic.proposed(id)).toEqual([
      ['refund_voucher', 500_00],
      ['credit_note', 500_00],
    ]);
    expect((await clinic.make(id, 'refund_voucher')).body).toMatchObject({ of: null, rate: null });
  });

  it('has one without tax of a payment that its own visit has invoiced before it became an advance [P-9.52, P-9.182]', async () => {
    const [id, other] = [await clinic.visit('2026-11-22'), await clinic.visit('2026-11-25')];
    await clinic.take(id, 500_00);
    await clinic.make(id, 'receipt_voucher');
    await clinic.setNow('2026-11-22T06:00:00.000Z');
    await clinic.make(id, 'tax_invoice');
    await clinic.make(id, 'credit_note', { reason: 'Goodwill' });
    await cancel(id, 'advance');
    await clinic.refundAdvance(other, 500_00);
    const refunds = async (each: string) =>
      (await clinic.proposed(each)).filter(([kind]) => kind === 'refund_voucher');
    for (const each of [id, other]) expect(await refunds(each)).toEqual([['refund_voucher', 500_00]]);
    expect((await clinic.make(other, 'refund_voucher')).body).toMatchObject({ of: null, cgst: 0 });
    for (const each of [id, other]) expect(await refunds(each)).toEqual([]);
  });
});

describe('an advance of which an invoice has a part', () => {
  it('has no refund voucher for that part, though other money goes back [P-9.56]', async () => {
    const [billed, early, later] = [
      await clinic.visit('2026-11-21', { price: 1000_00 }),
      await clinic.visit('2026-11-21', { price: 800_00 }),
      await clinic.visit('2026-11-24', { price: 800_00 }),
    ];
    await clinic.takeAdvance(billed, 1000_00);
    const { body: voucher } = await clinic.make(billed, 'receipt_voucher');
    await clinic.take(billed, 600_00, 'Advance');
    // The visit gives it back to the advance before the invoice, and takes it again.
    await clinic.setNow('2026-11-21T05:00:00.000Z');
    await cancel(billed, 'advance');
    await clinic.owner.call(undoCancel, { params: { id: billed } });
    await clinic.setNow('2026-11-21T05:05:00.000Z');
    expect((await clinic.make(billed, 'tax_invoice')).body.vouchers).toMatchObject([
      { number: voucher.number, paise: 600_00 },
    ]);
    await clinic.take(early, 800_00);
    await cancel(early, 'advance');
    await clinic.take(later, 800_00, 'Advance');
    await cancel(later, 'refund');
    expect(await clinic.proposed(later)).toEqual([['refund_voucher', 400_00]]);
    expect((await clinic.make(later, 'refund_voucher')).body).toMatchObject({
      total: 400_00,
      of: { number: voucher.number },
    });
    await clinic.refundAdvance(later, 400_00);
    // The money of the cancelled visit is an advance without a voucher yet.
    expect(await clinic.proposed(early)).toEqual([['receipt_voucher', 800_00]]);
    expect(await clinic.proposed(later)).toEqual([]);
  });
});

it('an advance that an invoice had is not that of a later one too [P-9.56]', async () => {
  const [id, other] = [await clinic.visit('2026-11-21'), await clinic.visit('2026-11-24')];
  await clinic.takeAdvance(id, 500_00);
  const { body: voucher } = await clinic.make(id, 'receipt_voucher');
  await clinic.setNow('2026-11-21T05:00:00.000Z');
  await clinic.takeAdvance(id, 500_00);
  await clinic.make(id, 'receipt_voucher');
  await clinic.take(id, 500_00, 'Advance');
  const invoice = await clinic.make(id, 'tax_invoice');
  expect(invoice.body.vouchers).toMatchObject([{ number: voucher.number, paise: 500_00 }]);
  await clinic.setNow('2026-11-21T05:10:00.000Z');
  const [spent] = (await clinic.owner.call(getMoney, { params: { id } })).body.rows;
  const given = await clinic.owner.call(refundPayment, {
    params: { id },
    body: {
      payment: spent?.id ?? '',
      amount: 500_00,
      method: 'Advance',
      reason: 'Paid twice',
      amountBefore: 500_00,
    },
  });
  expect(given.status).toBe(200);
  // The visit became longer: its debit note has the rest.
  await asPlatform(app, (tx) =>
    tx.updateTable('appointments').set({ price_paise: 800_00 }).where('id', '=', id).execute(),
  );
  await clinic.setNow('2026-11-21T05:15:00.000Z');
  await clinic.take(id, 800_00);
  await clinic.make(id, 'debit_note');
  await clinic.setNow('2026-11-21T05:20:00.000Z');
  await clinic.refundAdvance(other, 1000_00);
  const vouchers = (await clinic.papersOf(other)).proposals.filter(({ kind }) => kind === 'refund_voucher');
  // Money that came back from the visit with the invoice has no tax; the other answers its receipt voucher.
  expect(vouchers.map(({ total }) => total)).toEqual([500_00, 500_00]);
  expect(new Set(vouchers.map(({ of }) => of?.number))).toEqual(new Set([undefined, 'V/26-27/000002']));
});

describe('an advance of a person who was merged into another one', () => {
  it('has its vouchers at the visits of both, and an invoice names them [P-9.55]', async () => {
    const first = await clinic.visit('2026-11-24', { personName: 'S. Patil' });
    const [id, billed] = [await clinic.visit('2026-11-24'), await clinic.visit('2026-11-21')];
    await clinic.takeAdvance(first, 1000_00);
    const all = (await clinic.owner.call(listPatients)).body.items;
    const [into = '', otherId = ''] = ['Sunita Patil', 'S. Patil'].map(
      (name) => all.find((person) => person.name === name)?.id,
    );
    await clinic.owner.call(mergePeople, { params: { id: into }, body: { otherId } });
    expect(await clinic.proposed(id)).toEqual([['receipt_voucher', 1000_00]]);
    const { body: voucher } = await clinic.make(first, 'receipt_voucher');
    await clinic.take(billed, 500_00, 'Advance');
    expect((await clinic.make(billed, 'tax_invoice')).body.vouchers).toMatchObject([
      { number: voucher.number, paise: 500_00 },
    ]);
    await clinic.take(id, 500_00, 'Advance');
    await cancel(id, 'refund');
    expect((await clinic.make(id, 'refund_voucher')).body).toMatchObject({
      total: 500_00,
      of: { number: voucher.number },
    });
  });
});

it('a booking that is renamed to another person keeps the voucher of the advance that paid it, and proposes none of their other money [P-9.55, P-9.183]', async () => {
  const [id, other] = [await clinic.visit('2026-11-21'), await clinic.visit('2026-11-24')];
  await clinic.takeAdvance(id, 500_00);
  const { body: voucher } = await clinic.make(id, 'receipt_voucher');
  await clinic.take(id, 500_00, 'Advance');
  const body = { personName: 'Suresh Rao' };
  expect((await clinic.owner.call(correctAppointment, { params: { id }, body })).status).toBe(200);
  await clinic.setNow('2026-11-21T05:00:00.000Z');
  await clinic.takeAdvance(other, 300_00);
  // Her later advance has its voucher at her visits, by her name.
  expect(await clinic.proposed(other)).toEqual([['receipt_voucher', 300_00]]);
  expect(await clinic.proposed(id)).toEqual([['tax_invoice', 500_00]]);
  await clinic.make(other, 'receipt_voucher');
  await clinic.refundAdvance(other, 300_00);
  expect(await clinic.proposed(other)).toEqual([['refund_voucher', 300_00]]);
  expect(await clinic.proposed(id)).toEqual([['tax_invoice', 500_00]]);
  expect((await clinic.make(id, 'tax_invoice')).body).toMatchObject({
    recipient: { name: 'Suresh Rao' },
    vouchers: [{ number: voucher.number, paise: 500_00 }],
  });
});

describe('the tax of a paper is that of its own day', () => {
  it('of a bill or an invoice the day of the visit, whenever it is made [P-9.53]', async () => {
    await clinic.tax(500, '2026-11-21');
    const [before, after] = [await clinic.visit('2026-11-20'), await clinic.visit('2026-11-21')];
    expect((await clinic.make(before, 'tax_invoice')).body).toMatchObject({
      date: '2026-11-21',
      rate: 1800,
      cgst: 38_14,
    });
    expect((await clinic.make(after, 'tax_invoice')).body).toMatchObject({ rate: 500, cgst: 11_90 });
    // The next financial year exempts the service; a visit of this one keeps its tax.
    await clinic.tax(null, '2027-04-01');
    const last = await clinic.visit('2027-03-31');
    await clinic.setNow('2027-04-01T06:00:00.000Z');
    const exempt = await clinic.visit('2027-04-01');
    expect((await clinic.make(last, 'tax_invoice')).body).toMatchObject({ rate: 500, date: '2027-04-01' });
    expect((await clinic.make(exempt, 'bill_of_supply')).body).toMatchObject({ rate: null, cgst: 0 });
    // A credit note has the tax of its invoice.
    const { body: note } = await clinic.make(before, 'credit_note', { reason: 'Goodwill' });
    expect(note).toMatchObject({ rate: 1800, cgst: 38_14, date: '2027-04-01' });
  });

  it('of a receipt voucher the day of its payment, and of a refund voucher that of its receipt voucher [P-9.53]', async () => {
    const [id, other] = [await clinic.visit('2026-11-24'), await clinic.visit('2026-11-25')];
    await clinic.take(id, 500_00);
    await clinic.takeAdvance(id, 500_00);
    await clinic.tax(500, '2026-11-22');
    await clinic.setNow('2026-11-22T06:00:00.000Z');
    for (const _ of ['payment', 'advance'])
      expect((await clinic.make(id, 'receipt_voucher')).body).toMatchObject({ rate: 1800, cgst: 38_14 });
    await clinic.take(other, 500_00);
    expect((await clinic.make(other, 'receipt_voucher')).body).toMatchObject({ rate: 500, cgst: 11_90 });
    for (const each of [id, other]) await cancel(each, 'refund');
    await clinic.refundAdvance(id, 500_00);
    for (const _ of ['payment', 'advance'])
      expect((await clinic.make(id, 'refund_voucher')).body).toMatchObject({ rate: 1800, cgst: 38_14 });
    expect((await clinic.make(other, 'refund_voucher')).body).toMatchObject({ rate: 500, cgst: 11_90 });
  });

  it('of money before the service was taxed none: it has no voucher [P-9.53]', async () => {
    clinic = await PaperClinic.open(app, { isTaxed: false });
    const [id, early] = [await clinic.visit('2026-11-24'), await clinic.visit('2026-11-20')];
    await clinic.take(id, 500_00);
    await clinic.tax(1800, '2026-11-22');
    expect(await clinic.papersOf(id)).toEqual({ papers: [], proposals: [], credit: null, missing: null });
    expect(await clinic.papersOf(early)).toEqual({
      papers: [],
      proposals: [],
      credit: null,
      missing: 'service_tax',
    });
  });
});

describe('the right to make a paper', () => {
  it('is that of everyone at the desk, for a credit note too, and of nobody else [P-9.54]', async () => {
    const id = await clinic.visit('2026-11-21');
    await clinic.make(id, 'tax_invoice');
    const [proposal] = (await clinic.papersOf(id)).proposals;
    const body = { kind: 'credit_note', total: 100_00, ofId: proposal?.of?.id, reason: 'Goodwill' } as const;
    const noteBy = async (by: Client) => by.call(makePaper, { params: { id }, body });
    for (const role of ['BUSINESS_OWNER', 'BUSINESS_ADMIN', 'DOCTOR', 'EMPLOYEE'] as const)
      expect((await noteBy(await signInAs(app, clinic.tenant, role))).status).toBe(201);
    const stranger = await signInAs(app, await buildTenant(app), 'BUSINESS_OWNER');
    const superAdmin = await signInAs(app, null, 'SUPER_ADMIN');
    expect((await noteBy(stranger)).error?.code).toBe('not_found');
    expect((await noteBy(superAdmin)).error?.code).toBe('access.denied');
    expect(await clinic.proposed(id)).toEqual([['credit_note', 100_00]]);
    await asPlatform(app, (tx) =>
      tx.updateTable('tenants').set({ status: 'suspended' }).where('id', '=', clinic.tenant.id).execute(),
    );
    expect((await noteBy(clinic.desk)).error?.code).toBe('tenant.suspended');
  });
});

describe('parts of a paper', () => {
  const makePart = async (id: string, kind: 'credit_note' | 'refund_voucher', more: object = {}) => {
    const { taxable, cgst, sgst } = (await clinic.make(id, kind, more)).body;
    return { taxable, cgst, sgst };
  };
  const usual = { taxable: 84_74, cgst: 7_63, sgst: 7_63 };
  const parts = [usual, { taxable: 84_76, cgst: 7_62, sgst: 7_62 }, usual, usual, usual];

  it('have together the tax of the invoice that they credit [P-9.95]', async () => {
    const id = await clinic.visit('2026-11-21');
    await clinic.make(id, 'tax_invoice');
    for (const part of parts)
      expect(await makePart(id, 'credit_note', { total: 100_00, reason: 'Goodwill' })).toEqual(part);
    expect(await clinic.proposed(id)).toEqual([['tax_invoice', 500_00]]);
  });

  it('have together the tax of the voucher that they answer, at whichever visit they are made [P-9.95]', async () => {
    const visits = [await clinic.visit('2026-11-24'), await clinic.visit('2026-11-25')];
    const [id = '', other = ''] = visits;
    await clinic.takeAdvance(id, 500_00);
    await clinic.make(id, 'receipt_voucher');
    for (const [at, part] of parts.entries()) {
      await clinic.refundAdvance(id, 100_00);
      expect(await makePart(at % 2 === 0 ? id : other, 'refund_voucher')).toEqual(part);
    }
  });
});

it.each([
  ['total', { total_paise: 100_01, taxable_paise: 84_75, cgst_paise: 7_63, sgst_paise: 7_63 }],
  ['taxable value', { total_paise: 100_00, taxable_paise: 100_00, cgst_paise: 0, sgst_paise: 0 }],
  ['tax', { total_paise: 100_00, taxable_paise: 80_00, cgst_paise: 10_00, sgst_paise: 10_00 }],
])('the database refuses notes above the %s of their invoice [P-9.45, P-9.95]', async (_which, sums) => {
  const id = await clinic.visit('2026-11-21');
  await clinic.make(id, 'tax_invoice');
  const { body: note } = await clinic.make(id, 'credit_note', { total: 400_00, reason: 'Goodwill' });
  const work = { database: app.database, tenantId: tenantIdOf(clinic.tenant.id), now: new Date(testNow) };
  const again = inTenant(work, async (tx) => {
    const papers = tx.selectFrom('papers').selectAll().where('tenant_id', '=', clinic.tenant.id);
    const made = await papers.where('id', '=', note.id).executeTakeFirstOrThrow();
    const next = { id: randomUUID(), number: `${made.series}/000002`, position: 2 };
    await tx
      .insertInto('papers')
      .values({ ...made, ...next, ...sums })
      .execute();
  });
  await expect(again).rejects.toThrow('paper.changed');
});
