import {
  type Appointment,
  createAppointment,
  getAppointment,
  rescheduleAppointment,
} from '@samay/contract/bookings/appointments';
import { callPerson, skipPerson, undoSkip } from '@samay/contract/bookings/calls';
import {
  completeAppointment,
  markArrived,
  startVisit,
  undoArrival,
  undoStart,
} from '@samay/contract/bookings/transitions';
import { setWaitingRoom } from '@samay/contract/bookings/waiting-room';
import { getQueue } from '@samay/contract/desk/queue';
import { setBoard } from '@samay/contract/public/board';
import { getOwnLink } from '@samay/contract/bookings/own-booking';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildResource } from '../../../../test/fixtures/availability.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';

const day = '2026-11-23';
let app: TestApp;
let clinic: BuiltTenant;
let desk: Client;
let board: string;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.setNow('2026-11-23T03:30:00.000Z');
  clinic = await buildTenant(app, { times: 'apart' });
  desk = await signInAs(app, clinic);
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  await owner.call(setWaitingRoom, { body: { tokens: true } });
  const { body } = await owner.call(setBoard, { body: { isOn: true, showsNames: false } });
  board = new URL(body.address ?? '').pathname;
});

const doctor = 'Default Doctor';

async function walkIn(personName: string): Promise<Appointment> {
  const person = { personName, personEmail: 'people@people.example', date: day, time: '00:00', doctor };
  return (await desk.call(createAppointment, { body: { ...person, walkIn: true } })).body;
}

const callAs = async (client: Client, { id }: Appointment, number: number) =>
  client.call(callPerson, { params: { id }, body: { number } });
const read = async ({ id }: Appointment) => (await desk.call(getAppointment, { params: { id } })).body;
const order = async () => (await desk.call(getQueue)).body.waiting.map(({ personName }) => personName);

async function shown(url: string): Promise<string> {
  const { body } = await app.app.inject({ url });
  return body
    .replaceAll(/<(style|script|title)[^]*?<\/\1>|<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

it('counts a call of a waiting person and shows it on the board; of two desks that press together one calls [P-8.115]', async () => {
  const [first, second] = [await walkIn('First'), await walkIn('Second')];
  const hers = await signInAs(app, clinic, 'DOCTOR');
  const both = await Promise.all([callAs(desk, second, 1), callAs(hers, second, 1)]);
  expect(both.map(({ status, body }) => [status, body.calls])).toEqual([
    [200, 1],
    [200, 1],
  ]);
  expect(await shown(board)).toMatch(/Please come in 2 Next 1$/);
  expect((await callAs(desk, second, 2)).body.calls).toBe(2);
  const { body } = await app.app.inject({ url: board });
  expect(body).toContain(`data-sounds="${second.id} 2"`);
  expect((await read(first)).calls).toBe(undefined);
  // A start as before: the call is over, and stays over when the start is undone.
  await desk.call(startVisit, { params: { id: second.id } });
  expect(await shown(board)).toMatch(/Now inside 2 Next 1$/);
  expect((await desk.call(undoStart, { params: { id: second.id } })).body.calls).toBe(undefined);
});

it('calls nobody who has not come, is inside, or has no number [P-8.115]', async () => {
  const inside = await walkIn('Inside');
  await desk.call(startVisit, { params: { id: inside.id } });
  expect((await callAs(desk, inside, 1)).error?.code).toBe('appointment.cannot_call');
  const person = { personName: 'Expected', personEmail: 'people@people.example', date: day, time: '10:00' };
  const expected = (await desk.call(createAppointment, { body: { ...person, doctor } })).body;
  expect(expected.may).not.toContain('call');
  expect((await callAs(desk, expected, 1)).error?.code).toBe('appointment.cannot_call');
  const done = await walkIn('Done');
  await desk.call(completeAppointment, { params: { id: done.id } });
  expect((await desk.call(skipPerson, { params: { id: done.id } })).error?.code).toBe(
    'appointment.cannot_call',
  );
});

it('ends the calls of who moves to another doctor or whose arrival is undone [P-8.115]', async () => {
  const resourceId = await buildResource(app, clinic, { name: 'Dr. Rao', position: 1 });
  const person = {
    personName: 'Moved',
    personEmail: 'people@people.example',
    date: day,
    time: '09:30',
    doctor,
  };
  const { body: moved } = await desk.call(createAppointment, { body: person });
  await desk.call(markArrived, { params: { id: moved.id } });
  await callAs(desk, moved, 1);
  const to = { date: day, time: '09:30', resourceId };
  const there = await desk.call(rescheduleAppointment, { params: { id: moved.id }, body: to });
  expect([there.body.token, there.body.calls]).toEqual(['B1', undefined]);
  expect((await callAs(desk, moved, 1)).body.calls).toBe(1);
  await desk.call(undoArrival, { params: { id: moved.id } });
  expect((await desk.call(markArrived, { params: { id: moved.id } })).body.calls).toBe(undefined);
});

it('skips who does not answer, by a press, and never as a no-show; one press brings them back to their place [P-8.116]', async () => {
  const [first, second] = [await walkIn('First'), await walkIn('Second')];
  const third = await walkIn('Third');
  for (const number of [1, 2, 3]) await callAs(desk, first, number);
  // Three calls alone change nothing.
  expect(await read(first)).toMatchObject({ status: 'scheduled', calls: 3 });
  expect(await order()).toEqual(['First', 'Second', 'Third']);
  const skipped = (await desk.call(skipPerson, { params: { id: first.id } })).body;
  expect(skipped).toMatchObject({ status: 'scheduled', isSkipped: true, calls: 3, token: '1' });
  expect(await order()).toEqual(['Second', 'Third', 'First']);
  expect(await shown(board)).toMatch(/Default Doctor Next 2 3$/);
  // Nobody waits for them.
  const { link } = (await desk.call(getOwnLink, { params: { id: third.id } })).body;
  const page = new URL(link ?? '').pathname;
  expect(await shown(page)).toContain('Before you: 1');
  const waiting = (await desk.call(getQueue)).body.waiting.map(({ personName, estimate }) => [
    personName,
    estimate?.from.slice(11, 16),
  ]);
  expect(waiting).toEqual([
    ['Second', '03:30'],
    ['Third', expect.any(String)],
    ['First', undefined],
  ]);
  const back = (await desk.call(undoSkip, { params: { id: first.id } })).body;
  expect([back.isSkipped, back.calls]).toEqual([undefined, undefined]);
  expect(await order()).toEqual(['First', 'Second', 'Third']);
  expect(await shown(page)).toContain('Before you: 2');
  // Before three calls too, and a call brings them back as well.
  await desk.call(skipPerson, { params: { id: second.id } });
  expect(await order()).toEqual(['First', 'Third', 'Second']);
  expect((await callAs(desk, second, 1)).body).toMatchObject({ calls: 1 });
  expect(await order()).toEqual(['First', 'Second', 'Third']);
});
