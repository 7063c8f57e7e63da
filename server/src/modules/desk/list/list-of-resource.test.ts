import { listAppointments } from '@samay/contract/bookings/appointments';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildResource } from '../../../../test/fixtures/availability.ts';
import { keepMany } from '../../../../test/fixtures/by-hand.ts';
import {
  buildAppointment,
  type BuiltAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { asPlatform } from '../../../db/tenant.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

type Query = Partial<Record<'search' | 'status' | 'resource' | 'from' | 'cursor' | 'limit', string | number>>;

async function fetchList(desk: Client, query: Query) {
  return (await desk.call(listAppointments, { query: query as never })).body;
}

async function book(
  tenant: BuiltTenant,
  resourceId: string | null,
  ...all: Partial<BuiltAppointment>[]
): Promise<void> {
  for (const about of all) await buildAppointment(app, tenant, { resourceId, ...about });
}

const getNames = ({ items }: Awaited<ReturnType<typeof fetchList>>) =>
  items.map(({ personName }) => personName);

describe('the bookings of one doctor', () => {
  it('are in list order, in pages of any size in both directions, from any day, with their own counts [P-5.47]', async () => {
    const clinic = await buildTenant(app);
    const [rao, iyer] = [await buildResource(app, clinic), await buildResource(app, clinic)];
    await book(
      clinic,
      rao,
      { personName: 'A', date: '2026-11-22', time: '09:00' },
      { personName: 'B', date: '2026-11-22', time: '18:00', status: 'completed' },
      { personName: 'C', date: '2026-11-21', time: '10:00', status: 'no_show' },
      { personName: 'D', date: '2026-11-20', time: '10:00' },
      { personName: 'E', date: '2026-11-20', time: '11:00', status: 'cancelled' },
    );
    await book(
      clinic,
      iyer,
      { personName: 'X', date: '2026-11-22', time: '09:00' },
      { personName: 'Y', status: 'cancelled' },
    );
    await book(clinic, null, { personName: 'Z', date: '2026-11-21' });
    const desk = await signInAs(app, clinic);
    const all = await fetchList(desk, { resource: rao });
    expect(getNames(all)).toEqual(['A', 'B', 'C', 'D']);
    expect(all.counts).toEqual({ all: 4, scheduled: 2, completed: 1, cancelled: 1, no_show: 1 });
    expect(getNames(await fetchList(desk, { resource: rao, status: 'cancelled' }))).toEqual(['E']);
    for (const limit of [1, 2, 3]) {
      const pages = [await fetchList(desk, { resource: rao, limit })];
      for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
        pages.push(await fetchList(desk, { resource: rao, limit, cursor: next }));
      expect(pages.flatMap(getNames)).toEqual(['A', 'B', 'C', 'D']);
      const back = [];
      for (let to = pages.at(-1)?.previous; to; to = back.at(-1)?.previous)
        back.push(await fetchList(desk, { resource: rao, limit, cursor: to }));
      expect([...back.toReversed(), pages.at(-1) ?? all].flatMap(getNames)).toEqual(['A', 'B', 'C', 'D']);
    }
    expect(getNames(await fetchList(desk, { resource: rao, from: '2026-11-21' }))).toEqual(['C', 'D']);
    // Nothing follows the day: the last rows before it are shown.
    expect(getNames(await fetchList(desk, { resource: iyer, from: '2026-11-20' }))).toEqual(['X']);
  });

  it('are searched alone, also where the words match most bookings [P-5.47]', async () => {
    const clinic = await buildTenant(app, { plan: 'enterprise' });
    const [rao, iyer] = [await buildResource(app, clinic), await buildResource(app, clinic)];
    await book(
      clinic,
      rao,
      { personName: 'Ramesh Patil', contact: '98555 12345' },
      { personName: 'Ramesh Rao', status: 'cancelled' },
    );
    await book(clinic, iyer, { personName: 'Ramesh Iyer', contact: '98555 12345' });
    const desk = await signInAs(app, clinic);
    for (const search of ['ramesh', '98555 12345']) {
      const page = await fetchList(desk, { resource: rao, search });
      expect(getNames(page)).toEqual(['Ramesh Patil']);
      expect(page.counts).toMatchObject({ all: 1, cancelled: search === 'ramesh' ? 1 : 0 });
    }
    await fill(clinic, iyer, 1_001);
    const page = await fetchList(desk, { resource: rao, search: 'ramesh' });
    expect([getNames(page), page.counts]).toEqual([
      ['Ramesh Patil'],
      { all: 1, scheduled: 1, completed: 0, cancelled: 1, no_show: 0 },
    ]);
  });

  it('beyond the plan stay hidden and uncounted [P-5.47]', async () => {
    const clinic = await buildTenant(app);
    const rao = await buildResource(app, clinic);
    const days = Array.from({ length: 28 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`);
    await book(clinic, rao, ...days.map((date) => ({ personName: date, date })));
    const page = await fetchList(await signInAs(app, clinic), { resource: rao, limit: 100 });
    expect(getNames(page)).toEqual(days.slice(3).toReversed());
    expect(page.counts.all).toBe(25);
    const found = await fetchList(await signInAs(app, clinic), {
      resource: rao,
      search: '2026-11-0',
      limit: 100,
    });
    expect([getNames(found), found.counts.all]).toEqual([days.slice(3, 9).toReversed(), 6]);
  });

  it('are counted up to a thousand of each status [P-5.47]', async () => {
    const clinic = await buildTenant(app, { plan: 'enterprise' });
    const rao = await buildResource(app, clinic);
    await book(clinic, rao, { status: 'completed' }, { status: 'no_show' });
    await fill(clinic, rao, 1_005);
    const desk = await signInAs(app, clinic);
    const all = { all: 1_002, scheduled: 1_000, completed: 1, cancelled: 0, no_show: 1 };
    expect(await fetchList(desk, { resource: rao })).toMatchObject({ counts: all, countsUpTo: 1_000 });
    expect(await fetchList(desk, { resource: rao, search: 'ramesh' })).not.toHaveProperty('countsUpTo');
    const whole = await fetchList(desk, {});
    expect([whole.counts.scheduled, 'countsUpTo' in whole]).toEqual([1_005, false]);
  });

  it("are never another business's [P-5.47]", async () => {
    const [one, other] = [await buildTenant(app), await buildTenant(app)];
    const theirs = await buildResource(app, other);
    await book(other, theirs, { personName: 'Only Theirs' });
    const desk = await signInAs(app, one);
    for (const query of [{ resource: theirs }, { resource: theirs, search: 'only' }])
      expect(await fetchList(desk, query)).toMatchObject({ items: [], counts: { all: 0, cancelled: 0 } });
    expect((await desk.call(listAppointments, { query: { resource: 'nonsense' } })).status).toBe(400);
  });
});

it('has with a court those of its parts, and with a part those of its whole', async () => {
  const turf = await buildTenant(app, { businessType: 'turf' });
  const [ground, nets] = [
    await buildResource(app, turf, { name: 'Ground' }),
    await buildResource(app, turf, { name: 'Nets' }),
  ];
  const half = async (name: string) => buildResource(app, turf, { name, whole_id: ground });
  const [halfA, halfB] = [await half('Half A'), await half('Half B')];
  await book(turf, ground, { personName: 'Whole', time: '20:00' });
  await book(turf, halfA, { personName: 'A', time: '19:00' });
  await book(turf, halfB, { personName: 'B', time: '18:00' });
  await book(turf, nets, { personName: 'N', time: '18:30' });
  const desk = await signInAs(app, turf);
  expect(getNames(await fetchList(desk, { resource: ground }))).toEqual(['Whole', 'A', 'B']);
  expect(getNames(await fetchList(desk, { resource: ground, limit: 2 }))).toEqual(['Whole', 'A']);
  expect(getNames(await fetchList(desk, { resource: halfA }))).toEqual(['Whole', 'A']);
  expect((await fetchList(desk, { resource: halfB })).counts.all).toBe(2);
  expect(getNames(await fetchList(desk, { resource: nets }))).toEqual(['N']);
});

/**
 * Adds many scheduled bookings of one name: with more than a thousand a search walks down the list.
 */
async function fill(clinic: BuiltTenant, resourceId: string, bookings: number): Promise<void> {
  const [person_name, person_email, appointment_date] = ['Ramesh', 'r@people.example', '2026-12-01'];
  const kept = {
    person_name,
    person_email,
    person_contact: null,
    appointment_date,
    amount_paise: null,
    payment_method: null,
  };
  await asPlatform(app, async (tx) => {
    const person = await keepMany(tx, clinic.id, { kept, bookings });
    await sql`insert into appointments (tenant_id, reference, person_name, person_email, doctor, appointment_date, appointment_time, resource_id, patient_id)
      select ${clinic.id}, 'filled_' || n, ${person_name}, ${person_email}, 'Dr. Iyer', ${appointment_date}::date, '10:00', ${resourceId}::uuid, ${person}::uuid
      from generate_series(1, ${bookings}::int) as n returning id`.execute(tx);
  });
}
