import * as contract from '@samay/contract/bookings/appointments';
import * as transitions from '@samay/contract/bookings/transitions';
import { noteDelay, undoDelay } from '@samay/contract/bookings/delays';
import type { Endpoint } from '@samay/contract/core/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildAppointment, buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { asPlatform } from '../../../db/tenant.ts';

const { startVisit, undoStart, undoArrival, completeAppointment, markNoShow, reopenAppointment } =
  transitions;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(() => app.setNow(testNow));

const act = async (client: Client, endpoint: Endpoint, id: string) =>
  client.send(endpoint, { params: { id } });
const read = async (client: Client, id: string) =>
  (await client.call(contract.getAppointment, { params: { id } })).body;

it('that starts has arrived, keeps its first times, and is taken back without the arrival [P-8.6]', async () => {
  for (const businessType of ['doctor', 'turf'] as const) {
    app.setNow(testNow);
    const tenant = await buildTenant(app, { businessType });
    const [desk, other] = [await signInAs(app, tenant), await signInAs(app, tenant)];
    const id = await buildAppointment(app, tenant);
    expect((await act(desk, startVisit, id)).body).toMatchObject({
      arrivedAt: testNow,
      startedAt: testNow,
      may: expect.arrayContaining(['start']),
    });
    app.setNow('2026-11-21T04:31:00.000Z');
    expect((await act(other, startVisit, id)).body).toMatchObject({ arrivedAt: testNow, startedAt: testNow });
    expect((await act(other, undoStart, id)).body).toMatchObject({ arrivedAt: testNow, startedAt: null });
    expect((await act(other, startVisit, id)).body).toMatchObject({
      arrivedAt: testNow,
      startedAt: '2026-11-21T04:31:00.000Z',
    });
    expect((await act(other, undoArrival, id)).body).toMatchObject({ arrivedAt: null, startedAt: null });
    expect(await read(desk, id)).toMatchObject({ arrivedAt: null, startedAt: null });
  }
});

it('is over with a completion, hidden in a no-show and back with it, and forgotten when it is moved or cancelled [P-8.7]', async () => {
  const clinic = await buildTenant(app);
  const desk = await signInAs(app, clinic);
  const id = await buildAppointment(app, clinic);
  await act(desk, startVisit, id);
  expect((await act(desk, completeAppointment, id)).body).toMatchObject({
    startedAt: testNow,
    may: expect.not.arrayContaining(['start']),
  });
  expect((await act(desk, startVisit, id)).error?.code).toBe('appointment.cannot_start');
  expect((await act(desk, undoStart, id)).error?.code).toBe('appointment.cannot_start');
  await act(desk, transitions.undoCompletion, id);
  expect((await act(desk, markNoShow, id)).body).toMatchObject({ startedAt: null });
  expect((await act(desk, reopenAppointment, id)).body).toMatchObject({ startedAt: testNow });
  const moved = await desk.call(contract.rescheduleAppointment, {
    params: { id },
    body: { date: '2026-11-21', time: '16:00' },
  });
  expect(moved.body).toMatchObject({ arrivedAt: null, startedAt: null });
  await act(desk, startVisit, id);
  await act(desk, markNoShow, id);
  expect((await act(desk, transitions.cancelAppointment, id)).body).toMatchObject({
    status: 'cancelled',
    arrivedAt: null,
    startedAt: null,
  });
});

it('starts on its own day at the earliest [P-8.6]', async () => {
  const clinic = await buildTenant(app);
  const desk = await signInAs(app, clinic);
  const id = await buildAppointment(app, clinic, { date: '2026-11-22' });
  expect((await act(desk, startVisit, id)).error?.code).toBe('appointment.cannot_start');
  expect((await read(desk, id)).may).not.toContain('start');
  app.setNow('2026-11-21T18:30:00Z');
  expect((await act(await signInAs(app, clinic), startVisit, id)).status).toBe(200);
});

it('of several people may be under way with one doctor [P-8.6]', async () => {
  const clinic = await buildTenant(app);
  const desk = await signInAs(app, clinic);
  for (const time of ['11:00', '11:30'])
    expect((await act(desk, startVisit, await buildAppointment(app, clinic, { time }))).status).toBe(200);
});

it('is refused while the business is suspended, and of a booking beyond the plan or of another business [P-8.7]', async () => {
  const [suspended, full, other] = [
    await buildTenant(app, { status: 'suspended' }),
    await buildTenant(app),
    await buildTenant(app),
  ];
  const theirs = await buildAppointment(app, other);
  for (let count = 0; count < 25; count += 1) await buildAppointment(app, full, { date: '2026-11-25' });
  const hidden = await buildAppointment(app, full);
  const seen = await buildAppointment(app, suspended);
  const [reader, desk] = [await signInAs(app, suspended), await signInAs(app, full)];
  for (const endpoint of [startVisit, undoStart]) {
    expect((await act(reader, endpoint, seen)).error?.code).toBe('tenant.suspended');
    expect((await act(desk, endpoint, hidden)).error?.code).toBe('not_found');
    expect((await act(desk, endpoint, theirs)).error?.code).toBe('not_found');
  }
  expect((await read(reader, seen)).may).not.toContain('start');
});

it('of who comes later keeps the delay until they have come, and forgets it when it is moved [P-8.49, P-8.51, P-8.52]', async () => {
  const clinic = await buildTenant(app);
  const [desk, doctor] = [await signInAs(app, clinic, 'EMPLOYEE'), await signInAs(app, clinic, 'DOCTOR')];
  const id = await buildAppointment(app, clinic);
  const note = async (minutes: number, booking = id) =>
    desk.send(noteDelay, { params: { id: booking }, body: { minutes } });
  const listedDelay = async () =>
    (await desk.call(contract.listAppointments, { query: {} })).body.items[0]?.delay;
  for (const minutes of [15, 30, 30]) expect((await note(minutes)).body).toMatchObject({ delay: minutes });
  expect([(await note(0)).status, (await note(121)).status]).toEqual([400, 400]);
  expect([(await read(doctor, id)).delay, await listedDelay()]).toEqual([30, 30]);
  expect((await act(doctor, transitions.markArrived, id)).body).toMatchObject({ delay: 0 });
  expect(await listedDelay()).toBeUndefined();
  for (const refused of [await note(45), await act(desk, undoDelay, id)])
    expect(refused.error?.code).toBe('appointment.cannot_delay');
  expect((await act(desk, undoArrival, id)).body).toMatchObject({ delay: 30 });
  expect((await act(doctor, undoDelay, id)).body).toMatchObject({ delay: 0 });
  await note(15);
  const body = { date: '2026-11-21', time: '16:00' };
  expect((await desk.send(contract.rescheduleAppointment, { params: { id }, body })).body).toMatchObject({
    delay: 0,
  });
  const [tomorrow, done] = [
    await buildAppointment(app, clinic, { date: '2026-11-22' }),
    await buildAppointment(app, clinic, { status: 'completed' }),
  ];
  for (const other of [tomorrow, done])
    expect((await note(15, other)).error?.code).toBe('appointment.cannot_delay');
});

it('has come, or the database refuses it [P-8.6]', async () => {
  const { desk, id, change } = await changed();
  await expect(change('started_at = now()')).rejects.toThrow('appointments_started_has_come');
  await expect(change('walk_in = true')).rejects.toThrow('appointments_walk_in_has_come');
  await act(desk, startVisit, id);
  await expect(change("walk_in = true, overbooked_reason = 'asked'")).rejects.toThrow(
    'appointments_walk_in_over_nothing',
  );
});

async function changed() {
  const clinic = await buildTenant(app);
  const id = await buildAppointment(app, clinic);
  const change = async (values: string) =>
    asPlatform(app, (tx) =>
      sql
        .raw(`update appointments set ${values} where tenant_id = '${clinic.id}' and id = '${id}'`)
        .execute(tx),
    );
  return { desk: await signInAs(app, clinic), id, change };
}
