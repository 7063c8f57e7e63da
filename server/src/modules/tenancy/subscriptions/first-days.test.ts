import { giveReason } from '@samay/contract/audit/support-access';
import {
  createAppointment,
  listAppointments,
  rescheduleAppointment,
} from '@samay/contract/bookings/appointments';
import { extendFirstDays, getTenant } from '@samay/contract/platform/tenants';
import { getSubscription } from '@samay/contract/tenancy/payments';
import { getUsage } from '@samay/contract/tenancy/subscriptions';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { checkStoredData } from '../../platform/index.ts';
import { tellFirstDays } from './tell-first-days.ts';

const until = '2026-11-23';
const afterwards = '2026-11-24T04:30:00.000Z';
let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;

beforeAll(async () => {
  app = await testApp();
  const limits = { basic: 2, enterprise: 4 };
  for (const [id, limit] of Object.entries(limits))
    await asPlatform(app, (tx) =>
      tx.updateTable('plans').set({ appointment_limit: limit }).where('id', '=', id).execute(),
    );
});
afterAll(() => app.close());
beforeEach(async () => {
  app.setNow(testNow);
  clinic = await buildTenant(app, { firstDaysUntil: until });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
});

async function book(date = newAppointment.date) {
  const { status, error, body } = await owner.call(createAppointment, { body: { ...newAppointment, date } });
  return status === 201 ? body.id : error?.code;
}

async function goTo(now: string): Promise<void> {
  app.setNow(now);
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
}

it('has the limit of the largest plan in its first days, shown as that, and the plan’s afterwards [P-4.45, P-4.46]', async () => {
  for (let made = 0; made < 4; made += 1) expect(await book()).not.toBe('plan.limit_reached');
  expect(await book()).toBe('plan.limit_reached');
  expect((await owner.call(getUsage)).body).toMatchObject({
    planName: 'Basic',
    limit: 4,
    used: 4,
    remaining: 0,
    hidden: 0,
    firstDaysUntil: until,
  });
  expect((await owner.call(getSubscription)).body.firstDays).toEqual({ limit: 4, until });
  // A booking of a later month counts by the same limit there.
  const later = await book('2026-12-20');
  const to = { params: { id: String(later) }, body: { date: newAppointment.date, time: '17:00' } };
  expect((await owner.call(rescheduleAppointment, to)).error?.code).toBe('plan.limit_reached');
  await goTo(afterwards);
  expect((await owner.call(getUsage)).body).toMatchObject({ limit: 2, used: 0, firstDaysUntil: null });
  expect((await owner.call(getSubscription)).body.firstDays).toBeNull();
});

it('never hides what was booked in the first days, nor gives it a place of the plan afterwards [P-4.47]', async () => {
  const [first] = [await book(), await book(), await book(), await book()];
  await goTo(afterwards);
  expect([await book(), await book()]).not.toContain('plan.limit_reached');
  expect(await book()).toBe('plan.limit_reached');
  const to = { params: { id: String(first) }, body: { date: '2026-11-27', time: '17:00' } };
  expect((await owner.call(rescheduleAppointment, to)).status).toBe(200);
  // The plan has become smaller: what counts by it is hidden, and the bookings of the first days are not.
  await asPlatform(app, (tx) =>
    tx.updateTable('plans').set({ appointment_limit: 1 }).where('id', '=', 'basic').execute(),
  );
  const { items, usage } = (await owner.call(listAppointments, { query: { limit: '50' } })).body;
  await asPlatform(app, (tx) =>
    tx.updateTable('plans').set({ appointment_limit: 2 }).where('id', '=', 'basic').execute(),
  );
  expect({ shown: items.length, used: usage.used, hidden: usage.hidden }).toEqual({
    shown: 5,
    used: 2,
    hidden: 1,
  });
  expect(await checkStoredData(app.dependencies)).toEqual([]);
});

it('tells owners of the end three days before, once for each end [P-4.48]', async () => {
  const mails = async () => {
    const rows = await asPlatform(app, (tx) =>
      tx
        .selectFrom('outbox')
        .select('payload')
        .where('tenant_id', '=', clinic.id)
        .where('kind', '=', 'mail')
        .execute(),
    );
    const found = rows.map(({ payload }) => payload as { to: string; subject: string; text: string });
    return found.toSorted((one, other) => (one.subject < other.subject ? -1 : 1));
  };
  app.setNow('2026-11-20T04:30:00.000Z');
  await tellFirstDays(app.dependencies);
  expect(await mails()).toEqual([]);
  app.setNow('2026-11-21T04:30:00.000Z');
  await Promise.all([tellFirstDays(app.dependencies), tellFirstDays(app.dependencies)]);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({
    to: owner.identity?.email,
    subject: 'The higher limit of your new business on Samay ends on 23 Nov 2026',
  });
  expect(mail?.text).toContain('From 24 Nov 2026 it has the limit of the Basic plan: 2 appointments a month');
  await extend('2026-11-30');
  await tellFirstDays(app.dependencies);
  app.setNow('2026-11-28T04:30:00.000Z');
  await tellFirstDays(app.dependencies);
  expect((await mails()).map(({ subject }) => subject.slice(-11))).toEqual(['23 Nov 2026', '30 Nov 2026']);
  // One that was missed is not told of once it is over.
  await extend('2026-12-10');
  app.setNow('2026-12-11T04:30:00.000Z');
  await tellFirstDays(app.dependencies);
  expect(await mails()).toHaveLength(2);
});

it('is extended by a super admin to a later day, also once the first days are over [P-4.49]', async () => {
  expect((await extend(until)).error?.fields).toEqual({ until: 'Please choose a day after 23 Nov 2026' });
  expect((await extend('2026-11-25')).status).toBe(200);
  await goTo('2026-11-27T04:30:00.000Z');
  expect((await extend('2026-11-26')).error?.fields).toEqual({ until: 'Please choose today or a later day' });
  expect((await owner.call(getUsage)).body.limit).toBe(2);
  const { status, admin } = await extend('2026-11-28');
  expect(status).toBe(200);
  expect((await owner.call(getUsage)).body).toMatchObject({ limit: 4, firstDaysUntil: '2026-11-28' });
  const { body } = await admin.call(getTenant, { params: { id: clinic.id } });
  expect(body.firstDaysUntil).toBe('2026-11-28');
  clinic = await buildTenant(app);
  expect((await extend('2026-12-31')).status).toBe(200);
});

async function extend(day: string) {
  const admin = await signInAs(app, null, 'SUPER_ADMIN');
  const params = { id: clinic.id };
  await admin.call(giveReason, { params, body: { reason: 'They asked by mail' } });
  const { status, error } = await admin.call(extendFirstDays, { params, body: { until: day } });
  return { status, error, admin };
}
