import { setDiscount } from '@samay/contract/bookings/money';
import { getPaper } from '@samay/contract/invoicing/papers';
import { expect, it } from 'vitest';
import { testApp } from '../../../../test/fixtures/app.ts';
import { PaperClinic } from '../../../../test/fixtures/money/paper-clinic.ts';

it('an invoice keeps the discount of its visit, whatever becomes of it later, and no other paper has one [P-9.101]', async () => {
  const clinic = await PaperClinic.open(await testApp());
  const [id, whole] = [
    await clinic.visit('2026-11-21', { price: 700_00 }),
    await clinic.visit('2026-11-21', { time: '12:00' }),
  ];
  const lower = async (discount: number, discountBefore: number) => {
    const body = { discount, discountBefore, reason: 'Goodwill' };
    expect((await clinic.owner.call(setDiscount, { params: { id }, body })).status).toBe(200);
  };
  await lower(200_00, 0);
  const { body: invoice } = await clinic.make(id, 'tax_invoice');
  expect(invoice).toMatchObject({ discount: 200_00, total: 500_00, taxable: 423_72 });
  await lower(100_00, 200_00);
  const kept = await clinic.desk.call(getPaper, { params: { id: invoice.id } });
  expect(kept.body.discount).toBe(200_00);
  // The debit note is of a part of the visit alone.
  expect((await clinic.make(id, 'debit_note')).body).toMatchObject({ discount: 0, total: 100_00 });
  expect((await clinic.make(id, 'credit_note', { reason: 'Goodwill' })).body.discount).toBe(0);
  expect((await clinic.make(whole, 'tax_invoice')).body.discount).toBe(0);
});
