import { addDays, indiaDate } from '@samay/contract/core/time';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { isCitus } from '../../../../test/fixtures/database/postgres-template.ts';
import { byHand } from '../../../../test/fixtures/by-hand.ts';
import { type BuiltTenant, buildAppointment } from '../../../../test/fixtures/builders.ts';
import { buildTenantOfBefore } from '../../../../test/fixtures/tenant-of-before.ts';
import { asPlatform, type Tx } from '../../../db/tenant.ts';
import type { DataMove } from '../../../scheduled-jobs/data-moves.ts';
import { moveData } from '../../../scheduled-jobs/move-data.ts';
import { beginAllTimes, claimBookings } from './move.ts';

// Claims of bookings that no verb of this release made (migration 0065): by a trigger and by a move
// of data.

const reason = 'times are not kept apart yet';
const today = indiaDate(new Date());
const tomorrow = addDays(today, 1);

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

// Its servers cannot use a cluster, and the triggers for them are not there.
describe.skipIf(isCitus)('what a server of the last release writes', () => {
  it('claims the first free court, and is marked as overbooked where all are taken', async () => {
    const turf = await twoCourts();
    const made = await Promise.all(
      ['10:00', '10:30', '10:45', '11:30'].map((time) =>
        buildAppointment(app, turf, { date: tomorrow, time }),
      ),
    );
    const ordinary = await claimsOf(turf);
    expect(ordinary).toHaveLength(4);
    expect(ordinary.filter(({ overbooked }) => overbooked)).toHaveLength(1);
    const rows = await bookingsOf(turf, made);
    expect(
      rows.every(
        (row) => row.duration_min === 60 && row.service_name === 'Turf Booking' && row.resource_id !== null,
      ),
    ).toBe(true);
    expect(rows.filter((row) => row.overbooked_reason === reason)).toHaveLength(1);
  });

  it('claims for the doctor of that name, and nothing where the name matches none', async () => {
    const clinic = await buildTenantOfBefore(app);
    await setUp(clinic, ['Dr. Rao', 'Dr. Iyer']);
    const at = { date: tomorrow, time: '10:00' };
    const rao = await buildAppointment(app, clinic, { ...at, doctor: 'dr rao' });
    await buildAppointment(app, clinic, { ...at, doctor: 'Iyer' });
    const unknown = await buildAppointment(app, clinic, { ...at, doctor: 'Somebody' });
    const second = await buildAppointment(app, clinic, { date: tomorrow, time: '10:25', doctor: 'Rao' });
    const over = await buildAppointment(app, clinic, { date: tomorrow, time: '10:40', doctor: 'Rao' });
    // The one in between is an overbooking: it ends later than the first, and its time is not free
    // either.
    expect(
      (await claimsOf(clinic)).map(
        ({ name, starts, ends, overbooked }) => `${name} ${starts}-${ends} ${overbooked}`,
      ),
    ).toEqual([
      'Dr. Iyer 10:00-10:30 false',
      'Dr. Rao 10:00-10:30 false',
      'Dr. Rao 10:25-10:55 true',
      'Dr. Rao 10:40-11:10 true',
    ]);
    expect(
      (await bookingsOf(clinic, [rao, unknown, second, over])).map((row) => [
        row.resource_id !== null,
        row.overbooked_reason,
      ]),
    ).toEqual([
      [true, null],
      [false, null],
      [true, reason],
      [true, reason],
    ]);
  });

  it('moves its claim with its time and doctor, gives it back when it ends, and takes it again', async () => {
    const clinic = await buildTenantOfBefore(app);
    await setUp(clinic, ['Rao', 'Iyer']);
    const id = await buildAppointment(app, clinic, { date: tomorrow, time: '10:00', doctor: 'Rao' });
    await buildAppointment(app, clinic, { date: tomorrow, time: '12:00', doctor: 'Iyer' });
    const claim = async () =>
      (await claimsOf(clinic))
        .filter((row) => row.id === id)
        .map((row) => `${row.name} ${row.starts} ${row.overbooked}`);
    expect(await claim()).toEqual(['Rao 10:00 false']);
    await change(id, { appointment_time: '12:15' });
    expect(await claim()).toEqual(['Rao 12:15 false']);
    await change(id, { doctor: 'Dr. Iyer' });
    expect(await claim()).toEqual(['Iyer 12:15 true']);
    await change(id, { appointment_time: '12:30' });
    expect([await claim(), (await bookingsOf(clinic, [id]))[0]?.overbooked_reason]).toEqual([
      ['Iyer 12:30 false'],
      null,
    ]);
    await change(id, { doctor: 'Nobody' });
    expect([await claim(), (await bookingsOf(clinic, [id]))[0]?.resource_id]).toEqual([[], null]);
    await change(id, { doctor: 'Rao' });
    await change(id, { status: 'no_show' });
    expect(await claim()).toEqual([]);
    await change(id, { status: 'scheduled' });
    expect(await claim()).toEqual(['Rao 12:30 false']);
    await change(id, { status: 'completed' });
    expect(await claim()).toEqual(['Rao 12:30 false']);
  });

  it('keeps how long it lasts when it is moved, with its buffers, and claims every part of a court', async () => {
    const turf = await buildTenantOfBefore(app, { businessType: 'turf' });
    await begin(turf);
    await asPlatform(app, async (tx) => {
      await sql`insert into resources (tenant_id, kind, name, whole_id)
        select tenant_id, 'court', half, id from resources, unnest('{A,B}'::text[]) as halves (half) where tenant_id = ${turf.id} returning id`.execute(
        tx,
      );
      await sql`update services set duration_min = 90, buffer_before_min = 10, buffer_after_min = 20, price_paise = 50000
        where tenant_id = ${turf.id}`.execute(tx);
      await sql`insert into price_rules (tenant_id, service_id, position, weekdays, from_time, to_time, price_paise)
        select tenant_id, id, 0, '{}', '18:00', '02:00', 80000 from services where tenant_id = ${turf.id}`.execute(
        tx,
      );
    });
    const id = await buildAppointment(app, turf, { date: tomorrow, time: '10:00' });
    const claims = async () =>
      (await claimsOf(turf)).map(({ name, starts, ends }) => `${name} ${starts}-${ends}`);
    expect(await claims()).toEqual(['A 09:50-11:50', 'B 09:50-11:50']);
    await asPlatform(app, (tx) =>
      sql`update services set duration_min = 60, buffer_before_min = 0 where tenant_id = ${turf.id}`.execute(
        tx,
      ),
    );
    await change(id, { appointment_time: '23:00' });
    expect(await claims()).toEqual(['A 22:50-00:50', 'B 22:50-00:50']);
    expect(await bookingsOf(turf, [id])).toMatchObject([{ duration_min: 90, price_paise: 80_000 }]);
  });

  it('leaves a booking of this release to its verb', async () => {
    const turf = await twoCourts();
    const [id = ''] = await before(turf, [['10:00', null, 1]]);
    await asPlatform(app, async (tx) => {
      await sql`select set_config('app.claims', 'verb', true)`.execute(tx);
      await tx.updateTable('appointments').set({ appointment_time: '11:00' }).where('id', '=', id).execute();
    });
    expect(await claimsOf(turf)).toEqual([]);
  });

  it('changes hours by their words while the hours say the same, and never hours of its own', async () => {
    const clinic = await buildTenantOfBefore(app);
    await begin(clinic);
    const say = async (start: string) =>
      asPlatform(app, (tx) =>
        tx
          .updateTable('business_profiles')
          .set({ time_slots: JSON.stringify([{ start_time: start, end_time: '6 PM' }]) })
          .where('tenant_id', '=', clinic.id)
          .execute(),
      );
    const opens = async () => {
      const rows = await asPlatform(app, (tx) =>
        tx
          .selectFrom('weekly_hours')
          .select('opens')
          .where('tenant_id', '=', clinic.id)
          .orderBy('opens')
          .execute(),
      );
      return rows.map((row) => row.opens);
    };
    await say('10 AM');
    expect(await opens()).toEqual(Array(6).fill('10:00:00'));
    await asPlatform(app, (tx) =>
      sql`update weekly_hours set opens = '7:00' where tenant_id = ${clinic.id} and weekday = 1`.execute(tx),
    );
    await say('11 AM');
    expect(await opens()).toEqual(['07:00:00', ...Array(5).fill('10:00:00')]);
  });

  it('gives a business its times when it completes its onboarding', async () => {
    const fresh = await buildTenantOfBefore(app, { onboarded: false });
    await asPlatform(app, (tx) =>
      tx
        .updateTable('business_profiles')
        .set({ business_type: 'turf', onboarding_completed: true })
        .where('tenant_id', '=', fresh.id)
        .execute(),
    );
    const courts = await asPlatform(app, (tx) =>
      tx.selectFrom('resources').select('kind').where('tenant_id', '=', fresh.id).execute(),
    );
    expect(courts).toEqual([{ kind: 'court' }]);
  });
});

describe('the move of data', () => {
  it('claims for bookings from today on, in the order of their creation, and leaves the others as they are', async () => {
    const [clinic, turf] = [
      await buildTenantOfBefore(app),
      await buildTenantOfBefore(app, { businessType: 'turf' }),
    ];
    const days = [-1, 0, 0, 1, 1, 1, 1];
    const times = ['10:00', '10:00', '10:00', '09:30', '09:00', '09:15', '09:30'];
    const made = await before(
      clinic,
      days.map((day, place) => [times[place] ?? '', place === 6 ? 'Iyer' : 'Rao', day]),
    );
    const evenings = await before(turf, [
      ['20:00', null, 5],
      ['20:30', null, 5],
    ]);
    const [ended = ''] = await before(turf, [['20:00', null, 6]]);
    await change(ended, { status: 'cancelled' });
    const untouched = await unchanged();
    await run();
    expect(
      (await bookingsOf(clinic, made)).map(
        (row) => row.duration_min !== null && (row.overbooked_reason ?? 'ordinary'),
      ),
    ).toEqual([false, 'ordinary', reason, 'ordinary', 'ordinary', reason, 'ordinary']);
    expect((await bookingsOf(turf, evenings)).map((row) => row.overbooked_reason)).toEqual([null, reason]);
    expect((await claimsOf(clinic)).length + (await claimsOf(turf)).length).toBe(8);
    expect(await unchanged()).toEqual(untouched);
  });

  it('goes on where it was interrupted, at twenty places, and does everything once', async () => {
    const [clinic, turf] = [
      await buildTenantOfBefore(app),
      await buildTenantOfBefore(app, { businessType: 'turf' }),
    ];
    await before(
      clinic,
      Array.from({ length: 30 }, (_, place) => [
        place % 2 ? '10:00' : '11:00',
        'Rao',
        Math.floor(place / 10),
      ]),
    );
    await before(
      turf,
      Array.from({ length: 10 }, (_, place) => ['20:00', null, place]),
    );
    let steps = 0;
    const dying = (move: DataMove): DataMove => ({
      name: move.name,
      step: async (tx, cursor) => {
        const next = await move.step(tx, cursor);
        steps += 1;
        // Each step is tried twice: at first the process ends after its work.
        if (steps % 2 === 1) throw new Error('the process ended');
        return next;
      },
    });
    for (;;) {
      const done = await moveData(app.dependencies, moves('killed').map(dying)).catch(
        (error: unknown) => error,
      );
      if (!(done instanceof Error) && (await finished('killed'))) break;
    }
    expect(steps).toBeGreaterThan(40);
    const claims = [...(await claimsOf(clinic)), ...(await claimsOf(turf))];
    expect([claims.length, claims.filter(({ overbooked }) => overbooked).length]).toEqual([40, 24]);
    expect(new Set(claims.map(({ id }) => id)).size).toBe(40);
  });
});

/** One business, and two bookings, at a step. */
function moves(name: string): DataMove[] {
  return [
    {
      name: `begin, ${name}`,
      step: async (tx, cursor) => beginAllTimes(tx, cursor, { tenants: 1, bookings: 2 }),
    },
    {
      name: `claim, ${name}`,
      step: async (tx, cursor) => claimBookings(tx, cursor, { tenants: 1, bookings: 2 }),
    },
  ];
}

async function run(): Promise<void> {
  while (!(await finished('whole'))) await moveData(app.dependencies, moves('whole'));
}

async function finished(name: string): Promise<boolean> {
  const row = await asPlatform(app, (tx) =>
    tx.selectFrom('data_moves').select('finished_at').where('name', '=', `claim, ${name}`).executeTakeFirst(),
  );
  return Boolean(row?.finished_at);
}

/** What the move changes in no booking, and the sums. */
async function unchanged() {
  return asPlatform(app, async (tx) => [
    (
      await sql`select id, status, appointment_date, appointment_time, doctor, updated_at from appointments order by id`.execute(
        tx,
      )
    ).rows,
    (
      await sql`select tenant_id, day, scheduled, completed, cancelled, no_show, revenue_paise from day_tallies order by 1, 2`.execute(
        tx,
      )
    ).rows,
    (await sql`select id, bookings, completed, cancelled from patients order by id`.execute(tx)).rows,
  ]);
}

async function begin(tenant: BuiltTenant): Promise<void> {
  await asPlatform(app, (tx) => sql`select begin_times(${tenant.id})`.execute(tx));
}

/** A clinic whose practitioners are these. */
async function setUp(tenant: BuiltTenant, doctors: readonly string[]): Promise<void> {
  await asPlatform(app, async (tx) => {
    for (const [position, name] of doctors.entries())
      await tx
        .insertInto('resources')
        .values({ tenant_id: tenant.id, kind: 'practitioner', name, position })
        .execute();
  });
  await begin(tenant);
}

async function twoCourts(): Promise<BuiltTenant> {
  const turf = await buildTenantOfBefore(app, { businessType: 'turf' });
  await begin(turf);
  await asPlatform(app, (tx) =>
    tx
      .insertInto('resources')
      .values({ tenant_id: turf.id, kind: 'court', name: 'Second', position: 1 })
      .execute(),
  );
  return turf;
}

type Before = readonly [time: string, doctor: string | null, days: number];

/**
 * Bookings as they are before the move: without a claim. Returns their ids in the order of
 * creation.
 */
async function before(tenant: BuiltTenant, bookings: readonly Before[]): Promise<string[]> {
  return byHand(app, async (tx: Tx) => {
    await sql`select set_config('app.claims', 'verb', true)`.execute(tx);
    const ids: string[] = [];
    for (const [time, doctor, days] of bookings) {
      const row = await tx
        .insertInto('appointments')
        .values({
          tenant_id: tenant.id,
          reference: sql<string>`gen_random_uuid()::text`,
          person_name: 'Meera Joshi',
          person_email: 'meera@people.example',
          doctor,
          appointment_date: addDays(today, days),
          appointment_time: time,
          created_at: new Date(Date.UTC(2026, 0, 1) + ids.length * 1000),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      ids.push(row.id);
    }
    return ids;
  });
}

/** A change as a server of the last release writes it. */
async function change(
  id: string,
  values: {
    appointment_time?: string;
    doctor?: string;
    status?: 'scheduled' | 'completed' | 'no_show' | 'cancelled';
  },
) {
  await byHand(app, (tx) => tx.updateTable('appointments').set(values).where('id', '=', id).execute());
}

interface ClaimRow {
  readonly id: string;
  readonly name: string;
  readonly starts: string;
  readonly ends: string;
  readonly overbooked: boolean;
}

async function claimsOf(tenant: BuiltTenant): Promise<ClaimRow[]> {
  const { rows } = await asPlatform(app, (tx) =>
    sql<ClaimRow>`select appointment_id as id, name, to_char(starts_at at time zone 'Asia/Kolkata', 'HH24:MI') as starts,
        to_char(ends_at at time zone 'Asia/Kolkata', 'HH24:MI') as ends, overbooked
      from claims join resources on resources.tenant_id = claims.tenant_id and resources.id = resource_id
      where claims.tenant_id = ${tenant.id} order by starts_at, name`.execute(tx),
  );
  return rows;
}

async function bookingsOf(tenant: BuiltTenant, ids: readonly string[]) {
  const columns = [
    'id',
    'resource_id',
    'service_name',
    'duration_min',
    'price_paise',
    'overbooked_reason',
  ] as const;
  const rows = await asPlatform(app, (tx) =>
    tx.selectFrom('appointments').select(columns).where('tenant_id', '=', tenant.id).execute(),
  );
  return ids.flatMap((id) => rows.filter((row) => row.id === id));
}
