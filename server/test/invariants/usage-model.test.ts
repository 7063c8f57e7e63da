import { cancelAppointment } from '@samay/contract/bookings/transitions';
import {
  createAppointment,
  getAppointment,
  listAppointments,
  rescheduleAppointment,
} from '@samay/contract/bookings/appointments';
import { cycleAt } from '@samay/contract/tenancy/plans';
import { getUsage } from '@samay/contract/tenancy/subscriptions';
import { indiaDate } from '@samay/contract/core/time';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asPlatform } from '../../src/db/tenant.ts';
import { testApp, type TestApp } from '../fixtures/app.ts';
import { buildTenant, signInAs } from '../fixtures/builders.ts';
import type { Client } from '../fixtures/client.ts';
import { testEngine } from '../fixtures/database.ts';
import { newAppointment } from '../fixtures/samples.ts';
import { isFull, printInvariant } from '../fixtures/invariants/invariant.ts';

// I-3: the shown usage is the one by which bookings are refused, and exactly the rows beyond the
// plan are hidden, everywhere.

const limits = { small: 2, middle: 4, large: 50 } as const;
type Plan = keyof typeof limits;
interface Row {
  readonly id: string;
  date: string;
  time: string;
  status: 'scheduled' | 'cancelled';
}

/** A reference implementation of the plan limit over rows in memory. */
class Model {
  readonly rows: Row[] = [];
  plan: Plan = 'middle';
  today = '2026-11-21';

  inCycle(date: string): Row[] {
    const { start, end } = cycleAt('2026-11-01', date);
    return this.rows.filter((row) => start <= row.date && row.date < end);
  }

  hasPlace(date: string): boolean {
    return this.inCycle(date).length < limits[this.plan];
  }

  /**
   * The ids beyond the limit in the current cycle, in a clinic's order: latest day first, then
   * earliest time.
   */
  get hidden(): Set<string> {
    const ranked = this.inCycle(this.today).toSorted(
      (a, b) => b.date.localeCompare(a.date) || a.time.localeCompare(b.time) || a.id.localeCompare(b.id),
    );
    return new Set(ranked.slice(limits[this.plan]).map(({ id }) => id));
  }
}

const dates = ['2026-10-31', '2026-11-01', '2026-11-15', '2026-11-30', '2026-12-01', '2026-12-20'];
const instants = [
  '2026-11-21T04:30:00.000Z',
  '2026-11-30T18:29:59.999Z',
  '2026-11-30T18:30:00.000Z',
  '2026-10-31T18:30:00.000Z',
];
const date = fc.constantFrom(...dates);
const time = fc.constantFrom('09:00', '12:00', '23:59');
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('create' as const), date, time }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), at: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), at: fc.nat(20), date, time }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('plan' as const),
      plan: fc.constantFrom<Plan>('small', 'middle', 'large'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('clock' as const), instant: fc.constantFrom(...instants) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const runs = isFull ? 1_000 : 3;
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await asPlatform(app, async (tx) => {
    for (const [id, limit] of Object.entries(limits)) {
      await tx
        .insertInto('plans')
        .values({ id, name: id, appointment_limit: limit, monthly_price_paise: 0 })
        .execute();
    }
  });
});
afterAll(() => app.close());

it(
  'agrees with the model after every step of random sequences [I-3, P-4.2, P-4.6]',
  { timeout: 3_600_000 },
  async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
        app.setNow('2026-11-21T04:30:00.000Z');
        const clinic = await buildTenant(app, { plan: 'middle' });
        let desk = await signInAs(app, clinic, 'BUSINESS_OWNER');
        const model = new Model();
        for (const step of steps) {
          await runStep(step, model, desk, clinic.id);
          // The session expires when the clock jumps.
          if (step.kind === 'clock') desk = await signInAs(app, clinic, 'BUSINESS_OWNER');
          await compare(model, desk);
          compared += 1;
        }
      }),
      { numRuns: runs, endOnFailure: true },
    );
    printInvariant({ id: 'I-3', driver: testEngine, n: runs, violations: 0, compared });
  },
);

async function runStep(step: Step, model: Model, desk: Client, tenantId: string): Promise<void> {
  if (step.kind === 'plan') {
    model.plan = step.plan;
    await asPlatform(app, (tx) =>
      tx.updateTable('subscriptions').set({ plan_id: step.plan }).where('tenant_id', '=', tenantId).execute(),
    );
    return;
  }
  if (step.kind === 'clock') {
    app.setNow(step.instant);
    model.today = indiaDate(new Date(step.instant));
    return;
  }
  if (step.kind === 'create') {
    const { status, body } = await desk.call(createAppointment, {
      body: { ...newAppointment, date: step.date, time: step.time },
    });
    expect(status).toBe(model.hasPlace(step.date) ? 201 : 409);
    if (status === 201)
      model.rows.push({ id: body.id, date: step.date, time: step.time, status: 'scheduled' });
    return;
  }
  const row = model.rows[step.at % Math.max(1, model.rows.length)];
  if (!row) return;
  const params = { id: row.id };
  if (step.kind === 'cancel') {
    const { status } = await desk.call(cancelAppointment, { params });
    expect(status).toBe(model.hidden.has(row.id) ? 404 : row.status === 'scheduled' ? 200 : 409);
    if (status === 200) row.status = 'cancelled';
    return;
  }
  const { status } = await desk.call(rescheduleAppointment, {
    params,
    body: { date: step.date, time: step.time },
  });
  const staysInCycle = model.inCycle(step.date).includes(row);
  const isAllowed = row.status === 'scheduled' && (staysInCycle || model.hasPlace(step.date));
  expect(status).toBe(model.hidden.has(row.id) ? 404 : isAllowed ? 200 : 409);
  if (status === 200) Object.assign(row, { date: step.date, time: step.time });
}

async function compare(model: Model, desk: Client): Promise<void> {
  const hidden = model.hidden;
  const used = model.inCycle(model.today).length;
  const limit = limits[model.plan];
  const shown = { limit, used, remaining: Math.max(0, limit - used), hidden: Math.max(0, used - limit) };
  expect((await desk.call(getUsage)).body).toMatchObject(shown);
  const all = (await desk.call(listAppointments, { query: { limit: 100 } })).body;
  const cancelled = (await desk.call(listAppointments, { query: { limit: 100, status: 'cancelled' } })).body;
  const searched = (
    await desk.call(listAppointments, {
      query: { limit: 100, search: newAppointment.personName.toUpperCase() },
    })
  ).body;
  const visible = (status: Row['status']) =>
    model.rows.filter((row) => row.status === status && !hidden.has(row.id)).map(({ id }) => id);
  expect(all.usage).toMatchObject(shown);
  expect(all.items.map(({ id }) => id).toSorted()).toEqual(visible('scheduled').toSorted());
  expect(searched.items.map(({ id }) => id)).toEqual(all.items.map(({ id }) => id));
  expect(cancelled.items.map(({ id }) => id).toSorted()).toEqual(visible('cancelled').toSorted());
  expect(all.counts).toMatchObject({
    scheduled: visible('scheduled').length,
    cancelled: visible('cancelled').length,
  });
  for (const { id } of model.rows.slice(-3)) {
    expect((await desk.call(getAppointment, { params: { id } })).status).toBe(hidden.has(id) ? 404 : 200);
  }
}
