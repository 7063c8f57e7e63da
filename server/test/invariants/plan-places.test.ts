import { createAppointment, rescheduleAppointment } from '@samay/contract/bookings/appointments';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { openPostgres } from '../../src/db/engines/postgres/open-postgres.ts';
import { asPlatform, inTenantAsPlatform, type TenantId } from '../../src/db/tenant.ts';
import { testApp, type TestApp } from '../fixtures/app.ts';
import {
  buildAppointment,
  buildAppointments,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../fixtures/builders.ts';
import { Client } from '../fixtures/client.ts';
import { testEngine } from '../fixtures/database.ts';
import { countWaiting, loginUrl } from '../fixtures/database/postgres-template.ts';
import { newAppointment } from '../fixtures/samples.ts';
import { printInvariant } from '../fixtures/invariants/invariant.ts';

// Tests the plan's limit with more creators than places, on PostgreSQL from two servers with a pool
// each.

/** The plan's limit: more than both servers have connections. */
const limit = 60;

let app: TestApp;
let other: TestApp['app'];
let closeOther: () => Promise<void> = async () => undefined;
beforeAll(async () => {
  app = await testApp();
  other = app.app;
  if (app.ownerUrl) {
    const database = await openPostgres({ url: loginUrl(app.ownerUrl), poolSize: 10 });
    other = await buildApp({ ...app.dependencies, database });
    closeOther = async () => {
      await other.close();
      await database.close();
    };
  }
});
afterAll(async () => {
  await closeOther();
  await app.close();
});

it.each([0, 1, 7, 40])('accepts exactly as many as there are places: %i left [I-1]', async (left) => {
  const clinic = await businessWith(left);
  const desks = await desksOf(clinic);
  const answers = await bookAll(desks, left + 30);
  const made = answers.filter(({ status }) => status === 201).length;
  const refused = answers.filter(({ error }) => error?.code === 'plan.limit_reached').length;
  const used = await getCount(clinic);
  const violations = Number(made !== left);
  printInvariant({ id: 'I-1-places', driver: testEngine, n: answers.length, violations, left });
  expect({ made, refused, used }).toEqual({ made: left, refused: 30, used: limit });
});

it('accepts exactly as many in the first days as their limit has places, and all of them are free afterwards [I-1, P-4.45]', async () => {
  await asPlatform(app, (tx) =>
    tx.updateTable('plans').set({ appointment_limit: limit }).where('id', '=', 'enterprise').execute(),
  );
  const clinic = await buildTenant(app, { plan: await planOf(1), firstDaysUntil: '2026-11-21' });
  await fill(clinic, limit - 7);
  const answers = await bookAll(await desksOf(clinic), 37);
  const made = answers.filter(({ status }) => status === 201).length;
  const violations = Number(made !== 7);
  printInvariant({ id: 'I-1-first-days', driver: testEngine, n: answers.length, violations });
  const { rows } = await asPlatform(app, (tx) =>
    sql<{
      first_days: string;
    }>`select sum(first_days)::int as first_days from day_tallies where tenant_id = ${clinic.id}`.execute(tx),
  );
  expect({ made, used: await getCount(clinic), ...rows[0] }).toEqual({ made: 7, used: limit, first_days: 7 });
});

it('lets no booking in while another takes the last place by moving into the month [I-1]', async () => {
  const clinic = await businessWith(1);
  const [here, there] = await desksOf(clinic);
  const moving = await buildAppointment(app, clinic, { date: '2026-12-20' });
  const answers = await Promise.all([
    here.call(rescheduleAppointment, { params: { id: moving }, body: { date: '2026-11-24', time: '12:00' } }),
    ...Array.from({ length: 20 }, (_, at) => book(at % 2 ? here : there, '2026-11-24')),
  ]);
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  expect(answers.filter(({ error }) => error?.code === 'plan.limit_reached')).toHaveLength(20);
  expect(await getCount(clinic)).toBe(limit);
});

if (testEngine === 'postgres') {
  it.each([
    ['fewer', 1, 'plan.limit_reached'],
    ['more', 100, undefined],
  ])(
    'counts by the plan with %s places that replaces one while a booking waits for it [I-1]',
    async (_, places, code) => {
      const clinic = await businessWith(places === 1 ? 7 : 0);
      const [desk] = await desksOf(clinic);
      const next = await planOf(places);
      const { booking } = await inTenantAsPlatform(
        { database: app.database, tenantId: clinic.id as TenantId },
        async (tx) => {
          const ofClinic = sql`tenant_id = ${clinic.id}`;
          await sql`update subscriptions set status = 'ended' where ${ofClinic}`.execute(tx);
          await sql`insert into subscriptions (tenant_id, plan_id, status, billing_cycle_start, billing_cycle_end)
        values (${clinic.id}, ${next}, 'active', '2026-11-01', '2026-12-01')`.execute(tx);
          const waiting = book(desk, '2026-11-24');
          await expect.poll(() => countWaiting(app.database)).toBe(1);
          return { booking: waiting };
        },
      );
      const answer = await booking;
      expect([answer.status, answer.error?.code]).toEqual([code ? 409 : 201, code]);
    },
  );
}

/** Builds a business with so many places left in November. */
async function businessWith(left: number): Promise<BuiltTenant> {
  const clinic = await buildTenant(app, { plan: await planOf(limit) });
  await fill(clinic, limit - left);
  return clinic;
}

async function planOf(places: number): Promise<string> {
  const plan = {
    id: `of-${places}`,
    name: `Of ${places}`,
    appointment_limit: places,
    monthly_price_paise: 0,
  };
  await asPlatform(app, (tx) =>
    tx
      .insertInto('plans')
      .values(plan)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return plan.id;
}

async function fill(clinic: BuiltTenant, bookings: number): Promise<void> {
  await buildAppointments(
    app,
    clinic,
    Array.from({ length: bookings }, () => ({ date: '2026-11-10', time: '10:00' })),
  );
}

/** Signs in a desk at each server. */
async function desksOf(clinic: BuiltTenant): Promise<[Client, Client]> {
  const desk = await signInAs(app, clinic);
  return [desk, new Client(other, desk.identity)];
}

/**
 * Makes so many bookings, at both desks, concurrently: as many as both servers have connections
 * for, and as many again that wait.
 */
async function bookAll(desks: readonly Client[], count: number): Promise<Awaited<ReturnType<typeof book>>[]> {
  const answers: Awaited<ReturnType<typeof book>>[] = [];
  let next = 0;
  const work = async (desk: Client) => {
    for (let at = next++; at < count; at = next++) answers.push(await book(desk, `2026-11-${1 + (at % 28)}`));
  };
  await Promise.all(Array.from({ length: 40 }, (_, at) => work(desks[at % 2] as Client)));
  return answers;
}

async function book(desk: Client, date: string) {
  const day = date.replace(/-(\d)$/, '-0$1');
  return desk.call(createAppointment, {
    body: { ...newAppointment, date: day, personEmail: `${Math.random()}@people.example` },
  });
}

async function getCount({ id }: BuiltTenant): Promise<number> {
  const rows = await asPlatform(app, (tx) =>
    tx
      .selectFrom('appointments')
      .select('id')
      .where('tenant_id', '=', id)
      .where('appointment_date', '>=', '2026-11-01')
      .where('appointment_date', '<', '2026-12-01')
      .execute(),
  );
  return rows.length;
}
