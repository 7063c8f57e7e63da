import { createAppointment, rescheduleAppointment } from '@samay/contract/bookings/appointments';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { openPostgres } from '../../src/db/engines/postgres/open-postgres.ts';
import { asPlatform, inTenant, type TenantId } from '../../src/db/tenant.ts';
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

// The plan's limit with more creators than places, at every distance from it: beside each other
// while at least as many places are left as there can be creators (the margin, decision 0043),
// alone below that. On PostgreSQL from two servers with a pool each.

let app: TestApp;
let other: TestApp['app'];
let closeOther: () => Promise<void> = async () => undefined;
let margin: number;
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
  const { rows } = await sql<{ margin: number }>`
    select current_setting('max_connections')::int + current_setting('max_prepared_transactions')::int as margin`.execute(
    app.database.kysely,
  );
  margin = rows[0]?.margin ?? 0;
});
afterAll(async () => {
  await closeOther();
  await app.close();
});

const distances: readonly [string, () => number][] = [
  ['none', () => 0],
  ['one', () => 1],
  ['two', () => 2],
  ['seven', () => 7],
  ['one below the margin', () => margin - 1],
  ['the margin', () => margin],
  ['one beyond the margin', () => margin + 1],
  ['twenty beyond the margin', () => margin + 20],
];

it.each(distances)('accepts exactly as many as there are places: %s left', async (name, leftOf) => {
  const left = leftOf();
  const clinic = await businessWith({ left, limit: margin + 40 });
  const desks = await desksOf(clinic);
  const answers = await bookAll(desks, left + 30);
  const made = answers.filter(({ status }) => status === 201).length;
  const refused = answers.filter(({ error }) => error?.code === 'plan.limit_reached').length;
  const used = await countOf(clinic);
  printInvariant({
    id: 'I1-margin',
    driver: testEngine,
    n: answers.length,
    violations: Number(made !== left),
    left,
    what: name,
  });
  expect({ made, refused, used }).toEqual({ made: left, refused: 30, used: margin + 40 });
});

it('lets no booking in beside one that takes the last place by moving into the month', async () => {
  const clinic = await businessWith({ left: 1, limit: margin + 40 });
  const [here, there] = await desksOf(clinic);
  const moving = await buildAppointment(app, clinic, { date: '2026-12-20' });
  const answers = await Promise.all([
    here.call(rescheduleAppointment, { params: { id: moving }, body: { date: '2026-11-24', time: '12:00' } }),
    ...Array.from({ length: 20 }, (_, at) => book(at % 2 ? here : there, '2026-11-24')),
  ]);
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  expect(answers.filter(({ error }) => error?.code === 'plan.limit_reached')).toHaveLength(20);
  expect(await countOf(clinic)).toBe(margin + 40);
});

if (testEngine === 'postgres') {
  describe('a booking', () => {
    it('far from the limit is made beside another that is under way', async () => {
      const clinic = await businessWith({ left: margin, limit: margin + 40 });
      const [desk] = await desksOf(clinic);
      await whileHeld(clinic, 'for share', async () =>
        expect((await book(desk, '2026-11-24')).status).toBe(201),
      );
    });

    it('near the limit waits for those that are under way', async () => {
      const clinic = await businessWith({ left: margin - 1, limit: margin + 40 });
      const [desk] = await desksOf(clinic);
      await waitsWhileHeld(clinic, 'for share', () => book(desk, '2026-11-24'));
    });

    it.each([['for update'], ['for no key update']])(
      'far from the limit waits for a change of the plan (%s)',
      async (lock) => {
        const clinic = await businessWith({ left: margin, limit: margin + 40 });
        const [desk] = await desksOf(clinic);
        await waitsWhileHeld(clinic, lock, () => book(desk, '2026-11-24'));
      },
    );

    it('that has shared the lock and finds too few places left is undone, and then made alone', async () => {
      const clinic = await businessWith({ left: margin, limit: margin + 40 });
      const [desk] = await desksOf(clinic);
      // Held back between its first count and its lock, while another takes the place that was the
      // last one beyond the margin.
      const booking = await waitsWhileHeld(
        clinic,
        'for no key update',
        () => book(desk, '2026-11-24'),
        async () => {
          await fill(clinic, 1);
        },
      );
      expect(booking.status).toBe(201);
      expect(await countOf(clinic)).toBe(42);
    });
  });
}

/** A business with so many places left in November. */
async function businessWith({ left, limit }: { left: number; limit: number }): Promise<BuiltTenant> {
  await asPlatform(app, (tx) =>
    tx
      .insertInto('plans')
      .values({ id: `of-${limit}`, name: `Of ${limit}`, appointment_limit: limit, monthly_price_paise: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  const clinic = await buildTenant(app, { plan: `of-${limit}` });
  await fill(clinic, limit - left);
  return clinic;
}

async function fill(clinic: BuiltTenant, bookings: number): Promise<void> {
  await buildAppointments(
    app,
    clinic,
    Array.from({ length: bookings }, () => ({ date: '2026-11-10', time: '10:00' })),
  );
}

/** A desk at each server. */
async function desksOf(clinic: BuiltTenant): Promise<[Client, Client]> {
  const desk = await signInAs(app, clinic);
  return [desk, new Client(other, desk.identity)];
}

/**
 * Books so many, at both desks. As many at once as both servers have connections for, and as many
 * again that wait.
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

async function countOf({ id }: BuiltTenant): Promise<number> {
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

/** Runs something while another transaction holds the business's subscription. */
async function whileHeld<T>({ id }: BuiltTenant, lock: string, act: () => Promise<T>): Promise<T> {
  return inTenant({ database: app.database, tenantId: id as TenantId, now: new Date() }, async (tx) => {
    await sql`select id from subscriptions where tenant_id = ${id} ${sql.raw(lock)}`.execute(tx);
    return act();
  });
}

/**
 * Checks that something waits for a transaction which holds the subscription, and ends after it.
 */
async function waitsWhileHeld<T>(
  clinic: BuiltTenant,
  lock: string,
  act: () => Promise<T>,
  meanwhile = async () => {},
): Promise<T> {
  const { ended } = await whileHeld(clinic, lock, async () => {
    const waiting = act();
    await expect.poll(() => countWaiting(app.database)).toBe(1);
    await meanwhile();
    return { ended: waiting };
  });
  return ended;
}
