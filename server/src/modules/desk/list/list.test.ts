import {
  type AppointmentPage,
  getAppointment,
  listAppointments,
} from '@samay/contract/bookings/appointments';
import type { BusinessType } from '@samay/contract/core/roles';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildResource } from '../../../../test/fixtures/availability.ts';
import { keepMany } from '../../../../test/fixtures/by-hand.ts';
import {
  buildAppointment,
  buildAppointments,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { buildPrescription } from '../../../../test/fixtures/samples/sample-world.ts';
import { asPlatform } from '../../../db/tenant.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const orders: [BusinessType, string[]][] = [
  [
    'doctor',
    ['2026-11-22 09:00', '2026-11-22 18:00', '2026-11-21 08:00', '2026-11-21 20:00', '2026-11-20 07:00'],
  ],
  [
    'turf',
    ['2026-11-22 18:00', '2026-11-22 09:00', '2026-11-21 20:00', '2026-11-21 08:00', '2026-11-20 07:00'],
  ],
];

describe.each(orders)('the list of a %s business', (businessType, expected) => {
  it('is in list order, in pages of any size, forwards and backwards [P-5.36]', async () => {
    // Two bookings share a time, and some pages end between them.
    const times = [...expected, ...expected.slice(-1)];
    const tenant = await withTimes(businessType, times.toReversed());
    const desk = await signInAs(app, tenant);
    expect(getTimes((await desk.call(listAppointments)).body)).toEqual(times);
    for (const limit of [1, 2, 3, 5]) {
      const pages = await walk(desk, { limit });
      expect(pages.flatMap(getTimes)).toEqual(times);
      const back = await walkBack(desk, pages.at(-1), limit);
      expect([...back.toReversed().flatMap(getTimes), ...getTimes(pages.at(-1))]).toEqual(times);
    }
  });

  it('starts at a day: its bookings come first, a cursor leads to later ones [P-5.37]', async () => {
    const tenant = await withTimes(businessType, expected);
    const desk = await signInAs(app, tenant);
    const page = (await desk.call(listAppointments, { query: { from: '2026-11-21', limit: 2 } })).body;
    expect(getTimes(page)).toEqual(expected.slice(2, 4));
    const before = (await desk.call(listAppointments, { query: { cursor: page.previous ?? '' } })).body;
    expect(getTimes(before)).toEqual(expected.slice(0, 2));
    expect(before.previous).toBeNull();
  });

  it('starts at a day with a cursor to earlier rows if there are any, and at the last rows if none follow [P-5.37]', async () => {
    const desk = await signInAs(app, await withTimes(businessType, expected));
    const openAt = async (from: string, limit = 50) =>
      (await desk.call(listAppointments, { query: { from, limit } })).body;
    expect((await openAt('2026-11-21')).previous).not.toBeNull();
    const whole = await openAt('2026-11-22');
    expect([getTimes(whole), whole.previous, whole.next]).toEqual([expected, null, null]);
    const end = await openAt('2026-11-19', 2);
    expect([getTimes(end), end.next]).toEqual([expected.slice(3), null]);
    expect(
      getTimes((await desk.call(listAppointments, { query: { cursor: end.previous ?? '' } })).body),
    ).toEqual(expected.slice(0, 3));
    const empty = (await desk.call(listAppointments, { query: { from: '2026-11-21', status: 'cancelled' } }))
      .body;
    expect(empty).toMatchObject({ items: [], previous: null, next: null });
  });
});

describe('a row', () => {
  it('has what the list shows and nothing else: fifty of them are at most 30 kB [P-5.43]', async () => {
    const clinic = await buildTenant(app, { plan: 'enterprise' });
    const about = {
      personName: 'Venkatasubramanian Lakshminarayanan',
      contact: '+91 98450 12345',
      doctor: 'Dr. Ramanathan Krishnamurthy',
      status: 'completed',
      amount: 75_000,
      paymentMethod: 'UPI',
    } as const;
    const ids = await buildAppointments(
      app,
      clinic,
      Array.from({ length: 50 }, () => about),
    );
    for (const id of ids) await buildPrescription(app, clinic, id);
    const reference = sql`'booking_' || 1795000000000 + row_number`;
    await asPlatform(app, (tx) =>
      sql`update appointments set reference = ${reference}, payment_id = 'pay_PbkmV2u8hBqzX1', price_paise = 75000,
        duration_min = 30, arrived_at = ${testNow}, started_at = ${testNow}
        from (select id, row_number() over () from appointments where tenant_id = ${clinic.id}) as numbered
        where tenant_id = ${clinic.id} and appointments.id = numbered.id`.execute(tx),
    );
    const { body } = await (await signInAs(app, clinic, 'BUSINESS_OWNER')).call(listAppointments);
    expect(body.items[7]).toEqual({
      id: expect.any(String),
      reference: expect.stringMatching(/^booking_17950000000\d\d$/),
      personName: about.personName,
      personContact: about.contact,
      patientId: expect.any(String),
      doctor: about.doctor,
      date: '2026-11-21',
      time: '11:00',
      endTime: '11:30',
      status: 'completed',
      arrivedAt: testNow,
      price: 75_000,
      amount: 75_000,
      due: 0,
      paymentMethod: 'UPI',
      paymentId: 'pay_PbkmV2u8hBqzX1',
      hasPrescription: true,
      may: ['recordPayment', 'reschedule', 'uploadPrescription', 'viewPrescription'],
    });
    expect(body.items).toHaveLength(50);
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(30_000);
  });

  it('of a turf has its court, with its name', async () => {
    const turf = await buildTenant(app, { businessType: 'turf' });
    const resourceId = await buildResource(app, turf, { name: 'Centre Court' });
    await buildAppointment(app, turf, { resourceId });
    await buildAppointment(app, turf, { personName: 'Nowhere', date: '2026-11-20' });
    const desk = await signInAs(app, turf);
    for (const query of [{}, { search: 'booking' }]) {
      const [first, second] = (await desk.call(listAppointments, { query })).body.items;
      expect(first).toMatchObject({ resourceId, resourceName: 'Centre Court' });
      expect(second).not.toHaveProperty('resourceId');
    }
  });
});

describe('filters and counts', () => {
  it('lists everything that is not cancelled under All, each status under its own name, and counts them all [P-5.39]', async () => {
    const clinic = await buildTenant(app);
    for (const status of ['scheduled', 'scheduled', 'completed', 'cancelled', 'no_show'] as const)
      await buildAppointment(app, clinic, { status });
    const desk = await signInAs(app, clinic);
    const all = (await desk.call(listAppointments)).body;
    expect(all.counts).toEqual({ all: 4, scheduled: 2, completed: 1, cancelled: 1, no_show: 1 });
    expect(all.items.map((item) => item.status)).not.toContain('cancelled');
    for (const status of ['scheduled', 'completed', 'cancelled', 'no_show'] as const) {
      const page = (await desk.call(listAppointments, { query: { status } })).body;
      expect(page.items.map((item) => item.status)).toEqual(Array(all.counts[status]).fill(status));
    }
  });

  it('is empty for a new business', async () => {
    const desk = await signInAs(app, await buildTenant(app));
    const page = (await desk.call(listAppointments)).body;
    expect(page).toMatchObject({ items: [], next: null, previous: null, counts: { all: 0 } });
    expect(page.usage).toEqual({
      planName: 'Basic',
      limit: 25,
      used: 0,
      remaining: 25,
      cycleStart: '2026-11-01',
      cycleEnd: '2026-12-01',
      hidden: 0,
      firstDaysUntil: null,
    });
  });
});

describe('search', () => {
  it.each([
    ['part of a name', 'esh', ['Ramesh Patil']],
    ['in any case', 'RAMESH', ['Ramesh Patil']],
    ['a doctor', 'dr. iy', ['Sunita 50%_\\ Rao']],
    ['a contact', '8555 1', ['Ramesh Patil']],
    ['a telephone number without its gaps', '9855512345', ['Ramesh Patil']],
    ['its last digits', '512345', ['Ramesh Patil']],
    ['a telephone number as abroad', '+91-98555-12345', ['Ramesh Patil']],
    ['a telephone number with a leading zero', '098555 12345', ['Ramesh Patil']],
    ['a telephone number that is no part of it', '9855512346', []],
    ['a telephone number in other digits', '९८५५५ १२३४५', ['Ramesh Patil']],
    ['a telephone number with what is invisible', '\u202A+91\u00A098555\u201312345\u202C', ['Ramesh Patil']],
    ['five digits', '51234', ['Ramesh Patil']],
    ['words in any order, without dots and marks', 'lobo  andre', ['André Lobo']],
    ['a form of address', 'Smt. Sunita', ['Sunita 50%_\\ Rao']],
    ['a name and a doctor', 'rao iyer', ['Sunita 50%_\\ Rao']],
    ['no name for a part of its words', 'andre patil', []],
    ['two letters', 'ra', ['Ramesh Patil', 'Sunita 50%_\\ Rao']],
    ['one letter, without its mark', 'ö', ['Ramesh Patil', 'Sunita 50%_\\ Rao', 'André Lobo', 'अनिल']],
    ['signs of LIKE as they are', '50%_\\', ['Sunita 50%_\\ Rao']],
    ['a percent sign', '%', ['Sunita 50%_\\ Rao']],
    ['Devanagari', 'अनि', ['अनिल']],
    ['nothing', 'zzz', []],
  ])('finds %s [P-5.40, P-7.4]', async (_what, search, names) => {
    const clinic = await buildTenant(app);
    await buildAppointment(app, clinic, {
      personName: 'Ramesh Patil',
      contact: '98555 12345',
      time: '09:00',
      doctor: 'Default Doctor',
    });
    await buildAppointment(app, clinic, {
      personName: 'Sunita 50%_\\ Rao',
      doctor: 'Dr. Iyer',
      time: '10:00',
    });
    await buildAppointment(app, clinic, {
      personName: 'André Lobo',
      doctor: 'Default Doctor',
      time: '11:00',
    });
    await buildAppointment(app, clinic, { personName: 'अनिल', doctor: 'Default Doctor', time: '12:00' });
    const desk = await signInAs(app, clinic);
    const page = (await desk.call(listAppointments, { query: { search } })).body;
    expect(page.items.map((item) => item.personName)).toEqual(names);
    expect(page.counts.all).toBe(names.length);
  });

  it('finds by reference, whole or in part, within the filter [P-5.40]', async () => {
    const clinic = await buildTenant(app);
    const id = await buildAppointment(app, clinic, { status: 'cancelled' });
    const desk = await signInAs(app, clinic);
    const search = id.slice(4, 20);
    expect((await desk.call(listAppointments, { query: { search } })).body).toMatchObject({
      items: [],
      counts: { all: 0, cancelled: 1 },
    });
    expect(
      (await desk.call(listAppointments, { query: { search, status: 'cancelled' } })).body.items.map(
        (item) => item.id,
      ),
    ).toEqual([id]);
  });

  it('finds a telephone number that most bookings have [P-5.42]', async () => {
    const clinic = await buildTenant(app, { plan: 'enterprise' });
    await fillWith(clinic, 1_001);
    await buildAppointment(app, clinic, { personName: 'Else', contact: '98555 54321' });
    const desk = await signInAs(app, clinic);
    const page = (await desk.call(listAppointments, { query: { search: '9855512345', limit: 1 } })).body;
    expect(page.counts.all).toBe(1_001);
    expect(page.items).toHaveLength(1);
  });

  it('finds a booking once that has the number in its contact and is of a person with it [P-5.42]', async () => {
    const clinic = await buildTenant(app);
    const id = await buildAppointment(app, clinic, { contact: '9855512345' });
    const desk = await signInAs(app, clinic);
    const page = (await desk.call(listAppointments, { query: { search: '9855512345' } })).body;
    expect(page.items.map((item) => item.id)).toEqual([id]);
    expect(page.counts.all).toBe(1);
  });

  it('keeps the plans of what it reads [S-2.7]', async () => {
    const { rows } = await asPlatform(app, (tx) =>
      sql<{
        name: string;
      }>`select proname as name from pg_proc where proname in ('search_bookings', 'search_patients')
        and 'plan_cache_mode=force_generic_plan' = any(proconfig) order by 1`.execute(tx),
    );
    expect(rows.map(({ name }) => name)).toEqual(['search_bookings', 'search_patients']);
  });

  it('never finds another business', async () => {
    await buildAppointment(app, await buildTenant(app), { personName: 'Only Theirs' });
    const desk = await signInAs(app, await buildTenant(app));
    await buildAppointment(app, await buildTenant(app), { contact: '98555 12345' });
    for (const search of ['only theirs', '9855512345'])
      expect((await desk.call(listAppointments, { query: { search } })).body.counts.all).toBe(0);
  });
});

describe('rows beyond the plan', () => {
  it('are hidden in list order within the current cycle, before search and filter, and counted [P-4.6, S-2.12]', async () => {
    const clinic = await buildTenant(app);
    const ids = [];
    for (let day = 1; day <= 28; day += 1)
      ids.push(
        await buildAppointment(app, clinic, {
          date: `2026-11-${String(day).padStart(2, '0')}`,
          personName: `Day ${day}`,
        }),
      );
    const earlier = await buildAppointment(app, clinic, { date: '2026-10-31', personName: 'Day earlier' });
    const desk = await signInAs(app, clinic);
    const page = (await desk.call(listAppointments, { query: { limit: 100 } })).body;
    expect(page.usage).toMatchObject({ used: 28, limit: 25, remaining: 0, hidden: 3 });
    expect(page.items).toHaveLength(26);
    expect(page.items.at(-1)?.id).toBe(earlier);
    expect(page.counts.all).toBe(26);
    for (const hidden of ids.slice(0, 3)) {
      expect((await desk.call(getAppointment, { params: { id: hidden } })).status).toBe(404);
    }
    expect(
      (await desk.call(listAppointments, { query: { search: 'day 1' } })).body.items.map(
        (item) => item.personName,
      ),
    ).not.toContain('Day 1');
    expect((await desk.call(getAppointment, { params: { id: ids[3] ?? '' } })).status).toBe(200);
  });
});

it.each(['nonsense', 'after_2026-11-21_11:00', 'before_2026-11-21_11:00_x'])(
  'refuses the cursor %s [T-1.8]',
  async (cursor) => {
    const desk = await signInAs(app, await buildTenant(app));
    expect((await desk.call(listAppointments, { query: { cursor } })).error).toMatchObject({
      fields: { cursor: 'This is not a place in the list' },
    });
  },
);

async function withTimes(businessType: BusinessType, times: string[]): Promise<BuiltTenant> {
  const tenant = await buildTenant(app, { businessType });
  for (const at of times) await buildAppointment(app, tenant, { date: at.slice(0, 10), time: at.slice(11) });
  return tenant;
}

async function walk(desk: Client, query: { limit: number }): Promise<AppointmentPage[]> {
  const pages = [(await desk.call(listAppointments, { query })).body];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
    pages.push((await desk.call(listAppointments, { query: { ...query, cursor: next } })).body);
  }
  return pages;
}

async function walkBack(
  desk: Client,
  from: AppointmentPage | undefined,
  limit: number,
): Promise<AppointmentPage[]> {
  const pages = [];
  for (let previous = from?.previous; previous; previous = pages.at(-1)?.previous) {
    pages.push((await desk.call(listAppointments, { query: { limit, cursor: previous } })).body);
  }
  return pages;
}

function getTimes(page: AppointmentPage | undefined): string[] {
  return page?.items.map((item) => `${item.date} ${item.time}`) ?? [];
}

/** Inserts bookings of one telephone number in one statement. */
async function fillWith(clinic: BuiltTenant, bookings: number): Promise<void> {
  const [person_name, person_email, person_contact, appointment_date] = [
    'Ramesh',
    'r@people.example',
    '98555 12345',
    '2026-12-01',
  ];
  const kept = {
    person_name,
    person_email,
    person_contact,
    appointment_date,
    amount_paise: null,
    payment_method: null,
  };
  await asPlatform(app, async (tx) => {
    const person = await keepMany(tx, clinic.id, { kept, bookings });
    await sql`insert into appointments (tenant_id, reference, person_name, person_email, person_contact, doctor, appointment_date, appointment_time, patient_id)
      select ${clinic.id}, 'filled_' || n, ${person_name}, ${person_email}, ${person_contact}, 'Dr. Rao', ${appointment_date}::date, '10:00', ${person}::uuid
      from generate_series(1, ${bookings}) as n returning id`.execute(tx);
  });
}
