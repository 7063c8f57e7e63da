import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { cancelAppointment, completeAppointment } from '@samay/contract/bookings/transitions';
import {
  correctAppointment,
  createAppointment,
  getAppointment,
  listAppointments,
  rescheduleAppointment,
} from '@samay/contract/bookings/appointments';
import {
  getMoney,
  refundPayment,
  setDiscount,
  takeAll,
  takePayment,
  voidPayment,
} from '@samay/contract/bookings/money';
import { exportRevenue, getRevenue, getRevenueBreakdown } from '@samay/contract/desk/revenue';
import { getReports } from '@samay/contract/desk/reports';
import { setMoneyLock } from '@samay/contract/tenancy/money-lock';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../fixtures/app.ts';
import {
  buildAppointment,
  type BuiltAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../fixtures/builders.ts';
import type { Client } from '../fixtures/client.ts';
import { testEngine } from '../fixtures/database.ts';
import { allRight, findWrongSums } from '../fixtures/money/wrong-sums.ts';
import { tenantIdOf } from '../../src/context/tenant-id.ts';
import { asPlatform } from '../../src/db/tenant.ts';
import { run } from '../../src/db/transaction.ts';
import { findWrongDays } from '../../src/modules/platform/integrity/queries.ts';

// Tests bookings of October, whose money is locked, on 5 November 2026.

const now = '2026-11-05T06:00:00.000Z';
const october = { from: '2026-10-01', to: '2026-10-31' };
const november = { from: '2026-11-01', to: '2026-11-30' };
let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  app.setNow(now);
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER', { name: 'Priya Nair' });
});
afterAll(() => app.close());

const at = (id: string) => ({ params: { id } });
const read = async (id: string) => (await owner.call(getAppointment, at(id))).body;
const rowOf = async (id: string, kind: string) =>
  (await owner.call(getMoney, at(id))).body.rows.find((row) => row.kind === kind)?.id ?? '';
const revenue = async (query: typeof october) => (await owner.call(getRevenue, { query })).body;

async function visit(about: Partial<BuiltAppointment> = {}): Promise<string> {
  const usual = { date: '2026-10-20', status: 'completed', price: 500_00, claimsNothing: true } as const;
  return buildAppointment(app, clinic, { ...usual, ...about });
}
const paid = async (about: Partial<BuiltAppointment> = {}) =>
  visit({ amount: 500_00, paymentMethod: 'UPI', ...about });

async function lock(
  until: string | null = '2026-10-31',
  untilBefore: string | null = null,
  more: object = {},
) {
  const { status } = await owner.call(setMoneyLock, { body: { until, untilBefore, ...more } });
  expect(status).toBe(200);
}
const take = async (id: string, amount: number) =>
  owner.call(takePayment, {
    ...at(id),
    body: { amount, method: 'Cash', amountBefore: (await read(id)).amount },
  });
const refund = async (id: string, amount: number) =>
  owner.call(refundPayment, {
    ...at(id),
    body: {
      payment: await rowOf(id, 'payment'),
      amount,
      method: 'UPI',
      reason: 'Goodwill',
      amountBefore: (await read(id)).amount,
    },
  });

async function expectRightSums(): Promise<void> {
  expect(await findWrongSums(app.database, clinic.id)).toEqual(allRight);
  const days = { from: '2026-10-01', to: '2026-11-30' };
  const work = { tenantId: tenantIdOf(clinic.id) };
  expect(await asPlatform(app, (tx) => run(tx, work, findWrongDays(days)))).toEqual([]);
}

it('what is taken or given back for a locked day is revenue of its own day, and the locked figures stand [P-9.165]', async () => {
  const [id, unpaid] = [await paid(), await visit()];
  const before = { total: 500_00, bookings: 1, average: 500_00, earlier: 0, fees: 0 };
  expect(await revenue(october)).toEqual(before);
  await lock();
  expect((await refund(id, 300_00)).body).toMatchObject({ amount: 200_00, due: 0 });
  await owner.call(takeAll, {
    body: { bookings: [{ id: unpaid, amount: 400_00, amountBefore: null }], method: 'Cash' },
  });
  await refund(id, 200_00);
  expect(await read(id)).toMatchObject({ amount: null, due: 0, isLocked: true });
  expect(await read(unpaid)).toMatchObject({ amount: 400_00, due: 100_00 });
  expect(await revenue(october)).toEqual(before);
  expect(await revenue(november)).toEqual({
    total: -100_00,
    bookings: 0,
    average: 0,
    earlier: -100_00,
    fees: 0,
  });
  const { methods, parts } = (await owner.call(getRevenueBreakdown, { query: november })).body;
  expect(methods.map(({ method, total }) => [method, total])).toEqual([
    ['Cash', 400_00],
    ['UPI', -500_00],
  ]);
  expect(parts.map(({ total }) => total)).toEqual([-100_00]);
  const reports = (await owner.call(getReports, { query: november })).body;
  expect([reports.revenue, reports.received, reports.bookings]).toEqual([-100_00, -100_00, 0]);
  expect(reports.bridge).toEqual([]);
  expect((await owner.call(getReports, { query: october })).body.revenue).toBe(500_00);
  const { body: csv } = await owner.call(exportRevenue, { query: november });
  expect(String(csv)).toContain('For earlier months,,,,,,-100.00');
  await expectRightSums();
  // The tallies are the same when they are recounted.
  await asPlatform(app, async (tx) => sql`select recount_tallies()`.execute(tx));
  expect(await revenue(november)).toMatchObject({ total: -100_00 });
  await expectRightSums();
});

it('amounts, prices, discounts and statuses of a locked day stay, and nothing is booked on it [P-9.166]', async () => {
  const [id, open, later] = [
    await paid(),
    await visit({ status: 'scheduled' }),
    await visit({ date: '2026-11-10' }),
  ];
  await lock();
  const slot = { date: '2026-11-12', time: '11:00' };
  const into = { date: '2026-10-30', time: '11:00' };
  const person = { personName: 'Sunita Patil', personContact: '98200 11223', doctor: 'Dr. Rao' };
  const refused = [
    await owner.call(completeAppointment, at(open)),
    await owner.call(cancelAppointment, { ...at(open), body: { money: 'leave' } }),
    await owner.call(rescheduleAppointment, { ...at(open), body: slot }),
    await owner.call(rescheduleAppointment, { ...at(later), body: into }),
    await owner.call(createAppointment, { body: { ...person, ...into }, idempotencyKey: randomUUID() }),
    await owner.call(setDiscount, {
      ...at(open),
      body: { discount: 100_00, discountBefore: 0, reason: 'Goodwill' },
    }),
    await owner.call(voidPayment, {
      ...at(id),
      body: { payment: await rowOf(id, 'payment'), reason: 'Wrong amount' },
    }),
    await owner.call(correctAppointment, { ...at(id), body: { amount: 300_00, amountBefore: 500_00 } }),
  ];
  expect(refused.map(({ error }) => error?.code)).toEqual(refused.map(() => 'money.locked'));
  expect((await read(open)).may).not.toContain('cancel');
  const [row] = (await owner.call(getMoney, at(id))).body.rows;
  expect(row).toMatchObject({ mayVoid: false, mayRefund: true });
  const name = await owner.call(correctAppointment, { ...at(id), body: { personName: 'Sunita Patel' } });
  expect(name.body.personName).toBe('Sunita Patel');
  await expectRightSums();
});

it('rows of the list offer nothing that a lock refuses [P-9.235]', async () => {
  const [id, open] = [
    await visit({ status: 'scheduled' }),
    await visit({ status: 'scheduled', date: '2026-11-04' }),
  ];
  const listed = async () => {
    const { items } = (await owner.call(listAppointments, { query: {} })).body;
    const named = new Map(items.map((row) => [row.id, row]));
    return [id, open].map((each) => named.get(each));
  };
  const figures = ['cancel', 'complete', 'markNoShow', 'reschedule'];
  expect(
    (await listed()).map((row) => figures.filter((verb) => row?.may.includes(verb as 'cancel'))),
  ).toEqual([figures, figures]);
  await lock();
  const [locked, free] = await listed();
  expect(locked?.may).toEqual((await read(id)).may);
  expect([locked?.isLocked, free?.isLocked]).toEqual([true, undefined]);
  expect([locked, free].map((row) => figures.filter((verb) => row?.may.includes(verb as 'cancel')))).toEqual([
    [],
    figures,
  ]);
  const found = (await owner.call(listAppointments, { query: { search: locked?.personName } })).body.items;
  expect(found.find((row) => row.id === id)).toEqual(locked);
});

it.runIf(testEngine === 'postgres')(
  'a lock waits for a change of a past day that is under way [P-9.167]',
  async () => {
    const id = await visit();
    let isLocked = false;
    const locking = await asPlatform(app, async (tx) => {
      await sql`update appointments set price_paise = 40000 where tenant_id = ${clinic.id} and id = ${id}`.execute(
        tx,
      );
      const sent = lock().then(() => (isLocked = true));
      await wait(500);
      expect(isLocked).toBe(false);
      return { sent };
    });
    await locking.sent;
    expect(await read(id)).toMatchObject({ price: 400_00, isLocked: true });
  },
);

it('what was taken late by mistake is voided, on its own day too, and after the lock moved back [P-9.165]', async () => {
  const [one, other] = [await visit(), await visit()];
  await lock();
  for (const id of [one, other]) await take(id, 400_00);
  const undo = async (id: string) =>
    owner.call(voidPayment, {
      ...at(id),
      body: { payment: await rowOf(id, 'payment'), reason: 'Wrong person' },
    });
  expect((await undo(one)).body.amount).toBeNull();
  await lock(null, '2026-10-31', { reason: 'A visit was forgotten' });
  expect((await undo(other)).body.amount).toBeNull();
  expect(await revenue(november)).toMatchObject({ total: 0, earlier: 0 });
  expect(await revenue(october)).toMatchObject({ total: 0, bookings: 0 });
  // Unlocked, money counts by the date of its visit again.
  await take(one, 500_00);
  expect(await revenue(october)).toMatchObject({ total: 500_00, bookings: 1 });
  await expectRightSums();
});

it('the database refuses what changes a locked day, whatever the server does [P-9.167]', async () => {
  const id = await paid();
  await lock();
  const attempts = [
    sql`update appointments set price_paise = 400 where id = ${id}`,
    sql`update appointments set appointment_date = '2026-11-10' where id = ${id}`,
    sql`update appointments set discount_paise = 100 where id = ${id}`,
    sql`update appointments set revenue_paise = null, paid_by = null, amount_paise = null where id = ${id}`,
    sql`update appointments set status = 'scheduled', status_set_at = now() where id = ${id}`,
    sql`insert into discounts (tenant_id, id, appointment_id, paise, reason, given_at)
      values (${clinic.id}, ${randomUUID()}, ${id}, 100, 'So', now())`,
    sql`insert into payments (tenant_id, id, kind, appointment_id, paise, taken_at)
      values (${clinic.id}, ${randomUUID()}, 'payment', ${id}, 100, now())`,
  ];
  for (const attempt of attempts) {
    const refused = asPlatform(app, async (tx) => attempt.execute(tx));
    await expect(refused).rejects.toThrow(/locked|completed booking/);
  }
  await asPlatform(app, async (tx) =>
    sql`update appointments set person_name = 'Sunita' where id = ${id}`.execute(tx),
  );
});
