import {
  type Appointment,
  createAppointment,
  rescheduleAppointment,
} from '@samay/contract/bookings/appointments';
import { getLateness, setLateness } from '@samay/contract/bookings/lateness';
import { noteDelay } from '@samay/contract/bookings/delays';
import { getOwnLink } from '@samay/contract/bookings/own-booking';
import {
  completeAppointment,
  markArrived,
  startVisit,
  undoArrival,
} from '@samay/contract/bookings/transitions';
import { setWaitingRoom } from '@samay/contract/bookings/waiting-room';
import { getWhatsAppOffer } from '@samay/contract/bookings/whatsapp-messages';
import { getQueue } from '@samay/contract/desk/queue';
import { setBoard } from '@samay/contract/public/board';
import { indiaTime } from '@samay/contract/core/time';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';

const [evening, next] = ['2026-11-23', '2026-11-24'];
const doctor = 'Default Doctor';
let app: TestApp;
let clinic: BuiltTenant;
let desk: Client;
let board: string;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.setNow(at(evening, '20:00'));
  clinic = await buildTenant(app, { times: 'apart' });
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  await owner.call(setWaitingRoom, { body: { tokens: true } });
  const { body } = await owner.call(setBoard, { body: { isOn: true, showsNames: false } });
  board = new URL(body.address ?? '').pathname;
  await clock(evening, '20:00');
});

/** Returns an instant by India's clock. */
function at(day: string, time: string): string {
  return new Date(`${day}T${time}:00+05:30`).toISOString();
}

async function clock(day: string, time: string): Promise<void> {
  app.setNow(at(day, time));
  desk = await signInAs(app, clinic);
}

async function book(personName: string, date: string, time: string, more: object = {}): Promise<Appointment> {
  const body = { personName, personContact: '+91 98200 11223', date, time, doctor, ...more };
  return (await desk.call(createAppointment, { body })).body;
}

const arrive = async ({ id }: Appointment) => desk.call(markArrived, { params: { id } });
const start = async ({ id }: Appointment) => desk.call(startVisit, { params: { id } });
const complete = async ({ id }: Appointment) => desk.call(completeAppointment, { params: { id } });

/** Reads the queue as `name stage number estimate`. */
async function lines(): Promise<string[]> {
  const { waiting } = (await desk.call(getQueue)).body;
  return waiting.map(({ personName, stage, token, estimate }) =>
    [personName, stage, token ?? '-', estimate ? indiaTime(new Date(estimate.from)) : '-'].join(' '),
  );
}

async function textAt(url: string): Promise<string> {
  const { body } = await app.app.inject({ url });
  const text = body.replaceAll(/<(style|script|title)[^]*?<\/\1>|<[^>]*>/g, ' ');
  return text.replaceAll(/\s+/g, ' ').trim();
}

it('goes on over midnight in queue, numbers, estimates, board and the person’s page, until four [P-8.137]', async () => {
  const [inside, waits] = [await book('Inside', evening, '23:00'), await book('Waits', evening, '23:30')];
  await book('Missing', evening, '23:45', { overbookedReason: 'asked' });
  const [early, later] = [await book('Early', next, '00:15'), await book('Later', next, '01:00')];
  await book('Morning', next, '09:00');
  await clock(evening, '23:50');
  await start(inside);
  await arrive(waits);
  await arrive(early);
  const before = [
    'Inside in 1 -',
    'Waits waiting 2 00:00',
    'Early waiting 3 00:15',
    'Missing expected - 00:30',
    'Later expected - 01:00',
  ];
  const settled = (queue: string[]) => queue.map((line) => line.split(' ').slice(0, 3).join(' '));
  expect(settled(await lines())).toEqual(settled(before));
  const shown = 'Now inside 1 Next 2 3';
  expect(await textAt(board)).toContain(shown);
  const own = new URL((await desk.call(getOwnLink, { params: { id: waits.id } })).body.link ?? '').pathname;
  const ownPlace = /Your number: 2 Before you: 0 Your turn, about: \d+:\d\d am/;
  expect(await textAt(own)).toMatch(ownPlace);

  await clock(next, '00:05');
  const after = await lines();
  expect(settled(after)).toEqual([...settled(before), 'Morning expected -']);
  expect(after.slice(1, 3)).toEqual(['Waits waiting 2 00:05', 'Early waiting 3 00:15']);
  expect(await textAt(board)).toContain(shown);
  expect(await textAt(own)).toMatch(ownPlace);
  await complete(inside);
  expect((await desk.call(getQueue)).body.done.completed).toBe(1);
  await start(waits);
  expect(settled(await lines()).slice(0, 2)).toEqual(['Waits in 2', 'Early waiting 3']);
  // A new day's numbers begin with 1, without those of who is still here.
  const tokens = [];
  for (const name of ['One', 'Two', 'Three'])
    tokens.push((await book(name, next, '00:00', { walkIn: true })).token);
  expect(tokens).toEqual(['1', '4', '5']);
  await complete(waits);
  // The doctor has begun in the evening, and is not late for the first time of the new day.
  await clock(next, '00:40');
  expect((await desk.call(getQueue)).body.late).toEqual([]);
  await clock(next, '03:59');
  expect(settled(await lines())).toContain('Missing expected -');
  for (const person of [early, later]) await complete(person);
  await clock(next, '04:00');
  expect(settled(await lines()).filter((line) => line.startsWith('Missing'))).toEqual([]);
  // Visits of the night are no begin of the day: at ten past nine the doctor is late.
  await clock(next, '09:11');
  const morning = (await desk.call(getQueue)).body.waiting.find(({ personName }) => personName === 'Morning');
  if (morning) await arrive(morning);
  expect((await desk.call(getQueue)).body.late).toMatchObject([{ minutes: null }]);
});

it('says at one side of midnight who is late at the other, tells those of the night, and is over once a visit begins [P-8.138]', async () => {
  const [first, second] = [await book('First', evening, '23:30'), await book('Second', next, '00:15')];
  await book('Morning', next, '09:00');
  const resourceId = first.resourceId ?? '';
  const read = async () => (await desk.call(getLateness, { params: { id: resourceId } })).body;
  await clock(evening, '23:20');
  const said = await desk.call(setLateness, { params: { id: resourceId }, body: { minutes: 60 } });
  expect(said.body.until).toBe(at(next, '00:30'));
  expect((await read()).people.map(({ personName }) => personName)).toEqual(['First', 'Second']);
  expect(await textAt(board)).toContain('Running late, begins about 12:30 am');
  const offered = async () =>
    (await desk.call(getWhatsAppOffer, { params: { id: second.id } })).body.kinds.map(({ kind }) => kind);
  expect(await offered()).toContain('late');
  await clock(evening, '23:55');
  await start(first);
  expect(await offered()).not.toContain('late');
  expect((await desk.call(getQueue)).body.late).toEqual([]);
  await clock(next, '00:01');
  expect((await desk.call(getQueue)).body.late).toEqual([]);
  expect((await read()).from).toBe(at(next, '00:15'));
  const again = await desk.call(setLateness, { params: { id: resourceId }, body: { minutes: 30 } });
  expect(again.body.until).toBe(at(next, '00:45'));
  expect((await read()).people.map(({ personName }) => personName)).toEqual(['Second']);
  const body = { date: next, time: '02:00' };
  await desk.call(rescheduleAppointment, { params: { id: second.id }, body });
  expect((await read()).people.map(({ personName }) => personName)).toEqual(['Second']);
});

it('begins, completes and delays those of the night before midnight too, and no others [P-8.6]', async () => {
  const [early, later] = [await book('Early', next, '00:15'), await book('Later', next, '01:00')];
  const morning = await book('Morning', next, '09:00');
  await clock(evening, '23:50');
  const delayed = await desk.call(noteDelay, { params: { id: later.id }, body: { minutes: 15 } });
  const statuses = [delayed, await start(early), await complete(early), await start(morning)];
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 409]);
});

it('gives no number of who is still inside since the afternoon, or away for a moment [P-8.137]', async () => {
  await clock(evening, '17:00');
  const [inside, away] = [await book('Inside', evening, '17:30'), await book('Away', evening, '23:30')];
  await clock(evening, '23:50');
  await start(inside);
  await arrive(away);
  await desk.call(undoArrival, { params: { id: away.id } });
  await clock(next, '00:10');
  expect((await book('One', next, '00:00', { walkIn: true })).token).toBe('3');
  expect((await arrive(away)).body.token).toBe('2');
});

it('of a clinic that is open all night goes on at four with who waits, and its doctor is not late [P-8.137]', async () => {
  const [waits, seen] = [await book('Waits', evening, '23:30'), await book('Seen', next, '03:30')];
  await book('Dawn', next, '04:30');
  await clock(evening, '23:40');
  await arrive(waits);
  await clock(next, '03:45');
  await start(seen);
  await complete(seen);
  await clock(next, '04:01');
  expect((await lines()).map((line) => line.split(' ', 2).join(' '))).toContain('Waits waiting');
  expect((await desk.call(getQueue)).body.late).toEqual([]);
  expect(await textAt(board)).toContain('Next 1');
});
