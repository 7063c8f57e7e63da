import { randomUUID } from 'node:crypto';
import { listCloses } from '@samay/contract/ledger/closes';
import {
  addExpense,
  closeDrawer,
  countDrawer,
  type CountedNotes,
  getDrawer,
  listDrawers,
  reopenDrawer,
  setDrawerRules,
} from '@samay/contract/ledger/drawers';
import { correctAppointment } from '@samay/contract/bookings/appointments';
import { getMoney, refundPayment, takePayment, voidPayment } from '@samay/contract/bookings/money';
import { getOwnTakings } from '@samay/contract/ledger/received';
import type { BodyInput } from '@samay/contract/core/endpoint';
import { setMoneyRules } from '@samay/contract/ledger/money-rules';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { asPlatform } from '../../../db/tenant.ts';

// A drawer counts what its holder takes, from one close to the next.

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

const take = async (amount: number, method = 'Cash', by = asha) => {
  const id = await buildAppointment(app, clinic, { status: 'completed', price: 700_00 });
  await by.call(takePayment, { params: { id }, body: { amount, method, amountBefore: null } });
  return id;
};
const fetchDrawer = async (client: Client, holder?: string) =>
  (await client.call(getDrawer, { query: holder === undefined ? {} : { holder } })).body;
const firstRow = async (id: string) =>
  (await owner.call(getMoney, { params: { id } })).body.rows[0]?.id ?? '';

/** Closes a drawer as it is shown. */
async function close(
  client: Client,
  counted: number,
  more: {
    note?: string;
    notes?: CountedNotes;
    handedOver?: number;
    holder?: string;
    expected?: number;
  } = {},
) {
  const { period, expected } = await fetchDrawer(client, more.holder);
  return client.call(closeDrawer, { body: { counted, period, expected: expected ?? 0, ...more } });
}

it('is closed by notes that add up to what was counted, and by no others [P-9.88]', async () => {
  await take(700_00);
  const wrong = await close(asha, 700_00, { notes: { '500': 1, '50': 3 } });
  expect(wrong.error?.fields).toEqual({ counted: 'The notes and coins add up to ₹650' });
  expect((await close(asha, 700_00, { notes: {} })).error?.fields).toEqual({
    counted: 'The notes and coins add up to ₹0',
  });
  const { body } = await close(asha, 700_00, { notes: { '500': 1, '200': 1, '10': 0 } });
  expect(body).toMatchObject({ counted: 700_00, notes: { '500': 1, '200': 1 } });
  const other = sql`insert into drawer_closes (tenant_id, id, drawer_id, period, closed_at, opening_paise, cash_paise,
      expenses_paise, counted_paise, handed_over_paise, methods, notes, note)
    select tenant_id, gen_random_uuid(), drawer_id, 99, closed_at, opening_paise, cash_paise, expenses_paise,
      counted_paise + 1, 0, methods, notes, 'One paisa more' from drawer_closes where id = ${body.id}`;
  await expect(asPlatform(app, (tx) => other.execute(tx))).rejects.toThrow('drawer_closes_notes');
});

it('adds up what its holder took, by method, less refunds and expenses [P-9.31]', async () => {
  const id = await take(500_00);
  await take(200_00, 'gpay');
  await take(600_00, 'Cash', ravi);
  await asha.call(addExpense, { body: { paise: 40_00, reason: 'Tea' } });
  await asha.call(addExpense, { body: { paise: -10_00, reason: 'Tea was cheaper' } });
  await owner.call(refundPayment, {
    params: { id },
    body: {
      payment: await firstRow(id),
      amount: 100_00,
      method: 'Cash',
      reason: 'Goodwill',
      amountBefore: 500_00,
    },
  });
  expect(await fetchDrawer(asha)).toMatchObject({
    holder: { name: 'Asha Kulkarni' },
    period: 1,
    opening: 0,
    cash: 500_00,
    refunds: 100_00,
    expenses: 30_00,
    expected: 370_00,
    methods: [
      { method: 'Cash', total: 400_00 },
      { method: 'UPI', total: 200_00 },
    ],
    expenseRows: [{ by: 'Asha Kulkarni' }, { by: 'Asha Kulkarni' }],
  });
  expect((await fetchDrawer(owner)).expected).toBe(0);
  expect((await fetchDrawer(ravi)).cash).toBe(600_00);
});

describe('closing', () => {
  it('keeps the counted cash and the sums of the rows, and opens the next period with the rest [P-9.34]', async () => {
    await take(500_00);
    const closed = await close(asha, 450_00, { note: 'A note of ₹50 is missing', handedOver: 400_00 });
    expect(closed.body).toMatchObject({
      opening: 0,
      cash: 500_00,
      expected: 500_00,
      counted: 450_00,
      difference: -50_00,
      handedOver: 400_00,
      note: 'A note of ₹50 is missing',
      closedBy: 'Asha Kulkarni',
    });
    await take(100_00);
    expect(await fetchDrawer(asha)).toMatchObject({
      period: 2,
      opening: 50_00,
      cash: 100_00,
      expected: 150_00,
      closes: [{ id: closed.body.id, difference: -50_00, mayReopen: false }],
    });
    const { rows } = await asPlatform(app, (tx) =>
      sql<{
        detail: object;
      }>`select detail from audit_log where tenant_id = ${clinic.id} and action = 'drawer.closed'`.execute(
        tx,
      ),
    );
    expect(rows).toMatchObject([{ detail: { expected: 500_00, counted: 450_00 } }]);
  });

  it('asks for a note where the cash differs, and for no more than was counted [P-9.34]', async () => {
    await take(500_00);
    expect((await close(asha, 499_00)).error?.fields).toEqual({ note: 'Please say why it differs' });
    expect((await close(asha, 500_00, { handedOver: 501_00 })).error?.fields).toEqual({
      handedOver: 'This is more than was counted',
    });
    expect((await close(asha, 500_00)).status).toBe(201);
  });

  it('is refused where money was taken since the drawer was seen, and happens once [P-9.35]', async () => {
    await take(500_00);
    expect((await close(asha, 400_00, { expected: 400_00 })).error?.code).toBe('drawer.changed');
    const { period, expected } = await fetchDrawer(asha);
    const body = { counted: 500_00, period, expected: expected ?? 0 };
    const replies = await Promise.all([1, 2, 3].map(() => asha.call(closeDrawer, { body })));
    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 409, 409,
    ]);
  });

  it('waits for money that is being taken at the same moment [P-9.35]', async () => {
    await take(100_00);
    const ids = await Promise.all(
      [1, 2, 3, 4].map(async () => buildAppointment(app, clinic, { status: 'completed', price: 700_00 })),
    );
    const { period, expected } = await fetchDrawer(asha);
    const [closed] = await Promise.all([
      asha.call(closeDrawer, { body: { counted: 100_00, period, expected: expected ?? 0 } }),
      ...ids.map((id) =>
        asha.call(takePayment, {
          params: { id },
          body: { amount: 100_00, method: 'Cash', amountBefore: null },
        }),
      ),
    ]);
    const now = await fetchDrawer(asha);
    expect(now.expected).toBe(500_00);
    expect(now.period).toBe(closed.status === 201 ? 2 : 1);
  });

  it('leaves what was taken before it as it is: no void, no correction, only a refund [P-9.36]', async () => {
    const id = await take(500_00);
    await close(asha, 500_00);
    const body = { payment: await firstRow(id), reason: 'Wrong person' };
    expect((await asha.call(voidPayment, { params: { id }, body })).error?.code).toBe('payment.not_voidable');
    const lower = await asha.call(correctAppointment, { params: { id }, body: { amount: 100_00 } });
    expect(lower.error?.code).toBe('payment.closed');
    expect((await asha.call(getMoney, { params: { id } })).body.rows[0]).toMatchObject({ mayVoid: false });
    const refund = { ...body, amount: 100_00, method: 'Cash', amountBefore: 500_00, belowZero: true };
    expect((await owner.call(refundPayment, { params: { id }, body: refund })).status).toBe(200);
    expect((await fetchDrawer(asha)).closes).toMatchObject([{ cash: 500_00 }]);
  });
});

describe('counting first', () => {
  const count = (client: Client, counted: number, more: Partial<BodyInput<typeof countDrawer>> = {}) =>
    client.call(countDrawer, { body: { counted, period: 1, ...more } });

  beforeEach(async () => {
    await owner.call(setDrawerRules, { body: { countFirst: true } });
    await take(500_00);
    await take(200_00, 'UPI');
  });

  it('shows nothing of the cash before it is counted, and all of it after that [P-9.78]', async () => {
    expect(await fetchDrawer(asha)).toMatchObject({
      opening: 0,
      cash: null,
      expected: null,
      methods: [{ method: 'UPI', total: 200_00 }],
      rows: [{ method: 'UPI' }],
    });
    const counted = await count(asha, 450_00);
    expect(counted.body).toMatchObject({ cash: 500_00, expected: 500_00, rows: [{}, {}] });
    const closed = await close(asha, 450_00, { expected: 500_00, note: 'Short' });
    expect(closed.body).toMatchObject({ counted: 450_00, difference: -50_00 });
    await owner.call(setDrawerRules, { body: { countFirst: false } });
    expect(await fetchDrawer(asha)).toMatchObject({ expected: 450_00, methods: [] });
  });

  it('says no sum of any method before the totals are typed too, where these are confirmed [P-9.176]', async () => {
    await owner.call(setDrawerRules, { body: { confirmTotals: true } });
    const covered = { cash: null, expected: null, methods: [], rows: [], confirmsTotals: true };
    expect(await fetchDrawer(asha)).toMatchObject(covered);
    const refused = await count(asha, 500_00);
    expect(refused.error?.fields).toMatchObject({ UPI: 'Please enter the total of UPI' });
    const confirmed = { UPI: 150_00, Card: 0 };
    const counted = await count(asha, 500_00, { confirmed });
    expect(counted.body).toMatchObject({ expected: 500_00, rows: [{}, {}] });
    expect(counted.body.methods).toContainEqual({ method: 'UPI', total: 200_00 });
    const { rows } = await asPlatform(app, (tx) =>
      sql`select detail from audit_log where tenant_id = ${clinic.id} and action = 'drawer.counted'`.execute(
        tx,
      ),
    );
    expect(rows).toMatchObject([{ detail: { counted: 500_00, confirmed } }]);
  });

  it("leaves what is counted first out of one's own takings, but not of an owner's [P-9.176]", async () => {
    const fetchOwn = async (client: Client) => (await client.call(getOwnTakings, {})).body;
    expect(await fetchOwn(asha)).toMatchObject({
      total: null,
      methods: [{ method: 'UPI', total: 200_00 }],
      rows: [{ method: 'UPI' }],
    });
    await owner.call(setDrawerRules, { body: { confirmTotals: true } });
    expect(await fetchOwn(asha)).toEqual({ total: null, methods: [], rows: [] });
    await take(100_00, 'Cash', owner);
    expect(await fetchOwn(owner)).toMatchObject({ total: 100_00, rows: [{ method: 'Cash' }] });
    await owner.call(setDrawerRules, { body: { countFirst: false } });
    expect(await fetchOwn(asha)).toMatchObject({ total: 700_00, rows: [{}, {}] });
  });

  it('keeps each count in the audit log, also one that was corrected [P-9.78]', async () => {
    await count(asha, 450_00);
    app.setNow('2026-11-21T04:31:00.000Z');
    await count(asha, 500_00);
    const { rows } = await asPlatform(app, (tx) =>
      sql<{ detail: object }>`select detail from audit_log
        where tenant_id = ${clinic.id} and action = 'drawer.counted' order by at`.execute(tx),
    );
    expect(rows).toMatchObject([
      { detail: { counted: 450_00, expected: 500_00 } },
      { detail: { counted: 500_00, expected: 500_00 } },
    ]);
  });

  it('counts the drawer of a colleague by those who close the business, and no other period [P-9.78]', async () => {
    const holder = (await count(asha, 500_00)).body.holder?.id ?? '';
    expect((await count(ravi, 0, { holder })).error?.code).toBe('access.denied');
    expect((await count(owner, 0, { holder })).body.expected).toBe(500_00);
    expect((await count(asha, 500_00, { period: 2 })).error?.code).toBe('drawer.changed');
  });

  it('leaves the other rule of drawers as it is [P-9.78]', async () => {
    await owner.call(setDrawerRules, { body: { oneDrawer: true } });
    expect((await owner.call(setDrawerRules, { body: {} })).body).toEqual({
      oneDrawer: true,
      countFirst: true,
      countOpening: false,
      confirmTotals: false,
    });
  });
});

describe('reopening', () => {
  const reopen = (by: Client, id: string) =>
    by.call(reopenDrawer, { params: { id }, body: { reason: 'Counted wrong' } });

  it('lets the period go on, until the next one has rows; the close stays with its reason [P-9.37]', async () => {
    await take(500_00);
    const { id } = (await close(asha, 400_00, { note: 'Short' })).body;
    expect((await reopen(asha, id)).status).toBe(403);
    expect((await reopen(owner, id)).body.reopened).toMatchObject({
      by: 'Priya Nair',
      reason: 'Counted wrong',
    });
    expect((await reopen(owner, id)).error?.code).toBe('drawer.not_reopenable');
    expect(await fetchDrawer(asha)).toMatchObject({ period: 1, opening: 0, expected: 500_00 });
    const again = (await close(asha, 500_00)).body;
    await take(100_00);
    expect((await reopen(owner, again.id)).error?.code).toBe('drawer.not_reopenable');
    expect(
      (await fetchDrawer(asha)).closes.map(({ counted, reopened }) => [counted, reopened === null]),
    ).toEqual([
      [500_00, true],
      [400_00, false],
    ]);
  });
});

describe('everybody`s drawers', () => {
  it('are seen by owners and doctors, and closed by those who close the business [P-9.39]', async () => {
    await take(500_00);
    await take(300_00, 'Cash', ravi);
    await close(ravi, 290_00, { note: 'Short' });
    const all = (await owner.call(listDrawers)).body;
    expect(all).toMatchObject({
      open: [{ holder: { name: 'Asha Kulkarni' }, expected: 500_00 }],
      mayClose: true,
    });
    const doctor = await signInAs(app, clinic, 'DOCTOR');
    expect((await doctor.call(listDrawers)).body.mayClose).toBe(false);
    expect((await asha.call(listDrawers)).status).toBe(403);
    const holder = all.open[0]?.holder?.id ?? '';
    expect((await ravi.call(getDrawer, { query: { holder } })).status).toBe(403);
    expect((await close(owner, 500_00, { holder })).body).toMatchObject({
      holder: { id: holder },
      closedBy: 'Priya Nair',
    });
    await owner.call(setMoneyRules, {
      body: { employeesMayRefund: true, doctorDiscount: null, employeeDiscount: null },
    });
    expect((await ravi.call(getDrawer, { query: { holder } })).status).toBe(200);
  });

  it('are those of people who took money: another id is not found [P-9.39]', async () => {
    const body = { holder: randomUUID(), counted: 0, period: 1, expected: 0 };
    expect((await owner.call(closeDrawer, { body })).status).toBe(404);
  });

  it('may be one for the desk [P-9.33]', async () => {
    await owner.call(setDrawerRules, { body: { oneDrawer: true } });
    await take(500_00);
    await take(300_00, 'Cash', ravi);
    await ravi.call(addExpense, { body: { paise: 40_00, reason: 'Tea' } });
    expect(await fetchDrawer(asha)).toMatchObject({
      holder: null,
      cash: 800_00,
      expenses: 40_00,
      rows: [{}, {}],
      expenseRows: [{ by: 'Ravi' }],
    });
    expect((await close(ravi, 760_00)).body).toMatchObject({ holder: null, closedBy: 'Ravi' });
    expect((await fetchDrawer(asha)).closes).toMatchObject([{ closedBy: 'Ravi' }]);
    const ids = asPlatform(app, (tx) =>
      tx.selectFrom('drawers').select('id').where('tenant_id', '=', clinic.id).execute(),
    );
    expect(await ids).toEqual([{ id: clinic.id }]);
    await owner.call(setDrawerRules, { body: { oneDrawer: false } });
    expect(await fetchDrawer(asha)).toMatchObject({
      holder: { name: 'Asha Kulkarni' },
      expected: 0,
      period: 1,
    });
  });
});

it('has one expected cash, wherever it is read, checked and kept [P-9.89]', async () => {
  await take(500_00);
  await close(asha, 500_00, { handedOver: 300_00 });
  await take(300_00);
  await take(200_00, 'UPI');
  await asha.call(addExpense, { body: { paise: 40_00, reason: 'Tea' } });
  const query = { from: '2026-11-21', to: '2026-11-21' };
  const own = await fetchDrawer(asha);
  const open = (await owner.call(listDrawers)).body.open[0];
  const counted = await asha.call(countDrawer, { body: { counted: 450_00, period: 2 } });
  const { body: closed } = await close(asha, 450_00, { note: 'Short' });
  const { items } = (await owner.call(listCloses, { query })).body;
  const kept = items.find(({ id }) => id === closed.id);
  const { rows: audited } = await asPlatform(app, (tx) =>
    sql<{ expected: number }>`select (detail ->> 'expected')::int as expected from audit_log
      where tenant_id = ${clinic.id} and detail ->> 'counted' = '45000'`.execute(tx),
  );
  const all = [own, open, counted.body, closed, kept, ...audited].map((sums) => sums?.expected);
  expect(all).toEqual(Array.from({ length: 7 }, () => 460_00));
  expect(closed.difference).toBe(-10_00);
});

it('is announced as a drawer, and as nothing else [P-12.46]', async () => {
  const booking = await take(500_00);
  const heard: string[] = [];
  // The payment may be announced after its answer.
  const hear = (payload: string) =>
    payload.startsWith(clinic.id) && !payload.includes(booking) && heard.push(payload);
  const stop = await app.database.listen('changes', hear, () => undefined);
  const announcedBy = async (verb: () => Promise<unknown>) => {
    await verb();
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    return heard.splice(0).map((payload) => payload.slice(clinic.id.length + 1));
  };
  const ofAsha = [`drawers ${asha.identity?.userId} update`];
  const tea = { paise: 40_00, reason: 'Tea' };
  expect(await announcedBy(() => asha.call(addExpense, { body: tea }))).toEqual(ofAsha);
  let id = '';
  const closing = async () => {
    ({ id } = (await close(asha, 460_00)).body);
  };
  expect(await announcedBy(closing)).toEqual(ofAsha);
  const reopening = () => owner.call(reopenDrawer, { params: { id }, body: { reason: 'Too early' } });
  expect(await announcedBy(reopening)).toEqual(ofAsha);
  const ruling = () => owner.call(setDrawerRules, { body: { countFirst: true } });
  expect(await announcedBy(ruling)).toEqual([`drawers ${clinic.id} update`]);
  await stop();
});
