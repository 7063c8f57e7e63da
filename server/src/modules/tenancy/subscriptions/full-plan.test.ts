import { createAppointment, listAppointments } from '@samay/contract/bookings/appointments';
import { giveReason } from '@samay/contract/audit/support-access';
import { changeTenantLimit, changeTenantPlan, getTenant } from '@samay/contract/platform/tenants';
import { getSubscription } from '@samay/contract/tenancy/payments';
import { getPlanHelp, getUsage } from '@samay/contract/tenancy/subscriptions';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { tellNearlyFull } from './tell-nearly-full.ts';

const support = 'help@samay.example';
let app: TestApp;
let admin: Client;
let clinic: BuiltTenant;
let owner: Client;

beforeAll(async () => {
  app = await testApp();
  Object.assign(app.dependencies.settings, { contactEmail: support });
  admin = await signInAs(app, null, 'SUPER_ADMIN');
  await limitPlan(20);
});
afterAll(() => app.close());
beforeEach(async () => {
  app.setNow(testNow);
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
});

async function limitPlan(bookings: number): Promise<void> {
  await asPlatform(app, (tx) =>
    tx.updateTable('plans').set({ appointment_limit: bookings }).where('id', '=', 'enterprise').execute(),
  );
}

async function fill(count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) await buildAppointment(app, clinic);
}

async function raise(ownLimit: { limit: number; until: string } | null) {
  const params = { id: clinic.id };
  await admin.call(giveReason, { params, body: { reason: 'They asked by mail' } });
  return admin.call(changeTenantLimit, { params, body: { ownLimit } });
}

it('is raised for one business until a day, above its plan, and taken back [P-4.40]', async () => {
  await fill(21);
  expect((await owner.call(createAppointment, { body: newAppointment })).error?.code).toBe(
    'plan.limit_reached',
  );
  expect((await raise({ limit: 22, until: '2026-11-21' })).status).toBe(200);
  expect((await owner.call(getUsage)).body).toMatchObject({ limit: 22, used: 21, remaining: 1, hidden: 0 });
  expect((await owner.call(listAppointments, { query: { limit: '50' } })).body.items).toHaveLength(21);
  expect((await owner.call(createAppointment, { body: newAppointment })).status).toBe(201);
  expect((await owner.call(createAppointment, { body: newAppointment })).error?.code).toBe(
    'plan.limit_reached',
  );
  const own = { limit: 22, until: '2026-11-21' };
  expect((await owner.call(getSubscription)).body.ownLimit).toEqual(own);
  expect((await admin.call(getTenant, { params: { id: clinic.id } })).body.ownLimit).toEqual(own);
  // A cycle that began by the end keeps it; the next one has the plan's.
  app.setNow('2026-11-29T04:30:00.000Z');
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  expect((await owner.call(getUsage)).body.limit).toBe(22);
  app.setNow('2026-12-02T04:30:00.000Z');
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  expect((await owner.call(getUsage)).body.limit).toBe(20);
  expect((await owner.call(getSubscription)).body.ownLimit).toBeNull();
});

it('is raised by more than the plan has and not into the past, and stays over a change of plan [P-4.40]', async () => {
  expect((await raise({ limit: 20, until: '2026-11-20' })).error?.fields).toEqual({
    'ownLimit.limit': 'Please enter more than 20',
    'ownLimit.until': 'Please choose today or a later day',
  });
  await raise({ limit: 40, until: '2026-12-31' });
  await admin.call(changeTenantPlan, { params: { id: clinic.id }, body: { plan: 'basic' } });
  expect((await owner.call(getUsage)).body).toMatchObject({ planName: 'Basic', limit: 40 });
  await raise(null);
  expect((await owner.call(getUsage)).body.limit).toBe(25);
});

it('names the owners and the platform as those to ask, by name and mail, to everybody who books [P-4.41]', async () => {
  const desk = await signInAs(app, clinic, 'EMPLOYEE');
  const { body } = await desk.call(getPlanHelp);
  expect(body).toMatchObject({ isForSale: false, support });
  expect(body.owners).toEqual([{ name: expect.any(String), email: owner.identity?.email }]);
});

it('is told of to owners and platform once at 80 and once at 95 % of a cycle [P-4.42]', async () => {
  const subject = (percent: number) =>
    `Business ${clinic.id.slice(0, 4)} has used ${percent} % of its plan on Samay`;
  const mails = async () => {
    const rows = await asPlatform(app, (tx) =>
      tx
        .selectFrom('outbox')
        .select('payload')
        .where('tenant_id', '=', clinic.id)
        .where('kind', '=', 'mail')
        .execute(),
    );
    return rows.map(({ payload }) => payload as { to: string; subject: string; text: string });
  };
  await fill(15);
  // A plan without a limit that anybody reaches has a large one.
  await limitPlan(2_000_000_000);
  await tellNearlyFull(app.dependencies);
  await limitPlan(20);
  await tellNearlyFull(app.dependencies);
  expect(await mails()).toEqual([]);
  await fill(1);
  await tellNearlyFull(app.dependencies);
  await tellNearlyFull(app.dependencies);
  const [toOwner, toPlatform, ...more] = await mails();
  expect(more).toEqual([]);
  expect(toOwner).toMatchObject({ to: owner.identity?.email, subject: subject(80) });
  expect(toOwner?.text).toContain('16 of 20 appointments in the month until 30 Nov 2026');
  expect(toOwner?.text).toContain(support);
  expect(toPlatform).toMatchObject({ to: support, subject: subject(80) });
  expect(toPlatform?.text).toContain('/dashboard/tenants');
  await fill(3);
  await Promise.all([tellNearlyFull(app.dependencies), tellNearlyFull(app.dependencies)]);
  expect((await mails()).slice(2).map((mail) => mail.subject)).toEqual([subject(95), subject(95)]);
  // A limit that was raised has its own shares.
  await raise({ limit: 24, until: '2026-12-31' });
  await tellNearlyFull(app.dependencies);
  expect(await mails()).toHaveLength(4);
  await fill(1);
  await tellNearlyFull(app.dependencies);
  expect((await mails()).slice(4).map((mail) => mail.subject)).toEqual([subject(80), subject(80)]);
});
