import {
  exportRevenue,
  getRevenue,
  getRevenueBreakdown,
  listTransactions,
} from '@samay/contract/desk/revenue';
import { countsAsRevenue, Status } from '@samay/contract/bookings/statuses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { testEngine } from '../../../../test/fixtures/database.ts';
import { runAsOwner, countWaiting, isCitus } from '../../../../test/fixtures/database/postgres-template.ts';
import {
  type BuiltAppointment,
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import { asPlatform } from '../../../db/tenant.ts';

const november = { from: '2026-11-01', to: '2026-11-30' };

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe('the sum', () => {
  it('covers whole days, both ends included, and rounds the average to a rupee [P-10.9]', async () => {
    const { owner } = await clinicWith([
      { date: '2026-10-31', amount: 1 },
      { date: '2026-11-01', amount: 10_000 },
      { date: '2026-11-30', amount: 10_100 },
      { date: '2026-11-30', amount: 10_050 },
      { date: '2026-12-01', amount: 1 },
      { date: '2026-11-10', amount: null },
    ]);
    expect((await owner.call(getRevenue, { query: november })).body).toEqual({
      total: 30_150,
      bookings: 3,
      average: 10_100,
      earlier: 0,
      fees: 0,
    });
    const none = await owner.call(getRevenue, { query: { from: '2026-01-01', to: '2026-01-01' } });
    expect(none.body).toEqual({ total: 0, bookings: 0, average: 0, earlier: 0, fees: 0 });
  });

  it('accepts any range, and rejects an end before the start and invalid days [P-10.8]', async () => {
    const { owner } = await clinicWith([]);
    const refused = async (query: { from: string; to: string }) =>
      (await owner.send(getRevenue, { query })).error?.fields;
    expect(await refused({ from: '2026-11-02', to: '2026-11-01' })).toEqual({
      to: 'The end date cannot be before the start date',
    });
    const all = { from: '1900-01-01', to: '2199-12-31' };
    for (const endpoint of [getRevenue, getRevenueBreakdown, listTransactions, exportRevenue])
      expect((await owner.send(endpoint, { query: all })).status).toBe(200);
    expect(Object.keys((await refused({ from: '2026-02-30', to: '2026-03-01' })) ?? {})).toEqual(['from']);
  });
});

it('is the same in the database and in the contract, for every status and amount [I-29, P-10.7]', async () => {
  const bookings = Status.options.flatMap((status) =>
    [null, 0, 1, 50_000].map((amount) => ({ status, amount })),
  );
  const { rows } = await app.database.pool.query<{ counts: boolean }>(
    `select is_revenue(status, amount) as counts from unnest($1::text[], $2::bigint[]) with ordinality as bookings (status, amount, place)
      order by place`,
    [bookings.map(({ status }) => status), bookings.map(({ amount }) => amount)],
  );
  expect(rows.map(({ counts }) => counts)).toEqual(bookings.map(countsAsRevenue));
});

describe('the transactions', () => {
  it('are the scheduled and completed bookings with an amount and the fees, newest first, a page at a time [P-10.10]', async () => {
    const { owner } = await clinicWith([
      { date: '2026-11-03', time: '09:00', amount: 300, personName: 'Third' },
      { date: '2026-11-03', time: '17:30', amount: 200, personName: 'Second', status: 'completed' },
      { date: '2026-11-04', time: '08:00', amount: 100, personName: 'First', contact: '+91 98' },
      { date: '2026-11-04', amount: null, status: 'cancelled' },
      { date: '2026-11-02', amount: 400, status: 'no_show', personName: 'Fourth' },
      { date: '2026-11-04', amount: null },
    ]);
    const first = await owner.call(listTransactions, { query: { ...november, limit: 2 } });
    expect(first.body.items).toMatchObject([
      {
        personName: 'First',
        personContact: '+91 98',
        date: '2026-11-04',
        time: '08:00',
        amount: 100,
        paymentMethod: 'Online',
      },
      { personName: 'Second', date: '2026-11-03', time: '17:30', amount: 200 },
    ]);
    const second = await owner.call(listTransactions, {
      query: { ...november, limit: 2, cursor: first.body.next ?? '' },
    });
    expect(second.body).toMatchObject({
      items: [
        { personName: 'Third', time: '09:00', amount: 300 },
        { personName: 'Fourth', date: '2026-11-02', amount: 400, isFee: true },
      ],
      next: null,
    });
    const nonsense = await owner.call(listTransactions, {
      query: { ...november, cursor: '2026-02-30_10:00:00_x' },
    });
    expect(nonsense.error?.fields).toEqual({ cursor: 'This is not a place in the list' });
  });

  it('omit bookings that the plan hides, while sums include them [P-10.13]', async () => {
    const { clinic, owner } = await clinicWith([]);
    for (let count = 0; count < 27; count += 1)
      await buildAppointment(app, clinic, { date: '2026-11-05', amount: 1_000 });
    const listed = await owner.call(listTransactions, { query: { ...november, limit: 100 } });
    expect(listed.body.items).toHaveLength(25);
    expect(listed.body.hidden).toBe(2);
    const october = { from: '2026-10-01', to: '2026-10-31' };
    expect((await owner.call(listTransactions, { query: october })).body.hidden).toBe(0);
    expect((await owner.call(getRevenue, { query: november })).body).toMatchObject({
      total: 27_000,
      bookings: 27,
    });
    const lines = await toCsv(owner);
    expect(lines.at(-2)).toBe('2 appointments beyond the plan,,,,,,20.00,,,,,,');
    expect(lines.at(-1)).toBe('Total,,,,,,270.00,,,,,,');
    const { clinic: next, owner: theirs } = await clinicWith([]);
    for (let count = 0; count < 26; count += 1)
      await buildAppointment(app, next, { date: '2026-11-05', amount: 1_000 });
    expect((await toCsv(theirs)).at(-2)).toBe('1 appointment beyond the plan,,,,,,10.00,,,,,,');
  });
});

it('divides the same sum by day and by payment method, in any spelling of the method [P-9.2]', async () => {
  const { owner } = await clinicWith([
    { date: '2026-11-03', amount: 100, paymentMethod: 'upi' },
    { date: '2026-11-03', amount: 200, paymentMethod: 'GPay' },
    { date: '2026-11-04', amount: 400, paymentMethod: 'Cash' },
    { date: '2026-11-04', amount: 800, paymentMethod: null },
    { date: '2026-12-04', amount: 1_600, paymentMethod: 'Cash' },
  ]);
  expect((await owner.call(getRevenueBreakdown, { query: november })).body).toEqual({
    by: 'day',
    parts: [
      { from: '2026-11-03', to: '2026-11-03', total: 300, bookings: 2 },
      { from: '2026-11-04', to: '2026-11-04', total: 1_200, bookings: 2 },
    ],
    methods: [
      { method: 'Online', total: 800, bookings: 1 },
      { method: 'Cash', total: 400, bookings: 1 },
      { method: 'UPI', total: 300, bookings: 2 },
    ],
  });
});

it('divides a long range by weeks, a longer one by months, each part with the sum of its days [P-10.14]', async () => {
  const { owner } = await clinicWith([
    { date: '2026-11-15', amount: 100 },
    { date: '2026-11-16', amount: 200 },
    { date: '2026-11-22', amount: 400 },
    { date: '2026-12-01', amount: 800 },
  ]);
  const half = await owner.call(getRevenueBreakdown, { query: { from: '2026-07-01', to: '2026-12-31' } });
  expect(half.body).toMatchObject({
    by: 'week',
    parts: [
      { from: '2026-11-09', to: '2026-11-15', total: 100, bookings: 1 },
      { from: '2026-11-16', to: '2026-11-22', total: 600, bookings: 2 },
      { from: '2026-11-30', to: '2026-12-06', total: 800, bookings: 1 },
    ],
  });
  const decade = await owner.call(getRevenueBreakdown, { query: { from: '2016-11-20', to: '2026-12-15' } });
  expect(decade.body).toMatchObject({
    by: 'month',
    parts: [
      { from: '2026-11-01', to: '2026-11-30', total: 700, bookings: 3 },
      { from: '2026-12-01', to: '2026-12-15', total: 800, bookings: 1 },
    ],
  });
});

describe('the file', () => {
  it('contains the transactions in the wording of the business type with their total, and its export is audited [P-10.16]', async () => {
    const turf = await buildTenant(app, { businessType: 'turf' });
    await buildAppointment(app, turf, {
      date: '2026-11-03',
      time: '18:00',
      personName: 'Iyer, "Big" Ravi',
      contact: '98',
      amount: 120_050,
      paymentMethod: 'UPI',
    });
    const owner = await signInAs(app, turf, 'BUSINESS_OWNER');
    const [head, row, total] = await toCsv(owner);
    expect(head).toBe(
      'Date,Time,Customer,Contact,Service,Payment Method,Paid (INR),Booking Reference,Court,Price (INR),Charges (INR),Discount (INR),Due (INR)',
    );
    expect(row).toMatch(/^2026-11-03,18:00,"Iyer, ""Big"" Ravi","\t98",Turf Booking,UPI,1200\.50,booking_/);
    expect(total).toBe('Total,,,,,,1200.50,,,,,,');
  });

  it("has the name of each booking's service [P-10.25]", async () => {
    const { owner, clinic } = await clinicWith([{ date: '2026-11-03', amount: 1 }]);
    await asPlatform(app, (tx) =>
      tx
        .updateTable('appointments')
        .set({ service_name: 'Vaccination' })
        .where('tenant_id', '=', clinic.id)
        .execute(),
    );
    expect((await toCsv(owner))[1]).toContain(',Vaccination,');
    const { body } = await owner.call(listTransactions, { query: november });
    expect(body.items).toMatchObject([{ serviceName: 'Vaccination' }]);
  });

  it('has price, discount, what was paid and what is due of each booking, with its doctor [P-9.227]', async () => {
    const { owner, clinic } = await clinicWith([
      { date: '2026-11-03', time: '10:00', price: 800_00, amount: 500_50 },
      { date: '2026-11-03', time: '09:00', amount: 1 },
    ]);
    await asPlatform(app, (tx) =>
      tx
        .updateTable('appointments')
        .set({ discount_paise: 100_00 })
        .where('tenant_id', '=', clinic.id)
        .where('price_paise', 'is not', null)
        .execute(),
    );
    const lines = await toCsv(owner);
    expect(lines.slice(1).map((line) => line.split(',').slice(8).join(','))).toEqual([
      'Dr. Rao,800.00,0.00,100.00,199.50',
      'Dr. Rao,,0.00,0.00,',
      ',,,,',
    ]);
  });

  it('has no cell that is read as a formula [P-10.16]', async () => {
    const { owner } = await clinicWith([
      { date: '2026-11-03', amount: 1, personName: '=cmd|calc', contact: '+91 98200' },
    ]);
    expect((await toCsv(owner))[1]).toContain(',\'=cmd|calc,"\t+91 98200",');
  });

  if (testEngine === 'postgres') {
    it('is consistent: a booking created between its lines and its total is in neither [P-10.16]', async () => {
      const { clinic, owner } = await clinicWith([{ date: '2026-11-03', amount: 100_00 }]);
      const lines = await runAsOwner(app.database, async (client) => {
        // Sends each as its own message: Citus sends statements next to a setting to its workers
        // too (decision 0076).
        for (const text of ['begin', 'lock table day_tallies in access exclusive mode'])
          await client.query(text);
        const exported = toCsv(owner);
        await expect.poll(() => countWaiting(app.database)).toBe(1);
        await client.query(
          `insert into appointments (tenant_id, id, reference, person_name, person_email, appointment_date, appointment_time, amount_paise, revenue_paise, paid_by)
            values ($1, gen_random_uuid(), 'booking_meanwhile', 'Late', 'late@people.example', '2026-11-04', '11:00', 5000, 5000, '{"": 5000}')`,
          [clinic.id],
        );
        await client.query(`insert into day_tallies values ($1, '2026-11-04', 1, 0, 0, 0, 1, 5000)`, [
          clinic.id,
        ]);
        await client.query(`insert into payment_tallies values ($1, '2026-11-04', '', 1, 5000)`, [clinic.id]);
        await client.query('commit');
        return exported;
      });
      const [before, meanwhile] = [
        expect.stringMatching(/^2026-11-03,/),
        expect.stringMatching(/^2026-11-04,/),
      ];
      // The coordinator of a cluster waits before it reads both from the worker: there both have
      // the booking.
      expect(lines.slice(1)).toEqual(
        isCitus ? [meanwhile, before, 'Total,,,,,,150.00,,,,,,'] : [before, 'Total,,,,,,100.00,,,,,,'],
      );
      expect((await toCsv(owner)).at(-1)).toBe('Total,,,,,,150.00,,,,,,');
    });
  }
});

async function clinicWith(bookings: readonly Partial<BuiltAppointment>[]) {
  const clinic: BuiltTenant = await buildTenant(app);
  for (const booking of bookings) await buildAppointment(app, clinic, booking);
  return { clinic, owner: await signInAs(app, clinic, 'BUSINESS_OWNER') };
}

/** Returns the lines of a file, without the mark at the beginning. */
async function toCsv(owner: Awaited<ReturnType<typeof signInAs>>): Promise<string[]> {
  const response = await app.app.inject({
    method: 'GET',
    url: exportRevenue.path,
    query: november,
    headers: owner.headers(),
  });
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="revenue_2026-11-01_2026-11-30.csv"',
  });
  expect(response.body.startsWith('\uFEFF')).toBe(true);
  return response.body.slice(1).trimEnd().split('\r\n');
}
