import { listServices } from '@samay/contract/availability/services';
import { cancelAppointment } from '@samay/contract/bookings/transitions';
import { getPaper, listBookingPapers, makePaper } from '@samay/contract/invoicing/papers';
import { setPaperSettings, setServiceTax } from '@samay/contract/invoicing/paper-settings';
import { changeBusinessDetails } from '@samay/contract/tenancy/business-details';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';
import { PaidBooking } from '../../../../test/fixtures/public/paid-booking.ts';

let booked: PaidBooking;
beforeAll(async () => {
  booked = await PaidBooking.start();
});
afterAll(() => booked.close());

it('a deposit that goes back through the provider has its refund voucher by itself, of the cancelled booking too [P-9.48]', async () => {
  await booked.begin(500_00);
  const { app, id } = booked;
  const { owner } = booked.page;
  const params = { id };
  const head = { telephone: null, registrationNumber: null, mapLink: null };
  await owner.call(changeBusinessDetails, { body: { ...head, address: '12, MG Road, Pune' } });
  const named = { legalName: 'City Care LLP', gstin: '27AAPFU0939F1ZV', prefix: '' };
  const rules = { registration: 'regular', automatic: true, creditNotesUntil: '11-30' } as const;
  await owner.call(setPaperSettings, { body: { ...rules, ...named } });
  const taxed = { treatment: 'taxable', sac: '999652', rate: 1800, from: '2026-04-01' } as const;
  for (const { id: service } of (await owner.call(listServices)).body.items)
    await owner.call(setServiceTax, { params: { id: service }, body: taxed });
  const papers = async () => (await owner.call(listBookingPapers, { params })).body;
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
