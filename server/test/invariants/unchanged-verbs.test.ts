import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asPlatform } from '../../src/db/tenant.ts';
import { testApp, type TestApp } from '../fixtures/app.ts';
import { buildAppointment, buildTenant, type BuiltTenant, signInAs } from '../fixtures/builders.ts';
import type { Client } from '../fixtures/client.ts';
import { testEngine } from '../fixtures/database.ts';
import { printInvariant } from '../fixtures/invariants/invariant.ts';
import { type EndpointName, everyEndpoint, sendSample, statusOf } from '../fixtures/samples.ts';
import { sampleFor } from '../fixtures/samples/sample-world.ts';
import { look, type Screen, listScreens } from '../fixtures/screens.ts';
import { type Calendars, openCalendars } from '../fixtures/third-parties/calendar.ts';
import {
  type TestPaymentProvider,
  startPaymentProvider,
} from '../fixtures/third-parties/payment-provider.ts';

// Tests every change that the API can make: if it changes a screen, the screen is not answered with
// 304.

/**
 * The changes after which the screens of their business must differ: without them the test would
 * prove nothing.
 */
const visible: readonly EndpointName[] = [
  'createAppointment',
  'correctAppointment',
  'rescheduleAppointment',
  'cancelAppointment',
  'completeAppointment',
  'undoCompletion',
  'markNoShow',
  'reopenAppointment',
  'markArrived',
  'startVisit',
  'uploadPrescription',
  'writeNote',
  'changeBusinessProfile',
  'removeMember',
  'removeTenantMember',
  'changeTenantPlan',
];

const changing = everyEndpoint.filter(([, { method, access }]) => method !== 'GET' && access !== 'public');
let app: TestApp;
let desk: TestPaymentProvider;
let calendars: Calendars;
let superAdmin: Client;
let violations = 0;
let looks = 0;
beforeAll(async () => {
  desk = await startPaymentProvider();
  calendars = await openCalendars();
  app = await testApp({ dependencies: { payments: desk.provider, calendar: calendars.provider } });
  superAdmin = await signInAs(app, null, 'SUPER_ADMIN');
});
afterAll(async () => {
  printInvariant({
    id: 'unchanged is nothing',
    driver: testEngine,
    n: looks,
    violations,
    what: 'looks after each change',
  });
  await app.close();
  await desk.close();
  await calendars.close();
});

describe.each(changing)('%s', (name, endpoint) => {
  it('leaves no 304 to a screen that it changes [I-34]', async () => {
    const clinic = await buildTenant(app, { onboarded: name !== 'completeOnboarding' });
    await buildAppointment(app, clinic, { date: '2026-11-20', amount: 500_00, status: 'completed' });
    const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
    const actor = endpoint.access === 'platform.manage' ? superAdmin : owner;
    const sample = await sampleFor(app, name, clinic, actor);
    const watched = await findBusiness(sample.params ?? {}, clinic);
    const viewer = await signInAs(app, watched, 'BUSINESS_OWNER');
    const screens = await listScreens(app, watched, viewer);
    const before = new Map<Screen, Awaited<ReturnType<typeof look>>>();
    for (const screen of screens) before.set(screen, await look(viewer, screen));

    expect((await sendSample(actor, endpoint, sample)).status).toBe(statusOf(endpoint));

    const changed: EndpointName[] = [];
    for (const [screen, { etag, body }] of before) {
      looks += 1;
      const current = (await look(viewer, screen)).body;
      if (JSON.stringify(current) === JSON.stringify(body)) continue;
      changed.push(screen.name);
      const { status } = await look(viewer, screen, etag);
      if (status === 304) violations += 1;
      expect([screen.name, status]).not.toEqual([screen.name, 304]);
    }
    if (visible.includes(name)) expect([name, changed]).not.toEqual([name, []]);
  });
});

/** Returns the business whose screens the change may show on: the one in the path, if any. */
async function findBusiness(params: Record<string, string>, clinic: BuiltTenant): Promise<BuiltTenant> {
  const id = params['tenantId'] ?? params['id'] ?? '';
  const named = await asPlatform(app, (tx) =>
    tx
      .selectFrom('tenants')
      .select('id')
      .where(sql`id::text`, '=', id)
      .executeTakeFirst(),
  );
  return named ? { id: named.id, businessType: 'doctor' } : clinic;
}
