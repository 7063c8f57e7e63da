import { listServices } from '@samay/contract/availability/services';
import { setDiscount } from '@samay/contract/bookings/money';
import { rescheduleAppointment } from '@samay/contract/bookings/appointments';
import { setServiceTax } from '@samay/contract/invoicing/paper-settings';
import { dismissCredit, listToBill } from '@samay/contract/invoicing/to-bill';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildService } from '../../../../test/fixtures/availability.ts';
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

const toBill = async () => (await clinic.owner.call(listToBill, { query: {} })).body.items;

/** Bills a visit of an exempt service of ₹500 that then becomes one of ₹2,000 at 18 %. */
async function changedAfterBill() {
  await clinic.tax(null, '2026-04-02');
  const [usual] = (await clinic.owner.call(listServices)).body.items;
  const other = await buildService(app, clinic.tenant, { name: 'Peeling', price_paise: 2000_00 });
  const taxed = { treatment: 'taxable', sac: '999722', rate: 1800, from: '2026-04-01' } as const;
  await clinic.owner.call(setServiceTax, { params: { id: other }, body: taxed });
  const id = await clinic.visit('2026-11-20', { time: '10:00', status: 'completed' });
  await asPlatform(app, (tx) =>
    tx
      .updateTable('appointments')
      .set({ service_id: usual?.id ?? '' })
      .where('id', '=', id)
      .execute(),
  );
  const { body: bill } = await clinic.make(id, 'bill_of_supply');
  expect(await toBill()).toEqual([]);
  const to = { date: '2026-11-20', time: '10:00', serviceId: other };
  expect((await clinic.desk.call(rescheduleAppointment, { params: { id }, body: to })).error).toBeUndefined();
  return { id, of: { id: bill.id, number: bill.number } };
}

it('a bill of another service with another tax is credited whole, not raised, and the visit is billed by its own tax [P-9.185]', async () => {
  const { id, of } = await changedAfterBill();
  expect(await clinic.proposed(id)).toEqual([['credit_note', 500_00]]);
  expect((await clinic.papersOf(id)).credit).toEqual({ total: 500_00, of, isOfOtherService: true });
  expect(await toBill()).toMatchObject([{ kind: 'credit_note', total: 500_00, of }]);

  await clinic.make(id, 'credit_note', { reason: 'Wrong service' });
  expect(await toBill()).toMatchObject([{ kind: 'bill', total: 2000_00, of: null }]);
  expect((await clinic.make(id, 'tax_invoice')).body).toMatchObject({
    total: 2000_00,
    rate: 1800,
    sac: '999722',
  });
  expect(await clinic.proposed(id)).toEqual([['credit_note', 2000_00]]);
  expect([(await clinic.papersOf(id)).credit, await toBill()]).toEqual([null, []]);
});

it('a bill of another service whose credit note is not needed is raised and lowered as others are [P-9.189]', async () => {
  const { id, of } = await changedAfterBill();
  const dismiss = async (total: number) =>
    clinic.desk.call(dismissCredit, { params: { id }, body: { total } });
  expect((await dismiss(500_00)).body).toMatchObject({ credit: null });
  expect(await clinic.proposed(id)).toEqual([
    ['debit_note', 1500_00],
    ['credit_note', 500_00],
  ]);
  expect(await toBill()).toMatchObject([{ kind: 'debit_note', total: 1500_00, of }]);

  const discount = { discount: 1600_00, discountBefore: 0, reason: 'Goodwill' };
  await clinic.owner.call(setDiscount, { params: { id }, body: discount });
  expect((await clinic.papersOf(id)).credit).toEqual({ total: 100_00, of });
  expect(await toBill()).toMatchObject([{ kind: 'credit_note', total: 100_00, of }]);
  await dismiss(100_00);
  expect([(await clinic.papersOf(id)).credit, await toBill()]).toEqual([null, []]);
});
