import { randomUUID } from 'node:crypto';
import { tenantIdOf } from '../../../context/tenant-id.ts';
import { keepAdded } from '../../bookings/index.ts';
import { listAppointments } from '@samay/contract/bookings/appointments';
import { getSummary, type Summary, type SummaryPeriod } from '@samay/contract/desk/summary';
import { listPatients } from '@samay/contract/people/patients';
import { getRevenue, listTransactions } from '@samay/contract/desk/revenue';
import { classifyPaymentMethod } from '@samay/contract/core/money';
import type { BusinessType } from '@samay/contract/core/roles';
import { addDays } from '@samay/contract/core/time';
import { setBusinessHours } from '@samay/contract/availability/hours';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildClaimed, buildResource } from '../../../../test/fixtures/availability.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { asPlatform } from '../../../db/tenant.ts';

const periods: readonly SummaryPeriod[] = ['today', 'month', 'before'];
const today = '2026-11-21';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function readSummary(owner: Client): Promise<Summary> {
  return (await owner.call(getSummary)).body;
}

/** Reads all rows of a paged list, in pages of an odd size. */
async function readAll<Row>(
  page: (query: { limit: number; cursor?: string }) => Promise<{ items: Row[]; next: string | null }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let next: string | null | undefined;
  do {
    const { items, next: after } = await page({ limit: 23, ...(next && { cursor: next }) });
    rows.push(...items);
    next = after;
  } while (next);
  return rows;
}

/** Computes a summary by reading every row of the lists that its numbers open. */
async function openedBy(owner: Client, summary: Summary) {
  const transactions = async (period: SummaryPeriod, narrow: object) => {
    const rows = await readAll(
      async (page) =>
        (await owner.call(listTransactions, { query: { ...summary.days[period], ...narrow, ...page } })).body,
    );
    return {
      total: rows.reduce((sum, { amount }) => sum + amount, 0),
      bookings: rows.filter(({ isFee }) => !isFee).length,
    };
  };
  const list = async (period: SummaryPeriod, filters: object) => {
    const { from: since, to: until } = summary.days[period];
    return readAll(
      async (page) =>
        (await owner.call(listAppointments, { query: { since, until, ...filters, ...page } })).body,
    );
  };
  const each = async <Of>(read: (period: SummaryPeriod) => Promise<Of>) => ({
    today: await read('today'),
    month: await read('month'),
    before: await read('before'),
  });
  const people = async (period: SummaryPeriod) => {
    const { from: since, to: until } = summary.days[period];
    return (
      await readAll(
        async (page) => (await owner.call(listPatients, { query: { since, until, ...page } })).body,
      )
    ).length;
  };
  const methods = [];
  for (const { method } of summary.methods)
    methods.push({ method, taken: await each((period) => transactions(period, { method })) });
  const resources = [];
  for (const { id, name } of summary.resources)
    resources.push({
      id,
      name,
      taken: await each((period) => transactions(period, { resource: id ?? 'none' })),
    });
  const due = await each(async (period) => {
    const rows = await list(period, { due: 'yes' });
    return {
      total: rows.reduce((sum, row) => sum + (row.due ?? 0), 0),
      bookings: rows.length,
      hasMore: false,
    };
  });
  return {
    taken: await each((period) => transactions(period, {})),
    methods,
    resources,
    due,
    noShows: await each(async (period) => (await list(period, { status: 'no_show' })).length),
    newPeople: await each(people),
    sold: await each(async (period) => (await list(period, { occupies: 'yes' })).length),
  };
}

function pickNumbers({ taken, methods, resources, due, noShows, newPeople, sold }: Summary) {
  const bookings = { today: sold.today.bookings, month: sold.month.bookings, before: sold.before.bookings };
  return { taken, methods, resources, due, noShows, newPeople, sold: bookings };
}

const booking = fc.record({
  day: fc.integer({ min: 0, max: 60 }),
  hour: fc.integer({ min: 0, max: 23 }),
  person: fc.nat(24),
  status: fc.constantFrom('scheduled', 'completed', 'completed', 'cancelled', 'no_show'),
  amount: fc.option(fc.integer({ min: 0, max: 5_000_00 })),
  method: fc.constantFrom(null, 'UPI', 'gpay', 'Cash', 'cash free', 'Visa card', 'NEFT', 'Paytm', 'cheque'),
  price: fc.option(fc.integer({ min: 0, max: 5_000_00 })),
  resource: fc.nat(4),
});

/**
 * Books at random over the last 60 days, with some bookings that occupy doctors or courts in use,
 * and merges two people.
 */
async function bookAtRandom(
  tenant: BuiltTenant,
  { seed, count }: { seed: number; count: number },
): Promise<void> {
  const resources = [
    await buildResource(app, tenant, { position: 1 }),
    await buildResource(app, tenant, { position: 2 }),
  ];
  resources.push(
    await buildResource(app, tenant, { position: 3, archived_at: new Date('2026-11-01T00:00:00Z') }),
  );
  const rows = fc.sample(booking, { numRuns: count, seed }).map(({ day, hour, resource, ...about }, n) => ({
    ...about,
    n,
    date: addDays(today, -day),
    time: `${String(hour).padStart(2, '0')}:30`,
    resource: resources[resource] ?? null,
  }));
  await asPlatform(app, async (tx) => {
    const ofTenant = sql`tenant_id = ${tenant.id}`;
    const kept = rows.map(({ person, date, status, amount, method }) => ({
      id: randomUUID(),
      person_name: `Person ${person}`,
      person_email: 'p@people.example',
      person_contact: `98450 0000${person + 10}`,
      appointment_date: date,
      status,
      amount_paise: amount,
      payment_method: method,
    }));
    const columns = await keepAdded(tx, { tenantId: tenantIdOf(tenant.id) }, kept);
    const booked = rows.map((row, at) => ({
      ...row,
      id: kept[at]?.id,
      patient: columns[at]?.patient_id,
      paid_by: columns[at]?.paid_by,
      kept_on: columns[at]?.kept_on,
    }));
    await sql`insert into appointments (tenant_id, id, reference, person_name, person_email, person_contact, appointment_date, appointment_time, status,
        amount_paise, revenue_paise, paid_by, kept_on, payment_method, price_paise, resource_id, doctor, duration_min, patient_id)
      select ${tenant.id}, id, 'booking_' || n, 'Person ' || person, 'p@people.example', '98450 0000' || person + 10, date, time, status, amount, amount, paid_by, kept_on, method, price,
        resource, case when ${tenant.businessType} = 'doctor' then 'Dr. Rao' end, 60, patient
      from json_to_recordset(${JSON.stringify(booked)}::json) as booked
        (n int, id uuid, paid_by jsonb, kept_on date, date date, time time, person int, status text, amount bigint, method text, price int, resource uuid, patient uuid) returning id`.execute(
      tx,
    );
    await sql`insert into claims (tenant_id, resource_id, appointment_id, starts_at, ends_at, overbooked)
      select tenant_id, resource_id, id, starts_at, starts_at + interval '1 hour', true from appointments
      where ${ofTenant} and resource_id is not null and status in ('scheduled', 'completed') returning id`.execute(
      tx,
    );
    await sql`update patients set merged_at = now(), merged_into = (select min(id::text)::uuid from patients where ${ofTenant})
      where ${ofTenant} and id = (select max(id::text)::uuid from patients where ${ofTenant})`.execute(tx);
  });
}

describe.each(['doctor', 'turf'] as const satisfies BusinessType[])('the numbers of a %s', (businessType) => {
  it('are those of the rows that each opens [P-10.18, P-10.19]', async () => {
    const tenant = await buildTenant(app, { businessType, plan: 'enterprise' });
    const owner = await signInAs(app, tenant, 'BUSINESS_OWNER');
    await bookAtRandom(tenant, { seed: 20_261_121, count: 150 });
    const summary = await readSummary(owner);
    expect(pickNumbers(summary)).toEqual(await openedBy(owner, summary));
    // Checks that the data covers every number.
    expect(summary.methods.length).toBeGreaterThan(4);
    expect(summary.resources.map(({ id }) => id === null)).toEqual([false, false, false, true]);
    for (const period of ['month', 'before'] as const) {
      const { due, noShows, newPeople, sold, taken } = summary;
      for (const number of [
        taken[period].total,
        due[period].total,
        noShows[period],
        newPeople[period],
        sold[period].bookings,
      ])
        expect(number).toBeGreaterThan(0);
    }
    for (const period of periods) {
      const { total, bookings } = (await owner.call(getRevenue, { query: summary.days[period] })).body;
      expect(summary.taken[period]).toEqual({ total, bookings });
      for (const parts of [summary.methods, summary.resources])
        expect(parts.reduce((sum, { taken }) => sum + taken[period].total, 0)).toBe(total);
    }
  });
});

it('count what the plan hides where revenue does, and not where the lists do not [P-10.20]', async () => {
  const tenant = await buildTenant(app);
  const owner = await signInAs(app, tenant, 'BUSINESS_OWNER');
  const resourceId = await buildResource(app, tenant);
  for (let minute = 0; minute < 29; minute += 1)
    await buildClaimed(app, tenant, {
      date: today,
      time: `10:${minute + 10}`,
      personName: `Person ${minute}`,
      resourceId,
      overbookedReason: 'many',
      amount: 100,
    });
  await asPlatform(app, (tx) =>
    sql`update appointments set price_paise = 200 where tenant_id = ${tenant.id}`.execute(tx),
  );
  const summary = await readSummary(owner);
  expect(summary.hidden).toBe(4);
  expect(summary.taken.today).toEqual({ total: 2_900, bookings: 29 });
  expect(summary.sold.today.bookings).toBe(29);
  expect(summary.due.month).toEqual({ total: 2_500, bookings: 25, hasMore: false });
  const opened = await openedBy(owner, summary);
  const { due, newPeople, noShows } = pickNumbers(summary);
  expect({ due, newPeople, noShows }).toEqual({
    due: opened.due,
    newPeople: opened.newPeople,
    noShows: opened.noShows,
  });
  const narrowed = { ...summary.days.today, method: 'Online', resource: resourceId } as const;
  const { items, hidden } = (await owner.call(listTransactions, { query: narrowed })).body;
  expect([items.length, hidden]).toEqual([25, 4]);
});

it('sell the open time of the weekly hours, by how much of it bookings occupy [P-10.21]', async () => {
  const tenant = await buildTenant(app, { plan: 'premium', times: 'apart' });
  const owner = await signInAs(app, tenant, 'BUSINESS_OWNER');
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '09:00', closes: '17:00' }));
  await owner.call(setBusinessHours, { body: { hours } });
  const rao = await buildResource(app, tenant);
  const units = (await readSummary(owner)).sold.today.open / 480;
  await buildClaimed(app, tenant, { resourceId: rao, date: today, time: '16:30' });
  await buildClaimed(app, tenant, { resourceId: rao, date: '2026-11-02', time: '10:00' });
  await buildClaimed(app, tenant, { resourceId: rao, date: '2026-10-22', time: '10:00' });
  const { sold } = await readSummary(owner);
  expect(units).toBeGreaterThan(0);
  expect(sold).toEqual({
    today: { open: 480 * units, occupied: 30, bookings: 1 },
    month: { open: 21 * 480 * units, occupied: 90, bookings: 2 },
    before: { open: 21 * 480 * units, occupied: 0, bookings: 0 },
  });
});

it('are of India, and unchanged until something changes or the day ends there [P-10.18]', async () => {
  const tenant = await buildTenant(app, { plan: 'premium' });
  await buildAppointment(app, tenant, { date: today, amount: 500_00, status: 'completed' });
  app.setNow('2026-11-21T18:28:00Z');
  const late = await signInAs(app, tenant, 'BUSINESS_OWNER');
  const first = await late.call(getSummary);
  expect(first.body.taken.today.total).toBe(500_00);
  const again = async () =>
    late.send(getSummary, { headers: { 'if-none-match': String(first.headers['etag']) } });
  app.setNow('2026-11-21T18:29:00Z');
  expect((await again()).status).toBe(304);
  app.setNow('2026-11-21T18:31:00Z');
  expect((await again()).body).toMatchObject({
    days: { today: { from: '2026-11-22' } },
    taken: { today: { total: 0 }, month: { total: 500_00 } },
  });
});

it('are for who may read revenue, of their own business [P-10.18]', async () => {
  const [tenant, other] = [await buildTenant(app), await buildTenant(app)];
  await buildAppointment(app, other, { date: today, amount: 500_00 });
  for (const [role, status] of [
    ['EMPLOYEE', 403],
    ['DOCTOR', 200],
  ] as const)
    expect((await (await signInAs(app, tenant, role)).send(getSummary)).status).toBe(status);
  expect((await readSummary(await signInAs(app, tenant, 'BUSINESS_ADMIN'))).taken.month).toEqual({
    total: 0,
    bookings: 0,
  });
});

describe('the filters of the lists', () => {
  it('take both days or none', async () => {
    const owner = await signInAs(app, await buildTenant(app), 'BUSINESS_OWNER');
    for (const query of [{ since: today }, { until: today }, { since: today, until: '2026-11-20' }]) {
      expect((await owner.send(listAppointments, { query })).status).toBe(400);
      expect((await owner.send(listPatients, { query })).status).toBe(400);
    }
    expect((await owner.send(listAppointments, { query: { occupies: 'yes' } })).status).toBe(400);
  });

  it('know a payment method as the badge does', async () => {
    const tenant = await buildTenant(app, { plan: 'enterprise' });
    const owner = await signInAs(app, tenant, 'BUSINESS_OWNER');
    const texts = [
      null,
      'U P I',
      'g-pay',
      'PAYTM qr',
      'Paytm',
      'Cash_Free',
      'CASH',
      'rupay',
      'Net banking',
      'bank card',
      'IMPS',
      'x',
    ];
    for (const paymentMethod of texts)
      await buildAppointment(app, tenant, {
        date: today,
        amount: 100,
        paymentMethod,
        personName: paymentMethod ?? '-',
      });
    for (const { method } of (await readSummary(owner)).methods) {
      const { items } = (await owner.call(listTransactions, { query: { from: today, to: today, method } }))
        .body;
      const expected = texts.filter((text) => classifyPaymentMethod(text ?? '') === method);
      expect([method, items.map(({ personName }) => personName).toSorted()]).toEqual([
        method,
        expected.map((text) => text ?? '-').toSorted(),
      ]);
    }
  });

  it('are those of a search too', async () => {
    const tenant = await buildTenant(app, { plan: 'premium' });
    const owner = await signInAs(app, tenant, 'BUSINESS_OWNER');
    for (const date of ['2026-10-30', '2026-11-02', '2026-11-03'])
      await buildAppointment(app, tenant, { date, personName: `Zoya ${date}` });
    const query = { search: 'zoya', since: '2026-10-30', until: '2026-11-02' };
    const { items, counts } = (await owner.call(listAppointments, { query })).body;
    expect([items.map(({ date }) => date), counts.all]).toEqual([['2026-11-02', '2026-10-30'], 2]);
  });
});
