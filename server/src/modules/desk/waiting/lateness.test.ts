import { type Appointment, createAppointment } from '@samay/contract/bookings/appointments';
import { endLateness, getLateness, setLateness } from '@samay/contract/bookings/lateness';
import { getOwnLink } from '@samay/contract/bookings/own-booking';
import {
  completeAppointment,
  markArrived,
  startVisit,
  undoStart,
} from '@samay/contract/bookings/transitions';
import { setWaitingRoom } from '@samay/contract/bookings/waiting-room';
import { addWhatsAppMessage, getWhatsAppOffer } from '@samay/contract/bookings/whatsapp-messages';
import { getQueue } from '@samay/contract/desk/queue';
import { setBoard } from '@samay/contract/public/board';
import { indiaTime } from '@samay/contract/core/time';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';

const day = '2026-11-23';
/** Returns an instant of the day by India's clock. */
const at = (time: string) => new Date(`${day}T${time}:00+05:30`).toISOString();
let app: TestApp;
let clinic: BuiltTenant;
let desk: Client;
let board: string;
let doctorId: string;
let first: Appointment;
let second: Appointment;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await clock('08:00');
  clinic = await buildTenant(app, { times: 'apart' });
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  await owner.call(setWaitingRoom, { body: { tokens: true } });
  const { body } = await owner.call(setBoard, { body: { isOn: true, showsNames: false } });
  board = new URL(body.address ?? '').pathname;
  await clock('08:00');
  first = await book('First', '09:00');
  second = await book('Second', '10:00');
  doctorId = first.resourceId ?? '';
});

/** Sets the time in India, and signs the desk in. */
async function clock(time: string): Promise<void> {
  app.setNow(at(time));
  if (clinic) desk = await signInAs(app, clinic);
}

async function book(personName: string, time: string): Promise<Appointment> {
  const person = { personName, personContact: '+91 98200 11223', date: day, time, doctor: 'Default Doctor' };
  return (await desk.call(createAppointment, { body: person })).body;
}

const late = async (minutes: number, client = desk) =>
  client.call(setLateness, { params: { id: doctorId }, body: { minutes } });
const queue = async () => (await desk.call(getQueue)).body;
async function begins(name: string): Promise<string | null | undefined> {
  const { estimate } = (await queue()).waiting.find(({ personName }) => personName === name) ?? {};
  return estimate && indiaTime(new Date(estimate.from));
}
async function shown(url: string): Promise<string> {
  const { body } = await app.app.inject({ url });
  const text = body.replaceAll(/<(style|script|title)[^]*?<\/\1>|<[^>]*>/g, ' ');
  return text.replaceAll(/\s+/g, ' ').trim();
}
async function ownPage({ id }: Appointment): Promise<string> {
  const { link } = (await desk.call(getOwnLink, { params: { id } })).body;
  return new URL(link ?? '').pathname;
}

it('is noticed ten minutes after the first time, and typed it shifts queue, board and the person’s page [P-8.118]', async () => {
  // Nobody came yet: the doctor may wait for them.
  await clock('09:11');
  expect((await queue()).late).toEqual([]);
  await clock('09:10');
  await desk.call(markArrived, { params: { id: first.id } });
  expect((await queue()).late).toEqual([]);
  await clock('09:11');
  expect((await queue()).late).toEqual([{ resourceId: doctorId, minutes: null, until: null }]);
  expect([await begins('First'), await begins('Second')]).toEqual([null, null]);
  expect(await shown(board)).toContain('Running late');
  // Counted from the first time, not from now.
  expect((await late(90)).body).toEqual({ minutes: 90, until: at('10:30') });
  expect((await queue()).late).toEqual([{ resourceId: doctorId, minutes: 90, until: at('10:30') }]);
  expect([await begins('First'), await begins('Second')]).toEqual([
    '10:30',
    expect.stringMatching(/^1[01]:/),
  ]);
  expect(await shown(board)).toContain('Running late, begins about 10:30 am');
  expect(await shown(`${board}?l=te`)).toContain('ఆలస్యం అవుతోంది, సుమారు ఉదయం 10:30 నుండి');
  const page = await ownPage(second);
  expect(await shown(page)).toContain('Your doctor is running late and begins about 10:30 am.');
  expect(await shown(`${page}?l=hi`)).toContain('आपके डॉक्टर को देर हो रही है');
});

it('is changed and ended by a press, over once a visit begins, and refused for a time that is over [P-8.119]', async () => {
  await clock('09:20');
  const hers = await signInAs(app, clinic, 'DOCTOR');
  await desk.call(markArrived, { params: { id: first.id } });
  expect((await late(15)).error?.code).toBe('lateness.over');
  expect((await late(30, hers)).body.until).toBe(at('09:30'));
  expect((await late(60)).body.until).toBe(at('10:00'));
  expect(await begins('First')).toBe('10:00');
  await desk.call(endLateness, { params: { id: doctorId } });
  expect((await queue()).late).toEqual([{ resourceId: doctorId, minutes: null, until: null }]);
  await late(60);
  await desk.call(startVisit, { params: { id: first.id } });
  expect((await queue()).late).toEqual([]);
  expect(await shown(board)).not.toContain('Running late');
  // Within the day it counts from now: the doctor is called away.
  await clock('10:05');
  expect((await late(40)).body.until).toBe(at('10:45'));
  expect(await begins('Second')).toBe('10:45');
  await desk.call(undoStart, { params: { id: first.id } });
  expect((await queue()).late).toEqual([{ resourceId: doctorId, minutes: 40, until: at('10:45') }]);
  await clock('10:46');
  expect((await queue()).late).toEqual([{ resourceId: doctorId, minutes: null, until: null }]);
  const elsewhere = await buildTenant(app, { times: 'apart' });
  expect((await late(30, await signInAs(app, elsewhere))).status).toBe(404);
});

it('is over once a visit is completed without a start, and is shown and ended of a doctor who has nobody [P-8.119]', async () => {
  await clock('09:20');
  await late(60);
  await desk.call(completeAppointment, { params: { id: first.id } });
  expect((await queue()).late).toEqual([]);
  await clock('10:20');
  await desk.call(markArrived, { params: { id: second.id } });
  expect((await queue()).late).toEqual([]);
  await desk.call(completeAppointment, { params: { id: second.id } });
  await clock('10:21');
  await late(30);
  expect((await queue()).late).toEqual([{ resourceId: doctorId, minutes: 30, until: at('10:51') }]);
  await desk.call(endLateness, { params: { id: doctorId } });
  expect((await queue()).late).toEqual([]);
});

it('tells who has not come yet by one press each, once, in their language [P-8.127]', async () => {
  const third = await book('Third', '11:00');
  await clock('09:20');
  await desk.call(markArrived, { params: { id: first.id } });
  const read = async () => (await desk.call(getLateness, { params: { id: doctorId } })).body;
  // Nobody is told while it is not known until when.
  expect(await read()).toMatchObject({ minutes: null, from: at('09:00'), people: [] });
  const open = async ({ id }: Appointment) =>
    desk.call(addWhatsAppMessage, {
      params: { id },
      body: { kind: 'late' },
      idempotencyKey: crypto.randomUUID(),
    });
  expect((await open(second)).error?.code).toBe('whatsapp.not_now');
  await late(45);
  expect((await read()).people.map(({ personName, told }) => [personName, told])).toEqual([
    ['Second', null],
    ['Third', null],
  ]);
  expect((await read()).people[0]?.message).toEqual({
    number: '919820011223',
    text: expect.stringContaining('begins at about 9:45 am. The appointment of Second at'),
  });
  const { link } = (await open(second)).body;
  expect(new URL(link).searchParams.get('text') ?? link).toContain('9:45');
  expect((await read()).people.map(({ told }) => told?.kind)).toEqual(['late', undefined]);
  const { kinds } = (await desk.call(getWhatsAppOffer, { params: { id: third.id } })).body;
  expect(kinds.map(({ kind }) => kind)).toContain('late');
  expect(kinds.find(({ kind }) => kind === 'late')?.texts.mr).toContain('साधारण सकाळी 9:45 वाजता');
  expect((await open(first)).error?.code).toBe('whatsapp.not_now');
});

it('says on the person’s page that a missing person is on their way, which the queue counts again [P-8.129]', async () => {
  await desk.call(markArrived, { params: { id: second.id } });
  const page = await ownPage(first);
  expect(await shown(page)).toContain('I am coming');
  await app.app.inject({ method: 'POST', url: `${page}/coming`, headers: form, payload: '' });
  expect(await shown(page)).not.toContain('I am coming');
  await clock('09:15');
  await desk.call(startVisit, { params: { id: second.id } });
  for (const [language, words] of [
    ['en', 'I am on my way'],
    ['hi', 'मैं रास्ते में हूँ'],
    ['mr', 'मी वाटेत आहे'],
    ['te', 'నేను దారిలో ఉన్నాను'],
  ] as const)
    expect(await shown(`${page}?l=${language}`)).toContain(words);
  const isLate = async () => (await queue()).waiting.find(({ id }) => id === first.id);
  expect(await isLate()).toMatchObject({ isLate: true, comingAt: at('08:00') });
  const press = await app.app.inject({ method: 'POST', url: `${page}/coming`, headers: form, payload: '' });
  expect(press.statusCode).toBe(303);
  expect(await isLate()).toMatchObject({ isLate: true, comingAt: at('09:15') });
  expect(await shown(page)).not.toContain('I am on my way');
  await desk.call(markArrived, { params: { id: first.id } });
  expect(await shown(page)).toMatch(/Your number: 2 Before you: 0 Your turn, about: \d+:\d\d am/);
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };
