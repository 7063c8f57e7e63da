import { listAppointments } from '@samay/contract/bookings/appointments';
import { cycleAt } from '@samay/contract/tenancy/plans';
import { getUsage } from '@samay/contract/tenancy/subscriptions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import { readInOneMessage } from '../../../db/read-in-one-message.ts';
import { asPlatform, type TenantId } from '../../../db/tenant.ts';
import { usageFrom } from './queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('counts the bookings of the current cycle, its start included, its end not, of every status [P-4.2]', async () => {
  const clinic = await buildTenant(app);
  for (const date of ['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'])
    await buildAppointment(app, clinic, { date });
  for (const status of ['completed', 'cancelled', 'no_show'] as const)
    await buildAppointment(app, clinic, { status });
  expect(await usageOf(clinic)).toEqual({
    planName: 'Basic',
    limit: 25,
    used: 5,
    remaining: 20,
    cycleStart: '2026-11-01',
    cycleEnd: '2026-12-01',
    hidden: 0,
    firstDaysUntil: null,
  });
});

it('starts a new cycle on the day of the month on which the subscription started', async () => {
  const clinic = await buildTenant(app, { cycleStart: '2026-08-15' });
  expect(await usageOf(clinic)).toMatchObject({ cycleStart: '2026-11-15', cycleEnd: '2026-12-15' });
});

it('has the number of bookings beyond the limit, and a remaining number of at least 0', async () => {
  const clinic = await buildTenant(app);
  for (let count = 0; count < 28; count += 1) await buildAppointment(app, clinic);
  expect(await usageOf(clinic)).toMatchObject({ used: 28, remaining: 0, hidden: 3 });
});

it('has a limit of 0 once the subscription has ended [P-4.5]', async () => {
  const clinic = await buildTenant(app, { plan: 'premium' });
  await asPlatform(app, (tx) =>
    tx.updateTable('subscriptions').set({ status: 'ended' }).where('tenant_id', '=', clinic.id).execute(),
  );
  expect(await usageOf(clinic)).toMatchObject({ planName: 'Premium', limit: 0, remaining: 0 });
});

it('has the free plan without any subscription [P-4.5]', async () => {
  expect(await usageOf(await buildTenant(app, { plan: null }))).toMatchObject({
    planName: 'Basic or Free Plan',
    limit: 25,
    used: 0,
  });
});

it('prefers the active subscription to a later one that has ended', async () => {
  const clinic = await buildTenant(app, { plan: 'premium' });
  await asPlatform(app, (tx) =>
    tx
      .insertInto('subscriptions')
      .values({
        tenant_id: clinic.id,
        plan_id: 'basic',
        status: 'ended',
        billing_cycle_start: '2026-11-20',
        billing_cycle_end: '2026-12-20',
      })
      .execute(),
  );
  expect(await usageOf(clinic)).toMatchObject({ planName: 'Premium', limit: 250 });
});

it('has the cycle of the contract for every start and day, months of different lengths included', async () => {
  const clinic = await buildTenant(app);
  const work = { database: app.database, tenantId: clinic.id as TenantId, now: new Date(0) };
  const days = [
    '2023-12-31',
    '2024-01-30',
    '2024-02-28',
    '2024-02-29',
    '2024-03-01',
    '2024-03-31',
    '2026-02-28',
    '2026-03-30',
    '2030-01-01',
  ];
  for (const start of [
    '2024-01-29',
    '2024-01-30',
    '2024-01-31',
    '2024-02-29',
    '2025-02-28',
    '2026-11-01',
    '2028-12-31',
  ]) {
    await asPlatform(app, (tx) =>
      tx
        .updateTable('subscriptions')
        .set({ billing_cycle_start: start, billing_cycle_end: '2040-01-01' })
        .where('tenant_id', '=', clinic.id)
        .execute(),
    );
    const read = await readInOneMessage(
      work,
      Object.fromEntries(days.map((day) => [day, usageFrom(day, 1)])),
    );
    for (const day of days) {
      const cycle = cycleAt(start, day);
      const cycles = (read[day] ?? []).map((row) => ({ start: row.cycle_start, end: row.cycle_end }));
      expect([start, day, new Set(cycles)]).toEqual([
        start,
        day,
        new Set([cycle, cycleAt(start, cycle.end)]),
      ]);
    }
  }
});

/** Reads the usage as Settings and the header of the list show it. */
async function usageOf(clinic: BuiltTenant) {
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  const usage = (await owner.call(getUsage)).body;
  expect((await owner.call(listAppointments)).body.usage).toEqual(usage);
  return usage;
}
