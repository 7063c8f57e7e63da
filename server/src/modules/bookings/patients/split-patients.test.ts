import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClientBase } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase, testEngine } from '../../../../test/fixtures/database.ts';
import { temporaryFolder } from '../../../../test/fixtures/invariants/invariant.ts';
import { asOwner } from '../../../../test/fixtures/owner.ts';
import { migrate } from '../../../db/migrate/migrate.ts';
import { readMigrations } from '../../../db/migrate/migrations.ts';
import type { DataMove } from '../../../scheduled-jobs/data-moves.ts';
import { moveData } from '../../../scheduled-jobs/move-data.ts';
import { splitPatients } from './split-patients.ts';

// The data move for people that one number had merged, in a database from before migration 0031.

const ownFolder = fileURLToPath(new URL('../../../../migrations', import.meta.url));
const tenants = ['00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-0000000000a2'];
const [family, second] = ['+91 98200 11223', '98300 44556'];

const at = '2026-11-21T04:30:00Z';
type Booking = readonly [
  name: string,
  email: string,
  contact: string | null,
  day: string,
  status: string,
  paise: number | null,
];
/** In the order in which they were written. */
const bookings: readonly Booking[] = [
  ['Meera Joshi', 'meera@one.example', family, '2026-11-02', 'completed', 50_000],
  ['Arjun Joshi', 'meera@one.example', '98200-11223', '2026-11-09', 'completed', 30_000],
  ['Dr. MEERA  JOSHI', 'meera@two.example', '098200 11223', '2026-11-10', 'no_show', null],
  ['Master Arjun Joshi', 'arjun@one.example', family, '2026-12-01', 'scheduled', 20_000],
  ['Kamala Joshi', 'meera@one.example', family, '2026-10-01', 'cancelled', 99_900],
  ['Meera Joshi', 'meera@three.example', family, '2026-11-20', 'scheduled', null],
  ['Ravi', 'desk@clinic.example', '12345', '2026-11-03', 'completed', 10_000],
  ['Sita', 'DESK@clinic.example', null, '2026-11-04', 'completed', 10_000],
  ['Alone', 'alone@clinic.example', second, '2026-11-05', 'completed', 10_000],
  ['Mr. Alone', 'alone@clinic.example', second, '2026-11-06', 'completed', 10_000],
];

/** Between two steps. */
const meanwhile: Booking = ['ARJUN JOSHI', 'arjun@two.example', family, '2026-12-05', 'scheduled', 10_000];
const parts = () => ({ database: test.database, clock: () => new Date(at) });
/** One person at a time. */
const moving: DataMove = {
  name: 'apart',
  step: async (tx, cursor) => splitPatients(tx, cursor, { people: 1, bookings: 1 }),
};

let test: TestDatabase;
/**
 * The people as one number made them, by the name of its newest booking, in the order of the steps.
 */
let held: { id: string; name: string }[];
beforeAll(async () => {
  test = await testDatabase({ migrated: false });
  const until = temporaryFolder('people-by-number');
  try {
    // Bookings are written between any two of the files that make a person a number and a name.
    const stages = [bookings.slice(0, 6), bookings.slice(6, 8), bookings.slice(8)];
    for (const [at, before] of ['0031', '0032', '0033'].entries()) {
      for (const { name } of readMigrations().filter((migration) => migration.name < before)) {
        fs.copyFileSync(path.join(ownFolder, name), path.join(until.folder, name));
      }
      await migrate(test.database, { folder: until.folder });
      await asPlatformRole(async (client) => {
        if (at === 0) await addTenants(client);
        for (const booking of stages[at] ?? [])
          for (const tenant of tenants) await write(client, tenant, booking);
      });
    }
    held = await read('select id, name from patients order by tenant_id, id');
    await asPlatformRole(prescribe);
    await migrate(test.database);
  } finally {
    until.remove();
  }
});
afterAll(() => test.close());

it('splits patients step by step, continues after an interrupted step, and includes bookings that are created meanwhile', async () => {
  const before = await namesHeld();
  expect(before.toSorted((a, b) => a - b)).toEqual([1, 1, 2, 2, 3, 3]);
  const interrupted: DataMove = {
    name: moving.name,
    step: async (tx, cursor) => {
      const next = await moving.step(tx, cursor);
      if (next?.endsWith(held[2]?.id ?? '')) throw new Error('the process ended');
      return next;
    },
  };
  await expect(moveData(parts(), [interrupted])).rejects.toThrow('the process ended');
  expect(await namesHeld()).toEqual(before.map((names, place) => (place < 2 ? 1 : names)));

  await asPlatformRole(async (client) => {
    for (const tenant of tenants) await write(client, tenant, meanwhile);
  });
  // Ten steps a run, and as many people as there will be.
  for (let runs = 0; runs < 2; runs += 1) await moveData(parts(), [moving]);
  expect(await read('select name from data_moves where finished_at is not null')).toEqual([
    { name: moving.name },
  ]);
});

it('splits patients of one number by their bookings, each with their own sums', async () => {
  for (const tenant of tenants) {
    expect(
      await read(`select name, email, contact, latest_date::text as latest, bookings, completed, cancelled, no_shows, prescriptions,
      revenue_paise::int as revenue from patients where tenant_id = '${tenant}' order by name`),
    ).toEqual([
      {
        ...person('ARJUN JOSHI', 'arjun@two.example', family, '2026-12-05'),
        bookings: 3,
        completed: 1,
        revenue: 60_000,
      },
      { ...person('Kamala Joshi', 'meera@one.example', family, '2026-10-01'), bookings: 1, cancelled: 1 },
      {
        ...person('Meera Joshi', 'meera@three.example', family, '2026-11-20'),
        bookings: 3,
        completed: 1,
        no_shows: 1,
        prescriptions: 1,
        revenue: 50_000,
      },
      {
        ...person('Mr. Alone', 'alone@clinic.example', second, '2026-11-06'),
        bookings: 2,
        completed: 2,
        revenue: 20_000,
      },
      {
        ...person('Ravi', 'desk@clinic.example', '12345', '2026-11-03'),
        bookings: 1,
        completed: 1,
        revenue: 10_000,
      },
      {
        ...person('Sita', 'DESK@clinic.example', null, '2026-11-04'),
        bookings: 1,
        completed: 1,
        revenue: 10_000,
      },
    ]);
  }
});

it('moves every booking to the person whom it names, and does not change the booking itself', async () => {
  const strangers =
    await read(`select reference from appointments left join patients on patients.tenant_id = appointments.tenant_id
    and patients.id = patient_id where fold_name(person_name) is distinct from fold_name(name)`);
  expect(strangers).toEqual([]);
  expect(await read(`select count(*)::int as changed from appointments where updated_at <> '${at}'`)).toEqual(
    [{ changed: 0 }],
  );
});

it('keeps existing people with their ids and names', async () => {
  expect(held).toHaveLength(3 * tenants.length);
  const ids = held.map(({ id }) => `'${id}'`).join(', ');
  expect(await read(`select id, name from patients where id in (${ids}) order by tenant_id, id`)).toEqual(
    held,
  );
});

it('allows bookings to be written afterwards, each for the right person', async () => {
  await asPlatformRole((client) =>
    client.query(`insert into appointments (tenant_id, reference, person_name, person_email, person_contact, appointment_date, appointment_time)
      values ('${tenants[0]}', 'new', 'KAMALA JOSHI', 'k@one.example', '9820011223', '2026-12-24', '10:00')`),
  );
  expect(
    await read(
      `select name, bookings from patients where tenant_id = '${tenants[0]}' and email = 'k@one.example'`,
    ),
  ).toEqual([{ name: 'KAMALA JOSHI', bookings: 2 }]);
});

it('changes nothing in a second run', async () => {
  const everything = async () => [
    await read(
      'select tenant_id, id, name, email, contact, latest_date, bookings, revenue_paise, xmin from patients order by tenant_id, id',
    ),
    await read('select tenant_id, id, patient_id, xmin from appointments order by tenant_id, id'),
  ];
  const before = await everything();
  await moveData(parts(), [
    { ...moving, name: 'apart again', step: async (tx, cursor) => splitPatients(tx, cursor) },
  ]);
  expect(await everything()).toEqual(before);
});

if (testEngine === 'postgres') {
  it('locks no person while it waits for a booking that is being changed', async () => {
    const [tenant = ''] = tenants;
    await asPlatformRole(async (client) => {
      await write(
        client,
        tenant,
        ['Ira Rao', 'rao@clinic.example', null, '2026-12-07', 'scheduled', 10_000],
        'ira',
      );
      await write(
        client,
        tenant,
        ['Om Rao', 'rao@clinic.example', null, '2026-12-08', 'scheduled', 20_000],
        'om',
      );
      await client.query(`update appointments set patient_id = ira.patient_id from appointments as ira
        where ira.reference = 'ira' and appointments.reference = 'om'`);
    });
    const beside: DataMove = { name: 'apart beside', step: async (tx, cursor) => splitPatients(tx, cursor) };
    const { taken } = await asPlatformRole(async (client) => {
      await client.query(
        `select from appointments where reference = 'om' for update; set local lock_timeout = '100ms'`,
      );
      const taken = moveData(parts(), [beside]).catch((error: unknown) => error);
      const waiting = 'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))';
      await expect
        .poll(async () => (await client.query(waiting)).rowCount, { timeout: 20_000, interval: 10 })
        .toBe(1);
      // The tallies lock the booking's person.
      await client.query(`update appointments set status = 'completed' where reference = 'om'`);
      return { taken };
    });
    // It may have given way.
    await taken;
    await moveData(parts(), [beside]);
    expect(
      await read(
        `select name, bookings, completed from patients where email = 'rao@clinic.example' order by name`,
      ),
    ).toEqual([
      { name: 'Ira Rao', bookings: 1, completed: 0 },
      { name: 'Om Rao', bookings: 1, completed: 1 },
    ]);
  });
}

function person(name: string, email: string, contact: string | null, latest: string) {
  return {
    name,
    email,
    contact,
    latest,
    completed: 0,
    cancelled: 0,
    no_shows: 0,
    prescriptions: 0,
    revenue: 0,
  };
}

async function addTenants(client: ClientBase): Promise<void> {
  for (const tenant of tenants)
    await client.query(`insert into tenants (id, name, status) values ($1, 'Clinic', 'active')`, [tenant]);
}

/** As servers write it: by an insert, which the triggers of the time follow. */
async function write(
  client: ClientBase,
  tenant: string,
  booking: Booking,
  reference?: string,
): Promise<void> {
  const n = [...bookings, meanwhile].indexOf(booking);
  const [name, email, contact, day, status, paise] = booking;
  await client.query(
    `insert into appointments (tenant_id, reference, person_name, person_email, person_contact, appointment_date, appointment_time, status,
      amount_paise, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, '10:00', $7, $8, $9, $10)`,
    [
      tenant,
      reference ?? `booking_${n}`,
      name,
      email,
      contact,
      day,
      status,
      paise,
      `2026-11-01T00:00:${10 + n}Z`,
      at,
    ],
  );
}

async function prescribe(client: ClientBase): Promise<void> {
  await client.query(
    `with file as (insert into files (tenant_id, appointment_id, display_name, media_type, bytes, sha256, uploaded_by)
      select tenant_id, id, 'p.png', 'image/png', 1, 's', gen_random_uuid() from appointments where reference = 'booking_0'
      returning tenant_id, appointment_id, id)
      update appointments set prescription_id = file.id from file
      where appointments.tenant_id = file.tenant_id and appointments.id = file.appointment_id`,
  );
}

/** How many people's names the bookings of each person held bear, in the order of the steps. */
async function namesHeld(): Promise<number[]> {
  const rows = await read<{
    names: number;
  }>(`select count(distinct fold_name(person_name))::int as names from patients
    join appointments on appointments.tenant_id = patients.tenant_id and patient_id = patients.id
    where patients.id in (${held.map(({ id }) => `'${id}'`).join(', ')}) group by patients.tenant_id, patients.id
    order by patients.tenant_id, patients.id`);
  return rows.map(({ names }) => names);
}

async function read<Row = unknown>(text: string): Promise<Row[]> {
  return asPlatformRole(async (client) => (await client.query(text)).rows as Row[]);
}

async function asPlatformRole<T>(work: (client: ClientBase) => Promise<T>): Promise<T> {
  return asOwner(test, async (client) => {
    await client.query('begin; set local role samay_platform');
    const done = await work(client);
    await client.query('commit');
    return done;
  });
}
