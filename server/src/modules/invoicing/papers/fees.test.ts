import {
  cancelAppointment,
  completeAppointment,
  markNoShow,
  undoCancel,
} from '@samay/contract/bookings/transitions';
import { addCharge, getMoney, refundPayment, setDiscount } from '@samay/contract/bookings/money';
import { listToBill } from '@samay/contract/invoicing/to-bill';
import { setPaperSettings } from '@samay/contract/invoicing/paper-settings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';
import { PaperClinic } from '../../../../test/fixtures/money/paper-clinic.ts';

// Bills what is kept of the money of visits that are cancelled or missed on 21 November 2026.

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

const at = (id: string) => ({ params: { id } });
const cancel = async (id: string) => clinic.owner.call(cancelAppointment, { ...at(id), body: {} });
const toBill = async () =>
  (await clinic.owner.call(listToBill, { query: {} })).body.items.map(({ appointmentId, kind, total }) => [
    appointmentId,
    kind,
    total,
  ]);

async function giveBack(id: string, amount: number, amountBefore: number) {
  const payment = (await clinic.owner.call(getMoney, at(id))).body.rows[0]?.id ?? '';
  const body = { payment, amount, amountBefore, method: 'UPI', reason: 'Goodwill' };
  expect((await clinic.owner.call(refundPayment, { ...at(id), body })).status).toBe(200);
}

describe('a cancellation fee', () => {
  it('has an invoice of one line, taxed like its service, which closes the vouchers of its money [P-9.154]', async () => {
    const id = await clinic.visit('2026-11-24', { price: 800_00 });
    await clinic.owner.call(addCharge, {
      ...at(id),
      body: { name: 'X-ray', amount: 90_00, chargesBefore: 0 },
    });
    const waived = { discount: 50_00, discountBefore: 0, reason: 'Goodwill' };
    await clinic.owner.call(setDiscount, { ...at(id), body: waived });
    await clinic.take(id, 500_00);
    const { body: voucher } = await clinic.make(id, 'receipt_voucher');
    await cancel(id);
    expect(await clinic.proposed(id)).toEqual([['tax_invoice', 500_00]]);
    expect(await toBill()).toEqual([[id, 'bill', 500_00]]);
    const { body: invoice } = await clinic.make(id, 'tax_invoice');
    expect(invoice).toMatchObject({
      description: 'Cancellation fee for General Consultation, 24 Nov 2026',
      total: 500_00,
      taxable: 423_72,
      cgst: 38_14,
      sgst: 38_14,
      rate: 1800,
      discount: 0,
      vouchers: [{ number: voucher.number, paise: 500_00 }],
      payments: [{ method: 'Cash', paise: 500_00 }],
    });
    expect(invoice.items ?? []).toEqual([]);
    expect(await clinic.proposed(id)).toEqual([['credit_note', 500_00]]);
    expect((await clinic.papersOf(id)).credit).toBeNull();
    expect(await toBill()).toEqual([]);
  });

  it('has the tax of the day on which it was kept, and a bill of supply where that is exempt [P-9.154]', async () => {
    const taxed = await clinic.visit('2026-11-24');
    await clinic.tax(null, '2026-11-22');
    await clinic.take(taxed, 500_00);
    await cancel(taxed);
    expect((await clinic.make(taxed, 'tax_invoice')).body).toMatchObject({ rate: 1800 });
    await clinic.setNow('2026-11-22T06:00:00.000Z');
    const exempt = await clinic.visit('2026-11-21');
    await clinic.take(exempt, 500_00);
    await clinic.desk.call(markNoShow, at(exempt));
    expect(await clinic.proposed(exempt)).toContainEqual(['bill_of_supply', 500_00]);
  });

  it('lowers a standing invoice to it, and each refund of it lowers that again [P-9.154]', async () => {
    const id = await clinic.visit('2026-11-21', { time: '09:00' });
    await clinic.take(id, 300_00);
    await clinic.make(id, 'tax_invoice');
    await clinic.desk.call(markNoShow, at(id));
    expect((await clinic.papersOf(id)).credit).toMatchObject({ total: 200_00 });
    expect(await toBill()).toEqual([[id, 'credit_note', 200_00]]);
    const { body: note } = await clinic.make(id, 'credit_note', { total: 200_00, reason: 'Not given' });
    expect(note.description).toMatch(/^General Consultation/);
    expect(await toBill()).toEqual([]);
    await giveBack(id, 100_00, 300_00);
    expect((await clinic.papersOf(id)).credit).toMatchObject({ total: 100_00 });
    expect(await toBill()).toEqual([[id, 'credit_note', 100_00]]);
  });

  it('has nothing to bill once all of it is given back [P-9.155]', async () => {
    const id = await clinic.visit('2026-11-24');
    await clinic.take(id, 500_00);
    await cancel(id);
    expect(await toBill()).toEqual([[id, 'bill', 500_00]]);
    await giveBack(id, 500_00, 500_00);
    expect(await toBill()).toEqual([]);
    expect((await clinic.proposed(id)).map(([kind]) => kind)).not.toContain('tax_invoice');
  });

  it('is billed by nobody but who presses, and the undone cancel makes a debit note of the rest [P-9.155]', async () => {
    clinic = await PaperClinic.open(app, { isAutomatic: true });
    const id = await clinic.visit('2026-11-24', { price: 800_00 });
    await clinic.take(id, 500_00);
    await cancel(id);
    await deliverDue(app.dependencies);
    expect((await clinic.papersOf(id)).papers).toEqual([]);
    await clinic.make(id, 'tax_invoice');
    await clinic.owner.call(undoCancel, at(id));
    expect((await clinic.papersOf(id)).credit).toBeNull();
    await clinic.setNow('2026-11-24T12:00:00.000Z');
    await clinic.desk.call(completeAppointment, at(id));
    expect(await toBill()).toEqual([[id, 'debit_note', 300_00]]);
  });

  it('waits for the receipts of its payments in a business without GST [P-9.155]', async () => {
    const none = { registration: 'none', legalName: null, gstin: null, prefix: '' } as const;
    const body = { ...none, automatic: false, creditNotesUntil: '11-30' };
    await clinic.owner.call(setPaperSettings, { body });
    // Begins with its first paper: payments before that are not listed.
    const first = await clinic.visit('2026-11-24');
    await clinic.take(first, 100_00);
    await clinic.make(first, 'receipt');
    const id = await clinic.visit('2026-11-24');
    await clinic.take(id, 300_00);
    await cancel(id);
    expect(await toBill()).toEqual([[id, 'bill', 300_00]]);
    await clinic.make(id, 'receipt');
    expect(await toBill()).toEqual([]);
  });
});
