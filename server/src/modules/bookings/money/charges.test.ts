import { listAudit } from '@samay/contract/audit/audit-log';
import { cancelAppointment } from '@samay/contract/bookings/transitions';
import { getAppointment, rescheduleAppointment } from '@samay/contract/bookings/appointments';
import {
  addCharge,
  getMoney,
  removeCharge,
  setDiscount,
  takeAll,
  takePayment,
} from '@samay/contract/bookings/money';
import { listAppointments } from '@samay/contract/bookings/appointments';
import { setChargeList } from '@samay/contract/ledger/charge-list';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { asPlatform } from '../../../db/tenant.ts';

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let desk: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  app.setNow(testNow);
  clinic = await buildTenant(app, { plan: 'enterprise', times: 'apart' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  desk = await signInAs(app, clinic, 'EMPLOYEE', { name: 'Ravi Kumar' });
});
afterAll(() => app.close());

const visit = async (more: object = {}) =>
  buildAppointment(app, clinic, { date: '2026-11-21', price: 1_800_00, claimsNothing: true, ...more });
const read = async (id: string) => (await desk.call(getAppointment, { params: { id } })).body;
const money = async (id: string) => (await desk.call(getMoney, { params: { id } })).body;
const add = async (id: string, name: string, amount: number, chargesBefore = 0, more: object = {}) =>
  desk.call(addCharge, { params: { id }, body: { name, amount, chargesBefore, ...more } });
const take = async (id: string, amount: number, more: object = {}) =>
  desk.call(takePayment, { params: { id }, body: { amount, method: 'Cash', amountBefore: null, ...more } });

it('a charge is due with the price, and a discount or a move is about the price alone [P-9.140]', async () => {
  const id = await visit();
  expect((await add(id, 'Injection', 200_00)).body).toMatchObject({
    price: 1_800_00,
    charges: 200_00,
    due: 2_000_00,
  });
  expect((await add(id, 'Dressing', 150_00, 200_00)).body).toMatchObject({ charges: 350_00, due: 2_150_00 });
  const all = { discount: 1_800_00, discountBefore: 0, reason: 'Staff or family' };
  const more = { ...all, discount: 1_800_01 };
  expect((await owner.call(setDiscount, { params: { id }, body: more })).error?.code).toBe('request.invalid');
  expect((await owner.call(setDiscount, { params: { id }, body: all })).body.due).toBe(350_00);
  const moved = await desk.call(rescheduleAppointment, {
    params: { id },
    body: { date: '2026-11-25', time: '10:00' },
  });
  expect(moved.body).toMatchObject({ charges: 350_00 });
  const list = (await desk.call(listAppointments, { query: { due: 'yes' } })).body;
  expect(list.items).toEqual([]);
});

it('lists and sums what a booking owes with its charges, also without a price [P-9.140]', async () => {
  const [priced, free] = [await visit(), await visit({ price: null, time: '12:00' })];
  await add(priced, 'Injection', 200_00);
  await add(free, 'Floodlight', 300_00);
  await take(priced, 1_800_00);
  const { items, owed } = (await desk.call(listAppointments, { query: { due: 'yes' } })).body;
  expect(Object.fromEntries(items.map(({ id, charges, due }) => [id, [charges, due]]))).toEqual({
    [priced]: [200_00, 200_00],
    [free]: [300_00, 300_00],
  });
  expect(owed).toMatchObject({ total: 500_00, bookings: 2 });
});

it('a charge is removed as a row of its own, with who and when, and once [P-9.141]', async () => {
  const id = await visit();
  await add(id, 'Injection', 200_00);
  const [charge] = (await money(id)).charges;
  expect(charge).toMatchObject({
    name: 'Injection',
    paise: 200_00,
    by: 'Ravi Kumar',
    removed: null,
    mayRemove: true,
  });
  const remove = async () => desk.call(removeCharge, { params: { id }, body: { charge: charge?.id ?? '' } });
  expect((await remove()).body).toMatchObject({ charges: 0, due: 1_800_00 });
  expect((await remove()).error?.code).toBe('charge.changed');
  const removed = { at: new Date(testNow).toISOString(), by: 'Ravi Kumar' };
  expect((await money(id)).charges).toEqual([{ ...charge, removed, mayRemove: false }]);
  const { items } = (await owner.call(listAudit)).body;
  expect(items.map(({ action, reason }) => [action, reason])).toEqual(
    expect.arrayContaining([
      ['money.charge_removed', 'Injection'],
      ['money.charge_added', 'Injection'],
    ]),
  );
});

it('a charge of a colleague is removed up to what one may waive, and without a limit by who may refund [P-9.17, P-9.141]', async () => {
  const id = await visit();
  const params = { id };
  for (const [name, amount, chargesBefore] of [
    ['Laser', 500_01, 0],
    ['Dressing', 500_00, 500_01],
  ] as const)
    await owner.call(addCharge, { params, body: { name, amount, chargesBefore } });
  const remove = async (by: Client, name: string) => {
    const charge = (await by.call(getMoney, { params })).body.charges.find((one) => one.name === name);
    const { error, body } = await by.call(removeCharge, { params, body: { charge: charge?.id ?? '' } });
    return [charge?.mayRemove, error?.code ?? body.charges];
  };
  expect(await remove(desk, 'Laser')).toEqual([false, 'discount.exceeded']);
  expect(await remove(desk, 'Dressing')).toEqual([true, 500_01]);
  expect(await remove(owner, 'Laser')).toEqual([true, 0]);
});

it('two desks add one charge: the second one sees that there is one already [P-9.141]', async () => {
  const id = await visit();
  const both = await Promise.all([add(id, 'Injection', 200_00), add(id, 'Injection', 200_00)]);
  expect(new Set(both.map(({ error }) => error?.code))).toEqual(new Set([undefined, 'charge.changed']));
  expect((await read(id)).charges).toBe(200_00);
});

it('a visit that was cancelled or missed takes no charge [P-9.141]', async () => {
  const [cancelled, missed] = [await visit(), await visit({ status: 'no_show', time: '12:00' })];
  await desk.call(cancelAppointment, { params: { id: cancelled } });
  for (const id of [cancelled, missed])
    expect((await add(id, 'Injection', 200_00)).error?.code).toBe('charge.not_owed');
});

it('refuses money above the amount due until the caller calls it a charge or an advance [P-9.142]', async () => {
  const id = await visit();
  expect((await take(id, 2_000_00)).error?.code).toBe('payment.above_due');
  const body = { bookings: [{ id, amount: 2_000_00, amountBefore: null }], method: 'Cash' };
  expect((await desk.call(takeAll, { body })).error?.code).toBe('payment.above_due');
  expect((await read(id)).amount).toBeNull();
  const charged = await take(id, 2_000_00, { above: { as: 'charge', name: 'Injection' } });
  expect(charged.body).toMatchObject({ charges: 200_00, amount: 2_000_00, due: 0 });
  const other = await visit({ time: '12:00' });
  const kept = await take(other, 2_000_00, { above: { as: 'advance' } });
  expect(kept.body).toMatchObject({ charges: 0, amount: 1_800_00, due: 0 });
  expect((await money(other)).advance).toBe(200_00);
  const rest = await take(other, 300_00, { amountBefore: 1_800_00, above: { as: 'advance' } });
  expect(rest.body).toMatchObject({ amount: 1_800_00 });
  expect((await money(other)).advance).toBe(500_00);
  const spent = { method: 'Advance', amountBefore: 1_800_00, above: { as: 'charge', name: 'Injection' } };
  expect((await take(other, 100_00, spent)).error?.code).toBe('payment.above_due');
});

it("proposes the owner's list, whose tax a charge keeps when the list changes [P-9.143]", async () => {
  const id = await visit();
  const offer = {
    id: '00000000-0000-4000-8000-0000000000c1',
    name: 'Racket',
    amount: 50_00,
    treatment: 'taxable',
    sac: '997323',
    rate: 1800,
  } as const;
  const set = async (client: Client, offers: readonly object[]) =>
    client.call(setChargeList, { body: { offers } as never });
  expect((await set(desk, [offer])).error?.code).toBe('access.denied');
  expect((await set(owner, [{ ...offer, sac: null }])).error?.code).toBe('request.invalid');
  expect((await set(owner, [offer])).status).toBe(200);
  expect((await money(id)).chargeList).toEqual([offer]);
  await add(id, 'Racket', 50_00, 0, { offer: offer.id });
  await set(owner, []);
  expect((await add(id, 'Racket', 50_00, 50_00, { offer: offer.id })).error?.code).toBe('not_found');
  const rows = await asPlatform(app, (tx) =>
    tx
      .selectFrom('charges')
      .select(['treatment', 'sac', 'rate'])
      .where('tenant_id', '=', clinic.id)
      .execute(),
  );
  expect(rows).toEqual([{ treatment: 'taxable', sac: '997323', rate: 1800 }]);
});
