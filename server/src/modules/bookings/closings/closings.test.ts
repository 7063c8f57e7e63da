import { randomUUID } from 'node:crypto';
import { addHourException, getHours } from '@samay/contract/availability/hours';
import {
  cancelAppointment,
  markArrived,
  markNoShow,
  startVisit,
  undoCancel,
} from '@samay/contract/bookings/transitions';
import {
  createAppointment,
  getAppointment,
  rescheduleAppointment,
} from '@samay/contract/bookings/appointments';
import {
  addClosing,
  continueClosing,
  type Decision,
  getClosing,
  listClosings,
  previewClosing,
  setClosingRules,
  undoClosing,
} from '@samay/contract/bookings/closings';
import { noteDelay } from '@samay/contract/bookings/delays';
import { getMoney } from '@samay/contract/bookings/money';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildOwnPractitioner, buildResource, listClaims } from '../../../../test/fixtures/availability.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { asPlatform, inTenant } from '../../../db/tenant.ts';
import { tenantIdOf } from '../../../context/tenant-id.ts';

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
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER', { name: 'Priya Nair' });
  desk = await signInAs(app, clinic, 'EMPLOYEE', { name: 'Asha Kulkarni' });
  rao = await firstResource();
});
afterAll(() => app.close());

const today = '2026-11-21';
const afternoon = { from: { date: today, time: '14:00' }, to: { date: today, time: '18:00' } };
const ofAfternoon = { fromDate: today, fromTime: '14:00', toDate: today, toTime: '18:00' };

async function firstResource(): Promise<string> {
  const { id } = await asPlatform(app, (tx) =>
    tx.selectFrom('resources').select('id').where('tenant_id', '=', clinic.id).executeTakeFirstOrThrow(),
  );
  return id;
}

const charge = async (price_paise: number) =>
  asPlatform(app, (tx) =>
    tx.updateTable('services').set({ price_paise }).where('tenant_id', '=', clinic.id).execute(),
  );

async function book(time: string, more: object = {}): Promise<string> {
  const body = { personName: `Patient ${time}`, personContact: '98200 11223', date: today, time };
  const made = await desk.call(createAppointment, {
    body: { ...body, resourceId: rao, ...more },
    idempotencyKey: randomUUID(),
  });
  return made.body.id;
}

type Decided = readonly [id: string, time: string, decision: Decision];
const move = (to: { date: string; time: string }): Decision => ({
  action: 'move',
  to: { ...to, resourceId: rao },
});
const cancel: Decision = { action: 'cancel', money: 'leave' };

/** Closes the afternoon of Dr. Rao with decisions, and returns the closing before it is carried out. */
async function close(
  decided: readonly Decided[],
  { by = desk, ...more }: { by?: Client; resourceId?: string | null; exceptionId?: string } = {},
) {
  return by.call(addClosing, {
    body: {
      ...afternoon,
      resourceId: rao,
      reason: 'Doctor ill',
      bookings: decided.map(([id, time, decision]) => ({ id, before: { date: today, time }, decision })),
      ...more,
    },
    idempotencyKey: randomUUID(),
  });
}

const proceed = async (id: string, by = desk) => by.call(continueClosing, { params: { id } });
const undo = async (id: string, by = desk) => by.call(undoClosing, { params: { id } });
const shown = async (id: string) => (await owner.call(getAppointment, { params: { id } })).body;
const preview = async (query: object = {}, by = desk) =>
  by.call(previewClosing, { query: { ...ofAfternoon, resource: rao, ...query } });
const getStates = (items: readonly { readonly state: string }[]) => items.map(({ state }) => state);

describe('a closing', () => {
  it('moves, cancels and keeps as decided, and adds its closure [P-6.81, P-6.82]', async () => {
    const [moved, cancelled, kept] = [
      await book('14:00'),
      await book('15:00', { amount: 500_00, paymentMethod: 'Cash' }),
      await book('16:00'),
    ];
    const to = { date: '2026-11-23', time: '10:00' };
    const { status, body: closing } = await close([
      [moved, '14:00', move(to)],
      [cancelled, '15:00', { action: 'cancel', money: 'advance' }],
      [kept, '16:00', { action: 'keep' }],
    ]);
    expect(status).toBe(201);
    expect(closing).toMatchObject({ by: 'Asha Kulkarni', reason: 'Doctor ill', mayUndo: true });
    expect(getStates(closing.bookings)).toEqual(['waiting', 'waiting', 'done']);
    expect(await shown(moved)).toMatchObject({ time: '14:00' });
    const { body } = await proceed(closing.id);
    expect(body.left).toBe(0);
    expect(getStates(body.handled)).toEqual(['done', 'done']);
    expect(await shown(moved)).toMatchObject(to);
    expect(await shown(cancelled)).toMatchObject({
      status: 'cancelled',
      cancellation: { reason: 'Doctor ill' },
    });
    expect((await desk.call(getMoney, { params: { id: cancelled } })).body.advance).toBe(500_00);
    expect(await shown(kept)).toMatchObject({ status: 'scheduled', time: '16:00' });
    const { exceptions } = (await owner.call(getHours, { query: { from: today, to: today } })).body;
    expect(exceptions).toMatchObject([{ resourceId: rao, reason: 'Doctor ill', ...afternoon }]);
    expect((await desk.call(listClosings)).body.items).toMatchObject([
      { id: closing.id, counts: { done: 3 } },
    ]);
  });

  it('handles ten at a time, and a repeated request changes nothing twice [P-6.82]', async () => {
    const times = Array.from(
      { length: 12 },
      (_, at) => `1${4 + Math.floor(at / 4)}:${['00', '15', '30', '45'][at % 4]}`,
    );
    const short = { duration: 15 };
    const decided: Decided[] = [];
    for (const [at, time] of times.entries())
      decided.push([
        await book(time, short),
        time,
        at % 2 ? cancel : move({ date: '2026-11-23', time: time }),
      ]);
    const closing = (await close(decided)).body;
    const [one, other] = await Promise.all([proceed(closing.id), proceed(closing.id)]);
    expect([one.status, other.status]).toEqual([200, 200]);
    const counts = [one, other].map(({ body }) => body.handled.length).toSorted((a, b) => a - b);
    expect(counts).toEqual([expect.toBeOneOf([0, 2]), 10]);
    // A server that ended after a booking was changed has not written its outcome.
    await inTenant({ ...app, tenantId: tenantIdOf(clinic.id), now: new Date(testNow) }, (tx) =>
      tx
        .updateTable('closing_bookings')
        .set({ state: 'waiting', left_at: null })
        .where('tenant_id', '=', clinic.id)
        .where('closing_id', '=', closing.id)
        .execute(),
    );
    const steps = [(await proceed(closing.id)).body, (await proceed(closing.id)).body];
    expect(steps.map(({ handled, left }) => [handled.length, left])).toEqual([
      [10, 2],
      [2, 0],
    ]);
    expect(new Set(steps.flatMap(({ handled }) => getStates(handled)))).toEqual(new Set(['done']));
    const changes = await asPlatform(app, (tx) =>
      tx
        .selectFrom('audit_log')
        .select('object')
        .where('tenant_id', '=', clinic.id)
        .where('action', 'in', ['appointment.cancelled', 'appointment.rescheduled'])
        .execute(),
    );
    expect(changes.map(({ object }) => object).toSorted()).toEqual(decided.map(([id]) => id).toSorted());
  });

  it('moves to another doctor at the same time [P-6.82]', async () => {
    const iyer = await buildResource(app, clinic, { name: 'Dr. Iyer', position: 9 });
    const id = await book('14:00');
    const to = { date: today, time: '14:00', resourceId: iyer };
    const closing = (await close([[id, '14:00', { action: 'move', to }]])).body;
    expect(getStates((await proceed(closing.id)).body.handled)).toEqual(['done']);
    expect(await shown(id)).toMatchObject({ time: '14:00', resourceId: iyer, doctor: 'Dr. Iyer' });
  });

  it('is handled by one request at a time, and not undone meanwhile [P-6.82, P-6.84]', async () => {
    const id = await book('14:00');
    const closing = (await close([[id, '14:00', cancel]])).body;
    const setBusy = async (until: Date) =>
      inTenant({ ...app, tenantId: tenantIdOf(clinic.id), now: new Date(testNow) }, (tx) =>
        tx
          .updateTable('closings')
          .set({ busy_until: until })
          .where('tenant_id', '=', clinic.id)
          .where('id', '=', closing.id)
          .execute(),
      );
    await setBusy(new Date(Date.parse(testNow) + 1));
    expect((await proceed(closing.id)).body).toEqual({ handled: [], left: 1 });
    expect((await undo(closing.id)).error?.code).toBe('closing.busy');
    // A server that ended meanwhile keeps it for some seconds only.
    await setBusy(new Date(testNow));
    expect(getStates((await proceed(closing.id)).body.handled)).toEqual(['done']);
    expect((await undo(closing.id)).status).toBe(200);
  });

  it('leaves alone a visit that has begun or ended since [P-6.83]', async () => {
    const [begun, missed] = [await book('14:00'), await book('15:00')];
    const closing = (
      await close([
        [begun, '14:00', move({ date: '2026-11-23', time: '10:00' })],
        [missed, '15:00', cancel],
      ])
    ).body;
    await desk.call(startVisit, { params: { id: begun } });
    await desk.call(markNoShow, { params: { id: missed } });
    const { handled } = (await proceed(closing.id)).body;
    expect(getStates(handled)).toEqual(['refused', 'refused']);
    expect(await shown(begun)).toMatchObject({ time: '14:00', startedAt: expect.any(String) });
    expect(await shown(missed)).toMatchObject({ status: 'no_show' });
  });

  it('lists with its reason what it could not do, and leaves that as it is [P-6.83]', async () => {
    const [taken, changed] = [await book('14:00'), await book('15:00')];
    await book('10:00', { date: '2026-11-23' });
    const closing = (
      await close([
        [taken, '14:00', move({ date: '2026-11-23', time: '10:00' })],
        [changed, '15:00', cancel],
      ])
    ).body;
    const elsewhere = { date: '2026-11-24', time: '09:00' };
    await owner.call(rescheduleAppointment, { params: { id: changed }, body: elsewhere });
    const { handled } = (await proceed(closing.id)).body;
    expect(handled.map(({ state, refusal }) => [state, refusal])).toEqual([
      ['refused', expect.stringContaining('taken')],
      ['refused', expect.stringContaining('meanwhile')],
    ]);
    expect(await shown(taken)).toMatchObject({ status: 'scheduled', time: '14:00' });
    expect(await shown(changed)).toMatchObject({ status: 'scheduled', ...elsewhere });
  });
});

describe('the undo of a closing', () => {
  it('takes back what nobody has changed since, and the closure [P-6.84]', async () => {
    const [moved, cancelled, touched] = [await book('14:00'), await book('15:00'), await book('16:00')];
    const closing = (
      await close([
        [moved, '14:00', move({ date: '2026-11-23', time: '10:00' })],
        [cancelled, '15:00', cancel],
        [touched, '16:00', move({ date: '2026-11-23', time: '12:00' })],
      ])
    ).body;
    await proceed(closing.id);
    const later = { date: '2026-11-25', time: '12:00' };
    await owner.call(rescheduleAppointment, { params: { id: touched }, body: later });
    expect(getStates((await undo(closing.id)).body.bookings)).toEqual(['undoing', 'undoing', 'undoing']);
    const { handled, left } = (await proceed(closing.id)).body;
    expect(left).toBe(0);
    expect(handled.map(({ state, refusal }) => [state, refusal])).toEqual([
      ['undone', null],
      ['undone', null],
      ['stands', expect.stringContaining('meanwhile')],
    ]);
    expect(await shown(moved)).toMatchObject({ date: today, time: '14:00', status: 'scheduled' });
    expect(await shown(cancelled)).toMatchObject({ time: '15:00', status: 'scheduled' });
    expect(await shown(touched)).toMatchObject(later);
    const { exceptions } = (await owner.call(getHours, { query: { from: today, to: today } })).body;
    expect(exceptions).toEqual([]);
    expect((await undo(closing.id)).error?.code).toBe('closing.stands');
  });

  it('gives a moved booking its price, its arrival, its delay and its walk-in back [P-8.70]', async () => {
    await charge(500_00);
    const [arrived, late] = [await book('14:00'), await book('15:00')];
    const walkIn = await book('10:00', { walkIn: true });
    await desk.call(markArrived, { params: { id: arrived } });
    await desk.call(noteDelay, { params: { id: late }, body: { minutes: 30 } });
    const all = [arrived, late, walkIn];
    const before = await Promise.all(all.map(shown));
    expect(
      before.map(({ price, arrivedAt, delay, walkIn: isOne }) => [price, arrivedAt, delay, isOne]),
    ).toEqual([
      [500_00, testNow, 0, false],
      [500_00, null, 30, false],
      [500_00, testNow, 0, true],
    ]);
    const closing = (
      await close([
        [arrived, '14:00', move({ date: '2026-11-23', time: '10:00' })],
        [late, '15:00', move({ date: '2026-11-23', time: '11:00' })],
        [walkIn, '10:00', move({ date: '2026-11-23', time: '12:00' })],
      ])
    ).body;
    await charge(700_00);
    app.setNow('2026-11-21T04:31:00.000Z');
    expect(getStates((await proceed(closing.id)).body.handled)).toEqual(['done', 'done', 'done']);
    const moved = { price: 700_00, arrivedAt: null, delay: 0, walkIn: false };
    for (const id of all) expect(await shown(id)).toMatchObject(moved);
    await undo(closing.id);
    expect(getStates((await proceed(closing.id)).body.handled)).toEqual(['undone', 'undone', 'undone']);
    const after = await Promise.all(all.map(shown));
    expect(after).toEqual(before.map((each) => ({ ...each, updatedAt: '2026-11-21T04:31:00.000Z' })));
    // The walk-in claims nothing, as before.
    expect(await listClaims(app, walkIn)).toEqual([]);
    expect(await listClaims(app, arrived)).toHaveLength(1);
  });

  it('takes back for its author what a colleague cancelled for it, within ten minutes [P-8.71]', async () => {
    const colleague = await signInAs(app, clinic, 'EMPLOYEE', { name: 'Ravi Joshi' });
    const [first, second, third] = [await book('14:00'), await book('15:00'), await book('16:00')];
    const one = (await close([[first, '14:00', cancel]])).body;
    const other = (await close([[second, '15:00', cancel]])).body;
    const slow = (await close([[third, '16:00', cancel]])).body;
    for (const { id } of [one, other, slow]) await proceed(id, colleague);
    // Alone the author may not: it was their colleague's cancel.
    expect((await desk.call(undoCancel, { params: { id: first } })).error?.code).toBe(
      'appointment.cancel_stands',
    );
    app.setNow('2026-11-21T04:39:59.000Z');
    for (const { id } of [one, other, slow]) expect((await undo(id)).status).toBe(200);
    expect(getStates((await proceed(one.id)).body.handled)).toEqual(['undone']);
    expect(getStates((await proceed(other.id, colleague)).body.handled)).toEqual(['undone']);
    expect(await shown(first)).toMatchObject({ status: 'scheduled', time: '14:00' });
    app.setNow('2026-11-21T04:40:00.000Z');
    expect(getStates((await proceed(slow.id)).body.handled)).toEqual(['stands']);
    expect(await shown(third)).toMatchObject({ status: 'cancelled' });
  });

  it('is for its author or an owner, for ten minutes [P-6.84]', async () => {
    const colleague = await signInAs(app, clinic, 'EMPLOYEE');
    const [first, second] = [(await close([])).body, (await close([])).body];
    expect((await undo(first.id, colleague)).error?.code).toBe('closing.stands');
    expect((await undo(first.id, owner)).status).toBe(200);
    app.setNow('2026-11-21T04:40:00.000Z');
    expect((await desk.call(getClosing, { params: { id: second.id } })).body.mayUndo).toBe(false);
    expect((await undo(second.id)).error?.code).toBe('closing.stands');
  });

  it('leaves a closure that was added on Settings, and what was not handled yet [P-6.84]', async () => {
    const waiting = await book('14:00');
    const closure = { kind: 'closure', resourceId: rao, reason: 'Away', ...afternoon } as const;
    const { exception } = (await owner.call(addHourException, { body: closure })).body;
    const { body: closing } = await close([[waiting, '14:00', cancel]], { exceptionId: exception.id });
    expect(closing).toMatchObject({ reason: 'Away' });
    expect(getStates((await undo(closing.id)).body.bookings)).toEqual(['undone']);
    expect((await proceed(closing.id)).body).toEqual({ handled: [], left: 0 });
    expect(await shown(waiting)).toMatchObject({ status: 'scheduled' });
    const { exceptions } = (await owner.call(getHours, { query: { from: today, to: today } })).body;
    expect(exceptions).toEqual([exception]);
  });
});

describe('who may close', () => {
  it('is an owner, a doctor for their own, and employees unless an owner says no [P-6.85]', async () => {
    const doctor = await signInAs(app, clinic, 'DOCTOR');
    const own = await buildOwnPractitioner(app, clinic, doctor.identity?.userId ?? '');
    expect((await close([], { by: doctor })).error?.code).toBe('access.denied');
    expect((await close([], { by: doctor, resourceId: null })).error?.code).toBe('access.denied');
    const { body: ownClosing } = await close([], { by: doctor, resourceId: own });
    expect((await close([], { resourceId: null })).status).toBe(201);
    expect((await doctor.call(listClosings)).body.items.map(({ id }) => id)).toEqual([ownClosing.id]);
    expect((await desk.call(listClosings)).body.items).toHaveLength(2);
    expect((await owner.call(setClosingRules, { body: { employees: false } })).body).toEqual({
      employees: false,
    });
    expect((await close([])).error?.code).toBe('access.denied');
    expect((await preview()).error?.code).toBe('access.denied');
    expect((await close([], { by: owner })).status).toBe(201);
  });

  it('refunds only who may, and asks for a range that can be closed [P-6.85]', async () => {
    const id = await book('14:00');
    const refund: Decision = { action: 'cancel', money: 'refund' };
    expect((await close([[id, '14:00', refund]])).error?.code).toBe('access.denied');
    expect((await close([[id, '14:00', refund]], { by: owner })).status).toBe(201);
    const twice = await close([
      [id, '14:00', cancel],
      [id, '14:00', cancel],
    ]);
    expect(twice.error?.code).toBe('request.invalid');
    for (const range of [{ toDate: '2199-12-31' }, { toTime: '14:00' }])
      expect((await preview(range)).error?.code).toBe('request.invalid');
  });

  it('names no other business’s resource, closure or booking [P-6.85, T-2.2]', async () => {
    const unknown = randomUUID();
    expect((await close([], { resourceId: unknown })).error?.code).toBe('not_found');
    expect((await close([], { exceptionId: unknown })).error?.code).toBe('not_found');
    const foreign = await buildAppointment(app, await buildTenant(app), { date: today, time: '14:00' });
    for (const each of [unknown, foreign])
      expect((await close([[each, '14:00', cancel]])).error?.code).toBe('not_found');
    expect((await owner.call(getHours, { query: { from: today, to: today } })).body.exceptions).toEqual([]);
    const id = await book('14:00');
    const elsewhere = await buildResource(app, await buildTenant(app), { name: 'Dr. Other' });
    for (const resourceId of [unknown, elsewhere]) {
      const decision: Decision = { action: 'move', to: { date: '2026-11-23', time: '10:00', resourceId } };
      expect((await close([[id, '14:00', decision]])).error?.code).toBe('not_found');
    }
    expect((await desk.call(listClosings)).body.items).toEqual([]);
    await desk.call(cancelAppointment, { params: { id } });
    expect((await preview()).body.items).toEqual([]);
  });
});
