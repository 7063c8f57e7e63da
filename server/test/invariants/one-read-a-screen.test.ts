import type { AnyEndpoint } from '@samay/contract/core/endpoint';
import type { PlanId } from '@samay/contract/tenancy/plans';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { testApp, type TestApp } from '../fixtures/app.ts';
import { buildAppointment, buildTenant, type BuiltTenant, signInAs } from '../fixtures/builders.ts';
import type { Client } from '../fixtures/client.ts';
import { RecordedStatements } from '../fixtures/database/recorded-statements.ts';
import { tablesWithoutBusiness } from '../fixtures/database/tables-without-business.ts';
import { type EndpointName, everyEndpoint, sendSample, statusOf } from '../fixtures/samples.ts';
import { sampleFor } from '../fixtures/samples/sample-world.ts';

// A screen is one read (docs/decisions/0035-one-read-a-screen.md): after its session it sends one message to the database, however many
// statements it needs, and each statement of a business names it.

const audited = 'writes who read it to the audit log, in the same transaction';

/** The screens that take more than one message, and why. */
const exceptions: Partial<Record<EndpointName, string>> = {
  exportRevenue: audited,
  getTenant: audited,
  listPlatformAudit: audited,
  listPlatformPayments: audited,
  listPlatformUsers: audited,
  listTenantAppointments: audited,
  getTenantSchedule: audited,
  getTenantAvailability: audited,
  listTenantSlots: audited,
  listTenants: audited,
  listTenantStaff: audited,
  listUnplacedPayments: audited,
};

/** Messages that are needed first, where they decide how the rows are read: by a search, and by what is proposed. */
const searches: Partial<Record<EndpointName, number>> = { listAppointments: 1, getTimesProposal: 1 };

/** The screens that read a table of businesses for no single business. */
const ofNoBusiness: Partial<Record<EndpointName, string>> = {
  getAccountDeletion: 'reads a person, and which business they belong to',
};

const screens = everyEndpoint.filter(
  ([name, { access, method, transport }]) => method === 'GET' && access !== 'public' && transport !== 'events' && !exceptions[name],
);
const ofBusiness = screens.filter(([, { access }]) => access !== 'platform.manage');

let app: TestApp;
let recordedApp: FastifyInstance;
const recorded = new RecordedStatements();
const worlds: Partial<Record<PlanId, { tenant: BuiltTenant; owner: Client; admin: Client }>> = {};
let tables: ReadonlySet<string>;

beforeAll(async () => {
  app = await testApp();
  recordedApp = await buildApp({ ...app.dependencies, database: recorded.over(app.database) });
  for (const plan of ['enterprise', 'basic'] as const) {
    const tenant = await buildTenant(app, { plan, times: 'warned' });
    // The basic plan shows 25 of them.
    for (let count = 0; count < 27; count += 1) await buildAppointment(app, tenant, { date: '2026-11-20' });
    const within = { ...app, app: recordedApp };
    worlds[plan] = { tenant, owner: await signInAs(within, tenant, 'BUSINESS_OWNER'), admin: await signInAs(within, null, 'SUPER_ADMIN') };
  }
  const { rows } = await app.database.pool.query<{ name: string }>(`select relname as name from pg_class
    join pg_attribute on attrelid = pg_class.oid where attname = 'tenant_id' and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`);
  tables = new Set(rows.map(({ name }) => name));
});
afterAll(async () => {
  await recordedApp.close();
  await app.close();
});

/** What a screen sends after the message that reads its session. */
async function opened(name: EndpointName, endpoint: AnyEndpoint, plan: PlanId): Promise<{ statements: string[]; messages: number }> {
  const world = worlds[plan];
  if (!world) throw new Error(`there is no business on the plan ${plan}`);
  const caller = endpoint.access === 'platform.manage' ? world.admin : world.owner;
  const sample = await sampleFor(app, name, world.tenant, caller);
  const statements = await recorded.during(async () => {
    const { status } = await sendSample(caller, endpoint, sample);
    expect(status).toBe(statusOf(endpoint));
  });
  const [session, ...others] = statements.map(({ sql }) => sql);
  expect(session).toContain('from sessions_with_times(');
  return { statements: others, messages: recorded.messages - 1 };
}

describe.each(screens)('%s', (name, endpoint) => {
  it('sends one message after its session', async () => {
    const { messages } = await opened(name, endpoint, 'enterprise');
    expect(messages).toBeLessThanOrEqual(1 + (searches[name] ?? 0));
  });

  it('sends at most two more where the plan hides rows', async () => {
    const { messages } = await opened(name, endpoint, 'basic');
    expect(messages).toBeLessThanOrEqual(3 + (searches[name] ?? 0));
  });
});

describe.each(ofBusiness.filter(([name]) => !ofNoBusiness[name]))('%s', (name, endpoint) => {
  it.each(['enterprise', 'basic'] as const)('names the business in each statement, on plan %s', async (plan) => {
    const { statements } = await opened(name, endpoint, plan);
    for (const sql of statements) expect(tablesWithoutBusiness(sql, tables), sql).toEqual([]);
  });
});

it('names the business in each statement of an export', async () => {
  const [, endpoint] = everyEndpoint.find(([name]) => name === 'exportRevenue') ?? [];
  if (!endpoint) throw new Error('the contract has no exportRevenue');
  const { statements } = await opened('exportRevenue', endpoint, 'basic');
  expect(statements.filter((sql) => sql.startsWith('insert into'))).toHaveLength(1);
  for (const sql of statements) expect(tablesWithoutBusiness(sql, tables), sql).toEqual([]);
});

describe('control', () => {
  it('counts each message of the screens that may take more', async () => {
    for (const [name, endpoint] of everyEndpoint.filter(([each]) => exceptions[each])) {
      expect((await opened(name, endpoint, 'enterprise')).messages, name).toBeGreaterThan(1);
    }
  });

  it.each([
    ['select id from appointments', ['appointments']],
    ['select id from "appointments" where "tenant_id" = $1', []],
    ['select id from appointments where tenant_id = $1::uuid and exists (select from files where files.id = $2)', ['files']],
    ['select id from files join appointments as a on a.tenant_id = files.tenant_id where files.tenant_id = $1', []],
    ['select id from files join appointments as a on a.id = files.appointment_id where files.tenant_id = $1', ['appointments']],
    ['select id from files join appointments as a on a.tenant_id = files.tenant_id', ['files', 'appointments']],
    ['select id from invitations where tenant_id = $1 union all select user_id from memberships', ['memberships']],
    ['select name from plans where id = $1', []],
  ])('%s', (sql, unnamed) => {
    expect(tablesWithoutBusiness(sql, tables)).toEqual(unnamed);
  });
});
