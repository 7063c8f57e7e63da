import { addDays } from '@samay/contract/core/time';
import * as fc from 'fast-check';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tenantIdOf } from '../../src/context/tenant-id.ts';
import type { Appointments } from '../../src/db/client/booking-schema.ts';
import { asPlatform, type Tx } from '../../src/db/tenant.ts';
import { findPerson, keepChanged, keepsOf, nowOf, wasOf } from '../../src/modules/bookings/appointments/keep-queries.ts';
import type { AppointmentChanges } from '../../src/modules/bookings/appointments/queries.ts';
import { byHand } from '../fixtures/by-hand.ts';
import { buildTenant } from '../fixtures/builders.ts';
import { type TestDatabase, testDatabase, testEngine } from '../fixtures/database.ts';
import { asOwner } from '../fixtures/owner.ts';
import { isFull, printInvariant } from '../fixtures/invariants/invariant.ts';

// The tallies equal plain counts and sums over the bookings, after random writes, rollbacks and concurrent writes: half of them as the verbs of this
// release write, half as servers of the last one and corrections by hand, for which triggers count.

const steps = isFull ? 20_000 : 1_000;
/** Few days, so that concurrent writes touch the same rows. */
const days = Array.from({ length: 6 }, (_, index) => addDays('2026-11-18', index));
const people = Array.from({ length: 9 }, (_, index) => `person${index}@people.example`);
/** The names of two people, one of them in two spellings. */
const names = ['Meera', 'Dr. MEERA', 'Arjun'];

const index = fc.nat(1_000_000);
const amount = fc.option(fc.integer({ min: 0, max: 1_000_000_000 }));
const method = fc.option(fc.constantFrom('UPI', 'Cash', 'Visa card'));
const day = fc.constantFrom(...days);
const person = fc.constantFrom(...people);
const name = fc.constantFrom(...names);
const status = fc.constantFrom('scheduled', 'completed', 'cancelled', 'no_show');
const concurrentWrite = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('add' as const), day, person, name, status, amount, method }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('status' as const), index, status }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), index, day }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('pay' as const), index, amount, method }) },
);
const anyWrite = fc.oneof(
  concurrentWrite,
  fc.record({ kind: fc.constant('person' as const), index, person, name }),
  fc.record({ kind: fc.constant('prescribe' as const), index }),
  fc.record({ kind: fc.constant('many' as const), day, count: fc.integer({ min: 2, max: 40 }), amount, method }),
  fc.record({ kind: fc.constant('remove' as const), index }),
  // Merges change no tally: bookings stay with whom they name. They keep a person without bookings, whose tallies are empty.
  fc.record({ kind: fc.constant('merge' as const), index, other: index }),
  fc.record({ kind: fc.constant('unmerge' as const), index }),
);
type Write = typeof anyWrite extends fc.Arbitrary<infer T> ? T : never;
/** A write, whether it may be rolled back, and a number that chooses the tenant. */
const step = (writes: fc.Arbitrary<Write>) => fc.tuple(writes, fc.boolean(), fc.nat(7));

let test: TestDatabase;
let tenants: string[];
beforeAll(async () => {
  test = await testDatabase();
  tenants = [await newTenant(), await newTenant()];
});
afterAll(() => test.close());

const newTenant = async () => (await buildTenant(test)).id;

it(`equals the sums of the bookings after ${steps} concurrent random writes`, { timeout: 1_200_000 }, async () => {
  const lanes = 8;
  const all = fc.sample(step(concurrentWrite), { numRuns: steps, seed: 20_261_122 });
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      for (const one of all.filter((_one, at) => at % lanes === lane)) await runStep(one);
    }),
  );
  await compare('at once', steps);
});

it('equals them after writes one by one that change people, insert many rows and delete some', { timeout: 600_000 }, async () => {
  const all = fc.sample(step(anyWrite), { numRuns: steps / 5, seed: 20_261_123 });
  for (const one of all) await runStep(one);
  await compare('one by one', all.length);
});

it('is rebuilt after bookings were written without triggers', async () => {
  await asOwner(test, async (client) => {
    await client.query('begin; set local session_replication_role = replica; set local role samay_platform');
    await client.query(
      `insert into appointments (tenant_id, reference, person_name, person_email, appointment_date, appointment_time, amount_paise, patient_id)
        select tenant_id, 'silent', 'P', 'p@x.example', '2026-11-18', '09:00', 4200, id from patients where tenant_id = $1 limit 1`,
      [tenants[0]],
    );
    await client.query('commit');
  });
  expect(await tallies()).not.toEqual(await plainSums());
  await asPlatform(test, (tx) => sql`select tally_anew()`.execute(tx));
  await compare('anew', 1);
});

async function compare(what: string, n: number): Promise<void> {
  const [actual, expected] = [await tallies(), await plainSums()];
  expect(actual).toEqual(expected);
  expect(expected.days.length).toBeGreaterThan(days.length);
  printInvariant({ id: 'tallies', driver: testEngine, what, n, violations: 0, days: expected.days.length, people: expected.people.length });
}

class RolledBack extends Error {}

async function runStep([write, isRolledBack, at]: [Write, boolean, number]): Promise<void> {
  const tenant = tenants[at % 2] ?? '';
  const isByHand = write.kind === 'remove' || at % 4 < 2;
  const attempt = (isByHand ? byHand : asPlatform)(test, async (tx: Tx) => {
    await applyWrite(tx, { tenant, isByHand }, write);
    if (isRolledBack && at === 0) throw new RolledBack();
  });
  await attempt.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
}

interface Writing {
  readonly tenant: string;
  readonly isByHand: boolean;
}

async function applyWrite(tx: Tx, { tenant, isByHand }: Writing, write: Write): Promise<void> {
  const person = isByHand ? sql`null::uuid` : sql`keep_added(tenant, name, email, null, day, status, paise, method, false)`;
  const insert = async (rows: RawBuilder<unknown>) =>
    sql`insert into appointments (tenant_id, reference, person_name, person_email, appointment_date, appointment_time, status, amount_paise,
        payment_method, patient_id)
      select tenant, gen_random_uuid()::text, name, email, day, '10:00', status, paise, method, ${person}
      from (${rows}) as added (tenant, name, email, day, status, paise, method)`.execute(tx);
  if (write.kind === 'add') {
    await insert(sql`select ${tenant}::uuid, ${write.name}::text, ${write.person}::text, ${write.day}::date, ${write.status}::text,
      ${write.amount}::int, ${write.method}::text`);
    return;
  }
  if (write.kind === 'many') {
    await insert(sql`select ${tenant}::uuid, 'P', 'many' || n % 3 || '@people.example', ${write.day}::date + n % 4, 'scheduled',
      ${write.amount}::int, ${write.method}::text from generate_series(1, ${write.count}::int) n`);
    return;
  }
  if (write.kind === 'merge' || write.kind === 'unmerge') {
    await mergeOrNot(tx, tenant, write);
    return;
  }
  const id = await pick(tx, tenant, write.index);
  if (id && isByHand) await change(tx, { tenant, id }, write);
  else if (id && write.kind !== 'remove') await changeAsVerb(tx, { tenant, id }, write);
}

/** Merges one person into another, where neither is in a merge already; or ends a merge. */
async function mergeOrNot(tx: Tx, tenant: string, write: Extract<Write, { kind: 'merge' | 'unmerge' }>): Promise<void> {
  const at = (place: number) => sql`(select id from patients where tenant_id = ${tenant} order by person_key, name
    offset ${place}::int % greatest(1, (select count(*) from patients where tenant_id = ${tenant})) limit 1)`;
  if (write.kind === 'unmerge') {
    await sql`update patients set merged_into = null, merged_at = null where tenant_id = ${tenant} and id = ${at(write.index)}`.execute(tx);
    return;
  }
  await sql`update patients set merged_into = ${at(write.other)}, merged_at = now()
    where tenant_id = ${tenant} and id = ${at(write.index)} and id <> ${at(write.other)} and merged_into is null
      and not exists (select from patients as merged where merged.tenant_id = ${tenant} and merged.merged_into = patients.id)
      and not exists (select from patients as into_whom where into_whom.tenant_id = ${tenant} and into_whom.id = ${at(write.other)}
        and into_whom.merged_into is not null)`.execute(tx);
}

/** The id of one of the business's bookings, or undefined if it has none. */
async function pick(tx: Tx, tenant: string, place: number): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from appointments where tenant_id = ${tenant}
    order by reference offset ${place}::int % greatest(1, (select count(*) from appointments where tenant_id = ${tenant})) limit 1`.execute(
    tx,
  );
  return rows[0]?.id;
}

async function change(
  tx: Tx,
  { tenant, id }: { tenant: string; id: string },
  write: Exclude<Write, { kind: 'add' | 'many' | 'merge' | 'unmerge' }>,
): Promise<void> {
  const it = sql`tenant_id = ${tenant} and id = ${id}`;
  switch (write.kind) {
    case 'status':
      await sql`update appointments set status = ${write.status} where ${it} and (status = 'scheduled'
        or status = 'no_show' and ${write.status} in ('scheduled', 'cancelled'))`.execute(tx);
      return;
    case 'move':
      await sql`update appointments set appointment_date = ${write.day} where ${it}`.execute(tx);
      return;
    case 'pay':
      await sql`update appointments set amount_paise = ${write.amount}, payment_method = ${write.method} where ${it}`.execute(tx);
      return;
    case 'person':
      await sql`update appointments set person_email = ${write.person}, person_name = ${write.name} where ${it}`.execute(tx);
      return;
    case 'prescribe':
      await sql`with file as (insert into files (tenant_id, appointment_id, display_name, media_type, bytes, sha256, uploaded_by)
        values (${tenant}, ${id}, 'p.png', 'image/png', 1, 's', ${id}) returning id)
        update appointments set prescription_id = (select id from file) where ${it}`.execute(tx);
      return;
    case 'remove':
      await sql`delete from appointments where ${it} and prescription_id is null
        and not exists (select from files where files.tenant_id = appointments.tenant_id and files.appointment_id = appointments.id)`.execute(
        tx,
      );
  }
}

/** As a verb changes a locked booking: its statement keeps the person and the tallies. */
async function changeAsVerb(
  tx: Tx,
  { tenant, id }: { tenant: string; id: string },
  write: Exclude<Write, { kind: 'add' | 'many' | 'merge' | 'unmerge' | 'remove' }>,
): Promise<void> {
  const booking = await tx
    .selectFrom('appointments')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const columns = booking && (await columnsOf(tx, booking, write));
  if (!booking || !columns) return;
  const tenantId = tenantIdOf(tenant);
  const was = { tenantId, ...nowOf(booking, columns), ...wasOf(booking) };
  const named = keepsOf(columns) === 'person';
  const changes = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  if (named) changes.push(sql`patient_id = named.person`);
  await sql`with ${named ? sql`named as materialized (select ${findPerson(was)} as person),` : sql``} written as (
      update appointments set ${sql.join(changes)} ${named ? sql`from named` : sql``} where tenant_id = ${tenant} and id = ${id} returning id
    ) select ${keepChanged(was)} from written`.execute(tx);
}

async function columnsOf(
  tx: Tx,
  { tenant_id: tenant, id, status }: Selectable<Appointments>,
  write: Parameters<typeof changeAsVerb>[2],
): Promise<AppointmentChanges | undefined> {
  switch (write.kind) {
    case 'status':
      return status === 'scheduled' || (status === 'no_show' && ['scheduled', 'cancelled'].includes(write.status))
        ? { status: write.status }
        : undefined;
    case 'move':
      return { appointment_date: write.day };
    case 'pay':
      return { amount_paise: write.amount, payment_method: write.method };
    case 'person':
      return { person_email: write.person, person_name: write.name };
    case 'prescribe': {
      const file = {
        tenant_id: tenant,
        appointment_id: id,
        display_name: 'p.png',
        media_type: 'image/png' as const,
        bytes: 1,
        sha256: 's',
        uploaded_by: id,
      };
      return { prescription_id: (await tx.insertInto('files').values(file).returning('id').executeTakeFirstOrThrow()).id };
    }
  }
}

interface Sums {
  readonly days: unknown[];
  readonly payments: unknown[];
  readonly people: unknown[];
}

/** The tallies of the triggers, without empty days and people. */
async function tallies(): Promise<Sums> {
  return read({
    days: `select * from day_tallies where (scheduled, completed, cancelled, no_show) <> (0, 0, 0, 0) order by tenant_id, day`,
    payments: `select * from payment_tallies where (bookings, paise) <> (0, 0) order by tenant_id, day, payment_method`,
    people: `select tenant_id, id, bookings, completed, cancelled, no_shows, prescriptions, revenue_paise from patients where bookings <> 0
      order by tenant_id, id`,
  });
}

/** The same sums by their definitions in plain SQL. */
async function plainSums(): Promise<Sums> {
  const earns = `status in ('scheduled', 'completed') and amount_paise is not null`;
  return read({
    days: `select tenant_id, appointment_date as day, count(*) filter (where status = 'scheduled')::int as scheduled,
      count(*) filter (where status = 'completed')::int as completed, count(*) filter (where status = 'cancelled')::int as cancelled,
      count(*) filter (where status = 'no_show')::int as no_show, count(*) filter (where ${earns})::int as revenue_bookings,
      coalesce(sum(amount_paise) filter (where ${earns}), 0)::bigint as revenue_paise from appointments group by 1, 2 order by 1, 2`,
    payments: `select tenant_id, appointment_date as day, coalesce(payment_method, '') as payment_method, count(*)::int as bookings,
      sum(amount_paise)::bigint as paise from appointments where ${earns} group by 1, 2, 3 order by 1, 2, 3`,
    people: `select tenant_id, patient_id as id, count(*)::int as bookings, count(*) filter (where status = 'completed')::int as completed,
      count(*) filter (where status = 'cancelled')::int as cancelled, count(*) filter (where status = 'no_show')::int as no_shows,
      count(prescription_id)::int as prescriptions, coalesce(sum(amount_paise) filter (where ${earns}), 0)::bigint as revenue_paise
      from appointments group by 1, 2 order by 1, 2`,
  });
}

async function read(queries: Record<keyof Sums, string>): Promise<Sums> {
  return asPlatform(test, async (tx) => {
    const rowsOf = async (text: string) => (await sql.raw(text).execute(tx)).rows;
    return { days: await rowsOf(queries.days), payments: await rowsOf(queries.payments), people: await rowsOf(queries.people) };
  });
}
