import { getOverview, listTenants } from '@samay/contract/platform/tenants';
import { listPlatformUsers } from '@samay/contract/platform/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client as Caller } from '../../../../test/fixtures/client.ts';
import { testEngine } from '../../../../test/fixtures/database.ts';
import { runAsOwner, isCitus } from '../../../../test/fixtures/database/postgres-template.ts';
import { asJob, asPlatform, platform } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { listTenantRows } from './queries.ts';
import { listUserRows } from '../users/queries.ts';

// Compares the query plans for five thousand businesses with those for five: the cost depends on
// the page, not on the total.

const count = 5000;
let app: TestApp;
let admin: Caller;
beforeAll(async () => {
  app = await testApp();
  admin = await signInAs(app, null, 'SUPER_ADMIN');
  if (isCitus) await runAsOwner(app.database, (owner) => fill((text) => owner.query(text)));
  else await asJob(app, async (tx) => fill((text) => sql.raw(text).execute(tx)));
  await analyze(['tenants', 'users', 'memberships', 'subscriptions', 'business_profiles', 'sessions']);
});
afterAll(() => app.close());

/** Skipped on a cluster, where the workers count the rows that a statement reads. */
const testOneDatabase = it.skipIf(isCitus);
const page = { search: undefined, status: 'all', plan: undefined, place: undefined, limit: 51 } as const;

testOneDatabase.each([
  ['the first page', page],
  [
    'a page far down',
    {
      ...page,
      place: {
        micros: Date.parse('2026-01-02T00:00:00Z') * 1000,
        id: '00000000-0000-4000-8000-000000000000',
      },
    },
  ],
  ['pending ones', { ...page, status: 'pending' }],
  ['those on premium', { ...page, plan: 'premium' }],
  ['a search by name', { ...page, search: 'business 4321' }],
  ['a search by a whole address', { ...page, search: 'Hello@Business.example' }],
  ['a search by owner', { ...page, search: 'owner of business 4321' }],
] as const)('reads no table through for %s [P-14.13]', async (_what, about) => {
  const { rows, readThrough } = await measured((tx) => run(tx, platform, listTenantRows(about)), {
    searches: about.search !== undefined,
  });
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.length).toBeLessThanOrEqual(51);
  expect(readThrough).toBeLessThan(500);
});

testOneDatabase.each([
  ['the first page', {}],
  ['a role', { role: 'BUSINESS_OWNER' }],
  ['those who have not signed in', { status: 'pending' }],
  ['a search by a whole address', { search: 'Nobody@x.example' }],
  ['a search by name in one business', { search: 'owner of business 4321', business: 'that of 4321' }],
] as const)('nor for people: %s [P-14.13]', async (_what, about) => {
  const all = {
    search: undefined,
    role: undefined,
    business: undefined,
    status: 'all',
    place: undefined,
    limit: 51,
    now: new Date(),
  } as const;
  const business = 'business' in about ? await getId('Business 4321') : undefined;
  const { rows, readThrough } = await measured(
    (tx) => run(tx, platform, listUserRows({ ...all, ...about, business })),
    {
      searches: 'search' in about,
    },
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(readThrough).toBeLessThan(500);
});

it('visits every business once from first to last page, and counts them all [P-14.13]', async () => {
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const { body } = await admin.call(listTenants, { query: { limit: 100, ...(cursor && { cursor }) } });
    for (const { id } of body.items) seen.add(id);
    cursor = body.next ?? undefined;
  } while (cursor);
  expect(seen.size).toBe(count);
  const { body } = await admin.call(getOverview);
  expect([body.tenants.total, body.month.bookings, body.month.revenue]).toEqual([
    count,
    4 * count,
    4 * count * 10_000,
  ]);
  expect(
    (await admin.call(listPlatformUsers, { query: { role: 'BUSINESS_OWNER', limit: 5 } })).body.items,
  ).toHaveLength(5);
});

/**
 * Runs with the time limit of a job, for thousands of rows. On a cluster as the owner: Citus copies
 * the result of an `insert … select`, which row security refuses.
 */
async function fill(run: (text: string) => Promise<unknown>): Promise<void> {
  await run(`insert into tenants (id, name, status, created_at)
    select gen_random_uuid(), 'Business ' || n, (array['active', 'pending', 'suspended'])[1 + n % 3], timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, ${count}) n`);
  await run(`insert into business_profiles (tenant_id, email, business_type, onboarding_completed)
    select id, id || '@business.example', 'doctor', true from tenants`);
  await run(`insert into subscriptions (tenant_id, plan_id, status, billing_cycle_start, billing_cycle_end)
    select id, (array['basic', 'premium'])[1 + (row_number() over ()) % 2], 'active', '2026-11-01', '2026-12-01' from tenants`);
  await run(`insert into users (id, email, email_key, full_name, created_at)
    select id, 'owner-' || id || '@x.example', 'owner-' || id || '@x.example', 'Owner of ' || name, created_at from tenants`);
  await run(
    `insert into memberships (tenant_id, user_id, role) select id, id, 'BUSINESS_OWNER' from tenants`,
  );
  await run(`insert into appointments (tenant_id, reference, person_name, person_email, appointment_date, appointment_time, amount_paise, revenue_paise, paid_by)
    select id, 'r' || n, 'P', 'p@x.example', date '2026-11-01' + n, '10:00', 10000, 10000, '{"": 10000}' from tenants, generate_series(0, 3) n`);
  await run(`update business_profiles set email = 'hello@business.example'
    where tenant_id = (select id from tenants where name = 'Business 7')`);
  await run(`update users set email_key = 'nobody@x.example' where full_name = 'Owner of Business 8'`);
  if (isCitus) await asPlatform(app, (tx) => sql`select recount_tallies()`.execute(tx));
  else await run('select recount_tallies()');
}

async function getId(name: string): Promise<string> {
  const { id } = await asPlatform(app, (tx) =>
    tx.selectFrom('tenants').select('id').where('name', '=', name).executeTakeFirstOrThrow(),
  );
  return id;
}

/** Analyzes the tables as their owner; PostgreSQL does it after a while. */
async function analyze(tables: readonly string[]): Promise<void> {
  if (testEngine === 'embedded') {
    for (const table of tables) await app.database.pool.query(`analyze ${table}`);
    return;
  }
  await runAsOwner(app.database, async (owner) => {
    for (const table of tables) await owner.query(`analyze ${table}`);
  });
}

/**
 * Returns a query's result, and the rows that it read by scanning whole tables instead of an index.
 * Searching five thousand names one by one costs less than an index does; that the index exists for
 * more rows is checked with sequential scans disabled.
 */
async function measured<T>(
  work: (tx: Parameters<Parameters<typeof asPlatform>[1]>[0]) => Promise<T[]>,
  { searches = false } = {},
): Promise<{ rows: T[]; readThrough: number }> {
  return asPlatform(app, async (tx) => {
    const readSoFar = async () => {
      const { rows } = await sql<{ rows: number }>`select coalesce(sum(seq_tup_read), 0)::bigint as rows
        from pg_stat_xact_user_tables where schemaname = 'public'`.execute(tx);
      return rows[0]?.rows ?? 0;
    };
    const before = await readSoFar();
    if (searches) await sql`set local enable_seqscan = off`.execute(tx);
    const rows = await work(tx);
    return { rows, readThrough: (await readSoFar()) - before };
  });
}
