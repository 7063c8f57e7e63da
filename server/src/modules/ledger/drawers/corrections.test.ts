import { cancelAppointment } from '@samay/contract/bookings/transitions';
import { correctAppointment, getAppointment } from '@samay/contract/bookings/appointments';
import {
  correctPayment,
  getMoney,
  refundPayment,
  takeAdvance,
  takePayment,
  voidPayment,
} from '@samay/contract/bookings/money';
import { getReports } from '@samay/contract/desk/reports';
import { exportCloses, listCloses, sumCloses } from '@samay/contract/ledger/closes';
import { closeDrawer, getDrawer, listDrawers, reopenDrawer } from '@samay/contract/ledger/drawers';
import { getReceived } from '@samay/contract/ledger/received';
import { setMoneyRules } from '@samay/contract/ledger/money-rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { allRight, findWrongSums } from '../../../../test/fixtures/money/wrong-sums.ts';
import { asPlatform } from '../../../db/tenant.ts';

// Tests corrections of payments whose drawer was closed.

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let asha: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  app.setNow('2026-11-21T18:20:00.000Z');
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER', { name: 'Priya Nair' });
  asha = await signInAs(app, clinic, 'EMPLOYEE', { name: 'Asha Kulkarni' });
});
afterAll(() => app.close());

const at = (id: string) => ({ params: { id } });
const today = { from: '2026-11-21', to: '2026-11-21' };
const fetchMoney = async (id: string, by = owner) => (await by.call(getMoney, at(id))).body;
const drawerOf = async (client: Client) => (await client.call(getDrawer, { query: {} })).body;

async function take(amount: number, date = '2026-11-21'): Promise<string> {
  const id = await buildAppointment(app, clinic, { status: 'completed', price: 700_00, date });
  const { status } = await asha.call(takePayment, {
    ...at(id),
    body: { amount, method: 'Cash', amountBefore: null },
  });
  expect(status).toBe(200);
  return id;
}

/** Closes Asha's drawer with a count. */
async function close(counted: number): Promise<string> {
  const { period, expected } = await drawerOf(asha);
  const body = { counted, handedOver: counted, period, expected: expected ?? 0, note: 'Counted' };
  const { status, body: made } = await asha.call(closeDrawer, { body });
  expect(status).toBe(201);
  return made.id;
}

async function correct(id: string, more: object = {}, by = owner) {
  const { rows } = await fetchMoney(id);
  const amountBefore = rows.reduce((sum, { paise }) => sum + paise, 0) || null;
  const payment = rows.find(({ mayCorrect }) => mayCorrect)?.id ?? rows[0]?.id ?? '';
  const body = { payment, amount: 500_00, method: 'UPI', reason: 'Wrong method', amountBefore, ...more };
  return by.call(correctPayment, { ...at(id), body });
}

async function readLines(): Promise<string[][]> {
  const { body } = await app.app.inject({
    method: 'GET',
    url: exportCloses.path,
    query: today,
    headers: owner.headers(),
  });
  const lines = body.slice(1).trimEnd().split('\r\n');
  return lines.map((line) => line.split(',').map((cell) => cell.replaceAll('"', '').trim()));
}

it('is a void and the right row of today in no drawer: no expected cash changes, and the close stays [P-9.230]', async () => {
  const id = await take(500_00);
  await close(0);
  // Midnight in India is at 18:30.
  app.setNow('2026-11-21T18:31:00.000Z');
  const before = (await owner.call(listDrawers)).body;
  const { status, body } = await correct(id);
  expect([status, body.amount, body.paymentMethod]).toEqual([200, 500_00, 'UPI']);
  const { rows } = await fetchMoney(id);
  expect(rows.map(({ kind, paise, method, drawerId }) => [kind, paise, method, drawerId])).toEqual([
    ['payment', 500_00, 'Cash', null],
    ['void', -500_00, 'Cash', null],
    ['payment', 500_00, 'UPI', null],
  ]);
  expect(rows.slice(1).map(({ reason, by, isCorrection }) => [reason, by, isCorrection])).toEqual([
    ['Wrong method', 'Priya Nair', true],
    ['Wrong method', 'Priya Nair', true],
  ]);
  expect((await owner.call(listDrawers)).body).toEqual(before);
  expect([(await drawerOf(asha)).expected, (await drawerOf(owner)).expected]).toEqual([0, 0]);
  const second = { from: '2026-11-22', to: '2026-11-22' };
  const received = (await owner.call(getReceived, { query: second })).body;
  expect([received.total, received.methods.map(({ method, total }) => [method, total])]).toEqual([
    0,
    [
      ['UPI', 500_00],
      ['Cash', -500_00],
    ],
  ]);
  expect((await owner.call(getReceived, { query: today })).body.methods).toEqual([
    expect.objectContaining({ method: 'Cash', total: 500_00 }),
  ]);
  const reports = (await owner.call(getReports, { query: today })).body;
  expect(reports.methods).toEqual([
    { method: 'UPI', received: 0, revenue: 500_00 },
    { method: 'Cash', received: 500_00, revenue: 0 },
  ]);
  expect(await findWrongSums(app.database, clinic.id)).toEqual(allRight);
});

it('stands next to the difference of the close, in its sums and in its file [P-9.231]', async () => {
  const id = await take(500_00);
  await close(0);
  await correct(id);
  const [closed] = (await owner.call(listCloses, { query: today })).body.items;
  expect([closed?.difference, closed?.corrected]).toEqual([-500_00, -500_00]);
  expect(closed?.corrections.map(({ paise, method, reason, by }) => [paise, method, reason, by])).toEqual([
    [-500_00, 'Cash', 'Wrong method', 'Priya Nair'],
    [500_00, 'UPI', 'Wrong method', 'Priya Nair'],
  ]);
  expect((await owner.call(sumCloses, { query: today })).body).toMatchObject({
    missing: -500_00,
    corrected: -500_00,
  });
  const [head = [], line = [], away = [], right = [], total = []] = await readLines();
  const cells = (row: string[], ...names: string[]) => names.map((name) => row[head.indexOf(name)]);
  const names = ['Kind', 'Difference (INR)', 'Cash Corrected (INR)', 'Correction (INR)'];
  expect([line, away, right, total].map((row) => cells(row, ...names))).toEqual([
    ['Close', '-500.00', '-500.00', ''],
    ['Correction', '', '', '-500.00'],
    ['Correction', '', '', '500.00'],
    ['Total', '-500.00', '-500.00', '0.00'],
  ]);
  expect(cells(away, 'By', 'Reason')).toEqual(['Priya Nair', 'Cash: Wrong method']);
});

it('corrects the amount, also to none, and a row of a correction once more [P-9.230]', async () => {
  const id = await take(700_00);
  await close(70_00);
  expect((await correct(id, { amount: 70_00, method: 'Cash', reason: 'Wrong amount' })).status).toBe(200);
  expect((await owner.call(getAppointment, at(id))).body).toMatchObject({ amount: 70_00, due: 630_00 });
  expect((await correct(id, { amount: 60_00, method: 'Card' })).body).toMatchObject({ amount: 60_00 });
  const [closed] = (await owner.call(listCloses, { query: today })).body.items;
  expect([closed?.difference, closed?.corrected]).toEqual([-630_00, -700_00]);
  expect((await correct(id, { amount: 0 })).body).toMatchObject({ amount: null, due: 700_00 });
  expect((await fetchMoney(id)).rows.filter(({ mayCorrect, mayVoid }) => mayCorrect || mayVoid)).toEqual([]);
  expect(await findWrongSums(app.database, clinic.id)).toEqual(allRight);
});

it('is for owners, of a closed drawer, and up to what is due [P-9.232]', async () => {
  const id = await take(500_00);
  expect((await correct(id)).error?.code).toBe('payment.not_correctable');
  await close(500_00);
  await owner.call(setMoneyRules, {
    body: { employeesMayRefund: true, doctorDiscount: null, employeeDiscount: 0 },
  });
  expect((await correct(id, {}, asha)).status).toBe(403);
  expect((await fetchMoney(id, asha)).rows.map(({ mayCorrect }) => mayCorrect)).toEqual([false]);
  expect((await fetchMoney(id)).rows.map(({ mayCorrect, mayVoid }) => [mayCorrect, mayVoid])).toEqual([
    [true, false],
  ]);
  expect((await correct(id, { amount: 701_00 })).error?.code).toBe('payment.above_due');
  expect((await correct(id, { amountBefore: 1 })).error?.code).toBe('payment.changed');
  expect((await correct(id, { amount: 700_00 })).status).toBe(200);
  const other = await take(300_00);
  await close(300_00);
  const [payment] = (await fetchMoney(other)).rows;
  const voided = await owner.call(voidPayment, {
    ...at(other),
    body: { payment: payment?.id ?? '', reason: 'Wrong method' },
  });
  expect(voided.error?.code).toBe('payment.not_voidable');
});

it('corrects by the form of the booking too, for owners; the desk reads who can, and where [P-9.232]', async () => {
  const id = await take(500_00);
  await close(0);
  const body = { paymentMethod: 'UPI' };
  const refused = await asha.call(correctAppointment, { ...at(id), body });
  expect([refused.status, refused.error?.code]).toEqual([409, 'payment.closed']);
  expect(refused.error?.message).toContain('An owner can correct it');
  expect((await owner.call(correctAppointment, { ...at(id), body })).body).toMatchObject({
    amount: 500_00,
    paymentMethod: 'UPI',
  });
  expect((await drawerOf(owner)).methods).toEqual([]);
  expect((await owner.call(correctAppointment, { ...at(id), body: { amount: 200_00 } })).status).toBe(200);
  const [closed] = (await owner.call(listCloses, { query: today })).body.items;
  expect([closed?.corrected, closed?.corrections.reduce((sum, { paise }) => sum + paise, 0)]).toEqual([
    -500_00, -300_00,
  ]);
  expect(await findWrongSums(app.database, clinic.id)).toEqual(allRight);
});

it('does not correct rows of a closed and an open drawer in one form [P-9.232]', async () => {
  const id = await take(500_00);
  await close(500_00);
  const body = { amount: 200_00, method: 'Card', amountBefore: 500_00 };
  await asha.call(takePayment, { ...at(id), body });
  const refused = await owner.call(correctAppointment, { ...at(id), body: { paymentMethod: 'UPI' } });
  expect(refused.error?.code).toBe('payment.closed');
});

it('corrects a refund too, and takes nothing more for a cancelled booking [P-9.230]', async () => {
  const id = await buildAppointment(app, clinic, { status: 'scheduled', price: 700_00, date: '2026-11-22' });
  await asha.call(takePayment, { ...at(id), body: { amount: 700_00, method: 'Cash', amountBefore: null } });
  await owner.call(cancelAppointment, { ...at(id), body: { money: 'leave' } });
  await close(700_00);
  expect((await correct(id, { amount: 700_01, method: 'Cash' })).error?.code).toBe('payment.cancelled');
  expect((await correct(id, { amount: 600_00, method: 'Cash' })).body).toMatchObject({ amount: 600_00 });
});

it('waits for the close of a drawer that was reopened [P-9.231]', async () => {
  const id = await take(500_00);
  const closeId = await close(0);
  await correct(id);
  const reopened = await owner.call(reopenDrawer, { ...at(closeId), body: { reason: 'Counted again' } });
  expect(reopened.status).toBe(200);
  const [first] = (await owner.call(listCloses, { query: today })).body.items;
  expect([first?.corrected, first?.corrections]).toEqual([0, []]);
  expect((await fetchMoney(id)).rows.some(({ mayCorrect, mayVoid }) => mayCorrect || mayVoid)).toBe(false);
  const again = await owner.call(correctAppointment, { ...at(id), body: { paymentMethod: 'Card' } });
  expect(again.error?.code).toBe('payment.not_correctable');
  await close(0);
  const closes = (await owner.call(listCloses, { query: today })).body.items;
  expect(closes.map(({ corrected }) => corrected).toSorted((one, other) => one - other)).toEqual([
    -500_00, 0,
  ]);
});

it('is late for a booking of a locked day: the locked figures stand [P-9.230]', async () => {
  const id = await take(500_00, '2026-11-20');
  await close(0);
  await asPlatform(app, (tx) =>
    sql`update business_profiles set money_locked_until = '2026-11-20' where tenant_id = ${clinic.id}`.execute(
      tx,
    ),
  );
  expect((await correct(id, { amount: 300_00 })).status).toBe(200);
  const query = { from: '2026-11-20', to: '2026-11-20' };
  const locked = (await owner.call(getReports, { query })).body;
  expect([locked.revenue, locked.methods.find(({ method }) => method === 'Cash')?.revenue]).toEqual([
    500_00, 500_00,
  ]);
  expect((await owner.call(getReports, { query: today })).body.revenue).toBe(-200_00);
  expect(await findWrongSums(app.database, clinic.id)).toEqual(allRight);
});

it('is refused by the database while the period is open, and in a drawer [P-9.231]', async () => {
  const id = await take(500_00);
  const [row] = (await fetchMoney(id)).rows;
  const insert = async (drawer: string | null) =>
    asPlatform(app, (tx) =>
      sql`insert into payments (tenant_id, id, kind, appointment_id, paise, method, reason, of_id, drawer_id, drawer_period,
          corrects_drawer_id, corrects_period, taken_at)
        select tenant_id, gen_random_uuid(), 'void', appointment_id, -paise, method, 'Wrong', id, ${drawer}::uuid,
          case when ${drawer}::uuid is not null then 1 end, drawer_id, drawer_period, taken_at
        from payments where tenant_id = ${clinic.id} and id = ${row?.id}`.execute(tx),
    );
  await expect(insert(null)).rejects.toThrow('payment.not_correctable');
  await expect(insert(asha.identity?.userId ?? '')).rejects.toThrow('payments_corrects');
});

it('corrects a payment of which a part went back: the refunds are of the right payment, each in its drawer [P-9.173]', async () => {
  const id = await take(500_00);
  const payment = (await fetchMoney(id)).rows[0]?.id ?? '';
  const giveBack = async (amount: number, by: Client, amountBefore: number) => {
    const asked = { payment, amount, method: 'Cash', reason: 'Goodwill', amountBefore };
    const { error } = await by.call(refundPayment, { ...at(id), body: { ...asked, belowZero: true } });
    expect(error?.code).toBeUndefined();
  };
  // The first refund leaves the drawer of who took the cash, which is closed after it; the other is open.
  await giveBack(100_00, owner, 500_00);
  await close(400_00);
  await giveBack(50_00, owner, 400_00);
  const before = (await owner.call(listDrawers)).body;
  expect((await correct(id, { payment, amount: 149_00 })).error?.code).toBe('payment.exceeded');
  expect((await correct(id, { payment, amount: 450_00 })).body).toMatchObject({
    amount: 300_00,
    due: 250_00,
  });
  const { rows } = await fetchMoney(id);
  const standing = rows.filter(
    (row) => row.kind !== 'void' && !rows.some(({ kind, ofId }) => kind === 'void' && ofId === row.id),
  );
  expect(standing.map(({ kind, paise, method }) => `${kind} ${paise} ${method}`).toSorted()).toEqual([
    'payment 45000 UPI',
    'refund -10000 Cash',
    'refund -5000 Cash',
  ]);
  expect((await owner.call(listDrawers)).body).toEqual(before);
  const [closed] = (await owner.call(listCloses, { query: today })).body.items;
  expect([closed?.difference, closed?.corrected]).toEqual([0, -500_00]);
  expect(await findWrongSums(app.database, clinic.id)).toEqual(allRight);
});

it('corrects an advance of a closed drawer, also a spent one, and not below what was spent of it [P-9.174]', async () => {
  const id = await take(200_00);
  await asha.call(takeAdvance, { ...at(id), body: { amount: 500_00, method: 'Cash' } });
  const spent = { amount: 300_00, method: 'Advance', amountBefore: 200_00 };
  expect((await asha.call(takePayment, { ...at(id), body: spent })).status).toBe(200);
  const closing = (await fetchMoney(id)).advanceRows;
  expect(closing.map(({ mayCorrect }) => mayCorrect)).toEqual([false]);
  await close(700_00);
  expect((await fetchMoney(id, asha)).advanceRows).toEqual([]);
  const [row] = (await fetchMoney(id)).advanceRows;
  expect(row).toMatchObject({ paise: 500_00, mayVoid: false, mayCorrect: true });
  const ask = async (amount: number, method: string, payment = row?.id) => {
    const right = { payment: payment ?? '', amount, method, reason: 'Wrong method', amountBefore: 500_00 };
    return owner.call(correctPayment, { ...at(id), body: { ...right, isAdvance: true } });
  };
  expect((await ask(299_00, 'Cash')).error?.code).toBe('advance.exceeded');
  expect((await ask(400_00, 'UPI')).body.amount).toBe(500_00);
  const after = await fetchMoney(id);
  expect([after.advance, after.advanceRows.map(({ paise, method }) => [paise, method])]).toEqual([
    100_00,
    [[400_00, 'UPI']],
  ]);
  expect((await ask(400_00, 'Cash')).error?.code).toBe('payment.not_correctable');
  const [closed] = (await owner.call(listCloses, { query: today })).body.items;
  expect([closed?.difference, closed?.corrected]).toEqual([0, -500_00]);
  expect((await drawerOf(asha)).expected).toBe(0);
  expect(await findWrongSums(app.database, clinic.id)).toEqual(allRight);
});
