import {
  completeAppointment,
  markArrived,
  markNoShow,
  startVisit,
} from '@samay/contract/bookings/transitions';
import { createAppointment, rescheduleAppointment } from '@samay/contract/bookings/appointments';
import { noteDelay } from '@samay/contract/bookings/delays';
import { getQueue, type Queue } from '@samay/contract/desk/queue';
import { addMinutes, indiaDate, indiaTime } from '@samay/contract/core/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildResource } from '../../../../test/fixtures/availability.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(() => app.setNow(testNow));

const day = indiaDate(new Date(testNow));

/**
 * Sets the clock to a time of the day in India, and signs in a desk: an access token expires within
 * minutes.
 */
async function at(time: string, tenant: BuiltTenant): Promise<Client> {
  const begins = new Date(testNow).getTime() - getMinutes(indiaTime(new Date(testNow))) * 60_000;
  app.setNow(new Date(begins + getMinutes(time) * 60_000).toISOString());
  return signInAs(app, tenant);
}

function getMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

async function book(desk: Client, personName: string, time: string, more: object = {}): Promise<string> {
  const body = { personName, personEmail: 'people@people.example', date: day, time, ...more };
  const { body: made, status } = await desk.call(createAppointment, { body });
  expect([personName, status]).toEqual([personName, 201]);
  return made.id;
}

async function fetchQueue(desk: Client, resource?: string): Promise<Queue> {
  return (await desk.call(getQueue, resource === undefined ? {} : { query: { resource } })).body;
}

/** Formats a queue as `name stage`, with a mark for people who are late. */
const getLines = ({ waiting }: Queue) =>
  waiting.map(({ personName, stage, isLate }) => `${personName} ${stage}${isLate ? ' late' : ''}`);

describe("a clinic's queue", () => {
  let clinic: BuiltTenant;
  let desk: Client;
  beforeEach(async () => {
    clinic = await buildTenant(app, { times: 'apart' });
    desk = await signInAs(app, clinic);
  });
  const doctor = { doctor: 'Default Doctor' };

  it('has those in consultation, then who waits by booked time or by a late arrival, walk-ins by arrival, then who is expected [P-8.1]', async () => {
    desk = await at('09:00', clinic);
    const [early, punctual, late, inside] = [
      await book(desk, 'Early', '11:00', doctor),
      await book(desk, 'Ten past', '10:30', doctor),
      await book(desk, 'Late', '10:00', doctor),
      await book(desk, 'Inside', '09:00', doctor),
    ];
    await book(desk, 'Expected', '12:00', doctor);
    await book(desk, 'Missing', '10:28', { ...doctor, overbookedReason: 'asked' });
    desk = await at('10:00', clinic);
    await desk.call(markArrived, { params: { id: early } });
    desk = await at('10:20', clinic);
    await book(desk, 'Walk-in', '00:00', { ...doctor, walkIn: true });
    desk = await at('10:35', clinic);
    await desk.call(markArrived, { params: { id: late } });
    desk = await at('10:40', clinic);
    await desk.call(markArrived, { params: { id: punctual } });
    await desk.call(startVisit, { params: { id: inside } });
    const queue = await fetchQueue(desk);
    expect(getLines(queue)).toEqual([
      'Inside in',
      'Walk-in waiting',
      'Ten past waiting',
      'Late waiting late',
      'Early waiting',
      'Missing expected late',
      'Expected expected',
    ]);
    expect(queue.waiting.map(({ waitingSince, arrivedAt }) => waitingSince === arrivedAt)).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(queue.waiting[0]).toMatchObject({
      startedAt: expect.any(String),
      arrivedAt: expect.any(String),
      waitingSince: null,
    });
  });

  it('is on time ten minutes after the booked time, and late after that [P-8.1]', async () => {
    desk = await at('09:00', clinic);
    const [first, second] = [
      await book(desk, 'First', '10:00', doctor),
      await book(desk, 'Second', '10:30', doctor),
    ];
    desk = await at('10:10', clinic);
    expect(getLines(await fetchQueue(desk))).toEqual(['First expected', 'Second expected']);
    await desk.call(markArrived, { params: { id: first } });
    desk = await at('10:41', clinic);
    await desk.call(markArrived, { params: { id: second } });
    expect(getLines(await fetchQueue(desk))).toEqual(['First waiting', 'Second waiting late']);
  });

  it('expects a person who comes later at that time, and is late ten minutes after it [P-8.50]', async () => {
    desk = await at('09:00', clinic);
    const late = await book(desk, 'Delayed', '10:00', doctor);
    await book(desk, 'On time', '10:30', doctor);
    await desk.call(noteDelay, { params: { id: late }, body: { minutes: 45 } });
    const shown = async (time: string) => {
      desk = await at(time, clinic);
      const queue = await fetchQueue(desk);
      const first = queue.waiting.find(({ id }) => id === late);
      return [...getLines(queue), first?.isDelayed ? `comes later by ${first.delay}` : 'now'];
    };
    const expected = ['On time expected', 'Delayed expected'];
    expect(await shown('10:11')).toEqual([...expected, 'comes later by 45']);
    const after = ['On time expected late', 'Delayed expected'];
    expect(await shown('10:44')).toEqual([...after, 'comes later by 45']);
    expect(await shown('10:45')).toEqual([...after, 'now']);
    expect(await shown('10:56')).toEqual(['On time expected late', 'Delayed expected late', 'now']);
    await desk.call(markArrived, { params: { id: late } });
    expect(getLines(await fetchQueue(desk))).toEqual(['Delayed waiting late', 'On time expected late']);
  });

  it('is a doctor’s own by default, each doctor’s or all; others see all [P-8.3]', async () => {
    const getDoctor = await signInAs(app, clinic, 'DOCTOR');
    const own = await buildResource(app, clinic, {
      name: 'Dr. Rao',
      member_id: getDoctor.identity?.userId ?? null,
      position: 1,
    });
    const archived = await buildResource(app, clinic, {
      name: 'Dr. Old',
      archived_at: new Date(),
      position: 2,
    });
    const mine = await book(desk, 'Mine', '12:00', { resourceId: own });
    await book(desk, 'Other', '12:05', doctor);
    await book(desk, 'Nobody’s', '12:10', { doctor: 'Dr. Who' });
    const names = async (client: Client, resource?: string) =>
      (await fetchQueue(client, resource)).waiting.map(({ personName }) => personName);
    expect(await names(getDoctor)).toEqual(['Mine', 'Nobody’s']);
    expect(await names(getDoctor, 'mine')).toEqual(['Mine', 'Nobody’s']);
    expect(await names(getDoctor, 'all')).toEqual(['Mine', 'Other', 'Nobody’s']);
    expect(await names(desk)).toEqual(['Mine', 'Other', 'Nobody’s']);
    expect(await names(desk, 'mine')).toEqual(['Mine', 'Other', 'Nobody’s']);
    expect(await names(desk, own)).toEqual(['Mine']);
    expect(await names(desk, archived)).toEqual([]);

    const { resourceId, resources } = await fetchQueue(getDoctor);
    expect([
      resourceId,
      (await fetchQueue(getDoctor, 'all')).resourceId,
      (await fetchQueue(desk, own)).resourceId,
    ]).toEqual([own, null, own]);
    expect(resources.map(({ name, isOwn }) => [name, isOwn])).toEqual([
      ['Default Doctor', false],
      ['Dr. Rao', true],
    ]);
    await desk.call(completeAppointment, { params: { id: mine } });
    expect([(await fetchQueue(getDoctor)).done, (await fetchQueue(desk, archived)).done]).toEqual([
      { completed: 1, noShow: 0 },
      { completed: 0, noShow: 0 },
    ]);
  });

  it('ends a doctor’s own with those of no doctor, from the second doctor on [P-8.42]', async () => {
    desk = await at('09:00', clinic);
    const getDoctor = await signInAs(app, clinic, 'DOCTOR');
    const nobodys = await book(desk, 'Nobody’s', '10:00', { doctor: 'Dr. Who' });
    await desk.call(markArrived, { params: { id: nobodys } });
    const lines = async (client: Client, resource?: string) =>
      (await fetchQueue(client, resource)).waiting.map(
        ({ personName, lacksDoctor }) => `${personName}${lacksDoctor ? ': no doctor yet' : ''}`,
      );
    expect(await lines(desk)).toEqual(['Nobody’s']);
    const own = await buildResource(app, clinic, {
      name: 'Dr. Rao',
      member_id: getDoctor.identity?.userId ?? null,
      position: 1,
    });
    await book(desk, 'Mine', '12:00', { resourceId: own });
    await book(desk, 'Other', '12:05', doctor);
    expect(await lines(getDoctor)).toEqual(['Mine', 'Nobody’s: no doctor yet']);
    const all = ['Nobody’s: no doctor yet', 'Mine', 'Other'];
    expect([await lines(desk), await lines(getDoctor, 'all'), await lines(desk, 'mine')]).toEqual([
      all,
      all,
      all,
    ]);
    expect(await lines(desk, own)).toEqual(['Mine']);

    const to = { date: day, time: '10:00', resourceId: own };
    const taken = await getDoctor.call(rescheduleAppointment, { params: { id: nobodys }, body: to });
    expect(taken.body).toMatchObject({ doctor: 'Dr. Rao', resourceId: own, arrivedAt: expect.any(String) });
    expect(await lines(getDoctor)).toEqual(['Nobody’s', 'Mine']);
  });

  it('of another business’s doctor does not exist [P-8.3]', async () => {
    const other = await buildTenant(app, { times: 'apart' });
    const theirs = await buildResource(app, other, { name: 'Dr. Rao' });
    expect((await desk.call(getQueue, { query: { resource: theirs } })).error?.code).toBe('not_found');
    expect((await desk.send(getQueue, { query: { resource: 'Dr. Rao' } })).status).toBe(400);
  });
});

describe("a turf's queue", () => {
  let turf: BuiltTenant;
  let desk: Client;
  beforeEach(async () => {
    turf = await buildTenant(app, { businessType: 'turf', times: 'apart' });
    desk = await signInAs(app, turf);
    await buildResource(app, turf, { name: 'Second', position: 1 });
  });

  it('has who plays by time, who has played and come, and who is next [P-8.1]', async () => {
    desk = await at('09:00', turf);
    const [played, missed, plays] = [
      await book(desk, 'Played', '16:00', { duration: 60 }),
      await book(desk, 'Missed', '16:30', { duration: 60 }),
      await book(desk, 'Plays', '18:00', { duration: 60 }),
    ];
    await book(desk, 'Next', '19:00', { duration: 60 });
    for (const id of [played, plays]) await desk.call(markArrived, { params: { id } });
    desk = await at('17:59', turf);
    expect(getLines(await fetchQueue(desk))).toEqual([
      'Played waiting',
      'Plays waiting',
      'Missed expected late',
      'Next expected',
    ]);
    const { waiting } = await fetchQueue(desk);
    expect(waiting.map(({ isOver, waitingSince }) => [isOver, waitingSince !== null])).toEqual([
      [true, false],
      [false, true],
      [true, false],
      [false, false],
    ]);
    desk = await at('18:00', turf);
    expect(getLines(await fetchQueue(desk))).toEqual([
      'Plays in',
      'Played waiting',
      'Missed expected late',
      'Next expected',
    ]);
    await desk.call(markNoShow, { params: { id: missed } });
    await desk.call(completeAppointment, { params: { id: played } });
    desk = await at('19:11', turf);
    expect(getLines(await fetchQueue(desk))).toEqual(['Next in late', 'Plays waiting']);
  });

  it('begins before its time by a press, and goes on after midnight until its end [P-8.1]', async () => {
    desk = await at('20:00', turf);
    const [early] = [
      await book(desk, 'Early', '21:00', { duration: 60 }),
      await book(desk, 'Night', '23:30', { duration: 60 }),
    ];
    await desk.call(startVisit, { params: { id: early } });
    expect(getLines(await fetchQueue(desk))).toEqual(['Early in', 'Night expected']);
    desk = await at('24:29', turf);
    expect(getLines(await fetchQueue(desk))).toEqual(['Night in late']);
    desk = await at('24:30', turf);
    expect(getLines(await fetchQueue(desk))).toEqual([]);
  });

  it('of a court has the bookings of its parts, and of a part those of the whole [P-8.1]', async () => {
    const whole = await buildResource(app, turf, { name: 'Third', position: 2 });
    const [a, b] = [
      await buildResource(app, turf, { name: 'Half A', whole_id: whole }),
      await buildResource(app, turf, { name: 'Half B', whole_id: whole }),
    ];
    await book(desk, 'A', '18:00', { resourceId: a });
    await book(desk, 'B', '18:00', { resourceId: b });
    await book(desk, 'Whole', addMinutes('18:00', 120), { resourceId: whole });
    await book(desk, 'First', '18:00');
    const names = async (resource: string) =>
      (await fetchQueue(desk, resource)).waiting.map(({ personName }) => personName);
    expect([await names(whole), await names(a)]).toEqual([
      ['A', 'B', 'Whole'],
      ['A', 'Whole'],
    ]);
    expect((await fetchQueue(desk)).resources.map(({ name }) => name)).toEqual(['Ground', 'Second', 'Third']);
  });
});
