import { randomUUID } from 'node:crypto';
import { addDays } from '@samay/contract/core/time';
import * as fc from 'fast-check';
import { CompiledQuery, type Selectable, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Appointments } from '../../../src/db/schema.ts';
import { asPlatform, type Tx } from '../../../src/db/tenant.ts';
import type { AppointmentChanges } from '../../../src/modules/bookings/rows/queries.ts';
import { keepAdded, type KeptBooking } from '../../../src/modules/bookings/index.ts';
import { tenantIdOf } from '../../../src/context/tenant-id.ts';
import { buildTenant } from '../../fixtures/builders.ts';
import { changeKept } from '../../fixtures/change-kept.ts';
import { type TestDatabase, testDatabase, testEngine } from '../../fixtures/database.ts';
import { isFull, printInvariant } from '../../fixtures/invariants/invariant.ts';

// The tallies equal plain counts and sums over the bookings, after random writes, rollbacks and
// concurrent writes of verbs.

const steps = isFull ? 20_000 : 400;
/** Few days, so that concurrent writes change the same rows. */
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
  fc.record({
    kind: fc.constant('many' as const),
    day,
    count: fc.integer({ min: 2, max: 40 }),
    amount,
    method,
  }),
  // Merges change no tally: bookings keep the person that they name. They keep a person without
  // bookings, whose tallies are empty.
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

it(
  `equals the sums of the bookings after ${steps} concurrent random writes [I-27]`,
  { timeout: 1_200_000 },
  async () => {
    const lanes = 8;
    const all = fc.sample(step(concurrentWrite), { numRuns: steps, seed: 20_261_122 });
    await Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        for (const one of all.filter((_one, at) => at % lanes === lane)) await runStep(one);
      }),
    );
    await compare('at once', steps);
  },
);

it(
  'equals them after writes one by one that change people, insert many rows and delete some [I-27]',
  { timeout: 600_000 },
  async () => {
    const all = fc.sample(step(anyWrite), { numRuns: steps / 5, seed: 20_261_123 });
    for (const one of all) await runStep(one);
    await compare('one by one', all.length);
  },
);

it('is rebuilt after a booking was written without them [O-5.13]', async () => {
  await asPlatform(test, async (tx) => {
    const [tenant = ''] = tenants;
    const { id } = await tx
      .selectFrom('patients')
      .select('id')
      .where('tenant_id', '=', tenant)
      .limit(1)
      .executeTakeFirstOrThrow();
    const silent = {
      person_name: 'P',
      person_email: 'p@x.example',
      person_contact: null,
      appointment_date: '2026-11-18',
      status: 'scheduled' as const,
    };
    await tx
      .insertInto('appointments')
      .values({
        ...makeRow(tenant, { ...silent, amount_paise: 4_200, payment_method: null }, id),
        revenue_paise: 4_200,
        paid_by: { '': 4_200 },
      })
      .execute();
  });
  expect(await tallies()).not.toEqual(await plainSums());
  await asPlatform(test, (tx) => sql`select recount_tallies()`.execute(tx));
  await compare('anew', 1);
});

async function compare(what: string, n: number): Promise<void> {
  const [actual, expected] = [await tallies(), await plainSums()];
  expect(actual).toEqual(expected);
  expect(expected.days.length).toBeGreaterThan(days.length);
  printInvariant({
    id: 'tallies',
    driver: testEngine,
    what,
    n,
    violations: 0,
    days: expected.days.length,
    people: expected.people.length,
  });
}

class RolledBack extends Error {}

async function runStep([write, isRolledBack, at]: [Write, boolean, number]): Promise<void> {
  const tenant = tenants[at % 2] ?? '';
  const attempt = asPlatform(test, async (tx: Tx) => {
    await applyWrite(tx, tenant, write);
    if (isRolledBack && at === 0) throw new RolledBack();
  });
  await attempt.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
}

async function applyWrite(tx: Tx, tenant: string, write: Write): Promise<void> {
  if (write.kind === 'add' || write.kind === 'many') {
    const added = addedBy(write);
    const columns = await keepAdded(tx, { tenantId: tenantIdOf(tenant) }, added);
    await tx
      .insertInto('appointments')
      .values(added.map((kept, at) => ({ ...makeRow(tenant, kept, null), ...columns[at] })))
      .execute();
    return;
  }
  if (write.kind === 'merge' || write.kind === 'unmerge') {
    await mergeOrNot(tx, tenant, write);
    return;
  }
  const id = await pick(tx, tenant, write.index);
  if (id) await changeKept(tx, { tenant, id }, (booking) => changedColumns(tx, booking, write));
}

function makeRow(tenant: string, kept: KeptBooking, person: string | null) {
  const { status = 'scheduled', ...named } = kept;
  return {
    ...named,
    status,
    tenant_id: tenant,
    reference: randomUUID(),
    appointment_time: '10:00',
    patient_id: person,
  };
}

function addedBy(write: Extract<Write, { kind: 'add' | 'many' }>): KeptBooking[] {
  const others = { person_contact: null, amount_paise: write.amount, payment_method: write.method };
  if (write.kind === 'add')
    return [
      {
        id: randomUUID(),
        person_name: write.name,
        person_email: write.person,
        appointment_date: write.day,
        status: write.status,
        ...others,
      },
    ];
  return Array.from({ length: write.count }, (_, n) => ({
    id: randomUUID(),
    person_name: 'P',
    person_email: `many${n % 3}@people.example`,
    appointment_date: addDays(write.day, n % 4),
    status: 'scheduled' as const,
    ...others,
  }));
}

/** Merges one person into another, where neither is in a merge already; or ends a merge. */
async function mergeOrNot(
  tx: Tx,
  tenant: string,
  write: Extract<Write, { kind: 'merge' | 'unmerge' }>,
): Promise<void> {
  const at = (
    place: number,
  ) => sql`(select id from patients where tenant_id = ${tenant} order by person_key, name
    offset ${place}::int % greatest(1, (select count(*) from patients where tenant_id = ${tenant})) limit 1)`;
  if (write.kind === 'unmerge') {
    await sql`update patients set merged_into = null, merged_at = null where tenant_id = ${tenant} and id = ${at(write.index)}`.execute(
      tx,
    );
    return;
  }
  await sql`update patients set merged_into = ${at(write.other)}, merged_at = now()
    where tenant_id = ${tenant} and id = ${at(write.index)} and id <> ${at(write.other)} and merged_into is null
      and not exists (select from patients as merged where merged.tenant_id = ${tenant} and merged.merged_into = patients.id)
      and not exists (select from patients as into_whom where into_whom.tenant_id = ${tenant} and into_whom.id = ${at(write.other)}
        and into_whom.merged_into is not null)`.execute(tx);
}

/** Returns the id of one of the business's bookings, or undefined if it has none. */
async function pick(tx: Tx, tenant: string, place: number): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select id from appointments where tenant_id = ${tenant}
    order by reference offset ${place}::int % greatest(1, (select count(*) from appointments where tenant_id = ${tenant})) limit 1`.execute(
    tx,
  );
  return rows[0]?.id;
}

async function changedColumns(
  tx: Tx,
  { tenant_id: tenant, id, status }: Selectable<Appointments>,
  write: Exclude<Write, { kind: 'add' | 'many' | 'merge' | 'unmerge' }>,
): Promise<AppointmentChanges | undefined> {
  switch (write.kind) {
    case 'status':
      return status === 'scheduled' ||
        (status === 'no_show' && ['scheduled', 'cancelled'].includes(write.status))
        ? { status: write.status }
        : undefined;
    case 'move':
      return { appointment_date: write.day };
    case 'pay':
      return {
        amount_paise: write.amount,
        revenue_paise: write.amount,
        paid_by: write.amount === null ? null : { [write.method ?? '']: write.amount },
        payment_method: write.method,
      };
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
      return {
        prescription_id: (await tx.insertInto('files').values(file).returning('id').executeTakeFirstOrThrow())
          .id,
      };
    }
  }
}

interface Sums {
  readonly days: unknown[];
  readonly payments: unknown[];
  readonly people: unknown[];
}

/** Reads the tallies, without empty days and people. */
async function tallies(): Promise<Sums> {
  return read({
    days: `select tenant_id, day, scheduled, completed, cancelled, no_show, revenue_bookings, revenue_paise, fee_paise from day_tallies
      where (scheduled, completed, cancelled, no_show, fee_paise) <> (0, 0, 0, 0, 0) and tenant_id = $1 order by day`,
    payments: `select tenant_id, day, payment_method, bookings, paise, fee_paise from payment_tallies where (bookings, paise, fee_paise) <> (0, 0, 0) and tenant_id = $1 order by day, payment_method`,
    people: `select tenant_id, id, bookings, completed, cancelled, no_shows, prescriptions, revenue_paise from patients where bookings <> 0
      and tenant_id = $1 order by id`,
  });
}

/** Computes the same sums by their definitions in plain SQL. */
async function plainSums(): Promise<Sums> {
  const earns = `status in ('scheduled', 'completed') and amount_paise is not null`;
  const fees = `from appointments where tenant_id = $1 and kept_on is not null and amount_paise > 0`;
  return read({
    days: `select tenant_id, day, count(*) filter (where status = 'scheduled')::int as scheduled,
      count(*) filter (where status = 'completed')::int as completed, count(*) filter (where status = 'cancelled')::int as cancelled,
      count(*) filter (where status = 'no_show')::int as no_show, count(*) filter (where ${earns})::int as revenue_bookings,
      coalesce(sum(amount_paise) filter (where ${earns}), 0)::bigint as revenue_paise,
      coalesce(sum(amount_paise) filter (where status = 'fee'), 0)::bigint as fee_paise
      from (select tenant_id, appointment_date as day, status, amount_paise from appointments where tenant_id = $1
        union all select tenant_id, kept_on, 'fee', amount_paise ${fees}) as counted group by 1, 2 order by 1, 2`,
    payments: `select tenant_id, day, paid.method as payment_method, sum(bookings)::int as bookings,
      coalesce(sum(paid.paise::bigint) filter (where bookings = 1), 0)::bigint as paise,
      coalesce(sum(paid.paise::bigint) filter (where bookings = 0), 0)::bigint as fee_paise
      from (select tenant_id, appointment_date as day, paid_by, 1 as bookings from appointments where tenant_id = $1 and ${earns}
        union all select tenant_id, kept_on, paid_by, 0 ${fees}) as counted
      cross join lateral jsonb_each_text(paid_by) as paid (method, paise) group by 1, 2, 3 order by 1, 2, 3`,
    people: `select tenant_id, patient_id as id, count(*)::int as bookings, count(*) filter (where status = 'completed')::int as completed,
      count(*) filter (where status = 'cancelled')::int as cancelled, count(*) filter (where status = 'no_show')::int as no_shows,
      count(prescription_id)::int as prescriptions, coalesce(sum(amount_paise), 0)::bigint as revenue_paise
      from appointments where tenant_id = $1 group by 1, 2 order by 1, 2`,
  });
}

async function read(queries: Record<keyof Sums, string>): Promise<Sums> {
  return asPlatform(test, async (tx) => {
    const toRows = async (text: string) => {
      const rows: unknown[] = [];
      for (const tenant of tenants)
        rows.push(...(await tx.executeQuery(CompiledQuery.raw(text, [tenant]))).rows);
      return rows;
    };
    return {
      days: await toRows(queries.days),
      payments: await toRows(queries.payments),
      people: await toRows(queries.people),
    };
  });
}
