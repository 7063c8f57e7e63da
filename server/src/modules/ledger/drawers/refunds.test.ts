import { cancelAppointment } from '@samay/contract/bookings/transitions';
import {
  getMoney,
  refundAdvance,
  refundPayment,
  takeAdvance,
  takePayment,
} from '@samay/contract/bookings/money';
import { addExpense, closeDrawer, getDrawer } from '@samay/contract/ledger/drawers';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';

// Tests which drawer cash leaves that is given back.

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let asha: Client;
let ravi: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER', { name: 'Priya Nair' });
  asha = await signInAs(app, clinic, 'EMPLOYEE', { name: 'Asha Kulkarni' });
  ravi = await signInAs(app, clinic, 'EMPLOYEE', { name: 'Ravi' });
});
afterAll(() => app.close());

const at = (id: string) => ({ params: { id } });
const getId = (client: Client) => client.identity?.userId ?? '';
const visit = async () => buildAppointment(app, clinic, { status: 'scheduled', price: 700_00 });
const expected = async (client: Client) => (await client.call(getDrawer, { query: {} })).body.expected;
const fetchMoney = async (id: string) => (await owner.call(getMoney, at(id))).body;

async function take(id: string, amount: number, by = asha, amountBefore: number | null = null) {
  await by.call(takePayment, { ...at(id), body: { amount, method: 'Cash', amountBefore } });
}

async function close(client: Client): Promise<void> {
  const { period, expected: cash } = (await client.call(getDrawer, { query: {} })).body;
  const body = { counted: cash ?? 0, handedOver: cash ?? 0, expected: cash ?? 0, period };
  expect((await client.call(closeDrawer, { body })).status).toBe(201);
}

/** Gives back of the first payment of a visit. */
async function refund(id: string, amount: number, more: object = {}) {
  const { rows } = await fetchMoney(id);
  const amountBefore = rows.reduce((sum, { paise }) => sum + paise, 0);
  const payment = rows.find(({ kind }) => kind === 'payment')?.id ?? '';
  const body = { payment, amount, method: 'Cash', reason: 'Goodwill', amountBefore };
  return owner.call(refundPayment, { ...at(id), body: { ...body, ...more } });
}

it('leaves the drawer that took the money while it is open, then that of who gives it back [P-9.132]', async () => {
  const id = await visit();
  await take(id, 500_00);
  await owner.call(takePayment, {
    ...at(await visit()),
    body: { amount: 700_00, method: 'Cash', amountBefore: null },
  });
  expect((await refund(id, 200_00)).status).toBe(200);
  expect([await expected(asha), await expected(owner)]).toEqual([300_00, 700_00]);
  expect((await refund(id, 50_00, { method: 'UPI' })).status).toBe(200);
  expect([await expected(asha), await expected(owner)]).toEqual([300_00, 700_00]);
  await close(asha);
  expect((await refund(id, 100_00)).status).toBe(200);
  expect([await expected(asha), await expected(owner)]).toEqual([0, 600_00]);
});

it('leaves the requested drawer: the open ones are offered to who may give money back [P-9.132]', async () => {
  const id = await visit();
  await take(id, 500_00);
  await take(await visit(), 300_00, ravi);
  const took = { id: getId(asha), holder: { id: getId(asha), name: 'Asha Kulkarni' }, isOwn: false };
  const other = { id: getId(ravi), holder: { id: getId(ravi), name: 'Ravi' }, isOwn: false };
  const own = { id: getId(owner), holder: null, isOwn: true };
  const money = await fetchMoney(id);
  expect([money.drawers, money.rows[0]?.drawerId]).toEqual([[own, took, other], getId(asha)]);
  expect((await asha.call(getMoney, at(id))).body.drawers).toEqual([]);
  expect((await refund(id, 100_00, { drawer: getId(ravi) })).status).toBe(200);
  expect([await expected(asha), await expected(ravi)]).toEqual([500_00, 200_00]);
  expect((await refund(id, 100_00, { drawer: randomUUID() })).error?.code).toBe('not_found');
  await close(ravi);
  expect((await fetchMoney(id)).drawers).toEqual([own, took]);
});

it('holds less than nothing only where that is agreed to [P-9.133]', async () => {
  const id = await visit();
  await take(id, 500_00);
  await asha.call(addExpense, { body: { paise: 100_00, reason: 'Tea' } });
  expect((await refund(id, 400_01)).error?.code).toBe('drawer.below_zero');
  expect((await refund(id, 500_00, { drawer: getId(owner) })).error?.code).toBe('drawer.below_zero');
  expect((await refund(id, 400_00)).status).toBe(200);
  const both = await Promise.all([refund(id, 60_00), refund(id, 60_00)]);
  expect(both.map(({ error }) => error?.code)).toEqual(['drawer.below_zero', 'drawer.below_zero']);
  expect((await refund(id, 100_00, { belowZero: true })).status).toBe(200);
  expect(await expected(asha)).toBe(-100_00);
});

it('is each the drawer that took a part of an advance [P-9.132, P-9.133]', async () => {
  const id = await visit();
  const advance = async (by: Client, amount: number) =>
    by.call(takeAdvance, { ...at(id), body: { amount, method: 'Cash' } });
  await advance(asha, 300_00);
  await advance(ravi, 200_00);
  const give = async (amount: number, more: object = {}) =>
    owner.call(refundAdvance, {
      ...at(id),
      body: { amount, method: 'Cash', reason: 'Goodwill', ...more },
    });
  expect((await give(100_00, { drawer: getId(owner) })).error?.code).toBe('drawer.below_zero');
  expect((await give(500_00)).body).toEqual({ advance: 0 });
  expect([await expected(asha), await expected(ravi), await expected(owner)]).toEqual([0, 0, 0]);
});

it('is each the drawer that took a payment of a cancelled booking [P-9.132, P-9.133]', async () => {
  const id = await visit();
  await take(id, 300_00);
  await take(id, 200_00, ravi, 300_00);
  await ravi.call(addExpense, { body: { paise: 50_00, reason: 'Tea' } });
  const cancel = async (more: object) =>
    owner.call(cancelAppointment, { ...at(id), body: { money: 'refund', ...more } });
  expect((await cancel({})).error?.code).toBe('drawer.below_zero');
  expect((await cancel({ belowZero: true })).body.status).toBe('cancelled');
  expect([await expected(asha), await expected(ravi), await expected(owner)]).toEqual([0, -50_00, 0]);
});
