import type { AnyEndpoint } from '@samay/contract/core/endpoint';
import type { PlanId } from '@samay/contract/tenancy/plans';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { testApp, type TestApp } from '../fixtures/app.ts';
import { buildAppointment, buildTenant, type BuiltTenant, signInAs } from '../fixtures/builders.ts';
import type { Client } from '../fixtures/client.ts';
import { RecordedStatements } from '../fixtures/database/recorded-statements.ts';
import { type EndpointName, everyEndpoint, sendSample, statusOf } from '../fixtures/samples.ts';
import { sampleFor } from '../fixtures/samples/sample-world.ts';

// Tests that a screen is one read (docs/decisions/0035-one-read-a-screen.md): after its session it
// sends one message to the database, regardless of the number of its statements.

const audited = 'writes who read it to the audit log, in the same transaction';

/** The screens that need more than one message, with the reasons. */
const exceptions: Partial<Record<EndpointName, string>> = {
  exportRevenue: audited,
  exportCloses: audited,
  exportReceived: audited,
  exportReport: audited,
  exportPapers: audited,
  exportPaperSums: audited,
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

/**
 * Further messages: a search is needed first, because it decides how the rows are read, and the
 * names of an audit log's rows are read once its page is known.
 */
const further: Partial<Record<EndpointName, number>> = { listAppointments: 1, listAudit: 1 };

const screens = everyEndpoint.filter(
  ([name, { access, method, transport }]) =>
    method === 'GET' && access !== 'public' && transport !== 'events' && !exceptions[name],
);

let app: TestApp;
let recordedApp: FastifyInstance;
const recorded = new RecordedStatements();
const worlds: Partial<Record<PlanId, { tenant: BuiltTenant; owner: Client; admin: Client }>> = {};

beforeAll(async () => {
  app = await testApp();
  recordedApp = await buildApp({ ...app.dependencies, database: recorded.over(app.database) });
  for (const plan of ['enterprise', 'basic'] as const) {
    const tenant = await buildTenant(app, { plan, times: 'apart' });
    // More bookings than the 25 that the basic plan shows.
    for (let count = 0; count < 27; count += 1) await buildAppointment(app, tenant, { date: '2026-11-20' });
    const within = { ...app, app: recordedApp };
    worlds[plan] = {
      tenant,
      owner: await signInAs(within, tenant, 'BUSINESS_OWNER'),
      admin: await signInAs(within, null, 'SUPER_ADMIN'),
    };
  }
});
afterAll(async () => {
  await recordedApp.close();
  await app.close();
});

/** Counts the messages of a screen after the one that reads its session. */
async function countMessages(name: EndpointName, endpoint: AnyEndpoint, plan: PlanId): Promise<number> {
  const world = worlds[plan];
  if (!world) throw new Error(`there is no business on the plan ${plan}`);
  const caller = endpoint.access === 'platform.manage' ? world.admin : world.owner;
  const sample = await sampleFor(app, name, world.tenant, caller);
  const statements = await recorded.during(async () => {
    const { status } = await sendSample(caller, endpoint, sample);
    expect(status).toBe(statusOf(endpoint));
  });
  expect(statements[0]?.sql).toContain('from sessions_of_requests(');
  return recorded.messages - 1;
}

describe.each(screens)('%s', (name, endpoint) => {
  it('sends one message after its session [S-2.1, P-10.24]', async () => {
    expect(await countMessages(name, endpoint, 'enterprise')).toBeLessThanOrEqual(1 + (further[name] ?? 0));
  });

  it('sends at most two more where the plan hides rows [S-2.1]', async () => {
    expect(await countMessages(name, endpoint, 'basic')).toBeLessThanOrEqual(3 + (further[name] ?? 0));
  });
});

describe('control', () => {
  it('counts each message of the screens that may take more [S-2.1]', async () => {
    for (const [name, endpoint] of everyEndpoint.filter(([each]) => exceptions[each])) {
      expect(await countMessages(name, endpoint, 'enterprise'), name).toBeGreaterThan(1);
    }
  });
});
