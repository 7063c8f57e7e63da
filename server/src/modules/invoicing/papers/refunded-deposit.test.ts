import { listServices } from '@samay/contract/availability/services';
import { getMoney, refundPayment } from '@samay/contract/bookings/money';
import { cancelAppointment } from '@samay/contract/bookings/transitions';
import { getPaper, listBookingPapers, makePaper } from '@samay/contract/invoicing/papers';
import { setPaperSettings, setServiceTax } from '@samay/contract/invoicing/paper-settings';
import { listToBill } from '@samay/contract/invoicing/to-bill';
import { changeBusinessDetails } from '@samay/contract/tenancy/business-details';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';
import { PaidBooking } from '../../../../test/fixtures/public/paid-booking.ts';

let booked: PaidBooking;
beforeAll(async () => {
  booked = await PaidBooking.start();
});
afterAll(() => booked.close());

/** Books and pays ₹500 online, of a business that is registered and makes papers by itself. */
async function begin(): Promise<void> {
  await booked.begin(500_00);
  const { owner } = booked.page;
  const head = { telephone: null, registrationNumber: null, mapLink: null };
  await owner.call(changeBusinessDetails, { body: { ...head, address: '12, MG Road, Pune' } });
  const named = { legalName: 'City Care LLP', gstin: '27AAPFU0939F1ZV', prefix: '' };
  const rules = { registration: 'regular', automatic: true, creditNotesUntil: '11-30' } as const;
  await owner.call(setPaperSettings, { body: { ...rules, ...named } });
  const taxed = { treatment: 'taxable', sac: '999652', rate: 1800, from: '2026-04-01' } as const;
  for (const { id } of (await owner.call(listServices)).body.items)
    await owner.call(setServiceTax, { params: { id }, body: taxed });
}
const papers = async () =>
  (await booked.page.owner.call(listBookingPapers, { params: { id: booked.id } })).body;

it('a deposit that goes back through the provider has its refund voucher by itself, of the cancelled booking too [P-9.48]', async () => {
  await begin();
  const { app, id } = booked;
  const { owner } = booked.page;
  const params = { id };
  const [proposal] = (await papers()).proposals;
  const voucher = { kind: 'receipt_voucher', total: 500_00, paymentId: proposal?.paymentId } as const;
  expect((await owner.call(makePaper, { params, body: voucher })).status).toBe(201);

  await owner.call(cancelAppointment, { params, body: { money: 'refund' } });
  for (const _ of ['the refund', 'what follows from it']) await deliverDue(app.dependencies);

  const made = await papers();
  expect(made.proposals).toEqual([]);
  const back = made.papers.find(({ kind }) => kind === 'refund_voucher');
  expect((await owner.call(getPaper, { params: { id: back?.id ?? '' } })).body).toMatchObject({
    total: 500_00,
    cgst: 38_14,
    of: { number: 'V/26-27/000001' },
    by: null,
  });
});

it('a cancellation fee is billed without what is on its way back through the provider [P-9.155]', async () => {
  await begin();
  const { owner } = booked.page;
  const params = { params: { id: booked.id } };
  booked.payments.setMode('refund-pending');
  const toBill = async () =>
    (await owner.call(listToBill, { query: {} })).body.items.map(({ kind, total }) => [kind, total]);
  const bills = async () =>
    (await papers()).proposals.flatMap(({ kind, total }) => (kind === 'tax_invoice' ? [total] : []));
  await owner.call(cancelAppointment, { ...params, body: {} });
  expect([await bills(), await toBill()]).toEqual([[500_00], [['bill', 500_00]]]);
  const payment = (await owner.call(getMoney, params)).body.rows[0]?.id ?? '';
  const asked = { payment, method: 'Online', reason: 'Goodwill', amountBefore: 500_00 };
  const askBack = async (amount: number, pendingBefore: number) =>
    owner.call(refundPayment, { ...params, body: { ...asked, amount, pendingBefore } });
  expect((await askBack(200_00, 0)).error).toBeUndefined();
  await deliverDue(booked.app.dependencies);
  expect([await bills(), await toBill()]).toEqual([[300_00], [['bill', 300_00]]]);
  expect((await askBack(300_00, 200_00)).error).toBeUndefined();
  expect([await bills(), await toBill()]).toEqual([[], []]);
});
