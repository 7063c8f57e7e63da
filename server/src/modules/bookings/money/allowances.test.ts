import { correctAppointment, getAppointment, listAppointments } from '@samay/contract/bookings/appointments';
import { cancelAppointment, undoCancel } from '@samay/contract/bookings/transitions';
import {
  getMoney,
  lowersOwed,
  refundPayment,
  refundReasons,
  setDiscount,
  voidPayment,
} from '@samay/contract/bookings/money';
import { getPatient } from '@samay/contract/people/patients';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { allRight, findWrongSums } from '../../../../test/fixtures/money/wrong-sums.ts';

// Tests whether a visit of ₹1,500, paid by UPI, still owes what was given back.

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  app.setNow(testNow);
  clinic = await buildTenant(app, { plan: 'premium', times: 'apart' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER', { name: 'Priya Nair' });
});
afterAll(async () => {
  expect(await findWrongSums(app.database, clinic.id)).toEqual(allRight);
  await app.close();
});

const at = (id: string) => ({ params: { id } });
const read = async (id: string) => (await owner.call(getAppointment, at(id))).body;
const rowsOf = async (id: string) => (await owner.call(getMoney, at(id))).body.rows;

async function paid(paise = 1_500_00, status: 'scheduled' | 'completed' = 'completed'): Promise<string> {
  const id = await buildAppointment(app, clinic, {
    status,
    price: Math.max(paise, 1_500_00),
    claimsNothing: true,
  });
  const body = { amount: paise, paymentMethod: 'UPI', amountBefore: null };
  await owner.call(correctAppointment, { ...at(id), body });
  return id;
}

async function refund(
  id: string,
  amount: number,
  about: { reason?: string; lowers?: boolean; method?: string },
) {
  const row = (await rowsOf(id)).find(({ kind }) => kind === 'payment');
  const { amount: amountBefore } = await read(id);
  const usual = { payment: row?.id ?? '', amount, method: 'UPI', reason: 'Goodwill' };
  return (await owner.call(refundPayment, { ...at(id), body: { ...usual, ...about, amountBefore } })).body;
}

/** Returns the number of visits under *To pay*, and what the person owes. */
async function owed(id: string): Promise<[number, number]> {
  const { body } = await owner.call(listAppointments, { query: { due: 'yes' } });
  const { patientId } = await read(id);
  const person = (await owner.call(getPatient, { params: { id: patientId ?? '' } })).body;
  return [
    body.items.filter((row) => row.id === id).length,
    person.owing.reduce((sum, { due }) => sum + due, 0),
  ];
}

it.each([...refundReasons, { name: 'Doctor left early', lowers: true }])(
  'a refund for "$name" lowers what is owed: $lowers [P-9.160]',
  async ({ name, lowers }) => {
    expect(lowersOwed(name)).toBe(lowers);
    const id = await paid();
    expect(await refund(id, 300_00, { reason: name })).toMatchObject({
      amount: 1_200_00,
      allowed: lowers ? 300_00 : 0,
      due: lowers ? 0 : 300_00,
    });
    expect(await owed(id)).toEqual(lowers ? [0, 0] : [1, 300_00]);
    expect((await rowsOf(id)).find(({ kind }) => kind === 'refund')?.allowed).toBe(
      lowers ? 300_00 : undefined,
    );
  },
);

it('a refund does what its user says in place of its reason, kept as an advance too [P-9.160]', async () => {
  const id = await paid();
  expect((await refund(id, 300_00, { lowers: false })).due).toBe(300_00);
  expect((await refund(id, 200_00, { reason: 'Paid twice', lowers: true })).due).toBe(300_00);
  expect((await refund(id, 100_00, { method: 'Advance' })).due).toBe(300_00);
  expect(await read(id)).toMatchObject({ amount: 900_00, allowed: 300_00, due: 300_00 });
});

it('keeps money as an advance for who may not give it back, and lets off no more than they may waive [P-9.17, P-9.161]', async () => {
  const asha = await signInAs(app, clinic, 'EMPLOYEE', { name: 'Asha Kulkarni' });
  const id = await paid();
  await owner.call(setDiscount, {
    ...at(id),
    body: { discount: 100_00, discountBefore: 0, reason: 'Goodwill' },
  });
  const [row] = await rowsOf(id);
  const keep = async (amount: number, amountBefore: number, lowers?: boolean) => {
    const asked = { payment: row?.id ?? '', amount, method: 'Advance', reason: 'Goodwill', lowers };
    return asha.send(refundPayment, { ...at(id), body: { ...asked, amountBefore } });
  };
  // They may waive ₹500; the discount of ₹100 is a part of it, and as much was paid above the price.
  expect((await keep(500_01, 1_500_00)).error?.code).toBe('discount.exceeded');
  expect((await keep(500_00, 1_500_00)).body).toMatchObject({ amount: 1_000_00, allowed: 400_00, due: 0 });
  expect((await keep(100_00, 1_000_00)).error?.code).toBe('discount.exceeded');
  const waive = async (discount: number, discountBefore: number) =>
    asha.send(setDiscount, { ...at(id), body: { discount, discountBefore, reason: 'Goodwill' } });
  expect((await asha.call(getMoney, at(id))).body.mostDiscount).toBe(100_00);
  expect((await waive(200_00, 100_00)).error?.code).toBe('discount.exceeded');
  expect((await keep(100_00, 1_000_00, false)).body).toMatchObject({ allowed: 400_00, due: 100_00 });
});

it('allows nothing of what was taken above the price, and the void of a refund brings the debt back [P-9.161]', async () => {
  const id = await paid(1_700_00);
  await owner.call(setDiscount, {
    ...at(id),
    body: { discount: 200_00, discountBefore: 0, reason: 'Goodwill' },
  });
  expect(await refund(id, 500_00, {})).toMatchObject({ amount: 1_200_00, allowed: 300_00, due: 0 });
  const given = (await rowsOf(id)).find(({ kind }) => kind === 'refund')?.id ?? '';
  const body = { payment: given, reason: 'Wrong amount' };
  expect((await owner.call(voidPayment, { ...at(id), body })).body).toMatchObject({ allowed: 0, due: 0 });
  await refund(id, 200_00, { reason: 'Paid twice' });
  expect(await read(id)).toMatchObject({ amount: 1_500_00, allowed: 0, due: 0 });
});

it('an undone cancel that gave money back owes it again, and so does one that was given back while cancelled [P-9.161]', async () => {
  const [id, later] = [await paid(1_500_00, 'scheduled'), await paid(1_500_00, 'scheduled')];
  await owner.call(cancelAppointment, { ...at(id), body: { money: 'refund' } });
  await owner.call(cancelAppointment, { ...at(later), body: { money: 'leave' } });
  expect(await refund(later, 1_500_00, { reason: 'Service not given' })).toMatchObject({
    allowed: 0,
    due: null,
  });
  for (const each of [id, later])
    expect((await owner.call(undoCancel, at(each))).body).toMatchObject({
      amount: null,
      allowed: 0,
      due: 1_500_00,
    });
});
