import { takePayment, getMoney, voidPayment } from '@samay/contract/bookings/money';
import { listCloses } from '@samay/contract/ledger/closes';
import {
  addExpense,
  closeDrawer,
  countOpening,
  getDrawer,
  moveCash,
  reopenDrawer,
  setDrawerRules,
} from '@samay/contract/ledger/drawers';
import { sql } from 'kysely';
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

// Tests the cash of drawers that belongs to no booking: in, out, handed over, counted at the opening.

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let asha: Client;
let ravi: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  app.setNow(testNow);
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER', { name: 'Priya Nair' });
  asha = await signInAs(app, clinic, 'EMPLOYEE', { name: 'Asha Kulkarni' });
  ravi = await signInAs(app, clinic, 'EMPLOYEE', { name: 'Ravi' });
});
afterAll(() => app.close());

const getId = ({ identity }: Client) => identity?.userId ?? '';
const take = async (amount: number, method = 'Cash', by = asha) => {
  const id = await buildAppointment(app, clinic, { status: 'completed', price: 700_00 });
  await by.call(takePayment, { params: { id }, body: { amount, method, amountBefore: null } });
  return id;
};
const fetchDrawer = async (client: Client, holder?: string) =>
  (await client.call(getDrawer, { query: holder === undefined ? {} : { holder } })).body;
const move = async (kind: 'cash_in' | 'cash_out', paise: number, more = {}) =>
  asha.call(moveCash, { body: { kind, paise, reason: 'Change', ...more } });

/** Closes a drawer as it is shown. */
async function close(
  client: Client,
  counted: number,
  more: { holder?: string } & Record<string, unknown> = {},
) {
  const { period, expected } = await fetchDrawer(client, more.holder);
  return client.call(closeDrawer, { body: { counted, period, expected: expected ?? 0, ...more } });
}

/** Plants a change of a close as a new one, which the database may refuse. */
async function plantClose(id: string, changed: Record<string, unknown>): Promise<void> {
  await asPlatform(app, async (tx) => {
    const row = await tx
      .selectFrom('drawer_closes')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const planted = { ...row, id: crypto.randomUUID(), period: 99, ...changed };
    await tx.insertInto('drawer_closes').values(planted).execute();
  });
}

it('counts cash in and out with reasons, in the drawer and in its close [P-9.204]', async () => {
  await take(500_00);
  await move('cash_in', 300_00);
  await move('cash_out', 200_00);
  await move('cash_out', -50_00);
  const sums = { cash: 500_00, cashIn: 300_00, cashOut: 150_00, expected: 650_00 };
  expect(await fetchDrawer(asha)).toMatchObject({
    ...sums,
  });
  expect((await fetchDrawer(asha)).moves).toContainEqual(
    expect.objectContaining({ kind: 'cash_in', paise: 300_00, reason: 'Change', by: 'Asha Kulkarni' }),
  );
  expect((await close(asha, 650_00)).body).toMatchObject({ ...sums, difference: 0 });
  const { items } = (await owner.call(listCloses, { query: { from: '2026-11-01', to: '2026-11-30' } })).body;
  expect(items).toMatchObject([{ ...sums, moves: [{}, {}, {}] }]);
  await expect(plantClose(items[0]?.id ?? '', { cash_in_paise: 0 })).rejects.toThrow(
    'drawer_closes_explained',
  );
});

it('asks before an expense, cash out or a void takes more than is there [P-9.205]', async () => {
  const id = await take(500_00);
  const spend = async (paise: number, more = {}) =>
    asha.call(addExpense, { body: { paise, reason: 'Tea', ...more } });
  const [payment] = (await asha.call(getMoney, { params: { id } })).body.rows;
  const undo = async (more = {}) =>
    asha.call(voidPayment, {
      params: { id },
      body: { payment: payment?.id ?? '', reason: 'Wrong person', ...more },
    });
  expect((await spend(500_01)).error?.code).toBe('drawer.below_zero');
  expect((await move('cash_out', 500_01)).error?.code).toBe('drawer.below_zero');
  expect((await spend(100_00)).status).toBe(201);
  expect((await undo()).error?.code).toBe('drawer.below_zero');
  expect((await undo({ belowZero: true })).status).toBe(200);
  expect((await fetchDrawer(asha)).expected).toBe(-100_00);
  expect((await spend(1)).error?.code).toBe('drawer.below_zero');
  expect((await spend(-100_00)).status).toBe(201);
  expect((await move('cash_out', 10_00, { belowZero: true })).status).toBe(201);
});

it('asks each of two people who take out the same cash [P-9.205]', async () => {
  await take(500_00);
  const replies = await Promise.all([move('cash_out', 300_00), move('cash_out', 300_00)]);
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
});

it('hands cash over to a colleague, whose drawer opens with it, once [P-9.206]', async () => {
  await take(500_00);
  const more = { handedOver: 400_00, handedTo: 'drawer', handedToDrawer: getId(ravi) };
  const closed = await close(asha, 500_00, more);
  expect(closed.body.handedTo).toEqual({ to: 'drawer', drawer: { id: getId(ravi), name: 'Ravi' } });
  expect(await fetchDrawer(asha)).toMatchObject({ opening: 100_00, expected: 100_00 });
  expect(await fetchDrawer(ravi)).toMatchObject({
    opening: 400_00,
    expected: 400_00,
    moves: [{ kind: 'handover', paise: 400_00, by: 'Asha Kulkarni' }],
  });
  const again = sql`insert into drawer_entries (tenant_id, id, drawer_id, drawer_period, kind, paise, reason, close_id, noted_at)
    select tenant_id, gen_random_uuid(), drawer_id, drawer_period, kind, paise, reason, close_id, noted_at
    from drawer_entries where close_id = ${closed.body.id}`;
  await expect(asPlatform(app, (tx) => again.execute(tx))).rejects.toThrow('drawer_entries_handed_over');
  await expect(plantClose(closed.body.id, { handed_to_drawer: getId(asha) })).rejects.toThrow(
    'drawer_closes_handed',
  );
  await expect(plantClose(closed.body.id, { handed_to: null, handed_to_drawer: null })).rejects.toThrow(
    'drawer_closes_handed',
  );
});

it('hands over to the bank or the owner, and to no drawer of nobody or its own [P-9.206]', async () => {
  await take(500_00);
  const to = async (id: string) =>
    close(asha, 500_00, { handedOver: 100_00, handedTo: 'drawer', handedToDrawer: id });
  const stranger = await signInAs(app, await buildTenant(app, { plan: 'enterprise' }), 'EMPLOYEE');
  expect((await to(getId(asha))).error?.code).toBe('not_found');
  expect((await to(getId(stranger))).error?.code).toBe('not_found');
  expect((await fetchDrawer(asha)).recipients.map(({ name }) => name)).toEqual(['Priya Nair', 'Ravi']);
  const { body } = await close(asha, 500_00, { handedOver: 100_00, handedTo: 'bank' });
  expect(body.handedTo).toEqual({ to: 'bank', drawer: null });
});

it('takes back what was handed over where the close is reopened, until it was used [P-9.206]', async () => {
  const handedOver = { handedOver: 400_00, handedTo: 'drawer', handedToDrawer: getId(ravi) };
  const reopen = async (id: string) =>
    owner.call(reopenDrawer, { params: { id }, body: { reason: 'Counted wrong' } });
  await take(500_00);
  const first = (await close(asha, 500_00, handedOver)).body;
  expect((await reopen(first.id)).status).toBe(200);
  expect((await fetchDrawer(ravi)).opening).toBe(0);
  const second = (await close(asha, 500_00, handedOver)).body;
  await ravi.call(addExpense, { body: { paise: 10_00, reason: 'Tea' } });
  expect((await reopen(second.id)).error?.code).toBe('drawer.not_reopenable');
});

it('leaves nobody before a drawer of theirs that they may not close, when the rule changes [P-9.207]', async () => {
  await take(500_00);
  await owner.call(setDrawerRules, { body: { oneDrawer: true } });
  const shown = await fetchDrawer(asha);
  expect(shown).toMatchObject({ holder: null, leftOver: { id: getId(asha) } });
  expect((await fetchDrawer(ravi)).leftOver).toBeNull();
  expect((await ravi.call(getDrawer, { query: { holder: getId(asha) } })).status).toBe(403);
  const more = { holder: getId(asha), handedOver: 500_00, handedTo: 'drawer', handedToDrawer: clinic.id };
  expect((await close(asha, 500_00, more)).status).toBe(201);
  expect(await fetchDrawer(asha)).toMatchObject({ holder: null, opening: 500_00, leftOver: null });
  await owner.call(setDrawerRules, { body: { oneDrawer: false } });
  expect((await fetchDrawer(ravi)).leftOver).toEqual({ id: clinic.id, holder: null });
  expect((await close(ravi, 500_00, { holder: clinic.id })).status).toBe(201);
});

it('counts the opening before anything else, with a note on a difference [P-9.208]', async () => {
  await take(500_00);
  await close(asha, 500_00, { handedOver: 300_00 });
  const count = async (counted: number, note?: string) =>
    asha.call(countOpening, { body: { counted, period: 2, ...(note && { note }) } });
  expect((await fetchDrawer(asha)).countsOpening).toBe(false);
  await owner.call(setDrawerRules, { body: { countOpening: true } });
  expect((await fetchDrawer(asha)).countsOpening).toBe(true);
  expect((await count(150_00)).error?.fields).toEqual({ note: 'Please say why it differs' });
  expect((await count(150_00, 'A note is gone')).body).toMatchObject({ kind: 'float', paise: -50_00 });
  expect(await fetchDrawer(asha)).toMatchObject({ opening: 150_00, expected: 150_00, countsOpening: false });
  expect((await count(200_00, 'Again')).error?.code).toBe('drawer.changed');
  await take(100_00);
  expect((await close(asha, 250_00)).body).toMatchObject({ opening: 150_00, difference: 0 });
});

it('confirms the totals of UPI and card where the owner wants it, with a note on a difference [P-9.209]', async () => {
  await owner.call(setDrawerRules, { body: { confirmTotals: true } });
  await take(500_00, 'UPI');
  expect((await fetchDrawer(asha)).confirmsTotals).toBe(true);
  expect((await close(asha, 0)).error?.fields).toEqual({
    UPI: 'Please enter the total of UPI',
    Card: 'Please enter the total of cards',
  });
  const confirmed = { UPI: 400_00, Card: 0 };
  expect((await close(asha, 0, { confirmed })).error?.fields).toEqual({ note: 'Please say why it differs' });
  const closed = (await close(asha, 0, { confirmed, note: 'One is pending' })).body;
  expect(closed).toMatchObject({ confirmed, note: 'One is pending' });
  await expect(plantClose(closed.id, { note: null })).rejects.toThrow('drawer_closes_confirmed');
});
