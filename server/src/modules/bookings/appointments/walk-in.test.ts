import * as contract from '@samay/contract/bookings/appointments';
import * as transitions from '@samay/contract/bookings/transitions';
import { getSchedule } from '@samay/contract/desk/schedule';
import type { Endpoint } from '@samay/contract/core/endpoint';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildResource, buildService, businessClaims } from '../../../../test/fixtures/availability.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';

const { createAppointment, rescheduleAppointment } = contract;
const { markNoShow, reopenAppointment } = transitions;
const today = '2026-11-21';
/** A device whose clock is wrong: the server's counts. */
const body = {
  personName: 'Aarav Deshpande',
  personEmail: 'aarav@people.example',
  date: '2026-01-01',
  time: '03:00',
  walkIn: true,
};
/** 10:07 in India. */
const moment = '2026-11-21T04:37:12.345Z';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(() => app.setNow(moment));

const act = async (client: Client, endpoint: Endpoint, id: string) =>
  client.send(endpoint, { params: { id } });

describe("a clinic's walk-in", () => {
  let clinic: BuiltTenant;
  let desk: Client;
  beforeEach(async () => {
    clinic = await buildTenant(app, { times: 'apart' });
    desk = await signInAs(app, clinic);
  });
  const walkIn = async (more: object = {}) =>
    desk.call(createAppointment, { body: { ...body, doctor: 'Default Doctor', ...more } });
  const book = async (time: string) =>
    desk.call(createAppointment, {
      body: { ...body, walkIn: false, doctor: 'Default Doctor', date: today, time },
    });

  it('is here now with its doctor, claims nothing, and is never taken [P-8.9]', async () => {
    await book('10:00');
    const claims = await businessClaims(app, clinic);
    for (const _ of ['first', 'second', 'third']) {
      const made = await walkIn({ overbookedReason: 'asked' });
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({
        date: today,
        time: '10:07',
        walkIn: true,
        arrivedAt: moment,
        overbookedReason: null,
      });
      expect(made.body).toMatchObject({
        doctor: 'Default Doctor',
        resourceName: 'Default Doctor',
        duration: 30,
        may: expect.arrayContaining(['start']),
      });
      expect((await desk.call(contract.getAppointment, { params: { id: made.body.id } })).body).toEqual(
        made.body,
      );
    }
    expect(await businessClaims(app, clinic)).toEqual(claims);
    const { body: schedule } = await desk.call(getSchedule, { query: { from: today, to: today } });
    expect(schedule.bookings.map((booking) => booking.walkIn)).toEqual([false, true, true, true]);
    // Its time stays free for others.
    expect((await book('10:30')).body.overbookedReason).toBeNull();
  });

  it('has the price of its doctor and service, and goes without either', async () => {
    const resourceId = await buildResource(app, clinic, { name: 'Dr. Rao' });
    const serviceId = await buildService(app, clinic, { price_paise: 50_000, duration_min: 15 });
    expect((await walkIn({ doctor: undefined, resourceId, serviceId })).body).toMatchObject({
      price: 50_000,
      due: 50_000,
      duration: 15,
      doctor: 'Dr. Rao',
    });
    expect((await walkIn({ doctor: 'Dr. Who' })).body).toMatchObject({
      resourceId: null,
      doctor: 'Dr. Who',
      walkIn: true,
    });
  });

  it('of no doctor is given to one as it is; a booking of none claims that doctor’s time, or is refused [P-8.43]', async () => {
    const rao = await buildResource(app, clinic, { name: 'Dr. Rao' });
    const give = async (id: string, time: string) =>
      desk.call(rescheduleAppointment, { params: { id }, body: { date: today, time, resourceId: rao } });
    const came = (await walkIn({ doctor: 'Dr. Who' })).body;
    expect((await give(came.id, '10:07')).body).toMatchObject({
      walkIn: true,
      arrivedAt: moment,
      doctor: 'Dr. Rao',
      resourceId: rao,
    });
    expect(await businessClaims(app, clinic)).toEqual([]);
    const none = async () =>
      (
        await desk.call(createAppointment, {
          body: { ...body, walkIn: false, doctor: 'Dr. Who', date: today, time: '11:00' },
        })
      ).body.id;
    const [first, second] = [await none(), await none()];
    expect((await give(first, '11:00')).body).toMatchObject({ doctor: 'Dr. Rao' });
    expect(await businessClaims(app, clinic)).toHaveLength(1);
    const taken = await give(second, '11:00');
    expect([taken.status, taken.error?.code]).toEqual([409, 'slot.taken']);
  });

  it('claims when it is moved to another time, and stays a walk-in with another doctor [P-8.9]', async () => {
    const other = await buildResource(app, clinic, { name: 'Dr. Rao' });
    const { id } = (await walkIn()).body;
    const move = async (time: string, more: object = {}) =>
      desk.call(rescheduleAppointment, { params: { id }, body: { date: today, time, ...more } });
    expect((await move('10:07', { resourceId: other })).body).toMatchObject({
      walkIn: true,
      arrivedAt: moment,
      doctor: 'Dr. Rao',
      resourceId: other,
    });
    expect(await businessClaims(app, clinic)).toEqual([]);
    expect((await move('16:00')).body).toMatchObject({
      walkIn: false,
      arrivedAt: null,
      startedAt: null,
      resourceId: other,
    });
    expect(await businessClaims(app, clinic)).toEqual(['Dr. Rao 2026-11-21 16:00-16:30']);
  });

  it('comes back from a no-show and from a completion without a claim, and cannot have its arrival undone [P-8.9]', async () => {
    const { id } = (await walkIn()).body;
    await book('10:00');
    const claims = await businessClaims(app, clinic);
    await act(desk, markNoShow, id);
    expect((await act(desk, reopenAppointment, id)).body).toMatchObject({
      walkIn: true,
      arrivedAt: moment,
      overbookedReason: null,
    });
    await act(desk, transitions.completeAppointment, id);
    expect((await act(desk, transitions.undoCompletion, id)).status).toBe(200);
    expect(await businessClaims(app, clinic)).toEqual(claims);
    expect((await act(desk, transitions.undoArrival, id)).error?.code).toBe('appointment.cannot_arrive');
    await act(desk, markNoShow, id);
    const at = await desk.call(transitions.reopenAppointmentAt, {
      params: { id },
      body: { date: today, time: '17:00' },
    });
    expect(at.body).toMatchObject({ walkIn: false, arrivedAt: null });
    expect(await businessClaims(app, clinic)).toHaveLength(claims.length + 1);
    await act(desk, transitions.cancelAppointment, id);
  });

  it('counts against the plan’s limit [P-8.9]', async () => {
    for (let count = 0; count < 24; count += 1) await buildAppointment(app, clinic, { doctor: 'Dr. Who' });
    expect((await walkIn()).status).toBe(201);
    expect((await walkIn()).error?.code).toBe('plan.limit_reached');
  });
});

describe("a turf's walk-in", () => {
  let turf: BuiltTenant;
  let desk: Client;
  beforeEach(async () => {
    turf = await buildTenant(app, { businessType: 'turf', times: 'apart' });
    desk = await signInAs(app, turf);
  });
  const walkIn = async (more: object = {}) => desk.call(createAppointment, { body: { ...body, ...more } });
  const book = async (time: string, more: object = {}) =>
    desk.call(createAppointment, { body: { ...body, walkIn: false, date: today, time, ...more } });

  it('has the court until the service’s end [P-8.10]', async () => {
    const made = await walkIn({ duration: 60 });
    expect(made.body).toMatchObject({
      time: '10:07',
      duration: 60,
      walkIn: true,
      arrivedAt: moment,
      overbookedReason: null,
    });
    expect(await businessClaims(app, turf)).toEqual(['Ground 2026-11-21 10:07-11:07']);
  });

  it('has it until the next booking, in steps of five minutes and with its buffer, and none before it [P-8.10]', async () => {
    const serviceId = await buildService(app, turf, {
      duration_min: 60,
      buffer_before_min: 10,
      buffer_after_min: 10,
    });
    await book('09:00', { duration: 60 });
    await book('11:00', { duration: 60 });
    // The next booking leaves 53 minutes, ten of them for the buffer.
    const made = await walkIn({ serviceId });
    expect(made.body).toMatchObject({ duration: 40, endTime: '10:47' });
    expect(await businessClaims(app, turf)).toContain('Ground 2026-11-21 10:07-10:57');
  });

  it('has the court that is free for as long as it wants, else the one that is free longest', async () => {
    await buildResource(app, turf, { name: 'Second', position: 1 });
    const third = await buildResource(app, turf, { name: 'Third', position: 2 });
    const half = await buildResource(app, turf, { name: 'Half', whole_id: third });
    const ground = (await book('10:30', { duration: 60 })).body.resourceId;
    await book('10:45', { duration: 60 });
    await book('10:20', { resourceId: half, duration: 60 });
    expect((await walkIn({ duration: 30 })).body).toMatchObject({ resourceName: 'Second', duration: 30 });
    expect((await walkIn({ duration: 30 })).body).toMatchObject({ resourceName: 'Ground', duration: 20 });
    expect((await walkIn({ resourceId: third })).body).toMatchObject({ resourceName: 'Third', duration: 10 });
    expect((await walkIn({ resourceId: ground })).error).toMatchObject({
      code: 'slot.taken',
      alternatives: expect.any(Object),
    });
  });

  it('is refused where less than five minutes are left, unless with a reason [P-8.10]', async () => {
    await book('10:11', { duration: 60 });
    expect((await walkIn()).error?.code).toBe('slot.taken');
    expect((await walkIn({ overbookedReason: 'a regular' })).body).toMatchObject({
      overbookedReason: 'a regular',
      duration: 60,
      walkIn: true,
    });
  });

  it('of many concurrent ones gets each minute of a court once [P-8.10]', async () => {
    await book('10:30', { duration: 60 });
    const answers = await Promise.all(Array.from({ length: 8 }, async () => walkIn()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ error }) => error?.code === 'slot.taken')).toHaveLength(7);
    expect((await businessClaims(app, turf)).toSorted()).toEqual([
      'Ground 2026-11-21 10:07-10:27',
      'Ground 2026-11-21 10:30-11:30',
    ]);
  });

  it('is a booking when it is moved', async () => {
    const { id } = (await walkIn({ duration: 30 })).body;
    const moved = await desk.call(rescheduleAppointment, {
      params: { id },
      body: { date: today, time: '18:00' },
    });
    expect(moved.body).toMatchObject({ walkIn: false, arrivedAt: null, duration: 30 });
  });
});
