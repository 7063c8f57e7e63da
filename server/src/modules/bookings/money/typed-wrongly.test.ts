import { cancelAppointment } from '@samay/contract/bookings/transitions';
import { correctAppointment, getAppointment } from '@samay/contract/bookings/appointments';
import {
  getMoney,
  refundAdvance,
  takeAdvance,
  takeAll,
  takePayment,
  voidAdvance,
} from '@samay/contract/bookings/money';
import { closeDrawer, getDrawer } from '@samay/contract/ledger/drawers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  type BuiltAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';

// Tests what is not taken, and what is taken back because it was typed wrongly.

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let desk: Client;
let doctor: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER', { name: 'Priya Nair' });
  desk = await signInAs(app, clinic, 'EMPLOYEE', { name: 'Asha Kulkarni' });
  doctor = await signInAs(app, clinic, 'DOCTOR', { name: 'Dr. Rao' });
});
afterAll(() => app.close());

const visit = (about: Partial<BuiltAppointment> = {}) =>
  buildAppointment(app, clinic, { status: 'completed', price: 700_00, ...about });
const at = (id: string) => ({ params: { id } });
const read = async (id: string) => (await owner.call(getAppointment, at(id))).body;
const fetchMoney = async (id: string, client = desk) => (await client.call(getMoney, at(id))).body;
const takeInAdvance = async (id: string, amount: number) =>
  desk.call(takeAdvance, { ...at(id), body: { amount, method: 'UPI' } });

it('takes no money for a cancelled booking, alone, with others or as a correction; what is on it can be lowered [P-9.130]', async () => {
  const id = await visit({ status: 'scheduled' });
  await desk.call(takePayment, { ...at(id), body: { amount: 500_00, method: 'UPI', amountBefore: null } });
  const other = await visit();
  await takeInAdvance(other, 900_00);
  await owner.call(cancelAppointment, at(id));
  const amounts = { amount: 200_00, amountBefore: 500_00 };
  const correct = (amount: number) => desk.call(correctAppointment, { ...at(id), body: { amount } });
  const bookings = [
    { id: other, amount: 700_00, amountBefore: null },
    { id, ...amounts },
  ];
  const refused = [
    await desk.call(takePayment, { ...at(id), body: { ...amounts, method: 'Cash' } }),
    await desk.call(takePayment, { ...at(id), body: { ...amounts, method: 'Advance' } }),
    await desk.call(takeAll, { body: { bookings, method: 'Cash' } }),
    await correct(700_00),
  ];
  expect(refused.map(({ status, error }) => [status, error?.code])).toEqual(
    refused.map(() => [409, 'payment.cancelled']),
  );
  expect((await read(other)).amount).toBeNull();
  expect((await correct(300_00)).body).toMatchObject({ amount: 300_00, status: 'cancelled' });
});

it('voids an advance that was typed wrongly, while its drawer is open, unless it is spent [P-9.131]', async () => {
  const id = await visit();
  const voidNewest = async (by = desk) => {
    const payment = (await fetchMoney(id, owner)).advanceRows.at(-1)?.id ?? '';
    const body = { payment, reason: 'Wrong amount' };
    return by.call(voidAdvance, { ...at(id), body });
  };
  await takeInAdvance(id, 50_000_00);
  expect((await voidNewest(doctor)).error?.code).toBe('access.denied');
  expect((await voidNewest()).body).toEqual({ advance: 0 });
  expect((await fetchMoney(id)).advanceRows).toEqual([]);
  expect((await voidNewest()).status).toBe(400);
  await takeInAdvance(id, 5_000_00);
  const payment = (await fetchMoney(id)).advanceRows[0]?.id ?? '';
  const back = { amount: 1_000_00, method: 'UPI', reason: 'Goodwill' };
  await owner.call(refundAdvance, { ...at(id), body: back });
  const body = { payment, reason: 'Wrong amount' };
  const refused = async () => (await desk.call(voidAdvance, { ...at(id), body })).error?.code;
  expect(await refused()).toBe('payment.not_voidable');
  const given = (await fetchMoney(id, owner)).advanceRows[0];
  expect(given).toMatchObject({ kind: 'refund', by: 'Priya Nair' });
  expect((await voidNewest(owner)).body).toEqual({ advance: 5_000_00 });
  await desk.call(takePayment, {
    ...at(id),
    body: { amount: 700_00, method: 'Advance', amountBefore: null },
  });
  expect(await refused()).toBe('advance.exceeded');
  const { period } = (await desk.call(getDrawer, { query: {} })).body;
  const closing = { counted: 0, expected: 0, period };
  expect((await desk.call(closeDrawer, { body: closing })).status).toBe(201);
  expect((await fetchMoney(id)).advanceRows).toEqual([]);
  expect(await refused()).toBe('payment.not_voidable');
});
