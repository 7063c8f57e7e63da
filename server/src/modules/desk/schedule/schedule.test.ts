import { getAppointment } from '@samay/contract/bookings/appointments';
import { getSchedule } from '@samay/contract/desk/schedule';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildAppointment, buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';

const week = { from: '2026-11-16', to: '2026-11-22' };

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('has the bookings of its days by day and time, without cancelled ones, and the opening hours [P-6.63]', async () => {
  const clinic = await buildTenant(app);
  const desk = await signInAs(app, clinic, 'EMPLOYEE');
  for (const [date, time, personName, status] of [
    ['2026-11-15', '09:00', 'Before', 'scheduled'],
    ['2026-11-22', '18:00', 'Last', 'no_show'],
    ['2026-11-16', '10:00', 'Second', 'completed'],
    ['2026-11-16', '09:00', 'First', 'scheduled'],
    ['2026-11-17', '09:00', 'Gone', 'cancelled'],
    ['2026-11-23', '09:00', 'After', 'scheduled'],
  ] as const) {
    await buildAppointment(app, clinic, { date, time, personName, status });
  }
  const { body } = await desk.call(getSchedule, { query: week });
  expect(body.bookings.map(({ personName, time }) => [personName, time])).toEqual([
    ['First', '09:00'],
    ['Second', '10:00'],
    ['Last', '18:00'],
  ]);
  expect(body.counts).toEqual([
    { date: '2026-11-16', count: 2 },
    { date: '2026-11-22', count: 1 },
  ]);
  expect(body.openingHours).toMatchObject({
    slots: [{ start_time: '9 AM', end_time: '6 PM' }],
    days: ['Monday', 'Tuesday'].concat(['Wednesday', 'Thursday', 'Friday', 'Saturday']),
  });
});

it('lists the first sixty bookings of a full day and counts them all', async () => {
  const clinic = await buildTenant(app, { plan: 'enterprise' });
  const desk = await signInAs(app, clinic, 'EMPLOYEE');
  for (let count = 0; count < 63; count += 1) {
    await buildAppointment(app, clinic, {
      date: '2026-11-18',
      time: `${String(8 + Math.floor(count / 6)).padStart(2, '0')}:${(count % 6) * 10 || '00'}`,
    });
  }
  const { body } = await desk.call(getSchedule, { query: week });
  expect([body.bookings.length, body.bookings.at(-1)?.time]).toEqual([60, '17:50']);
  expect(body.counts).toEqual([{ date: '2026-11-18', count: 63 }]);
});

it('omits bookings that the plan hides [P-6.63]', async () => {
  const clinic = await buildTenant(app);
  const desk = await signInAs(app, clinic, 'EMPLOYEE');
  for (let count = 0; count < 25; count += 1) await buildAppointment(app, clinic, { date: '2026-11-25' });
  await buildAppointment(app, clinic, { date: '2026-11-18' });
  expect((await desk.call(getSchedule, { query: week })).body).toMatchObject({ bookings: [], counts: [] });
});

it('shows what is taken, buffers included, for a week at most; of a booking that the plan hides neither name nor id [P-6.55]', async () => {
  const clinic = await buildTenant(app, { times: 'apart' });
  const desk = await signInAs(app, clinic, 'EMPLOYEE');
  const next = { from: '2026-11-23', to: '2026-11-29' };
  await buildAppointment(app, clinic, {
    date: '2026-11-24',
    time: '10:00',
    doctor: 'Default Doctor',
    personName: 'Hidden',
  });
  const shown = await buildAppointment(app, clinic, {
    date: '2026-11-25',
    time: '10:00',
    doctor: 'Default Doctor',
  });
  for (let count = 0; count < 24; count += 1)
    await buildAppointment(app, clinic, { date: '2026-11-30', status: 'cancelled' });
  const { body } = await desk.call(getSchedule, { query: next });
  const at = (date: string, bookingId: string | null) => ({
    bookingId,
    from: { date, time: '10:00' },
    to: { date, time: '10:30' },
  });
  expect(body.claims).toMatchObject([at('2026-11-24', null), at('2026-11-25', shown)]);
  expect(JSON.stringify(body)).not.toContain('Hidden');
  expect((await desk.call(getSchedule, { query: { ...next, to: '2026-11-30' } })).body.claims).toEqual([]);
});

it('shows a booking whose length was never kept for as long as its own reply says: as the first service lasts [P-6.40]', async () => {
  const turf = await buildTenant(app, { businessType: 'turf', times: 'apart' });
  const desk = await signInAs(app, turf, 'EMPLOYEE');
  const id = await buildAppointment(app, turf, { date: '2026-11-20', time: '23:30', claimsNothing: true });
  const { duration, endTime } = (await desk.call(getAppointment, { params: { id } })).body;
  expect([duration, endTime]).toEqual([60, '00:30']);
  expect((await desk.call(getSchedule, { query: week })).body.bookings).toMatchObject([
    { id, duration, endTime },
  ]);
});

it('refuses an end before the start and more than six weeks', async () => {
  const desk = await signInAs(app, await buildTenant(app), 'EMPLOYEE');
  const refused = async (to: string) =>
    (await desk.send(getSchedule, { query: { from: week.from, to } })).error?.fields;
  expect(await refused('2026-11-15')).toEqual({ to: 'The end date cannot be before the start date' });
  expect(await refused('2026-12-28')).toEqual({ to: 'Please choose at most 42 days' });
  expect(await refused('2026-12-27')).toBeUndefined();
});
