import { cancelAppointment, completeAppointment, markNoShow } from '@samay/contract/bookings/transitions';
import { setDiscount } from '@samay/contract/bookings/money';
import { dismissCredit, listToBill } from '@samay/contract/invoicing/to-bill';
import { makePaper } from '@samay/contract/invoicing/papers';
import { setPaperSettings } from '@samay/contract/invoicing/paper-settings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { signInAs } from '../../../../test/fixtures/builders.ts';
import { PaperClinic } from '../../../../test/fixtures/money/paper-clinic.ts';

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

const toBill = async () => (await clinic.owner.call(listToBill, { query: {} })).body.items;
const listed = async () =>
  (await toBill()).map(({ appointmentId, kind, total }) => [appointmentId, kind, total]);
const complete = async (id: string) => clinic.desk.call(completeAppointment, { params: { id } });
const discount = async (id: string, value: number, before: number) =>
  clinic.owner.call(setDiscount, {
    params: { id },
    body: { discount: value, discountBefore: before, reason: 'Goodwill' },
  });
const dismiss = async (id: string, total: number) =>
  clinic.desk.call(dismissCredit, { params: { id }, body: { total } });

describe('the list of what is to bill', () => {
  it('has the completed visits without their bill, oldest first, and no other [P-9.187]', async () => {
    const late = await clinic.visit('2026-11-21', { time: '16:00', personName: 'Ravi Rao' });
    const [early, old, tooOld] = [
      await clinic.visit('2026-11-21'),
      await clinic.visit('2026-11-19'),
      await clinic.visit('2025-03-31'),
    ];
    await clinic.visit('2026-11-20', { price: 0 });
    await clinic.visit('2026-11-22');
    const billed = await clinic.visit('2026-11-20');
    for (const id of [late, early, old, tooOld, billed]) await complete(id);
    const { body: invoice } = await clinic.make(billed, 'tax_invoice');
    expect(await listed()).toEqual([
      [old, 'bill', 500_00],
      [early, 'bill', 500_00],
      [late, 'bill', 500_00],
    ]);
    expect((await toBill())[2]).toMatchObject({ personName: 'Ravi Rao', date: '2026-11-21', time: '16:00' });
    // A visit whose bill was credited waits for a press in its details.
    await clinic.make(billed, 'credit_note', { reason: 'Goodwill' });
    await clinic.make(early, 'tax_invoice');
    expect(invoice.total).toBe(500_00);
    expect((await listed()).map(([id]) => id)).toEqual([old, late]);
    for (const role of ['EMPLOYEE', 'DOCTOR'] as const) {
      const other = await signInAs(app, clinic.tenant, role);
      expect((await other.call(listToBill, { query: {} })).error?.code).toBe('access.denied');
    }
  });

  it('pages by the day, the time and the booking, without one twice or left out [P-9.187]', async () => {
    const times = Array.from({ length: 12 }, (_, at) => `${9 + (at % 3)}`.padStart(2, '0') + ':00');
    const ids = await Promise.all(
      times.map(async (time) => clinic.visit('2026-11-20', { time, status: 'completed' })),
    );
    const { body: first } = await clinic.owner.call(listToBill, { query: {} });
    expect(first.items).toHaveLength(10);
    const { body: last } = await clinic.owner.call(listToBill, { query: { cursor: first.next ?? '' } });
    expect(last.next).toBeNull();
    const found = [...first.items, ...last.items];
    expect(found.map(({ appointmentId }) => appointmentId).toSorted()).toEqual(ids.toSorted());
    expect(found.map(({ time }) => time)).toEqual(times.toSorted());
  });

  it('has of a business without GST the completed visits with a payment that has no receipt [P-9.187]', async () => {
    const rules = { legalName: null, gstin: null, prefix: '', automatic: false, creditNotesUntil: '11-30' };
    await clinic.owner.call(setPaperSettings, { body: { ...rules, registration: 'none' } });
    const [id, unpaid, receipted] = [
      await clinic.visit('2026-11-20'),
      await clinic.visit('2026-11-20'),
      await clinic.visit('2026-11-20'),
    ];
    const before = await clinic.visit('2026-11-20');
    await clinic.take(before, 300_00);
    await complete(before);
    // A business that gives no receipts has no list of them.
    expect(await listed()).toEqual([]);
    await clinic.setNow('2026-11-22T04:30:00.000Z');
    for (const each of [id, receipted]) await clinic.take(each, 300_00);
    for (const each of [id, unpaid, receipted]) await complete(each);
    await clinic.make(receipted, 'receipt');
    expect(await listed()).toEqual([[id, 'bill', 300_00]]);
    await clinic.make(id, 'receipt');
    expect(await listed()).toEqual([]);
  });
});

it('lists a refund whose receipt voucher stands, until its refund voucher is made [P-9.187]', async () => {
  const [id, unvouchered] = [await clinic.visit('2026-11-24'), await clinic.visit('2026-11-25')];
  for (const each of [id, unvouchered]) await clinic.take(each, 500_00);
  const { body: voucher } = await clinic.make(id, 'receipt_voucher');
  expect(await listed()).toEqual([]);
  const body = { money: 'refund', method: 'Cash', belowZero: true } as const;
  for (const each of [id, unvouchered])
    await clinic.owner.call(cancelAppointment, { params: { id: each }, body });
  const of = { id: voucher.id, number: voucher.number };
  expect(await toBill()).toMatchObject([{ appointmentId: id, kind: 'refund_voucher', total: 500_00, of }]);
  await clinic.make(id, 'refund_voucher');
  expect(await listed()).toEqual([]);
});

describe('a booking that costs another sum than its bill', () => {
  it.each([
    ['a discount', async (id: string) => discount(id, 120_00, 0), 120_00],
    [
      'a cancellation',
      async (id: string) => clinic.owner.call(cancelAppointment, { params: { id }, body: {} }),
      500_00,
    ],
    ['a no-show', async (id: string) => clinic.desk.call(markNoShow, { params: { id } }), 500_00],
  ])('asks for a credit note at once after %s, until it is made [P-9.188]', async (_which, change, total) => {
    const id = await clinic.visit('2026-11-21', { time: '09:00' });
    const { body: invoice } = await clinic.make(id, 'tax_invoice');
    expect((await clinic.papersOf(id)).credit).toBeNull();
    expect((await change(id)).error).toBeUndefined();
    const of = { id: invoice.id, number: invoice.number };
    expect((await clinic.papersOf(id)).credit).toEqual({ total, of });
    expect(await toBill()).toMatchObject([{ appointmentId: id, kind: 'credit_note', total, of }]);
    const body = { kind: 'credit_note', total, ofId: invoice.id, reason: 'Goodwill' } as const;
    expect((await clinic.desk.call(makePaper, { params: { id }, body })).status).toBe(201);
    expect((await clinic.papersOf(id)).credit).toBeNull();
    expect((await listed()).filter(([, kind]) => kind === 'credit_note')).toEqual([]);
  });

  it('asks for no credit note that was dismissed, and again once the difference is another one [P-9.189]', async () => {
    const id = await clinic.visit('2026-11-21');
    await clinic.make(id, 'tax_invoice');
    await discount(id, 100_00, 0);
    expect((await dismiss(id, 99_00)).error?.code).toBe('paper.changed');
    expect((await dismiss(id, 100_00)).body.credit).toBeNull();
    expect((await dismiss(id, 100_00)).error?.code).toBe('paper.changed');
    expect((await clinic.papersOf(id)).credit).toBeNull();
    expect(await listed()).toEqual([]);
    await discount(id, 150_00, 100_00);
    expect((await clinic.papersOf(id)).credit).toMatchObject({ total: 150_00 });
    expect(await listed()).toEqual([[id, 'credit_note', 150_00]]);
  });

  it('asks for none where no price is known and the money is billed [P-9.188]', async () => {
    const id = await clinic.visit('2026-11-20', { status: 'completed', price: null });
    await clinic.take(id, 300_00);
    expect(await listed()).toEqual([[id, 'bill', 300_00]]);
    await clinic.make(id, 'tax_invoice');
    expect(await listed()).toEqual([]);
  });

  it('asks for a debit note where it costs more than its bill has [P-9.187]', async () => {
    const id = await clinic.visit('2026-11-20', { status: 'completed' });
    await discount(id, 200_00, 0);
    const { body: invoice } = await clinic.make(id, 'tax_invoice');
    await discount(id, 50_00, 200_00);
    const of = { id: invoice.id, number: invoice.number };
    expect(await toBill()).toMatchObject([{ kind: 'debit_note', total: 150_00, of }]);
    await clinic.make(id, 'debit_note');
    expect(await listed()).toEqual([]);
  });

  it('asks for a debit note where a discount was credited and is taken back [P-9.185]', async () => {
    const id = await clinic.visit('2026-11-20', { status: 'completed' });
    await clinic.make(id, 'tax_invoice');
    await discount(id, 100_00, 0);
    await clinic.make(id, 'credit_note', { total: 100_00, reason: 'Goodwill' });
    expect(await listed()).toEqual([]);
    await discount(id, 0, 100_00);
    expect(await listed()).toEqual([[id, 'debit_note', 100_00]]);
  });
});
