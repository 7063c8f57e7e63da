import { listServices } from '@samay/contract/availability/services';
import { takeAdvance } from '@samay/contract/bookings/money';
import { listBookingPapers, makePaper } from '@samay/contract/invoicing/papers';
import { setPaperSettings, setServiceTax } from '@samay/contract/invoicing/paper-settings';
import { changeBusinessDetails } from '@samay/contract/tenancy/business-details';
import { expect, it } from 'vitest';
import { testApp } from '../../../../test/fixtures/app.ts';
import { buildAppointment, buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';

it('gives one advance one voucher, though two bookings of its person ask for it together [P-9.44]', async () => {
  const app = await testApp();
  const clinic = await buildTenant(app, { plan: 'enterprise', times: 'apart' });
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  const head = { telephone: null, registrationNumber: null, mapLink: null };
  await owner.call(changeBusinessDetails, { body: { ...head, address: '12, MG Road, Pune' } });
  const named = { legalName: 'City Care LLP', gstin: '27AAPFU0939F1ZV', prefix: '' };
  const rules = { registration: 'regular', automatic: false, creditNotesUntil: '11-30' } as const;
  await owner.call(setPaperSettings, { body: { ...rules, ...named } });
  const [service] = (await owner.call(listServices)).body.items;
  const tax = { treatment: 'taxable', sac: '999652', rate: 1800, from: '2026-04-01' } as const;
  await owner.call(setServiceTax, { params: { id: service?.id ?? '' }, body: tax });

  for (let round = 0; round < 6; round += 1) {
    const about = { personName: `Team ${round}`, claimsNothing: true, date: '2026-11-24' };
    const bookings = [await buildAppointment(app, clinic, about), await buildAppointment(app, clinic, about)];
    const params = { id: bookings[0] ?? '' };
    await owner.call(takeAdvance, { params, body: { amount: 1000_00, method: 'UPI' } });
    const [voucher] = (await owner.call(listBookingPapers, { params })).body.proposals;
    const body = { kind: 'receipt_voucher', total: 1000_00, paymentId: voucher?.paymentId ?? '' } as const;
    const made = await Promise.all(bookings.map((id) => owner.call(makePaper, { params: { id }, body })));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(made.flatMap(({ error }) => (error ? [error.code] : []))).toEqual(['paper.changed']);
  }
  await app.close();
});
