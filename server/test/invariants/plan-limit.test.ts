import { createAppointment } from '@samay/contract/bookings/appointments';
import { getUsage } from '@samay/contract/tenancy/subscriptions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asPlatform } from '../../src/db/tenant.ts';
import { testApp, type TestApp } from '../fixtures/app.ts';
import { buildAppointment, buildTenant, type BuiltTenant, signInAs } from '../fixtures/builders.ts';
import type { Client } from '../fixtures/client.ts';
import { testEngine } from '../fixtures/database.ts';
import { newAppointment } from '../fixtures/samples.ts';
import { isFull, printInvariant } from '../fixtures/invariants/invariant.ts';

// I-1: concurrent bookings never exceed the plan's limit, and can use all of it.

const limit = 25;
const rounds = isFull ? 20 : 2;
const refusal =
  "Limit reached: You've reached your monthly appointment limit. Please upgrade your plan to book more appointments.";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it(
  'accepts 25 of a hundred concurrent bookings in one cycle, while others book in the next cycle [I-1, P-4.3]',
  { timeout: 300_000 },
  async () => {
    let violations = 0;
    for (let round = 0; round < rounds; round += 1) {
      const clinic = await buildTenant(app);
      const desk = await signInAs(app, clinic);
      const november = Array.from({ length: 100 }, (_, at) =>
        book(desk, `2026-11-${String(1 + (at % 30)).padStart(2, '0')}`),
      );
      const december = Array.from({ length: 10 }, (_, at) =>
        book(desk, at % 2 ? '2026-12-01' : '2026-12-31'),
      );
      const [here, next] = [await Promise.all(november), await Promise.all(december)];
      const made = here.filter(({ status }) => status === 201).length;
      const refused = here.filter(({ status, error }) => status === 409 && error?.message === refusal).length;
      const usage = (await (await signInAs(app, clinic, 'BUSINESS_OWNER')).call(getUsage)).body;
      if (
        made !== limit ||
        refused !== 75 ||
        next.some(({ status }) => status !== 201) ||
        usage.used !== limit ||
        usage.hidden !== 0
      )
        violations += 1;
    }
    printInvariant({ id: 'I-1', driver: testEngine, n: rounds, violations, of: 100, limit });
    expect(violations).toBe(0);
  },
);

it('accepts none beyond the smaller plan after a downgrade', async () => {
  const clinic = await buildTenant(app, { plan: 'premium' });
  const desk = await signInAs(app, clinic);
  for (let count = 0; count < 20; count += 1) await buildAppointment(app, clinic, { date: '2026-11-10' });
  const before = Array.from({ length: 30 }, () => book(desk, '2026-11-12'));
  const downgrade = changePlan(clinic, 'basic');
  const made = (await Promise.all(before)).filter(({ status }) => status === 201).length;
  await downgrade;
  const after = await Promise.all(Array.from({ length: 10 }, () => book(desk, '2026-11-12')));
  const left = Math.max(0, limit - 20 - made);
  expect(after.filter(({ status }) => status === 201)).toHaveLength(Math.min(10, left));
});

it('refuses no booking within the limit while the plan changes [I-1, P-4.9]', async () => {
  const clinic = await buildTenant(app);
  const desk = await signInAs(app, clinic);
  for (const plan of ['premium', 'basic', 'premium', 'enterprise']) {
    const booking = Array.from({ length: 5 }, () => book(desk, '2026-11-12'));
    const answers = await Promise.all([
      ...booking,
      changePlan(clinic, plan).then(() => book(desk, '2026-11-12')),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
  }
});

it.each(['none', 'ended'])(
  'accepts none without an active subscription (%s) [P-4.5]',
  async (subscription) => {
    const clinic = await buildTenant(app, { plan: subscription === 'none' ? null : 'premium' });
    await asPlatform(app, (tx) =>
      tx.updateTable('subscriptions').set({ status: 'ended' }).where('tenant_id', '=', clinic.id).execute(),
    );
    const desk = await signInAs(app, clinic);
    const answers = await Promise.all(Array.from({ length: 10 }, () => book(desk, '2026-11-12')));
    expect(answers.every(({ error }) => error?.code === 'plan.limit_reached')).toBe(true);
  },
);

async function book(desk: Client, date: string) {
  return desk.call(createAppointment, { body: { ...newAppointment, date } });
}

async function changePlan({ id }: BuiltTenant, plan: string): Promise<void> {
  await asPlatform(app, (tx) =>
    tx.updateTable('subscriptions').set({ plan_id: plan }).where('tenant_id', '=', id).execute(),
  );
}
