import { getDaySheet } from '@samay/contract/desk/day-sheet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import {
  buildClaimed,
  buildResource,
  buildService,
  withoutTimes,
} from '../../../../test/fixtures/availability.ts';
import { buildAppointment, buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';

const date = '2026-11-21';
let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('lists the bookings of the day by time with contacts, without cancelled ones and other days [P-16.29, P-8.48]', async () => {
  const clinic = await buildTenant(app);
  const desk = await signInAs(app, clinic, 'EMPLOYEE');
  for (const [day, time, personName, status] of [
    [date, '18:00', 'Second', 'scheduled'],
    [date, '07:00', 'First', 'completed'],
    [date, '09:00', 'Gone', 'cancelled'],
    [date, '19:30', 'Missed', 'no_show'],
    ['2026-11-20', '10:00', 'Yesterday', 'completed'],
    ['2026-11-22', '10:00', 'Tomorrow', 'scheduled'],
  ] as const) {
    const person = { personName, contact: '+91 98450 12345' };
    await buildAppointment(app, clinic, { ...person, date: day, time, status, price: 500_00 });
  }
  const { body } = await desk.call(getDaySheet, { query: { date } });
  expect(body).toMatchObject({ date, asOf: app.dependencies.clock().toISOString(), count: 3 });
  expect(body.rows.map(({ personName, time, status, due }) => [personName, time, status, due])).toEqual([
    ['First', '07:00', 'completed', 500_00],
    ['Second', '18:00', 'scheduled', 500_00],
    ['Missed', '19:30', 'no_show', null],
  ]);
  expect(body.rows[0]).toMatchObject({ personContact: '+91 98450 12345', doctor: 'Dr. Rao' });
});

it('ends a booking whose length was never kept as the first service lasts [P-6.40]', async () => {
  const turf = await buildTenant(app, { businessType: 'turf', times: 'apart' });
  const desk = await signInAs(app, turf, 'EMPLOYEE');
  await buildAppointment(app, turf, { date: '2026-11-20', time: '19:00', claimsNothing: true });
  const { body } = await desk.call(getDaySheet, { query: { date: '2026-11-20' } });
  expect(body.rows).toMatchObject([{ time: '19:00', endTime: '20:00' }]);
});

it('names the doctor of a booking by id, whose text keeps an earlier name [P-8.66]', async () => {
  const clinic = await withoutTimes(app, await buildTenant(app));
  const desk = await signInAs(app, clinic, 'EMPLOYEE');
  await buildService(app, clinic, { duration_min: 30 });
  const resourceId = await buildResource(app, clinic, { name: 'Dr. Kavita Rao' });
  await buildClaimed(app, clinic, { resourceId, date, time: '10:00' });
  const { body } = await desk.call(getDaySheet, { query: { date } });
  expect(body.rows).toMatchObject([{ resourceId, resourceName: 'Dr. Kavita Rao' }]);
});

it('names a half with its ground where a turf has several [P-6.45]', async () => {
  const turf = await withoutTimes(app, await buildTenant(app, { businessType: 'turf' }));
  const desk = await signInAs(app, turf, 'EMPLOYEE');
  await buildService(app, turf, { duration_min: 60 });
  const first = await buildResource(app, turf, { name: 'Ground 1' });
  const half = await buildResource(app, turf, { name: 'Half A', whole_id: first });
  await buildClaimed(app, turf, { resourceId: half, date, time: '10:00' });
  const named = async () =>
    (await desk.call(getDaySheet, { query: { date } })).body.rows.map(({ resourceName }) => resourceName);
  expect(await named()).toEqual(['Half A']);
  const second = await buildResource(app, turf, { name: 'Ground 2' });
  await buildClaimed(app, turf, { resourceId: second, date, time: '11:00' });
  expect(await named()).toEqual(['Half A (Ground 1)', 'Ground 2']);
});

it('is not cut at the limit of the schedule, and omits bookings that the plan hides [P-16.29]', async () => {
  const clinic = await buildTenant(app);
  const desk = await signInAs(app, clinic, 'EMPLOYEE');
  const placesOfTheFreePlan = 25;
  for (let count = 0; count < placesOfTheFreePlan + 2; count += 1) {
    await buildAppointment(app, clinic, { date, time: `10:${String(count).padStart(2, '0')}` });
  }
  const { body } = await desk.call(getDaySheet, { query: { date } });
  expect([body.rows.length, body.count]).toEqual([placesOfTheFreePlan, placesOfTheFreePlan]);

  const turf = await buildTenant(app, { businessType: 'turf', plan: 'enterprise' });
  const owner = await signInAs(app, turf, 'BUSINESS_OWNER');
  for (let count = 0; count < 63; count += 1) {
    await buildAppointment(app, turf, {
      date,
      time: `${String(8 + Math.floor(count / 6)).padStart(2, '0')}:${(count % 6) * 10 || '00'}`,
    });
  }
  expect((await owner.call(getDaySheet, { query: { date } })).body.rows).toHaveLength(63);
});
