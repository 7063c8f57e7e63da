import { listAppointments } from '@samay/contract/appointments';
import { getCalendarConnection } from '@samay/contract/calendar';
import { getDashboard } from '@samay/contract/dashboard';
import { listPatients } from '@samay/contract/patients';
import { getQueue } from '@samay/contract/queue';
import { getRevenue, getRevenueBreakdown, listTransactions } from '@samay/contract/revenue';
import { getSchedule } from '@samay/contract/schedule';
import { CompiledQuery, sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { Client as Connection } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { asPlatform, readInTenant, type TenantId } from '../../src/db/tenant.ts';
import { testApp, type TestApp } from '../app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../builders.ts';
import type { Client } from '../client.ts';
import { testEngine } from '../database.ts';
import { adminUrl, databaseUrl } from '../postgres-template.ts';
import { RecordedStatements } from '../recorded-statements.ts';
import { isFull, printInvariant } from './invariant.ts';

// However much a business has booked, what its screens ask is answered along the same indexes as for one that has just begun.

const few = 200;
const many = isFull ? 200_000 : 20_000;
const november = { from: '2026-11-01', to: '2026-11-30' };

const screens: Record<string, (client: Client) => Promise<unknown>> = {
  list: (client) => client.call(listAppointments),
  'list of a status': (client) => client.call(listAppointments, { query: { status: 'completed' } }),
  'list from a day on': (client) => client.call(listAppointments, { query: { from: '2026-11-21' } }),
  schedule: (client) => client.call(getSchedule, { query: november }),
  queue: (client) => client.call(getQueue),
  revenue: (client) => client.call(getRevenue, { query: november }),
  plots: (client) => client.call(getRevenueBreakdown, { query: november }),
  transactions: (client) => client.call(listTransactions, { query: november }),
  people: (client) => client.call(listPatients),
  dashboard: (client) => client.call(getDashboard),
  'calendar connection': (client) => client.call(getCalendarConnection),
};

// The embedded engine plans the same way, and keeps its statistics by itself; what is proven is proven on PostgreSQL.
if (testEngine === 'postgres') {
  let app: TestApp;
  let heard: FastifyInstance;
  const recorded = new RecordedStatements();
  const readers: { tenant: BuiltTenant; client: Client }[] = [];

  beforeAll(async () => {
    app = await testApp();
    heard = await buildApp({ ...app.parts, database: recorded.over(app.database) });
    for (const bookings of [few, many]) {
      const tenant = await buildTenant(app, { plan: 'enterprise' });
      await fill(app, tenant, bookings);
      await connectCalendar(app, tenant);
      readers.push({ tenant, client: await signInAs({ ...app, app: heard }, tenant, 'BUSINESS_OWNER') });
    }
    await analyze();
  }, 600_000);
  afterAll(async () => {
    await heard.close();
    await app.close();
  });

  it(`reads the bookings of a business with ${many} as those of one with ${few}, never all of the table`, async () => {
    let n = 0;
    for (const [name, open] of Object.entries(screens)) {
      const plans: string[][] = [];
      for (const reader of readers) plans.push(await plansOf(reader, open));
      const [small = [], large = []] = plans;
      expect(large, name).toEqual(small);
      expect(large.join('\n'), name).not.toMatch(/Seq Scan (appointments|patients|day_tallies|payment_tallies)/);
      n += large.length;
    }
    printInvariant({ id: 'large-tenant', driver: testEngine, n, rows: many, violations: 0 });
    expect(n).toBeGreaterThan(Object.keys(screens).length);
  }, 120_000);

  /** As the table's owner does by itself before long. */
  async function analyze(): Promise<void> {
    const { rows } = await app.database.pool.query<{ name: string }>('select current_database() as name');
    const connection = new Connection({ connectionString: databaseUrl(adminUrl(), rows[0]?.name ?? '') });
    await connection.connect();
    await connection.query('vacuum analyze');
    await connection.end();
  }

  /** Each statement of a screen as the nodes that read a growing table, by index. */
  async function plansOf({ tenant, client }: (typeof readers)[number], open: (client: Client) => Promise<unknown>): Promise<string[]> {
    const statements = await recorded.during(() => open(client));
    const plans: string[] = [];
    for (const { sql: text, parameters } of statements.filter((statement) => /appointments|patients|tallies/.test(statement.sql))) {
      const work = { database: app.database, tenantId: tenant.id as TenantId, now: app.parts.clock() };
      const { rows } = await readInTenant(work, (tx) =>
        tx.executeQuery<{ 'QUERY PLAN': { Plan: Node }[] }>(CompiledQuery.raw(`explain (format json) ${text}`, [...parameters])),
      );
      plans.push(rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => readsOf(Plan))).join(', '));
    }
    return plans;
  }
}

interface Node {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  Plans?: Node[];
}

function readsOf(node: Node): string[] {
  const read = node['Index Name'] ?? node['Relation Name'];
  return [...(read === undefined ? [] : [`${node['Node Type']} ${read}`]), ...(node.Plans ?? []).flatMap(readsOf)];
}

it('tells of a plan what it reads, by index or whole', () => {
  const plan = { 'Node Type': 'Limit', Plans: [{ 'Node Type': 'Index Scan', 'Index Name': 'a_list', 'Relation Name': 'a' }] };
  expect([readsOf(plan), readsOf({ 'Node Type': 'Seq Scan', 'Relation Name': 'a' })]).toEqual([['Index Scan a_list'], ['Seq Scan a']]);
});

/** No statement may take longer than the serving role is given. */
const atOnce = 10_000;

/** As far as what the calendar lacks is counted. */
async function connectCalendar(app: TestApp, { id }: BuiltTenant): Promise<void> {
  const calendar = JSON.stringify({ calendar_id: 'busy@calendar.example' });
  await asPlatform(app, (tx) =>
    tx
      .insertInto('tenant_integrations')
      .values({
        tenant_id: id,
        integration_type: 'google_calendar',
        is_connected: true,
        integration_data: calendar,
        sealed_token: Buffer.from('sealed'),
        updated_at: app.parts.clock(),
      })
      .execute(),
  );
}

/** Three years up to a fortnight from the test's today, as a business that has been at it would have them. */
async function fill(app: TestApp, { id }: BuiltTenant, bookings: number): Promise<void> {
  for (let first = 1; first <= bookings; first += atOnce) {
    const last = Math.min(bookings, first + atOnce - 1);
    await asPlatform(app, (tx) =>
      sql`insert into appointments (tenant_id, reference, person_name, person_email, doctor, appointment_date, appointment_time, status,
          amount_paise, payment_method)
        select ${id}::uuid, 'booking_' || n, 'Person ' || n % 500, 'person' || n % 500 || '@people.example', 'Dr. Rao',
          date '2026-12-05' - (n::bigint * 31 % 1095)::int, time '09:00' + n % 32 * interval '15 minutes',
          (array['completed', 'completed', 'completed', 'scheduled', 'no_show', 'cancelled'])[1 + n::bigint * 13 % 6],
          20000 + n % 24 * 10000, 'UPI'
        from generate_series(${first}::int, ${last}::int) as n`.execute(tx),
    );
  }
}
