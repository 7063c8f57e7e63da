import { sql } from 'kysely';
import { toMinutes } from '@samay/contract/tenancy/opening-hours';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { type BuiltTenant, buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { asPlatform } from '../../../db/tenant.ts';

// Tests the SQL function begin_times: the first resources, hours and services of a new business.

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('gives a clinic its members who are doctors, each with their own practitioner [P-6.5]', async () => {
  const clinic = await buildTenant(app);
  const { identity } = await signInAs(app, clinic, 'DOCTOR', { name: 'Asha Kulkarni' });
  await signInAs(app, clinic, 'EMPLOYEE', { name: 'Nobody' });
  await begin(clinic);
  expect(await readResources(clinic)).toEqual([
    { kind: 'practitioner', name: 'Asha Kulkarni', colour: 'teal', member_id: identity?.userId },
  ]);
  expect(await readServices(clinic)).toEqual([{ name: 'General Consultation', duration_min: 30 }]);
});

it("gives a clinic without any doctor 'Default Doctor', and a turf one court by its own name [P-6.5]", async () => {
  const clinic = await buildTenant(app, { times: 'apart' });
  const turf = await buildTenant(app, { businessType: 'turf', times: 'apart' });
  expect(await readResources(clinic)).toMatchObject([{ kind: 'practitioner', name: 'Default Doctor' }]);
  expect(await readResources(turf)).toMatchObject([{ kind: 'court', name: 'Ground' }]);
  expect(await readServices(turf)).toEqual([{ name: 'Turf Booking', duration_min: 60 }]);
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
  expect(rows.map(({ minutes }) => minutes ?? undefined)).toEqual(words.map(toMinutes));
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
] as const)('turns words into weekly hours: %s [P-3.14, P-6.5]', async (_what, slots, days, expected) => {
  const clinic = await buildTenant(app);
  const words = JSON.stringify(slots.map(([start_time, end_time]) => ({ start_time, end_time })));
  await asPlatform(app, (tx) =>
    tx
      .updateTable('business_profiles')
      .set({ time_slots: words, operating_days: [...days] })
      .where('tenant_id', '=', clinic.id)
      .execute(),
  );
  await begin(clinic);
  expect(await readHours(clinic)).toEqual(expected);
});

async function begin(tenant: BuiltTenant): Promise<void> {
  await asPlatform(app, (tx) => sql`select begin_times(${tenant.id})`.execute(tx));
}

async function readResources(tenant: BuiltTenant) {
  return asPlatform(app, (tx) =>
    tx
      .selectFrom('resources')
      .select(['kind', 'name', 'colour', 'member_id'])
      .where('tenant_id', '=', tenant.id)
      .orderBy('position')
      .execute(),
  );
}

async function readServices(tenant: BuiltTenant) {
  return asPlatform(app, (tx) =>
    tx.selectFrom('services').select(['name', 'duration_min']).where('tenant_id', '=', tenant.id).execute(),
  );
}

async function readHours(tenant: BuiltTenant): Promise<string[]> {
  const { rows } = await asPlatform(app, (tx) =>
    sql<{
      text: string;
    }>`select weekday || ' ' || left(opens::text, 5) || '-' || left(closes::text, 5) as text
      from weekly_hours where tenant_id = ${tenant.id} order by weekday, opens`.execute(tx),
  );
  return rows.map(({ text }) => text);
}
