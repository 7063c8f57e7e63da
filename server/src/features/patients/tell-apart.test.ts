import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ClientBase } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { temporaryFolder } from '../../../test/invariants/invariant.ts';
import { asOwner } from '../../../test/owner.ts';
import { migrate } from '../../db/migrate.ts';
import { readMigrations } from '../../db/migrations.ts';

// What 0032 and 0033 make of the people whom one number made one, in a database that was written by what came before.

const ownFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));
const tenants = ['00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-0000000000a2'];
const [family, second] = ['+91 98200 11223', '98300 44556'];

/** Name, e-mail, contact, day, status, paise; in the order in which they were written. */
const bookings: [string, string, string | null, string, string, number | null][] = [
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

let test: TestDatabase;
/** The people as one number made them, by the name of its newest booking. */
let held: { id: string; name: string }[];
beforeAll(async () => {
  test = await testDatabase({ migrated: false });
  const before = temporaryFolder('before-0032');
  try {
    for (const { name } of readMigrations().filter((migration) => migration.name < '0032')) {
      fs.copyFileSync(path.join(ownFolder, name), path.join(before.folder, name));
    }
    await migrate(test.database, { folder: before.folder });
    await asOwner(test, fill);
    held = await read('select id, name from patients order by id');
    await migrate(test.database);
  } finally {
    before.remove();
  }
}, 120_000);
afterAll(() => test.close());

it('tells people of one number apart by their bookings, each with what is theirs', async () => {
  for (const tenant of tenants) {
    expect(
      await read(`select name, email, contact, latest_date::text as latest, bookings, completed, cancelled, no_shows, prescriptions,
      revenue_paise::int as revenue from patients where tenant_id = '${tenant}' order by name`),
    ).toEqual([
      { ...person('Kamala Joshi', 'meera@one.example', family, '2026-10-01'), bookings: 1, cancelled: 1 },
      { ...person('Master Arjun Joshi', 'arjun@one.example', family, '2026-12-01'), bookings: 2, completed: 1, revenue: 50_000 },
      {
        ...person('Meera Joshi', 'meera@three.example', family, '2026-11-20'),
        bookings: 3,
        completed: 1,
        no_shows: 1,
        prescriptions: 1,
        revenue: 50_000,
      },
      { ...person('Mr. Alone', 'alone@clinic.example', second, '2026-11-06'), bookings: 2, completed: 2, revenue: 20_000 },
      { ...person('Ravi', 'desk@clinic.example', '12345', '2026-11-03'), bookings: 1, completed: 1, revenue: 10_000 },
      { ...person('Sita', 'DESK@clinic.example', null, '2026-11-04'), bookings: 1, completed: 1, revenue: 10_000 },
    ]);
  }
});

it('gives every booking to the person whom it names, and leaves the booking itself as it was', async () => {
  const strangers = await read(`select reference from appointments left join patients on patients.tenant_id = appointments.tenant_id
    and patients.id = patient_id where fold_name(person_name) is distinct from fold_name(name)`);
  expect(strangers).toEqual([]);
  expect(await read(`select count(*)::int as changed from appointments where updated_at <> '2026-11-21T04:30:00Z'`)).toEqual([
    { changed: 0 },
  ]);
});

it('keeps each person who was there under their id, with the name that they had', async () => {
  expect(held).toHaveLength(3 * tenants.length);
  const ids = held.map(({ id }) => `'${id}'`).join(', ');
  expect(await read(`select id, name from patients where id in (${ids}) order by id`)).toEqual(held);
});

it('lets bookings be written again, each finding its person', async () => {
  await asPlatformRole((client) =>
    client.query(`insert into appointments (tenant_id, reference, person_name, person_email, person_contact, appointment_date, appointment_time)
      values ('${tenants[0]}', 'new', 'KAMALA JOSHI', 'k@one.example', '9820011223', '2026-12-24', '10:00')`),
  );
  expect(await read(`select name, bookings from patients where tenant_id = '${tenants[0]}' and email = 'k@one.example'`)).toEqual([
    { name: 'KAMALA JOSHI', bookings: 2 },
  ]);
});

function person(name: string, email: string, contact: string | null, latest: string) {
  return { name, email, contact, latest, completed: 0, cancelled: 0, no_shows: 0, prescriptions: 0, revenue: 0 };
}

/** As the servers of that time wrote them: by inserts, which the triggers of that time followed. */
async function fill(client: ClientBase): Promise<void> {
  await client.query('begin; set local role samay_platform');
  for (const tenant of tenants) {
    await client.query(`insert into tenants (id, name, status) values ($1, 'Clinic', 'active')`, [tenant]);
    for (const [n, [name, email, contact, day, status, paise]] of bookings.entries()) {
      await client.query(
        `insert into appointments (tenant_id, reference, person_name, person_email, person_contact, appointment_date, appointment_time, status,
          amount_paise, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, '10:00', $7, $8, $9, '2026-11-21T04:30:00Z')`,
        [tenant, `booking_${n}`, name, email, contact, day, status, paise, `2026-11-01T00:00:0${n}Z`],
      );
    }
    await client.query(
      `with file as (insert into files (tenant_id, appointment_id, display_name, media_type, bytes, sha256, uploaded_by)
        select tenant_id, id, 'p.png', 'image/png', 1, 's', gen_random_uuid() from appointments where tenant_id = $1 and reference = 'booking_0'
        returning tenant_id, appointment_id, id)
        update appointments set prescription_id = file.id from file
        where appointments.tenant_id = file.tenant_id and appointments.id = file.appointment_id`,
      [tenant],
    );
  }
  await client.query('commit');
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
