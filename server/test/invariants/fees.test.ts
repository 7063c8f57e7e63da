import { randomUUID } from 'node:crypto';
import {
  cancelAppointment,
  completeAppointment,
  markNoShow,
  reopenAppointment,
  undoCancel,
} from '@samay/contract/bookings/transitions';
import { getAppointment } from '@samay/contract/bookings/appointments';
import { getMoney, refundPayment, takePayment, voidPayment } from '@samay/contract/bookings/money';
import {
  exportRevenue,
  getRevenue,
  getRevenueBreakdown,
  listTransactions,
} from '@samay/contract/desk/revenue';
import { getReports } from '@samay/contract/desk/reports';
import { getPatient } from '@samay/contract/people/patients';
import { setMoneyLock } from '@samay/contract/tenancy/money-lock';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../fixtures/app.ts';
import {
  buildAppointment,
  type BuiltAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../fixtures/builders.ts';
import type { Client } from '../fixtures/client.ts';
import { allRight, findWrongSums } from '../fixtures/money/wrong-sums.ts';
import { tenantIdOf } from '../../src/context/tenant-id.ts';
import { asPlatform } from '../../src/db/tenant.ts';
import { run } from '../../src/db/transaction.ts';
import { findWrongDays, findWrongPeople } from '../../src/modules/platform/integrity/queries.ts';

// Cancels a paid visit of 27 November on 24 November 2026, and misses one of 23 November.

const cancelDay = { from: '2026-11-24', to: '2026-11-24' };
const visitDay = { from: '2026-11-27', to: '2026-11-27' };
const all = { from: '2026-11-01', to: '2026-12-31' };
let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  // The access token is made at the last moment that the tests need.
  app.setNow('2026-12-05T05:00:00Z');
  clinic = await buildTenant(app, { plan: 'enterprise', paidUntil: '2099-01-01' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  app.setNow('2026-11-24T05:00:00Z');
});
afterAll(() => app.close());

const at = (id: string) => ({ params: { id } });
const read = async (id: string) => (await owner.call(getAppointment, at(id))).body;
const revenue = async (query: typeof all) => (await owner.call(getRevenue, { query })).body;
const fee = (fees: number) => ({ total: fees, fees, bookings: 0, average: 0, earlier: 0 });
const nothing = fee(0);
const cancel = async (id: string, body: object = {}) => owner.call(cancelAppointment, { ...at(id), body });

/** Builds a visit of which ₹500 of ₹700 is paid by UPI. */
async function paid(about: Partial<BuiltAppointment> = {}): Promise<string> {
  const visit = { date: visitDay.from, price: 700_00, amount: 500_00, paymentMethod: 'UPI' } as const;
  return buildAppointment(app, clinic, { ...visit, takenAt: new Date('2026-11-20T05:00:00Z'), ...about });
}

async function take(id: string, amount: number): Promise<void> {
  const body = { amount, method: 'Cash', amountBefore: (await read(id)).amount };
  await owner.call(takePayment, { ...at(id), body });
}

async function giveBack(id: string, amount: number, method = 'UPI') {
  const { rows } = (await owner.call(getMoney, at(id))).body;
  const payment = rows.find(({ left }) => left > 0)?.id ?? '';
  const body = { payment, amount, method, reason: 'Goodwill', amountBefore: (await read(id)).amount };
  return owner.call(refundPayment, { ...at(id), body });
}

async function voidLast(id: string) {
  const payment = (await owner.call(getMoney, at(id))).body.rows.at(-1)?.id ?? '';
  return owner.call(voidPayment, { ...at(id), body: { payment, reason: 'Wrong amount' } });
}

async function expectRightSums(): Promise<void> {
  expect(await findWrongSums(app.database, clinic.id)).toEqual(allRight);
  const work = { tenantId: tenantIdOf(clinic.id) };
  const wrong = async () =>
    asPlatform(app, async (tx) => ({
      days: await run(tx, work, findWrongDays(all)),
      people: (await run(tx, work, findWrongPeople({ after: null, most: 100 }))).filter(
        (row) => row.is_wrong,
      ),
    }));
  expect(await wrong()).toEqual({ days: [], people: [] });
  // The tallies are the same when they are recounted.
  const before = await revenue(all);
  await asPlatform(app, async (tx) => sql`select recount_tallies()`.execute(tx));
  expect([await revenue(all), await wrong()]).toEqual([before, { days: [], people: [] }]);
}

describe('money that is kept of a cancelled or missed booking', () => {
  it('is a cancellation fee: revenue of the day on which it was kept, which counts no booking [P-9.147]', async () => {
    const id = await paid();
    expect(await revenue(visitDay)).toMatchObject({ total: 500_00, bookings: 1, fees: 0 });
    const { body } = await cancel(id);
    expect(body).toMatchObject({ amount: 500_00, due: null, keptOn: '2026-11-24' });
    expect(await revenue(visitDay)).toEqual(nothing);
    expect(await revenue(cancelDay)).toEqual(fee(500_00));
    const missed = await paid({ date: '2026-11-23' });
    expect((await owner.call(markNoShow, at(missed))).body).toMatchObject({
      keptOn: '2026-11-24',
      due: null,
    });
    await paid({ date: '2026-11-24', amount: 300_00, paymentMethod: 'Cash' });
    expect(await revenue(cancelDay)).toEqual({
      total: 1_300_00,
      fees: 1_000_00,
      bookings: 1,
      average: 300_00,
      earlier: 0,
    });
    const breakdown = (await owner.call(getRevenueBreakdown, { query: all })).body;
    expect(breakdown.parts).toMatchObject([{ from: '2026-11-24', total: 1_300_00, bookings: 1 }]);
    expect(breakdown.methods).toEqual([
      { method: 'UPI', total: 1_000_00, bookings: 0 },
      { method: 'Cash', total: 300_00, bookings: 1 },
    ]);
    await expectRightSums();
  });

  it('is none where nothing is kept: a booking without money, a refund, an advance [P-9.147]', async () => {
    const ids = [await paid({ amount: null }), await paid(), await paid(), await paid({ amount: 0 })];
    const bodies = [{}, { money: 'refund', method: 'UPI' }, { money: 'advance' }, {}];
    for (const [place, id] of ids.entries()) {
      const { body } = await cancel(id, bodies[place]);
      expect(body.keptOn).toBeUndefined();
    }
    expect(await revenue(all)).toEqual(nothing);
    await expectRightSums();
  });

  it('falls with what is given back or moved to an advance, on its own day, and never below nothing [P-9.148]', async () => {
    const id = await paid();
    await cancel(id);
    app.setNow('2026-11-26T05:00:00Z');
    await giveBack(id, 200_00);
    expect(await revenue(cancelDay)).toEqual(fee(300_00));
    await giveBack(id, 100_00, 'Advance');
    expect(await revenue(cancelDay)).toEqual(fee(200_00));
    await giveBack(id, 200_00);
    expect(await revenue(all)).toEqual(nothing);
    expect((await read(id)).keptOn).toBeUndefined();
    // The void of a refund brings it back to the day on which it was kept.
    await voidLast(id);
    expect(await revenue(cancelDay)).toEqual(fee(200_00));
    expect((await giveBack(id, 200_01)).error?.code).toBe('payment.exceeded');
    await expectRightSums();
  });

  it('ends with an undo, which makes it revenue of the booking again [P-9.149]', async () => {
    const [id, missed] = [await paid(), await paid({ date: '2026-11-23' })];
    await cancel(id);
    await owner.call(markNoShow, at(missed));
    expect(await revenue(cancelDay)).toEqual(fee(1_000_00));
    expect((await owner.call(undoCancel, at(id))).body.keptOn).toBeUndefined();
    await owner.call(reopenAppointment, at(missed));
    expect(await revenue(cancelDay)).toEqual(nothing);
    expect(await revenue(visitDay)).toMatchObject({ total: 500_00, bookings: 1, fees: 0 });
    await owner.call(completeAppointment, at(missed));
    await expectRightSums();
    app.setNow('2026-11-25T05:00:00Z');
    await cancel(id);
    expect(await revenue({ from: '2026-11-25', to: '2026-11-25' })).toEqual(fee(500_00));
    await expectRightSums();
  });

  it('is kept on the day of its first money, and a cancel of a no-show leaves it there [P-9.147]', async () => {
    const [id, unpaid] = [
      await paid({ date: '2026-11-23' }),
      await paid({ date: '2026-11-23', amount: null }),
    ];
    for (const each of [id, unpaid]) await owner.call(markNoShow, at(each));
    app.setNow('2026-11-26T05:00:00Z');
    await take(unpaid, 100_00);
    await cancel(id);
    expect([(await read(id)).keptOn, (await read(unpaid)).keptOn]).toEqual(['2026-11-24', '2026-11-26']);
    expect(await revenue(cancelDay)).toEqual(fee(500_00));
    expect(await revenue({ from: '2026-11-26', to: '2026-11-26' })).toEqual(fee(100_00));
    await expectRightSums();
  });
});

it('is listed among the transactions and in the file, and in what its person paid [P-9.150]', async () => {
  const id = await paid();
  await cancel(id);
  const { items } = (await owner.call(listTransactions, { query: { ...cancelDay, method: 'UPI' } })).body;
  expect(items).toMatchObject([{ id, date: '2026-11-24', amount: 500_00, isFee: true }]);
  expect((await owner.call(listTransactions, { query: visitDay })).body.items).toEqual([]);
  const lines = String((await owner.call(exportRevenue, { query: cancelDay })).body).split('\r\n');
  expect(lines[1]).toMatch(
    /^2026-11-24,11:00,Meera Joshi,,Cancellation fee: .+,UPI,500\.00,booking_.+,Dr\. Rao,,,,$/,
  );
  expect(lines[2]).toBe('Total,,,,,,500.00,,,,,,');
  const { patientId } = await read(id);
  const { body } = await owner.call(getPatient, { params: { id: patientId ?? '' } });
  expect(body.revenue).toBe(500_00);
});

it('leads from received to revenue in lines of its own [P-9.151]', async () => {
  const [id, returned] = [await paid(), await paid({ amount: null })];
  await take(returned, 100_00);
  await cancel(returned, { money: 'refund', method: 'Cash' });
  app.setNow('2026-12-02T05:00:00Z');
  await cancel(id);
  const reports = async (from: string, to: string) =>
    (await owner.call(getReports, { query: { from, to } })).body;
  const november = await reports('2026-11-01', '2026-11-30');
  expect([november.received, november.revenue]).toEqual([500_00, 0]);
  expect(november.bridge).toEqual([
    { line: 'ended_bookings', paise: -100_00 },
    { line: 'other_fees', paise: -500_00 },
    { line: 'refunds', paise: 100_00 },
  ]);
  const december = await reports('2026-12-01', '2026-12-31');
  expect([december.received, december.revenue, december.bookings]).toEqual([0, 500_00, 0]);
  expect(december.bridge).toEqual([{ line: 'fees_taken_before', paise: 500_00 }]);
  for (const lines of [december.resources, december.services])
    expect(lines).toMatchObject([{ is: 'none', received: 0, revenue: 500_00, bookings: 0 }]);
  expect(december.methods).toEqual([{ method: 'UPI', received: 0, revenue: 500_00 }]);
});

describe('a locked day of a fee', () => {
  beforeEach(() => app.setNow('2026-11-29T05:00:00Z'));
  const lock = async () => {
    app.setNow('2026-12-05T05:00:00Z');
    const body = { until: '2026-11-30', untilBefore: null };
    expect((await owner.call(setMoneyLock, { body })).status).toBe(200);
  };

  it('stands: what is given back later is of its own day [P-9.152]', async () => {
    const id = await paid({ date: '2026-12-20' });
    await cancel(id);
    await lock();
    const november = { from: '2026-11-01', to: '2026-11-30' };
    const december = { from: '2026-12-01', to: '2026-12-31' };
    expect((await giveBack(id, 200_00)).body).toMatchObject({ amount: 300_00, isLocked: true });
    expect(await revenue(november)).toEqual(fee(500_00));
    expect(await revenue(december)).toMatchObject({ total: -200_00, earlier: -200_00, fees: 0 });
    await expectRightSums();
  });

  it('the database refuses another fee of it, and money without a day [P-9.153]', async () => {
    const [id, visit] = [await paid({ date: '2026-12-20' }), await paid({ date: '2026-12-20' })];
    await cancel(id);
    await lock();
    const attempts = [
      sql`update appointments set revenue_paise = 100, paid_by = '{"UPI": 100}' where id = ${id}`,
      sql`update appointments set kept_on = '2026-12-05' where id = ${id}`,
      sql`update appointments set status = 'cancelled', status_set_at = now(), kept_on = '2026-11-20' where id = ${visit}`,
      sql`insert into payments (tenant_id, id, kind, appointment_id, paise, taken_at)
        values (${clinic.id}, ${randomUUID()}, 'payment', ${id}, 100, now())`,
    ];
    for (const attempt of attempts)
      await expect(asPlatform(app, async (tx) => attempt.execute(tx))).rejects.toThrow('locked');
    const unkept = [
      sql`update appointments set status = 'cancelled', status_set_at = now() where id = ${visit}`,
      sql`update appointments set kept_on = '2026-12-05' where id = ${visit}`,
    ];
    for (const attempt of unkept)
      await expect(asPlatform(app, async (tx) => attempt.execute(tx))).rejects.toThrow('appointments_kept');
  });
});
