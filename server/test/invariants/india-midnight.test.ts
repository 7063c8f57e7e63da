import { cycleAt } from '@samay/contract/tenancy/plans';
import { addDays, indiaDate, indiaTime } from '@samay/contract/core/time';
import { createAppointment } from '@samay/contract/bookings/appointments';
import { getDashboard } from '@samay/contract/desk/dashboard';
import { getUsage } from '@samay/contract/tenancy/subscriptions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asPlatform } from '../../src/db/tenant.ts';
import { testApp, type TestApp } from '../fixtures/app.ts';
import { buildAppointment, buildTenant, signInAs } from '../fixtures/builders.ts';
import { testEngine } from '../fixtures/database.ts';
import { newAppointment } from '../fixtures/samples.ts';
import { printInvariant } from '../fixtures/invariants/invariant.ts';

// I-23: days begin and end at midnight in India, to the millisecond, in the database, in sums and in
// the plan's cycles, in any zone of the process.

const zone = process.env['TZ'];
let app: TestApp;
beforeAll(async () => {
  process.env['TZ'] = 'America/St_Johns';
  app = await testApp();
});
afterAll(async () => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
  await app.close();
});

it('stores the right instant for 2,000 dates and times in India [I-23, P-6.1]', async () => {
  const { id } = await buildTenant(app);
  const expected = new Map<string, { date: string; time: string; instant: number }>();
  for (let index = 0; index < 2_000; index += 1) {
    const date = addDays('2024-01-01', Math.floor(index * 0.73));
    const time = ['00:00', '00:01', '05:29', '05:30', '12:00', '18:30', '23:59'][index % 7] ?? '00:00';
    // India is at +05:30 all year. The test may rely on that; the code does not.
    expected.set(`booking_${index}`, { date, time, instant: Date.parse(`${date}T${time}:00+05:30`) });
  }
  let wrong = 0;
  await asPlatform(app, async (tx) => {
    const values = [...expected].map(([reference, { date, time }]) => ({
      tenant_id: id,
      reference,
      person_name: 'x',
      person_email: 'x@x.example',
      person_contact: null,
      doctor: null,
      appointment_date: date,
      appointment_time: time,
      amount_paise: null,
      payment_method: null,
      payment_id: null,
      arrived_at: null,
      prescription_id: null,
      created_by: null,
    }));
    for (let from = 0; from < values.length; from += 500)
      await tx
        .insertInto('appointments')
        .values(values.slice(from, from + 500))
        .execute();
    const rows = await tx
      .selectFrom('appointments')
      .select(['reference', 'starts_at', 'appointment_date', 'appointment_time'])
      .where('tenant_id', '=', id)
      .execute();
    for (const row of rows) {
      const { date, time, instant } = expected.get(row.reference) ?? { date: '', time: '', instant: 0 };
      const isRight =
        row.starts_at.getTime() === instant &&
        row.appointment_date === date &&
        row.appointment_time === `${time}:00`;
      if (!isRight || indiaDate(row.starts_at) !== date || indiaTime(row.starts_at) !== time) wrong += 1;
    }
  });
  printInvariant({ id: 'I-23', driver: testEngine, n: expected.size, violations: wrong });
  expect(wrong).toBe(0);
});

it.each([
  ['2026-11-30T18:29:59.999Z', '2026-11-30', 2],
  ['2026-11-30T18:30:00.000Z', '2026-12-01', 1],
  ['2026-12-31T18:29:59.999Z', '2026-12-31', 1],
  ['2026-12-31T18:30:00.000Z', '2027-01-01', 3],
])('at %s it is %s, in the cycle with %i bookings [I-23]', async (instant, today, used) => {
  app.setNow('2026-11-21T04:30:00.000Z');
  const clinic = await buildTenant(app);
  for (const date of ['2026-11-01', '2026-11-30', '2026-12-01', '2027-01-01', '2027-01-15', '2027-01-31'])
    await buildAppointment(app, clinic, { date });
  app.setNow(instant);
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  const usage = (await owner.call(getUsage)).body;
  const cycle = cycleAt('2026-11-01', today);
  expect(usage).toMatchObject({ used, cycleStart: cycle.start, cycleEnd: cycle.end });
  expect(today >= usage.cycleStart && today < usage.cycleEnd).toBe(true);
  const todays = ['2026-11-30', '2026-12-01', '2027-01-01'].includes(today) ? 1 : 0;
  expect((await owner.call(getDashboard)).body.bookings.today).toBe(todays);
});

it.each(['24:00', '25:00', '23:60', '12:00:00', '-1:00'])('refuses the time %s [T-1.8]', async (time) => {
  app.setNow('2026-11-21T04:30:00.000Z');
  const desk = await signInAs(app, await buildTenant(app));
  const refused = await desk.call(createAppointment, { body: { ...newAppointment, time } });
  expect([refused.status, refused.error?.fields]).toEqual([400, { time: 'Please enter a valid time' }]);
});
