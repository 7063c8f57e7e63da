import { getOverview } from '@samay/contract/platform/tenants';
import {
  changePlanTerms,
  getAnalytics,
  listPlatformPayments,
  listPlatformPlans,
  listPlatformSubscriptions,
} from '@samay/contract/platform/billing';
import { changeTenantPlan } from '@samay/contract/platform/tenants';
import { createAppointment, listAppointments } from '@samay/contract/bookings/appointments';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, testNow, type TestApp } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { buildReason } from '../../../../test/fixtures/reason.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import { asPlatform } from '../../../db/tenant.ts';

let app: TestApp;
let admin: Client;
const tenants: Record<string, BuiltTenant> = {};
beforeAll(async () => {
  app = await testApp();
  admin = await signInAs(app, null, 'SUPER_ADMIN');
  tenants['clinic'] = await buildTenant(app, { plan: 'premium' });
  tenants['ground'] = await buildTenant(app, { plan: 'basic', businessType: 'turf' });
  tenants['fresh'] = await buildTenant(app, { plan: null, onboarded: false });
  tenants['gone'] = await buildTenant(app, { plan: 'enterprise', status: 'suspended' });
  await asPlatform(app, async (tx) => {
    // At a minute to midnight and at midnight in India, between October and November.
    await created(tx, 'clinic', '2026-10-31T18:29:59Z');
    await created(tx, 'ground', '2026-10-31T18:30:00Z');
    await created(tx, 'fresh', '2026-11-21T04:00:00Z');
    await tx
      .updateTable('tenants')
      .set({ deleted_at: new Date(testNow) })
      .where('id', '=', own('gone').id)
      .execute();
  });
  const book = (
    of: string,
    date: string,
    amount: number | null,
    status: 'scheduled' | 'cancelled' | 'no_show' | 'completed' = 'scheduled',
  ) => buildAppointment(app, own(of), { date, amount, status });
  await book('clinic', '2026-11-01', 50_000);
  await book('clinic', '2026-11-30', 25_000, 'completed');
  await book('clinic', '2026-11-15', 99_900, 'cancelled');
  await book('clinic', '2026-10-31', 10_000);
  await book('ground', '2026-11-16', 70_000);
  await book('ground', '2026-11-15', null, 'no_show');
  await book('gone', '2026-11-15', 1_000_000);
});
afterAll(() => app.close());
beforeEach(() => app.setNow(testNow));

it('counts businesses by status, plan and type, people, this month and the last one, without anything deleted [O-4.9, P-14.1]', async () => {
  const { body } = await admin.call(getOverview);
  expect(body).toEqual({
    tenants: {
      total: 3,
      byStatus: { active: 3, pending: 0, suspended: 0 },
      byPlan: { basic: 1, premium: 1, enterprise: 0 },
      byType: { doctor: 1, turf: 1, unset: 1 },
    },
    people: 1,
    month: { start: '2026-11-01', bookings: 5, revenue: 244_900 },
    lastMonth: { start: '2026-10-01', bookings: 1, revenue: 10_000 },
    broken: [],
  });
});

describe('analytics', () => {
  it('shows twelve months by the days of India, with revenue by plan [P-14.9]', async () => {
    const { body } = await admin.call(getAnalytics, { query: { by: 'month' } });
    expect(body.periods.map(({ start }) => start)).toEqual([
      '2025-12-01',
      '2026-01-01',
      '2026-02-01',
      '2026-03-01',
      '2026-04-01',
      '2026-05-01',
      '2026-06-01',
      '2026-07-01',
      '2026-08-01',
      '2026-09-01',
      '2026-10-01',
      '2026-11-01',
    ]);
    expect(body.periods.slice(-2)).toEqual([
      {
        start: '2026-10-01',
        end: '2026-10-31',
        tenants: 1,
        newTenants: 1,
        bookings: 1,
        revenue: { basic: 0, premium: 10_000, enterprise: 0, none: 0 },
      },
      {
        start: '2026-11-01',
        end: '2026-11-30',
        tenants: 3,
        newTenants: 2,
        bookings: 5,
        revenue: { basic: 70_000, premium: 174_900, enterprise: 0, none: 0 },
      },
    ]);
  });

  it('shows twelve weeks, each from a Monday', async () => {
    const { body } = await admin.call(getAnalytics, { query: { by: 'week' } });
    expect(body.periods).toHaveLength(12);
    expect(body.periods.slice(-2).map(({ start, end, bookings }) => [start, end, bookings])).toEqual([
      ['2026-11-09', '2026-11-15', 2],
      ['2026-11-16', '2026-11-22', 1],
    ]);
    app.setNow('2026-11-22T18:30:00Z'); // Monday has just begun in India
    const later = await (
      await signInAs(app, null, 'SUPER_ADMIN')
    ).call(getAnalytics, { query: { by: 'week' } });
    expect(later.body.periods.at(-1)?.start).toBe('2026-11-23');
  });
});

describe('plans', () => {
  it('are shown with the businesses on them', async () => {
    const { body } = await admin.call(listPlatformPlans);
    expect(
      body.plans.map(({ id, appointmentLimit, monthlyPrice, tenants: count }) => [
        id,
        appointmentLimit,
        monthlyPrice,
        count,
      ]),
    ).toEqual([
      ['basic', 25, 0, 1],
      ['premium', 250, 99_900, 1],
      ['enterprise', 2500, 299_900, 0],
    ]);
  });

  it('change immediately for businesses on them: a lower limit rejects the next booking and hides bookings beyond it [P-14.10]', async () => {
    const tenant = await buildTenant(app, { plan: 'enterprise' });
    const owner = await signInAs(app, tenant, 'BUSINESS_OWNER');
    for (const time of ['09:00', '10:00', '11:00']) await buildAppointment(app, tenant, { time });
    const edited = await admin.call(changePlanTerms, {
      params: { id: 'enterprise' },
      body: { appointmentLimit: 2, monthlyPrice: 300_000 },
    });
    expect(edited.body).toMatchObject({ appointmentLimit: 2, monthlyPrice: 300_000 });
    expect((await owner.call(createAppointment, { body: newAppointment })).error?.code).toBe(
      'plan.limit_reached',
    );
    expect((await owner.call(listAppointments)).body).toMatchObject({
      items: { length: 2 },
      usage: { hidden: 1 },
    });
    await admin.call(changePlanTerms, {
      params: { id: 'enterprise' },
      body: { appointmentLimit: 2500, monthlyPrice: 299_900 },
    });
    expect((await owner.call(createAppointment, { body: newAppointment })).status).toBe(201);
  });

  it('reject invalid limits and prices, and unknown plans', async () => {
    for (const body of [
      { appointmentLimit: -1, monthlyPrice: 0 },
      { appointmentLimit: 1.5, monthlyPrice: 0 },
      { appointmentLimit: 1, monthlyPrice: -1 },
    ]) {
      expect((await admin.send(changePlanTerms, { params: { id: 'basic' }, body })).status).toBe(400);
    }
    const none = await admin.send(changePlanTerms, {
      params: { id: 'gold' },
      body: { appointmentLimit: 1, monthlyPrice: 1 },
    });
    expect(none.status).toBe(400);
  });

  it('apply to a booking that waited for the change', async () => {
    const tenant = await buildTenant(app, { plan: 'basic' });
    const owner = await signInAs(app, tenant, 'BUSINESS_OWNER');
    for (let count = 0; count < 25; count += 1) await buildAppointment(app, tenant, { date: '2026-11-24' });
    await buildReason(app, admin.identity?.sessionId, tenant.id);
    const [changed, ...booked] = await Promise.all([
      admin.call(changeTenantPlan, { params: { id: tenant.id }, body: { plan: 'premium' } }),
      ...[1, 2, 3].map(async () => {
        for (let tries = 0; tries < 40; tries += 1) {
          const answer = await owner.call(createAppointment, { body: newAppointment });
          if (answer.status === 201) return 201;
        }
        return 409;
      }),
    ]);
    expect([changed.status, booked]).toEqual([200, [201, 201, 201]]);
  });
});

it('lists subscriptions by plan and status, and orders by their state [P-14.10]', async () => {
  const active = await admin.call(listPlatformSubscriptions, {
    query: { status: 'active', plan: 'premium' },
  });
  expect(active.body.items.every(({ planId, status }) => planId === 'premium' && status === 'active')).toBe(
    true,
  );
  expect(active.body.items.map(({ tenant }) => tenant.id)).toContain(own('clinic').id);
  expect(
    (await admin.call(listPlatformSubscriptions, { query: {} })).body.items.map(({ tenant }) => tenant.id),
  ).not.toContain(own('gone').id);
  const now = new Date(testNow);
  const order = {
    kind: 'upgrade',
    email: 'p@x.example',
    email_key: 'p@x.example',
    plan_id: 'premium',
    amount_paise: 99_900,
    created_at: now,
  } as const;
  await asPlatform(app, (tx) =>
    tx
      .insertInto('payment_orders')
      .values([
        {
          ...order,
          provider_order_id: 'order_open',
          tenant_id: own('clinic').id,
          ordered_by: null,
          business_name: null,
          payment_id: null,
          reason: null,
          paid_at: null,
        },
        {
          ...order,
          provider_order_id: 'order_paid',
          tenant_id: own('ground').id,
          ordered_by: null,
          business_name: null,
          state: 'paid',
          payment_id: 'pay_1',
          reason: 'plan_not_larger',
          paid_at: now,
        },
      ])
      .execute(),
  );
  const paid = await admin.call(listPlatformPayments, { query: { state: 'paid' } });
  expect(paid.body.items).toMatchObject([
    { tenant: { id: own('ground').id }, reason: 'plan_not_larger', amount: 99_900, paymentId: 'pay_1' },
  ]);
  expect((await admin.call(listPlatformPayments, { query: {} })).body.items).toHaveLength(2);
});

function own(name: string): BuiltTenant {
  const tenant = tenants[name];
  if (!tenant) throw new Error(`there is no ${name}`);
  return tenant;
}

async function created(
  tx: Parameters<Parameters<typeof asPlatform>[1]>[0],
  name: string,
  at: string,
): Promise<void> {
  await tx
    .updateTable('tenants')
    .set({ created_at: new Date(at) })
    .where('id', '=', own(name).id)
    .execute();
}
