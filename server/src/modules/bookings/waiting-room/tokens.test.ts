import {
  type Appointment,
  createAppointment,
  getAppointment,
  rescheduleAppointment,
} from '@samay/contract/bookings/appointments';
import {
  cancelAppointment,
  markArrived,
  startVisit,
  undoArrival,
} from '@samay/contract/bookings/transitions';
import { getWaitingRoom, setWaitingRoom } from '@samay/contract/bookings/waiting-room';
import type { Endpoint } from '@samay/contract/core/endpoint';
import { getQueue } from '@samay/contract/desk/queue';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildResource } from '../../../../test/fixtures/availability.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { toLetters } from '../rows/tokens.ts';

/** A Monday, and 9:00 of it in India. */
const day = '2026-11-23';
const morning = '2026-11-23T03:30:00.000Z';

let app: TestApp;
let clinic: BuiltTenant;
let desk: Client;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.setNow(morning);
  clinic = await buildTenant(app, { times: 'apart' });
  desk = await signInAs(app, clinic);
  await give(true);
});

const doctor = { doctor: 'Default Doctor' };

async function give(tokens: boolean): Promise<void> {
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  expect((await owner.call(setWaitingRoom, { body: { tokens } })).status).toBe(200);
  expect((await owner.call(getWaitingRoom)).body).toEqual({ tokens });
}

async function book(personName: string, time: string, more: object = doctor): Promise<Appointment> {
  const body = { personName, personEmail: 'people@people.example', date: day, time, ...more };
  const { body: made, status } = await desk.call(createAppointment, { body });
  expect([personName, status]).toEqual([personName, 201]);
  return made;
}

const walkIn = async (name: string, more: object = doctor) => book(name, '00:00', { ...more, walkIn: true });

/** Sends a change of a booking, and returns its number after it. */
async function press(endpoint: Endpoint, { id }: Appointment, client = desk): Promise<string | undefined> {
  const { body, status } = await client.call(endpoint as typeof markArrived, { params: { id } });
  expect(status).toBe(200);
  return body.token;
}

describe('a number on arrival', () => {
  it('is the next one of the doctor’s day, in the queue and with the booking, in the order of arrivals [P-8.100]', async () => {
    const [early, late] = [await book('Early', '10:00'), await book('Late', '11:00')];
    expect(await press(markArrived, late)).toBe('1');
    expect((await walkIn('Walk-in')).token).toBe('2');
    expect(await press(startVisit, early)).toBe('3');
    const { waiting } = (await desk.call(getQueue)).body;
    expect(waiting.map(({ personName, token }) => [personName, token])).toEqual([
      ['Early', '3'],
      ['Walk-in', '2'],
      ['Late', '1'],
    ]);
    expect((await desk.call(getAppointment, { params: { id: late.id } })).body.token).toBe('1');
  });

  it('is kept over an undone arrival for that person, and never another person’s [P-8.101]', async () => {
    const [first, second] = [await book('First', '10:00'), await book('Second', '11:00')];
    expect(await press(markArrived, first)).toBe('1');
    expect(await press(undoArrival, first)).toBe('1');
    expect(await press(markArrived, second)).toBe('2');
    expect(await press(markArrived, first)).toBe('1');
    await press(cancelAppointment, second);
    expect((await walkIn('Third')).token).toBe('3');
  });

  it('is given once where two desks and a doctor press together, and again for one who is pressed twice [P-8.102]', async () => {
    const other = await signInAs(app, clinic);
    const hers = await signInAs(app, clinic, 'DOCTOR');
    const people = [];
    for (let number = 0; number < 4; number += 1)
      people.push(await book(`Person ${number}`, `1${number}:00`));
    const presses = people.flatMap((person) => [
      press(markArrived, person),
      press(markArrived, person, other),
      press(startVisit, person, hers),
    ]);
    const walkIns = ['One', 'Two'].map(async (name) => (await walkIn(name)).token);
    const got = await Promise.all([...presses, ...walkIns]);
    const ofPeople = people.map((_, at) => new Set(got.slice(at * 3, at * 3 + 3)));
    expect(ofPeople.map(({ size }) => size)).toEqual(people.map(() => 1));
    const numbers = [...new Set(got)].map(Number).toSorted((one, two) => one - two);
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('cannot be in the database twice on a day [P-8.102]', async () => {
    const [first, second] = [await book('First', '10:00'), await book('Second', '11:00')];
    await press(markArrived, first);
    const forged = asPlatform(app, (tx) =>
      tx
        .updateTable('appointments')
        .set({ token: '1', token_day: day })
        .where('tenant_id', '=', clinic.id)
        .where('id', '=', second.id)
        .execute(),
    );
    await expect(forged).rejects.toThrow('appointments_token');
  });

  it('has a letter for each doctor from the second one on, in their order, and one who comes later the next [P-8.103]', async () => {
    expect((await walkIn('Alone')).token).toBe('1');
    const [rao, shah] = [
      await buildResource(app, clinic, { name: 'Dr. Rao', position: 1 }),
      await buildResource(app, clinic, { name: 'Dr. Shah', position: 2 }),
    ];
    await give(true);
    const tokenOf = async (name: string, more: object) => (await walkIn(name, more)).token;
    expect(await tokenOf('At Shah', { resourceId: shah })).toBe('C1');
    expect(await tokenOf('At Rao', { resourceId: rao })).toBe('B1');
    expect(await tokenOf('At the first', doctor)).toBe('A2');
    const late = await buildResource(app, clinic, { name: 'Dr. Late', position: 3 });
    expect(await tokenOf('At the last', { resourceId: late })).toBe('D1');
    expect(await tokenOf('At none', { doctor: 'Dr. Who' })).toBe(undefined);
    expect([1, 26, 27, 52, 53, 702].map(toLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ']);
  });

  it('is of the doctor that a person is moved to, with the move if they are here; another day takes it away [P-8.104]', async () => {
    const rao = await buildResource(app, clinic, { name: 'Dr. Rao', position: 1 });
    await give(true);
    const moved = await book('Moved', '10:00');
    expect(await press(markArrived, moved)).toBe('A1');
    const move = async (to: object) =>
      (
        await desk.call(rescheduleAppointment, {
          params: { id: moved.id },
          body: { date: day, time: '10:00', ...to },
        })
      ).body;
    expect(await move({ resourceId: rao })).toMatchObject({ token: 'B1', arrivedAt: expect.any(String) });
    expect((await walkIn('Next')).token).toBe('A2');
    // Another time of the day: who comes again has the same number.
    expect(await move({ time: '15:00' })).toMatchObject({ token: 'B1', arrivedAt: null });
    expect(await press(markArrived, moved)).toBe('B1');
    expect((await move({ date: '2026-11-24', time: '15:00' })).token).toBe(undefined);
    expect((await walkIn('Last', { resourceId: rao })).token).toBe('B2');
  });

  it('begins with 1 at midnight in India, goes on over the sessions of a day, and waits for the day of a booking [P-8.105]', async () => {
    expect((await walkIn('Morning')).token).toBe('1');
    const tomorrow = await book('Tomorrow', '10:00', { ...doctor, date: '2026-11-24' });
    expect(await press(markArrived, tomorrow)).toBe(undefined);
    app.setNow('2026-11-23T18:29:59.999Z');
    desk = await signInAs(app, clinic);
    expect((await walkIn('Evening')).token).toBe('2');
    app.setNow('2026-11-23T18:30:00.000Z');
    desk = await signInAs(app, clinic);
    expect((await walkIn('After midnight')).token).toBe('1');
    // A server whose clock is behind gives no number of the day before twice.
    app.setNow('2026-11-23T18:29:59.999Z');
    // Nor one of a person of the evening who is still here.
    expect((await walkIn('Behind')).token).toBe('3');
  });

  it('is given only where the owner says so, and stays when the owner ends it; a sports ground has none [P-8.106]', async () => {
    const before = await walkIn('Before');
    await give(false);
    expect((await walkIn('After')).token).toBe(undefined);
    expect((await desk.call(getAppointment, { params: { id: before.id } })).body.token).toBe('1');
    await give(true);
    expect((await walkIn('Again')).token).toBe('2');
    const refused = await desk.call(setWaitingRoom, { body: { tokens: false } });
    expect(refused.status).toBe(403);

    clinic = await buildTenant(app, { businessType: 'turf', times: 'apart' });
    desk = await signInAs(app, clinic);
    await give(true);
    expect((await walkIn('Player', {})).token).toBe(undefined);
  });
});
