import { completeAppointment, markArrived } from '@samay/contract/bookings/transitions';
import { addHourException } from '@samay/contract/availability/hours';
import { getQueue } from '@samay/contract/desk/queue';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildResource } from '../../../../test/fixtures/availability.ts';
import { buildAppointment, buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('lists scheduled bookings of today by time, counts finished ones, and lists the last ones before [P-8.4]', async () => {
  const turf = await buildTenant(app, { businessType: 'turf' });
  const desk = await signInAs(app, turf, 'EMPLOYEE');
  for (const [date, time, personName, status] of [
    ['2026-11-21', '18:00', 'Second', 'scheduled'],
    ['2026-11-21', '07:00', 'First', 'scheduled'],
    ['2026-11-21', '06:00', 'Played', 'completed'],
    ['2026-11-21', '05:00', 'Missed', 'no_show'],
    ['2026-11-21', '08:00', 'Gone', 'cancelled'],
    ['2026-11-20', '18:00', 'Yesterday', 'completed'],
    ['2026-11-19', '18:00', 'Before that', 'completed'],
    ['2026-11-20', '19:00', 'Left open', 'scheduled'],
    ['2026-11-22', '06:00', 'Tomorrow', 'scheduled'],
    ['2026-11-22', '07:00', 'Settled ahead', 'completed'],
  ] as const) {
    await buildAppointment(app, turf, { date, time, personName, status });
  }
  const { body } = await desk.call(getQueue);
  expect(body.waiting.map(({ personName }) => personName)).toEqual(['First', 'Second']);
  expect(body.done).toEqual({ completed: 1, noShow: 1 });
  expect(body.recent.map(({ personName }) => personName)).toEqual(['Played', 'Missed', 'Yesterday']);

  const id = body.waiting[0]?.id ?? '';
  await desk.call(markArrived, { params: { id } });
  expect((await desk.call(getQueue)).body.waiting[0]).toMatchObject({
    id,
    arrivedAt: expect.any(String),
    may: expect.arrayContaining(['complete']),
  });
  await desk.call(completeAppointment, { params: { id } });
  const after = (await desk.call(getQueue)).body;
  expect([after.waiting.length, after.done.completed, after.recent[0]?.id]).toEqual([1, 2, id]);
});

it('starts the day at midnight in India [P-8.4]', async () => {
  const clinic = await buildTenant(app);
  const desk = await signInAs(app, clinic, 'EMPLOYEE');
  await buildAppointment(app, clinic, { date: '2026-11-21', personName: 'Early' });
  for (const [instant, names] of [
    ['2026-11-20T18:29:59.000Z', []],
    ['2026-11-20T18:30:00.000Z', ['Early']],
  ] as const) {
    app.setNow(instant);
    expect((await desk.call(getQueue)).body.waiting.map(({ personName }) => personName)).toEqual(names);
  }
  app.setNow('2026-11-21T04:30:00.000Z');
});

it('omits bookings that the plan hides [P-8.4]', async () => {
  const clinic = await buildTenant(app);
  const desk = await signInAs(app, clinic, 'EMPLOYEE');
  for (let count = 0; count < 25; count += 1) await buildAppointment(app, clinic, { date: '2026-11-25' });
  await buildAppointment(app, clinic, { date: '2026-11-21' });
  await buildAppointment(app, clinic, { date: '2026-11-20', status: 'completed' });
  expect((await desk.call(getQueue)).body).toMatchObject({
    waiting: [],
    done: { completed: 0, noShow: 0 },
    recent: [],
  });
});

it('marks who falls in a closure with its reason [P-8.47]', async () => {
  const clinic = await buildTenant(app);
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  const [rao, iyer] = [await buildResource(app, clinic), await buildResource(app, clinic)];
  for (const [time, resourceId] of [
    ['13:30', rao],
    ['13:45', rao],
    ['14:00', iyer],
    ['14:00', rao],
    ['17:00', rao],
  ] as const)
    await buildAppointment(app, clinic, { date: '2026-11-21', time, resourceId, claimsNothing: true });
  const [from, to] = [
    { date: '2026-11-21', time: '14:00' },
    { date: '2026-11-21', time: '17:00' },
  ];
  await owner.call(addHourException, {
    body: { kind: 'closure', resourceId: rao, from, to, reason: 'Doctor ill' },
  });
  const { waiting } = (await owner.call(getQueue)).body;
  const closed = waiting.map((each) => `${each.time} ${each.resourceId === rao} ${each.closed ?? 'open'}`);
  expect(closed.toSorted()).toEqual([
    '13:30 true open',
    '13:45 true Doctor ill',
    '14:00 false open',
    '14:00 true Doctor ill',
    '17:00 true open',
  ]);
});
