import { type ClosedPeriod, exportCloses, listCloses, sumCloses } from '@samay/contract/ledger/closes';
import { addExpense, closeDrawer, getDrawer, reopenDrawer } from '@samay/contract/ledger/drawers';
import { takePayment } from '@samay/contract/bookings/money';
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
import { asPlatform } from '../../../db/tenant.ts';

// Tests the book of petty cash and closes: its page, its sums and its file.

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

const november = { from: '2026-11-01', to: '2026-11-30' };
const october = { from: '2026-10-01', to: '2026-10-31' };

const take = async (amount: number, method = 'Cash') => {
  const id = await buildAppointment(app, clinic, { status: 'completed', price: 700_00 });
  await asha.call(takePayment, { params: { id }, body: { amount, method, amountBefore: null } });
};
const spend = async (paise: number, reason: string) => asha.call(addExpense, { body: { paise, reason } });
const close = async (counted: number, more: { note?: string; handedOver?: number } = {}) => {
  const { period, expected } = (await asha.call(getDrawer, { query: {} })).body;
  const { body } = await asha.call(closeDrawer, {
    body: { counted, period, expected: expected ?? 0, ...more },
  });
  return body.id;
};
const list = async (query: { from: string; to: string; cursor?: string }) =>
  (await owner.call(listCloses, { query })).body;
const later = (instant: string) => app.setNow(instant);

async function readLines(query: { from: string; to: string }): Promise<string[][]> {
  const { headers } = owner;
  const { body } = await app.app.inject({
    method: 'GET',
    url: exportCloses.path,
    query,
    headers: headers.call(owner),
  });
  return body
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '').trim()));
}

/** A month with two closes, of which the first was reopened, and tea and a courier in between. */
async function fillNovember(): Promise<void> {
  await take(500_00);
  await take(300_00, 'UPI');
  await spend(120_00, 'Tea');
  const id = await close(300_00, { note: 'Wrong' });
  later('2026-11-21T18:21:00.000Z');
  await owner.call(reopenDrawer, { params: { id }, body: { reason: 'Counted again' } });
  await spend(40_00, 'Courier');
  later('2026-11-21T18:29:00.000Z');
  await close(330_00, { note: 'Short by ₹10', handedOver: 300_00 });
  // Two minutes after midnight in India.
  later('2026-11-21T18:32:00.000Z');
  await take(200_00);
  await close(235_00, { note: 'Found' });
}

it('lists each close of a month with who, its sums and its petty cash, and adds them up [P-9.200]', async () => {
  await fillNovember();
  const { items, next } = await list(november);
  expect(items).toMatchObject([
    { opening: 30_00, cash: 200_00, counted: 235_00, difference: 5_00, expenseRows: [], mayReopen: true },
    {
      holder: { name: 'Asha Kulkarni' },
      closedBy: 'Asha Kulkarni',
      opening: 0,
      methods: [
        { method: 'Cash', total: 500_00 },
        { method: 'UPI', total: 300_00 },
      ],
      expenses: 160_00,
      expenseRows: [
        { reason: 'Tea', paise: 120_00, by: 'Asha Kulkarni' },
        { reason: 'Courier', paise: 40_00 },
      ],
      handedOver: 300_00,
      counted: 330_00,
      difference: -10_00,
    },
    { note: 'Wrong', reopened: { reason: 'Counted again' }, expenseRows: [] },
  ]);
  expect(next).toBeNull();
  expect((await owner.call(sumCloses, { query: november })).body).toEqual({
    count: 2,
    methods: [
      { method: 'Cash', total: 700_00 },
      { method: 'UPI', total: 300_00 },
    ],
    corrected: 0,
    cashIn: 0,
    cashOut: 0,
    expenses: 160_00,
    handedOver: 300_00,
    missing: -10_00,
    tooMuch: 5_00,
    days: [
      { date: '2026-11-21', missing: -10_00, tooMuch: 0 },
      { date: '2026-11-22', missing: 0, tooMuch: 5_00 },
    ],
  });
  expect(await list(october)).toEqual({ items: [], next: null });
});

it('is read by those who see all drawers, and by nobody else [P-9.200]', async () => {
  const doctor = await signInAs(app, clinic, 'DOCTOR');
  for (const endpoint of [listCloses, sumCloses, exportCloses] as const) {
    expect((await doctor.send(endpoint, { query: november })).status).toBe(200);
    expect((await asha.send(endpoint, { query: november })).status).toBe(403);
  }
});

it('reopens no close of a locked day: what its month says stands [P-9.37]', async () => {
  await fillNovember();
  const [last] = (await list(november)).items;
  const lock = async (until: string) =>
    asPlatform(app, (tx) =>
      tx
        .updateTable('business_profiles')
        .set({ money_locked_until: until })
        .where('tenant_id', '=', clinic.id)
        .execute(),
    );
  const reopen = async () =>
    owner.call(reopenDrawer, { params: { id: last?.id ?? '' }, body: { reason: 'Courier' } });
  const mayReopen = async () => [
    (await list(november)).items[0]?.mayReopen,
    (await owner.call(getDrawer, { query: { holder: last?.holder?.id } })).body.closes[0]?.mayReopen,
  ];
  later('2026-11-24T04:00:00.000Z');
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  // The last close is of 22 November in India.
  await lock('2026-11-22');
  const before = (await owner.call(sumCloses, { query: november })).body;
  expect(await mayReopen()).toEqual([false, false]);
  expect((await reopen()).error?.code).toBe('money.locked');
  expect((await owner.call(sumCloses, { query: november })).body).toEqual(before);
  await lock('2026-11-21');
  expect(await mayReopen()).toEqual([true, true]);
  expect((await reopen()).status).toBe(200);
});

it('is a file with a line for each close and each row of petty cash, whose sums are those of the page [P-9.202]', async () => {
  await fillNovember();
  const [heads = [], ...lines] = await readLines(november);
  const read = (line: string[] = [], ...names: string[]) => names.map((name) => line[heads.indexOf(name)]);
  expect(lines.map((line) => read(line, 'Kind', 'Reason'))).toEqual([
    ['Reopened close', 'Wrong; Reopened: Counted again'],
    ['Expense', 'Tea'],
    ['Expense', 'Courier'],
    ['Close', 'Short by ₹10'],
    ['Close', 'Found'],
    ['Total', ''],
  ]);
  const sums = ['Cash (INR)', 'UPI (INR)', 'Expenses (INR)', 'Difference (INR)', 'Handed Over (INR)'];
  expect(read(lines[3], 'Drawer', 'By', ...sums)).toEqual([
    'Asha Kulkarni',
    'Asha Kulkarni',
    '500.00',
    '300.00',
    '160.00',
    '-10.00',
    '300.00',
  ]);
  expect(read(lines[1], 'Date', 'Petty Cash (INR)')).toEqual(['2026-11-21', '120.00']);
  expect(read(lines[5], ...sums, 'Petty Cash (INR)')).toEqual([
    '700.00',
    '300.00',
    '160.00',
    '-5.00',
    '300.00',
    '160.00',
  ]);
  expect(await readLines(october)).toHaveLength(2);
});

it('goes through 2,500 closes by keys, while others are added: none is left out or read twice [P-9.201]', async () => {
  const planted = sql`insert into drawer_closes (tenant_id, id, drawer_id, period, closed_at, opening_paise, cash_paise,
      expenses_paise, counted_paise, handed_over_paise, handed_to, methods)
    select ${clinic.id}, gen_random_uuid(), ${clinic.id}, period, '2026-10-01 04:00Z'::timestamptz + period / 3 * interval '1 minute',
      0, period * 100, 0, period * 100, period * 100, 'bank', jsonb_build_object('Cash', period * 100)
    from generate_series(1, 2500) as period`;
  await asPlatform(app, async (tx) => {
    await tx.insertInto('drawers').values({ tenant_id: clinic.id, id: clinic.id, period: 2501 }).execute();
    await planted.execute(tx);
  });
  const read: ClosedPeriod[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page = await list({ ...october, ...(cursor && { cursor }) });
    read.push(...page.items);
    cursor = page.next;
    if (read.length === 500) {
      const newer = sql`insert into drawer_closes (tenant_id, id, drawer_id, period, closed_at, opening_paise, cash_paise,
        expenses_paise, counted_paise, handed_over_paise, methods)
        values (${clinic.id}, gen_random_uuid(), ${clinic.id}, 2501, '2026-10-30', 0, 0, 0, 0, 0, '{}')`;
      await asPlatform(app, (tx) => newer.execute(tx));
    }
  }
  expect(read).toHaveLength(2500);
  expect(new Set(read.map(({ id }) => id)).size).toBe(2500);
  const sum = (2500 * 2501 * 100) / 2;
  expect(read.reduce((total, { cash }) => total + cash, 0)).toBe(sum);
  expect((await owner.call(sumCloses, { query: october })).body).toMatchObject({
    count: 2501,
    handedOver: sum,
  });
  const lines = await readLines(october);
  expect(lines).toHaveLength(2503);
  expect(lines.at(-1)).toContain((sum / 100).toFixed(2));
});
