import { cancelAppointment, completeAppointment } from '@samay/contract/bookings/transitions';
import {
  getMoney,
  refundPayment,
  takePayment,
  voidAdvance,
  voidPayment,
} from '@samay/contract/bookings/money';
import { exportPapers, getPaper, listPapers } from '@samay/contract/invoicing/papers';
import { setPaperSettings } from '@samay/contract/invoicing/paper-settings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';
import { PaperClinic } from '../../../../test/fixtures/money/paper-clinic.ts';
import { asPlatform } from '../../../db/tenant.ts';

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

const rules = { legalName: 'City Care LLP', gstin: '27AAPFU0939F1ZV', prefix: '', creditNotesUntil: '11-30' };
const registerAs = async (registration: 'none' | 'composition', automatic = false) =>
  clinic.owner.call(setPaperSettings, { body: { ...rules, registration, automatic } });
const rows = async (id: string) => (await clinic.owner.call(getMoney, { params: { id } })).body.rows;
const refund = async (id: string, payment: string, amount: number, before: number) =>
  clinic.owner.call(refundPayment, {
    params: { id },
    body: { payment, amount, method: 'Cash', reason: 'Paid twice', amountBefore: before, belowZero: true },
  });
const numbers = async (id: string) => (await clinic.papersOf(id)).papers.map(({ number }) => number);

describe('receipts of a business without GST', () => {
  it('are one for each payment, and none for money that only moved: it has the one it came with [P-9.41, P-9.180]', async () => {
    await registerAs('none');
    const [id, other] = [await clinic.visit('2026-11-24'), await clinic.visit('2026-11-25')];
    await clinic.take(id, 500_00);
    const { body: receipt } = await clinic.make(id, 'receipt');
    expect(receipt).toMatchObject({ number: 'R/26-27/000001', total: 500_00, rate: null });
    await clinic.owner.call(cancelAppointment, { params: { id }, body: { money: 'advance' } });
    await clinic.take(other, 500_00, 'Advance');
    for (const each of [id, other]) expect(await clinic.proposed(each)).toEqual([]);
    expect(await numbers(other)).toEqual([receipt.number]);
    await clinic.takeAdvance(other, 300_00);
    const { body: advance } = await clinic.make(id, 'receipt');
    expect(advance).toMatchObject({ number: 'R/26-27/000002', description: 'Advance', total: 300_00 });
    expect(await numbers(other)).toEqual([receipt.number, advance.number]);
  });

  it('are one for the payment after a refund too, and each refund has a voucher that names the receipt [P-9.180, P-9.182]', async () => {
    await registerAs('none');
    const id = await clinic.visit('2026-11-21');
    await clinic.take(id, 500_00);
    const { body: receipt } = await clinic.make(id, 'receipt');
    const [first] = await rows(id);
    await refund(id, first?.id ?? '', 200_00, 500_00);
    await refund(id, first?.id ?? '', 300_00, 300_00);
    expect((await clinic.proposed(id)).toSorted(([, one], [, other]) => one - other)).toEqual([
      ['refund_voucher', 200_00],
      ['refund_voucher', 300_00],
    ]);
    for (const at of [1, 2])
      expect((await clinic.make(id, 'refund_voucher')).body).toMatchObject({
        number: `W/26-27/00000${at}`,
        of: { number: receipt.number },
        cgst: 0,
        payments: [{ method: 'Cash' }],
      });
    await clinic.take(id, 500_00);
    expect(await clinic.proposed(id)).toEqual([['receipt', 500_00]]);
  });

  it('are made automatically of each payment of a completed visit [P-9.48]', async () => {
    await registerAs('none', true);
    const id = await clinic.visit('2026-11-21');
    await clinic.take(id, 200_00);
    await clinic.desk.call(completeAppointment, { params: { id } });
    await clinic.takeAdvance(id, 100_00);
    await deliverDue(app.dependencies);
    expect(await numbers(id)).toEqual([]);
    await clinic.setNow('2026-11-21T05:00:00.000Z');
    await clinic.desk.call(takePayment, {
      params: { id },
      body: { amount: 300_00, method: 'UPI', amountBefore: 200_00 },
    });
    for (const _ of ['once', 'again']) await deliverDue(app.dependencies);
    expect((await clinic.papersOf(id)).papers.map(({ kind, total }) => [kind, total])).toEqual([
      ['receipt', 200_00],
      ['receipt', 300_00],
    ]);
  });
});

describe('receipts of a registered business', () => {
  it('are of payments on the day and after the invoice, without a word of tax [P-9.42, P-9.180]', async () => {
    const id = await clinic.visit('2026-11-21');
    await clinic.take(id, 200_00);
    expect(await clinic.proposed(id)).toEqual([
      ['tax_invoice', 500_00],
      ['receipt', 200_00],
    ]);
    expect((await clinic.make(id, 'tax_invoice')).body.vouchers).toEqual([]);
    await clinic.setNow('2026-11-21T05:00:00.000Z');
    await clinic.desk.call(takePayment, {
      params: { id },
      body: { amount: 300_00, method: 'UPI', amountBefore: 200_00 },
    });
    const { body: first } = await clinic.make(id, 'receipt');
    expect(first).toMatchObject({ total: 200_00, rate: null, sac: null, cgst: 0, notes: [] });
    expect((await clinic.make(id, 'receipt')).body).toMatchObject({
      number: 'R/26-27/000002',
      total: 300_00,
      description: 'General Consultation, 21 Nov 2026',
    });
    expect(await clinic.proposed(id)).toEqual([['credit_note', 500_00]]);
  });

  it.each([
    ['of an exempt service', async () => clinic.tax(null, '2026-04-02'), '999652'],
    ['under the composition scheme', async () => registerAs('composition'), null],
  ])('are receipt vouchers without tax for advances %s [P-9.186]', async (_which, set, sac) => {
    await set();
    const id = await clinic.visit('2026-11-24');
    await clinic.take(id, 200_00);
    await clinic.takeAdvance(id, 300_00);
    for (const total of [200_00, 300_00])
      expect((await clinic.make(id, 'receipt_voucher')).body).toMatchObject({
        total,
        rate: null,
        cgst: 0,
        sac,
      });
    expect(await clinic.proposed(id)).toEqual([]);
    await clinic.setNow('2026-11-24T06:00:00.000Z');
    await clinic.desk.call(takePayment, {
      params: { id },
      body: { amount: 300_00, method: 'Advance', amountBefore: 200_00 },
    });
    expect((await clinic.make(id, 'bill_of_supply')).body.vouchers).toEqual([
      { number: 'V/26-27/000001', date: '2026-11-21', paise: 200_00 },
      { number: 'V/26-27/000002', date: '2026-11-21', paise: 300_00 },
    ]);
  });

  it('are named by the invoice with what it has of each, and no part of one by two invoices [P-9.184]', async () => {
    const [id, other] = [
      await clinic.visit('2026-11-21', { price: 700_00 }),
      await clinic.visit('2026-11-21', { price: 900_00 }),
    ];
    for (const [at, minute] of [500_00, 600_00].entries()) {
      await clinic.setNow(`2026-11-21T05:0${at}:00.000Z`);
      await clinic.takeAdvance(id, minute);
      await clinic.make(id, 'receipt_voucher');
    }
    await clinic.take(id, 700_00, 'Advance');
    await clinic.take(other, 400_00, 'Advance');
    const named = async (visit: string) =>
      (await clinic.make(visit, 'tax_invoice')).body.vouchers.map(({ number, paise }) => [number, paise]);
    await clinic.setNow('2026-11-21T05:10:00.000Z');
    expect(await named(id)).toEqual([
      ['V/26-27/000001', 500_00],
      ['V/26-27/000002', 200_00],
    ]);
    await clinic.setNow('2026-11-21T05:11:00.000Z');
    expect(await named(other)).toEqual([['V/26-27/000002', 400_00]]);
  });
});

describe('papers of money', () => {
  it('read as void once the money is voided, while their row stays as it is [P-9.181]', async () => {
    const id = await clinic.visit('2026-11-21');
    await clinic.take(id, 500_00);
    const { body: receipt } = await clinic.make(id, 'receipt');
    await clinic.takeAdvance(id, 300_00);
    const { body: voucher } = await clinic.make(id, 'receipt_voucher');
    const [row] = await rows(id);
    const reason = 'Wrong amount';
    await clinic.desk.call(voidPayment, { params: { id }, body: { payment: row?.id ?? '', reason } });
    const { advanceRows } = (await clinic.desk.call(getMoney, { params: { id } })).body;
    await clinic.desk.call(voidAdvance, {
      params: { id },
      body: { payment: advanceRows[0]?.id ?? '', reason },
    });
    for (const paper of [receipt, voucher])
      expect((await clinic.owner.call(getPaper, { params: { id: paper.id } })).body).toEqual({
        ...paper,
        isVoid: true,
      });
    const query = { from: '2026-11-01', to: '2026-11-30' };
    const { items } = (await clinic.owner.call(listPapers, { query })).body;
    expect(items.map(({ isVoid }) => isVoid)).toEqual([true, true]);
    expect((await clinic.papersOf(id)).papers.map(({ isVoid }) => isVoid)).toEqual([true, true]);
    // Nothing is left to receipt, and no void voucher is on an invoice.
    expect(await clinic.proposed(id)).toEqual([['tax_invoice', 500_00]]);
    expect((await clinic.make(id, 'tax_invoice')).body.vouchers).toEqual([]);
  });

  it('have no amounts in the file from the day of the void on, and say that day [P-9.181]', async () => {
    await registerAs('none');
    const id = await clinic.visit('2026-11-21');
    const receive = async () => {
      await clinic.take(id, 500_00);
      await clinic.make(id, 'receipt');
    };
    const withdraw = async () => {
      const standing = (await rows(id)).find(({ kind, left }) => kind === 'payment' && (left ?? 0) > 0);
      const body = { payment: standing?.id ?? '', reason: 'Wrong person', belowZero: true };
      expect((await clinic.owner.call(voidPayment, { params: { id }, body })).status).toBe(200);
    };
    await receive();
    await withdraw();
    await receive();
    await clinic.setNow('2026-12-02T06:00:00.000Z');
    await withdraw();
    const inFile = async (to: string) =>
      String((await clinic.owner.call(exportPapers, { query: { from: '2026-11-01', to } })).body)
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(/,(?! )/))
        .map((cells) => [cells[0], cells.at(-5), cells.at(-1)]);
    const head = ['\ufeffNumber', 'Total (INR)', 'Void On'];
    const first = ['R/26-27/000001', '0.00', '2026-11-21'];
    expect(await inFile('2026-11-30')).toEqual([head, first, ['R/26-27/000002', '500.00', '2026-12-02']]);
    expect(await inFile('2026-12-31')).toEqual([head, first, ['R/26-27/000002', '0.00', '2026-12-02']]);
  });

  it('let a refund be given again whose first one was voided after its voucher [P-9.181, P-9.182]', async () => {
    const id = await clinic.visit('2026-11-24');
    await clinic.take(id, 500_00);
    await clinic.make(id, 'receipt_voucher');
    const [paid] = await rows(id);
    await refund(id, paid?.id ?? '', 500_00, 500_00);
    const { body: first } = await clinic.make(id, 'refund_voucher');
    const given = (await rows(id)).find(({ kind }) => kind === 'refund');
    const body = { payment: given?.id ?? '', reason: 'Wrong person' };
    await clinic.owner.call(voidPayment, { params: { id }, body });
    await refund(id, paid?.id ?? '', 500_00, 500_00);
    const { body: again } = await clinic.make(id, 'refund_voucher');
    expect(again).toMatchObject({ total: 500_00, cgst: first.cgst, of: first.of, isVoid: false });
  });

  it('of an advance name its person, and no booking [P-9.183]', async () => {
    const id = await clinic.visit('2026-11-24');
    await clinic.takeAdvance(id, 300_00);
    const { body: voucher } = await clinic.make(id, 'receipt_voucher');
    expect(voucher).toMatchObject({ appointmentId: null, bookingReference: null });
    expect((await clinic.desk.call(getPaper, { params: { id: voucher.id } })).body).toEqual(voucher);
    const kept = await asPlatform(app, (tx) =>
      tx
        .selectFrom('papers')
        .innerJoin('appointments', 'appointments.patient_id', 'papers.patient_id')
        .select(['papers.appointment_id', 'appointments.id'])
        .where('papers.id', '=', voucher.id)
        .execute(),
    );
    expect(kept).toEqual([{ appointment_id: null, id }]);
  });
});
