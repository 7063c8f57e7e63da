import { sql } from 'kysely';
import { minutesOf } from '@samay/contract/tenancy/opening-hours';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { byHand } from '../../../../test/fixtures/by-hand.ts';
import { type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { buildTenantOfBefore } from '../../../../test/fixtures/tenant-of-before.ts';
import { tenantIdOf } from '../../../context/tenant-id.ts';
import { asPlatform, inTenant, inTenantAsPlatform, type Tx } from '../../../db/tenant.ts';

// The SQL function begin_times (migration 0064): what a business had before becomes resources, a
// service and weekly hours.

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('gives a clinic its members who are doctors, then the doctors of its recent and future bookings, by the name used most', async () => {
  const clinic = await buildTenantOfBefore(app);
  await signInAs(app, clinic, 'DOCTOR', { name: 'Asha Kulkarni' });
  await signInAs(app, clinic, 'EMPLOYEE', { name: 'Nobody' });
  await book(clinic, [
    ['Dr. Rao', -90],
    ['dr rao ', -3],
    ['Dr. Rao', 400],
    ['DR. ASHA  KULKARNI', 1],
    ['Iyer', 0],
    ['Before', -91],
    ['  ', 0],
  ]);
  await begin(clinic);
  expect(await resourcesOf(clinic)).toEqual([
    { kind: 'practitioner', name: 'Asha Kulkarni', position: 0, colour: 'teal', own: true },
    { kind: 'practitioner', name: 'Dr. Rao', position: 1, colour: 'blue', own: false },
    { kind: 'practitioner', name: 'Iyer', position: 2, colour: 'violet', own: false },
  ]);
  expect(await servicesOf(clinic)).toEqual([
    { name: 'General Consultation', duration_min: 30, by_every_resource: true },
  ]);
});

it("gives a clinic without any doctor 'Default Doctor', and a turf one court by its own name", async () => {
  const [clinic, turf] = [
    await buildTenantOfBefore(app),
    await buildTenantOfBefore(app, { businessType: 'turf' }),
  ];
  await begin(clinic);
  await begin(turf);
  expect(await resourcesOf(clinic)).toMatchObject([{ kind: 'practitioner', name: 'Default Doctor' }]);
  expect(await resourcesOf(turf)).toMatchObject([{ kind: 'court', name: 'Ground' }]);
  expect(await servicesOf(turf)).toEqual([
    { name: 'Turf Booking', duration_min: 60, by_every_resource: true },
  ]);
});

it('gives nothing to a business that is not set up', async () => {
  const fresh = await buildTenantOfBefore(app, { onboarded: false });
  await begin(fresh);
  expect([await resourcesOf(fresh), await servicesOf(fresh)]).toEqual([[], []]);
});

it('does so once, by the business itself, by the platform within it, and by a job, also where several do it at once', async () => {
  const clinic = await buildTenantOfBefore(app);
  const tenantId = tenantIdOf(clinic.id);
  const work = { database: app.database, tenantId, now: new Date() };
  const call = async (tx: Tx) => sql`select begin_times(${clinic.id})`.execute(tx);
  await Promise.all([
    ...[1, 2, 3].map(() => inTenant(work, call)),
    ...[1, 2, 3].map(() => inTenantAsPlatform(work, call)),
    ...[1, 2, 3].map(() => begin(clinic)),
  ]);
  await begin(clinic);
  expect([
    (await resourcesOf(clinic)).length,
    (await servicesOf(clinic)).length,
    (await hoursOf(clinic)).length,
  ]).toEqual([1, 1, 6]);
});

it('is refused for another business', async () => {
  const [one, other] = [await buildTenantOfBefore(app), await buildTenantOfBefore(app)];
  const work = { database: app.database, tenantId: tenantIdOf(one.id), now: new Date() };
  const call = async (tx: Tx) => sql`select begin_times(${other.id})`.execute(tx);
  await expect(inTenant(work, call)).rejects.toThrow('times of another business');
  await expect(inTenantAsPlatform(work, call)).rejects.toThrow('times of another business');
  const nobodys = asPlatform(app, async (tx) =>
    sql`set local role samay_app`.execute(tx).then(() => call(tx)),
  );
  await expect(nobodys).rejects.toThrow('times of another business');
  expect(await servicesOf(other)).toEqual([]);
});

it('reads every word that the contract reads, and no other', async () => {
  const clocks = [
    '0',
    '1',
    '9',
    '11',
    '12',
    '13',
    '99',
    '9:30',
    '12:05',
    '9:60',
    '9:3',
    '',
    'noon',
    '9.30',
    '-1',
    '९',
  ];
  const words = clocks.flatMap((clock) =>
    [' AM', 'pm', ' P.M.', ' a.m ', '', ' am x'].map((half) => `${clock}${half}`),
  );
  const { rows } = await asPlatform(app, (tx) =>
    sql<{ minutes: number | null }>`select (extract(epoch from time_of_word(word)) / 60)::int as minutes
      from unnest(${words}::text[]) with ordinality as listed (word, place) order by place`.execute(tx),
  );
  expect(rows.map(({ minutes }) => minutes ?? undefined)).toEqual(words.map(minutesOf));
});

it.each([
  [
    'two slots a day',
    [
      ['9 AM', '1 PM'],
      ['5:30 pm', '9 PM'],
    ],
    ['Monday', 'Sunday'],
    ['1 09:00-13:00', '1 17:30-21:00', '7 09:00-13:00', '7 17:30-21:00'],
  ],
  [
    'a night, and the whole day',
    [
      ['6 PM', '2 AM'],
      ['6 AM', '6 AM'],
    ],
    ['Friday'],
    ['5 06:00-06:00', '5 18:00-02:00'],
  ],
  [
    'a slot twice, and one that cannot be read',
    [
      ['9 AM', '1 PM'],
      ['9 am', '1 pm'],
      ['morning', '1 PM'],
    ],
    ['Friday', 'Friday'],
    ['5 09:00-13:00'],
  ],
  ['days without hours: open all day', [['morning', 'evening']], ['Tuesday'], ['2 00:00-00:00']],
  [
    'hours without days: every day',
    [['9 AM', '1 PM']],
    [],
    [1, 2, 3, 4, 5, 6, 7].map((day) => `${day} 09:00-13:00`),
  ],
  ['nothing that can be read: always open', [['', '1 PM']], ['Caturday'], []],
] as const)('turns words into weekly hours: %s', async (_what, slots, days, expected) => {
  const clinic = await buildTenantOfBefore(app);
  const words = JSON.stringify(slots.map(([start_time, end_time]) => ({ start_time, end_time })));
  await asPlatform(app, (tx) =>
    tx
      .updateTable('business_profiles')
      .set({ time_slots: words, operating_days: [...days] })
      .where('tenant_id', '=', clinic.id)
      .execute(),
  );
  await begin(clinic);
  expect(await hoursOf(clinic)).toEqual(expected);
});

async function begin(tenant: BuiltTenant): Promise<void> {
  await asPlatform(app, (tx) => sql`select begin_times(${tenant.id})`.execute(tx));
}

/**
 * Bookings by doctor and day, counted from today. As the verbs write them, so that no trigger
 * begins the times before.
 */
async function book(
  tenant: BuiltTenant,
  bookings: readonly (readonly [doctor: string, days: number])[],
): Promise<void> {
  await byHand(app, async (tx) => {
    await sql`select set_config('app.claims', 'verb', true)`.execute(tx);
    for (const [place, [doctor, days]] of bookings.entries()) {
      await sql`insert into appointments (tenant_id, reference, person_name, person_email, doctor, appointment_date, appointment_time)
        values (${tenant.id}, ${`booking_${place}`}, 'Meera Joshi', 'meera@people.example', ${doctor},
          (now() at time zone 'Asia/Kolkata')::date + ${days}::int, '10:00')`.execute(tx);
    }
  });
}

async function resourcesOf(tenant: BuiltTenant) {
  const { rows } = await asPlatform(app, (tx) =>
    sql`select kind, name, position, colour, member_id is not null as own from resources where tenant_id = ${tenant.id}
      order by position`.execute(tx),
  );
  return rows;
}

async function servicesOf(tenant: BuiltTenant) {
  const columns = ['name', 'duration_min', 'by_every_resource'] as const;
  return asPlatform(app, (tx) =>
    tx.selectFrom('services').select(columns).where('tenant_id', '=', tenant.id).execute(),
  );
}

async function hoursOf(tenant: BuiltTenant): Promise<string[]> {
  const { rows } = await asPlatform(app, (tx) =>
    sql<{
      text: string;
    }>`select weekday || ' ' || to_char(opens, 'HH24:MI') || '-' || to_char(closes, 'HH24:MI') as text
      from weekly_hours where tenant_id = ${tenant.id} order by 1`.execute(tx),
  );
  return rows.map(({ text }) => text);
}
