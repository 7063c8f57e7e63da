import { randomUUID } from 'node:crypto';
import { archiveResource } from '@samay/contract/availability/resources';
import { changeService, listServices } from '@samay/contract/availability/services';
import { cancelAppointment, markArrived } from '@samay/contract/bookings/transitions';
import {
  createAppointment,
  getAppointment,
  rescheduleAppointment,
} from '@samay/contract/bookings/appointments';
import { addClosing, continueClosing, type Decision, undoClosing } from '@samay/contract/bookings/closings';
import { getMoney, takePayment } from '@samay/contract/bookings/money';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildResource } from '../../../../test/fixtures/availability.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { afterStatement } from '../../../../test/fixtures/database/after-statement.ts';
import { asPlatform } from '../../../db/tenant.ts';

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let desk: Client;
let rao: string;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  app.setNow(testNow);
  clinic = await buildTenant(app, { plan: 'premium', times: 'apart' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  desk = await signInAs(app, clinic, 'EMPLOYEE');
  await asPlatform(app, (tx) => tx.deleteFrom('resources').where('tenant_id', '=', clinic.id).execute());
  rao = await buildResource(app, clinic, { name: 'Dr. Rao' });
});
afterAll(() => app.close());

const today = '2026-11-21';
const monday = '2026-11-23';

async function book(time: string, more: object = {}): Promise<string> {
  const body = { personName: `Patient ${time}`, personContact: '98200 11223', date: today, time };
  const made = await desk.call(createAppointment, {
    body: { ...body, resourceId: rao, ...more },
    idempotencyKey: randomUUID(),
  });
  return made.body.id;
}

type Decided = readonly [id: string, time: string, decision: Decision];
const move = (time: string, date = monday): Decision => ({
  action: 'move',
  to: { date, time, resourceId: rao },
});

/** Closes the afternoon with decisions, and returns the id of the closing. */
async function close(decided: readonly Decided[], resourceId: string | null = rao): Promise<string> {
  const body = {
    from: { date: today, time: '14:00' },
    to: { date: today, time: '18:00' },
    resourceId,
    reason: 'Doctor ill',
    bookings: decided.map(([id, time, decision]) => ({ id, before: { date: today, time }, decision })),
  };
  return (await owner.call(addClosing, { body, idempotencyKey: randomUUID() })).body.id;
}

const proceed = async (id: string) => owner.call(continueClosing, { params: { id } });
const shown = async (id: string) => (await owner.call(getAppointment, { params: { id } })).body;

/** Carries out a closing, and returns the outcomes. */
async function carryOut(decided: readonly Decided[], resourceId: string | null = rao) {
  const id = await close(decided, resourceId);
  const { handled } = (await proceed(id)).body;
  expect(handled.map(({ state }) => state)).toEqual(decided.map(() => 'done'));
  return id;
}

/** Takes a closing back, and returns the outcomes. */
async function takeBack(id: string) {
  await owner.call(undoClosing, { params: { id } });
  return (await proceed(id)).body.handled;
}

const after = (minutes: number) => new Date(Date.parse(testNow) + minutes * 60_000).toISOString();
const back = (decided: readonly unknown[]) => decided.map(() => ({ state: 'undone', refusal: null }));

it('gives neighbours the gaps back that they had, so that none is in the way of another [P-8.70]', async () => {
  const times = ['14:00', '14:15', '14:30'];
  const decided: Decided[] = [];
  for (const [at, time] of times.entries())
    decided.push([await book(time, { duration: 15 }), time, move(`1${at}:00`)]);
  const [service] = (await owner.call(listServices)).body.items;
  await owner.call(changeService, { params: { id: service?.id ?? '' }, body: { bufferAfter: 10 } });
  const id = await carryOut(decided);
  expect(await takeBack(id)).toMatchObject(back(decided));
});

it('returns who had no doctor to none, out of the way of the doctor’s own patient [P-8.70]', async () => {
  await buildResource(app, clinic, { name: 'Dr. Iyer', position: 9 });
  const nobodys = await book('14:00', { resourceId: undefined, doctor: 'Any doctor' });
  const own = await book('14:00');
  expect(await shown(nobodys)).toMatchObject({ resourceId: null, doctor: 'Any doctor' });
  const decided: Decided[] = [
    [nobodys, '14:00', move('10:00')],
    [own, '14:00', move('11:00')],
  ];
  const id = await carryOut(decided, null);
  expect(await shown(nobodys)).toMatchObject({ resourceId: rao, doctor: 'Dr. Rao' });
  expect(await takeBack(id)).toMatchObject(back(decided));
  expect(await shown(nobodys)).toMatchObject({ time: '14:00', resourceId: null, doctor: 'Any doctor' });
  expect(await shown(own)).toMatchObject({ time: '14:00', resourceId: rao });
});

it('returns a booking to a doctor who no longer gives the service, or was archived [P-8.80]', async () => {
  const iyer = await buildResource(app, clinic, { name: 'Dr. Iyer', position: 9 });
  const toIyer: Decision = { action: 'move', to: { date: today, time: '14:00', resourceId: iyer } };
  const decided: Decided[] = [[await book('14:00'), '14:00', toIyer]];
  const first = await carryOut(decided);
  const [service] = (await owner.call(listServices)).body.items;
  const body = { resourceIds: [iyer] };
  expect((await owner.call(changeService, { params: { id: service?.id ?? '' }, body })).status).toBe(200);
  expect(await takeBack(first)).toMatchObject(back(decided));
  const second = await carryOut(decided);
  expect((await owner.call(archiveResource, { params: { id: rao }, body: {} })).status).toBe(200);
  expect(await takeBack(second)).toMatchObject(back(decided));
  expect(await shown(decided[0]?.[0] ?? '')).toMatchObject({ resourceId: rao, doctor: 'Dr. Rao' });
});

it('leaves what a colleague changed after a server had failed in between [P-8.81]', async () => {
  const booking = await book('14:00');
  const id = await close([[booking, '14:00', move('10:00')]]);
  afterStatement(app.database, 'update appointments set', async () => Promise.reject(new Error('failed')));
  expect((await proceed(id)).status).toBe(500);
  expect(await shown(booking)).toMatchObject({ date: monday });
  app.setNow(after(1));
  const body = { amount: 700_00, method: 'Cash', amountBefore: null };
  const paid = await desk.call(takePayment, {
    params: { id: booking },
    body,
    idempotencyKey: randomUUID(),
  });
  expect(paid.status).toBe(200);
  app.setNow(after(2));
  expect((await proceed(id)).body.handled).toMatchObject([{ state: 'done' }]);
  expect(await takeBack(id)).toMatchObject([
    { state: 'stands', refusal: expect.stringContaining('meanwhile') },
  ]);
  expect(await shown(booking)).toMatchObject({ date: monday, amount: 700_00 });
});

it('brings back a booking whose outcome a lost server has not written [P-8.81]', async () => {
  const [moved, untouched] = [await book('14:00'), await book('15:00')];
  const id = await close([
    [moved, '14:00', move('10:00')],
    [untouched, '15:00', move('11:00')],
  ]);
  afterStatement(app.database, 'update appointments set', async () => Promise.reject(new Error('failed')));
  expect((await proceed(id)).status).toBe(500);
  expect(await shown(moved)).toMatchObject({ date: monday });
  app.setNow(after(1));
  expect(await takeBack(id)).toMatchObject([{ state: 'undone', booking: { date: today, time: '14:00' } }]);
  expect(await shown(untouched)).toMatchObject({ date: today, time: '15:00' });
});

it('neither moves nor cancels what changes while it is handled, and loses no arrival [P-8.81]', async () => {
  for (const decision of [move('10:00'), { action: 'cancel', money: 'leave' } as const]) {
    const time = decision.action === 'move' ? '14:00' : '15:00';
    app.setNow(testNow);
    const booking = await book(time);
    const id = await close([[booking, time, decision]]);
    afterStatement(app.database, 'update "closing_bookings"', async () => {
      app.setNow(after(2));
      expect((await desk.call(markArrived, { params: { id: booking } })).status).toBe(200);
    });
    expect((await proceed(id)).body.handled).toMatchObject([
      { state: 'refused', refusal: expect.stringContaining('meanwhile') },
    ]);
    expect(await shown(booking)).toMatchObject({ status: 'scheduled', time, arrivedAt: after(2) });
  }
});

it('says what had been paid, and the money stays given back or spent [P-8.82]', async () => {
  const paid = { amount: 500_00, paymentMethod: 'Cash' };
  const [refunded, kept, unpaid] = [
    await book('14:00', paid),
    await book('15:00', paid),
    await book('16:00'),
  ];
  const decided: Decided[] = [
    [refunded, '14:00', { action: 'cancel', money: 'refund' }],
    [kept, '15:00', { action: 'cancel', money: 'advance' }],
    [unpaid, '16:00', { action: 'cancel', money: 'leave' }],
  ];
  const id = await carryOut(decided);
  expect((await owner.call(getMoney, { params: { id: kept } })).body.advance).toBe(500_00);
  const other = await book('11:00', { personName: 'Patient 15:00' });
  const body = { amount: 300_00, method: 'Advance', amountBefore: null };
  await desk.call(takePayment, { params: { id: other }, body, idempotencyKey: randomUUID() });
  expect(await takeBack(id)).toMatchObject([
    { state: 'undone', money: 'refund', paidBefore: 500_00, booking: { amount: null } },
    { state: 'undone', money: 'advance', paidBefore: 500_00, booking: { amount: 200_00 } },
    { state: 'undone', money: 'leave', paidBefore: null, booking: { amount: null } },
  ]);
});

it('does not take a colleague’s cancel for the same reason for its own [P-8.84]', async () => {
  const booking = await book('14:00', { amount: 500_00, paymentMethod: 'Cash' });
  const id = await close([[booking, '14:00', { action: 'cancel', money: 'refund' }]]);
  const body = { money: 'leave' as const, reason: 'Doctor ill' };
  expect((await desk.call(cancelAppointment, { params: { id: booking }, body })).status).toBe(200);
  expect((await proceed(id)).body.handled).toMatchObject([
    { state: 'refused', refusal: expect.stringContaining('meanwhile') },
  ]);
  await takeBack(id);
  expect(await shown(booking)).toMatchObject({ status: 'cancelled', amount: 500_00 });
});

it('leaves a booking where a colleague had moved it to the same place [P-8.84]', async () => {
  const booking = await book('14:00');
  const id = await close([[booking, '14:00', move('10:00')]]);
  const body = { date: monday, time: '10:00' };
  expect((await desk.call(rescheduleAppointment, { params: { id: booking }, body })).status).toBe(200);
  expect((await proceed(id)).body.handled).toMatchObject([{ state: 'done' }]);
  expect(await takeBack(id)).toMatchObject([
    { state: 'stands', refusal: expect.stringContaining('meanwhile') },
  ]);
  expect(await shown(booking)).toMatchObject(body);
});

it('says that the ten minutes are over, and not who cancelled [P-8.71]', async () => {
  const id = await close([[await book('14:00'), '14:00', { action: 'cancel', money: 'leave' }]]);
  await proceed(id);
  app.setNow(after(9));
  await owner.call(undoClosing, { params: { id } });
  app.setNow(after(10));
  expect((await proceed(id)).body.handled).toMatchObject([
    { state: 'stands', refusal: 'Cancelled appointments come back within 10 minutes only.' },
  ]);
});
