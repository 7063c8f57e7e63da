import { completeAppointment, undoCompletion } from '@samay/contract/bookings/transitions';
import { correctAppointment } from '@samay/contract/bookings/appointments';
import { takePayment } from '@samay/contract/bookings/money';
import { getPaper, listBookingPapers } from '@samay/contract/invoicing/papers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';
import { systemContext } from '../../../context/business-context.ts';
import { inTenantAnnouncing } from '../../../db/tenant.ts';
import { takeOnline } from '../../bookings/index.ts';
import { PaperClinic } from '../../../../test/fixtures/money/paper-clinic.ts';

let app: TestApp;
let clinic: PaperClinic;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  app.setNow(testNow);
  clinic = await PaperClinic.open(app, { isAutomatic: true });
});
afterAll(() => app.close());

const visit = async (time?: string) => clinic.visit('2026-11-21', { ...(time && { time }) });
const complete = async (id: string) => clinic.desk.call(completeAppointment, { params: { id } });
const numbers = async (id: string) => (await clinic.papersOf(id)).papers.map(({ number }) => number);

it('are made once when a visit is completed and nothing is due, and for nothing else [P-9.48]', async () => {
  const [paid, unpaid, late] = [await visit(), await visit('16:00'), await visit('17:00')];
  await clinic.take(paid, 500_00);
  for (const id of [paid, unpaid, late]) await complete(id);
  const seen = await clinic.desk.call(listBookingPapers, { params: { id: paid } });
  await deliverDue(app.dependencies);
  // A screen that has been read is not told that nothing has changed.
  const headers = { ...clinic.desk.headers(), 'if-none-match': String(seen.headers['etag']) };
  const again = await app.app.inject({ method: 'GET', url: `/api/appointments/${paid}/papers`, headers });
  expect(again.statusCode).toBe(200);
  expect(await numbers(unpaid)).toEqual([]);
  const [made] = (await clinic.papersOf(paid)).papers;
  expect(made).toMatchObject({ kind: 'tax_invoice', number: 'T/26-27/000001' });
  expect((await clinic.desk.call(getPaper, { params: { id: made?.id ?? '' } })).body.by).toBeNull();
  await clinic.take(late, 500_00);
  await deliverDue(app.dependencies);
  await deliverDue(app.dependencies);
  expect(await numbers(late)).toEqual(['T/26-27/000002']);
  expect(await numbers(paid)).toHaveLength(1);
});

it('are made of a deposit that was paid online before its visit, and of no other [P-9.48]', async () => {
  const id = await clinic.visit('2026-11-25');
  await clinic.take(id, 100_00);
  await deliverDue(app.dependencies);
  expect(await numbers(id)).toEqual([]);
  const system = systemContext(app.dependencies, { job: 'online.capture', tenantId: clinic.tenant.id });
  const context = { ...system, businessType: 'doctor' as const };
  await inTenantAnnouncing(context, async (tx, announce) =>
    takeOnline({ tx, announce }, context, {
      appointmentId: id,
      paise: 200_00,
      reference: 'pay_29QQoUBi66xm2f',
    }),
  );
  await deliverDue(app.dependencies);
  const { papers } = await clinic.papersOf(id);
  expect(papers).toMatchObject([{ kind: 'receipt_voucher', number: 'V/26-27/000001', total: 200_00 }]);
});

it('are not made where the owner has not said so', async () => {
  clinic = await PaperClinic.open(app);
  const id = await visit();
  await clinic.take(id, 500_00);
  await complete(id);
  await deliverDue(app.dependencies);
  expect(await numbers(id)).toEqual([]);
});

it('are not made again of a visit with a credit note: a new invoice needs a press [P-9.94]', async () => {
  const id = await visit();
  await clinic.take(id, 500_00);
  await complete(id);
  await deliverDue(app.dependencies);
  await clinic.make(id, 'credit_note', { reason: 'Goodwill' });
  const credited = ['T/26-27/000001', 'C/26-27/000001'];
  const correct = async (body: object) => clinic.owner.call(correctAppointment, { params: { id }, body });
  const above = { as: 'charge', name: 'Bandage' } as const;
  const more = { amount: 1_00, method: 'Cash', amountBefore: 500_00, above };
  for (const change of [
    async () => correct({ personName: 'Sunita Patil-Rao' }),
    async () => correct({ personContact: '+919820098200' }),
    async () => correct({ paymentId: 'pay_1' }),
    async () => clinic.desk.call(takePayment, { params: { id }, body: more }),
    async () => clinic.desk.call(undoCompletion, { params: { id } }),
    async () => complete(id),
  ]) {
    expect((await change()).error).toBeUndefined();
    await deliverDue(app.dependencies);
    expect((await numbers(id)).toSorted()).toEqual(credited.toSorted());
  }
  expect((await clinic.make(id, 'tax_invoice')).body.number).toBe('T/26-27/000002');
});
