import { getDashboard } from '@samay/contract/desk/dashboard';
import {
  exportRevenue,
  getRevenue,
  getRevenueBreakdown,
  listTransactions,
  type Transaction,
} from '@samay/contract/desk/revenue';
import { addDays } from '@samay/contract/core/time';
import { Status } from '@samay/contract/bookings/statuses';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asPlatform } from '../../../src/db/tenant.ts';
import { testApp, type TestApp } from '../../fixtures/app.ts';
import { buildAppointment, buildTenant, type BuiltTenant, signInAs } from '../../fixtures/builders.ts';
import type { Client } from '../../fixtures/client.ts';
import { testEngine } from '../../fixtures/database.ts';
import { isFull, printInvariant } from '../../fixtures/invariants/invariant.ts';

// One definition of revenue: the dashboard, the revenue page, its charts, its table and its CSV
// file equal a plain sum over the table, to the paisa.

const sets = isFull ? 1_000 : 25;
const firstDay = '2026-10-01';

const booking = fc.record({
  day: fc.integer({ min: 0, max: 60 }),
  status: fc.constantFrom(...Status.options),
  amount: fc.option(fc.integer({ min: 0, max: 100_000_001 })),
  paymentMethod: fc.option(fc.constantFrom('UPI', 'gpay', 'Cash', 'Visa card', 'Paytm wallet', 'cheque')),
});
const period = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }));

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it(
  `is the same everywhere, for ${sets} sets of bookings and periods [I-29, P-10.7]`,
  async () => {
    let n = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(booking, { maxLength: 12 }), period, async (bookings, ends) => {
        const clinic = await buildTenant(app, { plan: 'enterprise' });
        const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
        for (const { day, ...rest } of bookings)
          await buildAppointment(app, clinic, { ...rest, date: addDays(firstDay, day) });
        const [from, to] = ends.toSorted((a, b) => a - b).map((day) => addDays(firstDay, day));
        if (!from || !to) throw new Error('a period has two ends');
        const truth = await plainSum(clinic, from, to);
        for (const seen of await revenueEverywhere(owner, from, to)) expect(seen).toEqual(truth);
        const always = await plainSum(clinic, '0001-01-01', '9999-12-31');
        expect((await owner.call(getDashboard)).body.revenue?.total).toBe(always.total);
        n += 1;
      }),
      { numRuns: sets, seed: 20_261_121 },
    );
    printInvariant({ id: 'revenue', driver: testEngine, n, violations: 0 });
    expect(n).toBe(sets);
  },
  isFull ? 1_200_000 : 120_000,
);

interface Sum {
  readonly total: number;
  readonly bookings: number;
}

/** Implements the definition of revenue in plain SQL, without the server's code. */
async function plainSum(clinic: BuiltTenant, from: string, to: string): Promise<Sum> {
  const { rows } = await asPlatform(app, (tx) =>
    sql<Sum>`select coalesce(sum(amount_paise), 0)::bigint as total,
        (count(amount_paise) filter (where status in ('scheduled', 'completed')))::int as bookings
      from appointments where tenant_id = ${clinic.id}
        and case when status in ('scheduled', 'completed') then appointment_date else kept_on end
          between ${from}::date and ${to}::date`.execute(tx),
  );
  return rows[0] ?? { total: -1, bookings: -1 };
}

/** Reads the sums of the page's cards, its charts, its table and its CSV file. */
async function revenueEverywhere(owner: Client, from: string, to: string): Promise<Sum[]> {
  const { total, bookings } = (await owner.call(getRevenue, { query: { from, to } })).body;
  const { parts, methods } = (await owner.call(getRevenueBreakdown, { query: { from, to } })).body;
  return [
    { total, bookings },
    added(parts),
    added(methods),
    await table(owner, from, to),
    await file(owner, from, to),
  ];
}

function added(sums: readonly Sum[]): Sum {
  return {
    total: sums.reduce((paise, { total }) => paise + total, 0),
    bookings: sums.reduce((count, { bookings }) => count + bookings, 0),
  };
}

async function table(owner: Client, from: string, to: string): Promise<Sum> {
  const listed: Transaction[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await owner.call(listTransactions, {
      query: { from, to, limit: 5, ...(cursor && { cursor }) },
    });
    listed.push(...page.body.items);
    cursor = page.body.next;
  }
  return {
    total: listed.reduce((paise, { amount }) => paise + amount, 0),
    bookings: listed.filter(({ isFee }) => !isFee).length,
  };
}

async function file(owner: Client, from: string, to: string): Promise<Sum> {
  const { body } = await app.app.inject({
    method: 'GET',
    url: exportRevenue.path,
    query: { from, to },
    headers: owner.headers(),
  });
  const [, ...lines] = body.trimEnd().split('\r\n');
  const paise = (line: string | undefined) => Math.round(Number(line?.split(',')[6]) * 100);
  const rows = lines.slice(0, -1);
  expect(rows.reduce((sum, line) => sum + paise(line), 0)).toBe(paise(lines.at(-1)));
  return {
    total: paise(lines.at(-1)),
    bookings: rows.filter((row) => !row.includes('Cancellation fee')).length,
  };
}
