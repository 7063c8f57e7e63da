import * as contract from '@samay/contract/bookings/appointments';
import * as transitions from '@samay/contract/bookings/transitions';
import type { Endpoint } from '@samay/contract/core/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { buildResource, buildService, businessClaims } from '../../../../test/fixtures/availability.ts';
import { asPlatform } from '../../../db/tenant.ts';

const body = {
  personName: 'Aarav Deshpande',
  personEmail: 'aarav@people.example',
  date: '2026-11-24',
  time: '12:00',
};
const rootCanal = {
  name: 'Root Canal',
  duration_min: 60,
  buffer_before_min: 10,
  buffer_after_min: 15,
  price_paise: 200_000,
  position: 1,
};
const { createAppointment, rescheduleAppointment } = contract;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe("a clinic's booking", () => {
  let clinic: BuiltTenant;
  let desk: Client;
  beforeEach(async () => {
    clinic = await buildTenant(app, { times: 'apart' });
    desk = await signInAs(app, clinic);
  });
  const book = async (more: object = {}) =>
    desk.call(createAppointment, { body: { ...body, doctor: 'Default Doctor', ...more } });
  const act = async (endpoint: Endpoint, id: string) => desk.send(endpoint, { params: { id } });

  it('claims the doctor of its name for as long as the first service lasts, and is refused where that is taken [P-6.32]', async () => {
    const made = await book({ doctor: 'dr. default  DOCTOR' });
    expect(made.body).toMatchObject({
      resourceName: 'Default Doctor',
      serviceName: 'General Consultation',
      duration: 30,
      endTime: '12:30',
    });
    expect(await businessClaims(app, clinic)).toEqual(['Default Doctor 2026-11-24 12:00-12:30']);
    for (const time of ['12:00', '11:35', '12:25']) {
      const refused = await book({ time });
      expect([refused.status, refused.error?.code, refused.error?.alternatives]).toEqual([
        409,
        'slot.taken',
        expect.any(Object),
      ]);
    }
    expect((await book({ time: '12:30' })).status).toBe(201);
    expect((await book({ time: '11:30' })).status).toBe(201);
    expect((await desk.call(contract.getAppointment, { params: { id: made.body.id } })).body).toEqual(
      made.body,
    );
  });

  it('whose doctor is unknown stays text and claims nothing [P-6.41]', async () => {
    for (const _ of ['first', 'second']) {
      const made = await book({ doctor: 'Dr. Who' });
      expect(made.body).toMatchObject({
        doctor: 'Dr. Who',
        resourceId: null,
        resourceName: null,
        duration: 30,
      });
    }
    expect(await businessClaims(app, clinic)).toEqual([]);
  });

  it('of a chosen doctor and service has their name, duration, buffers and price [P-6.39]', async () => {
    const resourceId = await buildResource(app, clinic, { name: 'Dr. Rao' });
    const serviceId = await buildService(app, clinic, rootCanal);
    const evening = {
      position: 0,
      weekdays: [2],
      from_time: '12:00',
      to_time: '13:00',
      price_paise: 300_000,
    };
    await asPlatform(app, (tx) =>
      tx
        .insertInto('price_rules')
        .values({ tenant_id: clinic.id, service_id: serviceId, resource_id: resourceId, ...evening })
        .execute(),
    );
    const made = await book({ doctor: undefined, resourceId, serviceId });
    const expected = {
      doctor: 'Dr. Rao',
      serviceName: 'Root Canal',
      duration: 60,
      endTime: '13:00',
      price: 300_000,
      amount: null,
    };
    expect(made.body).toMatchObject({ ...expected, resourceId, serviceId });
    expect(await businessClaims(app, clinic)).toEqual(['Dr. Rao 2026-11-24 11:50-13:15']);
    expect(
      (await book({ doctor: undefined, resourceId, serviceId, time: '14:00', duration: 90 })).body,
    ).toMatchObject({
      duration: 90,
      price: 200_000,
    });
    await asPlatform(app, (tx) =>
      tx
        .updateTable('services')
        .set({ name: 'Other', duration_min: 5 })
        .where('tenant_id', '=', clinic.id)
        .execute(),
    );
    expect((await desk.call(contract.getAppointment, { params: { id: made.body.id } })).body).toEqual(
      made.body,
    );
  });

  it('is refused with what is archived or not of the business', async () => {
    const other = await buildTenant(app);
    const [theirs, archived] = [
      await buildResource(app, other, {}),
      await buildResource(app, clinic, { archived_at: new Date() }),
    ];
    const old = await buildService(app, clinic, { archived_at: new Date() });
    expect((await book({ resourceId: theirs })).error?.code).toBe('not_found');
    expect((await book({ serviceId: await buildService(app, other, {}) })).error?.code).toBe('not_found');
    expect((await book({ resourceId: archived })).error?.code).toBe('resource.archived');
    expect((await book({ serviceId: old })).error?.code).toBe('service.archived');
  });

  it('gives its time up when it is cancelled or missed, keeps it when it is completed, and claims it again when it is reopened [P-6.33]', async () => {
    const past = { date: '2026-11-20' };
    const [first, second] = [(await book(past)).body.id, (await book({ ...past, time: '13:00' })).body.id];
    await act(transitions.completeAppointment, first);
    await act(transitions.undoCompletion, first);
    expect(await businessClaims(app, clinic)).toHaveLength(2);
    await act(transitions.markNoShow, first);
    await act(transitions.cancelAppointment, second);
    expect(await businessClaims(app, clinic)).toEqual([]);
    expect((await act(transitions.reopenAppointment, first)).status).toBe(200);
    expect(await businessClaims(app, clinic)).toEqual(['Default Doctor 2026-11-20 12:00-12:30']);
    await act(transitions.markNoShow, first);
    expect((await book(past)).status).toBe(201);
    expect((await act(transitions.reopenAppointment, first)).error).toMatchObject({
      code: 'slot.taken',
      alternatives: expect.any(Object),
    });
    const elsewhere = await desk.call(transitions.reopenAppointmentAt, {
      params: { id: first },
      body: { ...past, time: '15:00' },
    });
    expect(elsewhere.body).toMatchObject({ status: 'scheduled', time: '15:00' });
    expect(await businessClaims(app, clinic)).toEqual([
      'Default Doctor 2026-11-20 12:00-12:30',
      'Default Doctor 2026-11-20 15:00-15:30',
    ]);
  });

  it('takes its claim along when it is moved to another time, doctor or duration, also completed [P-6.33]', async () => {
    const rao = await buildResource(app, clinic, { name: 'Dr. Rao' });
    const { id } = (await book({ date: '2026-11-20' })).body;
    await book({ date: '2026-11-20', time: '13:00' });
    const move = async (to: object) =>
      desk.call(rescheduleAppointment, {
        params: { id },
        body: { date: '2026-11-20', time: '12:15', ...to },
      });
    expect((await move({})).body).toMatchObject({ time: '12:15', endTime: '12:45' });
    expect((await move({ duration: 60 })).error?.code).toBe('slot.taken');
    expect(await businessClaims(app, clinic)).toContain('Default Doctor 2026-11-20 12:15-12:45');
    expect((await move({ duration: 60, resourceId: rao })).body).toMatchObject({
      doctor: 'Dr. Rao',
      resourceId: rao,
      duration: 60,
    });
    await act(transitions.completeAppointment, id);
    expect((await move({ time: '12:30' })).body).toMatchObject({
      status: 'completed',
      time: '12:30',
      duration: 60,
    });
    expect(await businessClaims(app, clinic)).toEqual([
      'Default Doctor 2026-11-20 13:00-13:30',
      'Dr. Rao 2026-11-20 12:30-13:30',
    ]);
  });
});

describe('overbooking', () => {
  it('needs a reason, is audited with it, and becomes ordinary when it is moved to a free time [P-6.37]', async () => {
    const clinic = await buildTenant(app, { times: 'apart' });
    const desk = await signInAs(app, clinic);
    const book = (more: object) =>
      desk.call(createAppointment, { body: { ...body, doctor: 'Default Doctor', ...more } });
    const reason = { overbookedReason: 'Emergency' };
    const under = (await book(reason)).body;
    expect(under.overbookedReason).toBeNull();
    const over = (await book(reason)).body;
    expect(over.overbookedReason).toBe('Emergency');
    expect(await detailsOf(over.id)).toEqual([{ after: expect.any(Object), overbooked: true }]);
    expect(await businessClaims(app, clinic)).toEqual([
      'Default Doctor 2026-11-24 12:00-12:30',
      'Default Doctor 2026-11-24 12:00-12:30 overbooked',
    ]);
    await desk.call(transitions.cancelAppointment, { params: { id: under.id } });
    expect((await book({})).error?.code).toBe('slot.taken');
    const moved = await desk.call(rescheduleAppointment, {
      params: { id: over.id },
      body: { date: body.date, time: '12:05' },
    });
    expect(moved.body.overbookedReason).toBeNull();
    expect(await businessClaims(app, clinic)).toEqual(['Default Doctor 2026-11-24 12:05-12:35']);
  });

  it('is denied to employees of a business that switched it off [P-6.38]', async () => {
    const clinic = await buildTenant(app, { times: 'apart' });
    await asPlatform(app, (tx) =>
      tx
        .updateTable('business_profiles')
        .set({ employees_may_overbook: false })
        .where('tenant_id', '=', clinic.id)
        .execute(),
    );
    const wanted = { body: { ...body, doctor: 'Default Doctor', overbookedReason: 'Emergency' } };
    const [desk, doctor] = [await signInAs(app, clinic), await signInAs(app, clinic, 'DOCTOR')];
    expect((await desk.call(createAppointment, wanted)).status).toBe(201);
    expect((await desk.call(createAppointment, wanted)).error?.code).toBe('slot.reason_denied');
    expect((await doctor.call(createAppointment, wanted)).body.overbookedReason).toBe('Emergency');
  });
});

describe("a turf's booking", () => {
  it('takes the first free court; a whole claims its parts, and a part blocks the whole [P-6.41]', async () => {
    const turf = await buildTenant(app, { businessType: 'turf', times: 'apart' });
    const desk = await signInAs(app, turf);
    const second = await buildResource(app, turf, { name: 'Second', position: 1 });
    const [left, right] = [
      await buildResource(app, turf, { name: 'Left', whole_id: second }),
      await buildResource(app, turf, { name: 'Right', whole_id: second }),
    ];
    const book = (more: object = {}) => desk.call(createAppointment, { body: { ...body, ...more } });
    expect((await book()).body).toMatchObject({ resourceName: 'Ground', doctor: null, duration: 60 });
    expect((await book()).body).toMatchObject({ resourceName: 'Second' });
    expect(await businessClaims(app, turf)).toEqual([
      'Ground 2026-11-24 12:00-13:00',
      'Left 2026-11-24 12:00-13:00',
      'Right 2026-11-24 12:00-13:00',
    ]);
    expect((await book()).error?.code).toBe('slot.taken');
    expect((await book({ resourceId: left })).error?.code).toBe('slot.taken');
    expect((await book({ resourceId: right, time: '13:00' })).body.resourceName).toBe('Right');
    expect((await book({ resourceId: second, time: '13:30' })).error?.code).toBe('slot.taken');
    expect((await book({ resourceId: left, time: '13:30' })).status).toBe(201);
  });

  it('of a service that certain courts or parts give takes the first of those that is free [P-6.41]', async () => {
    const turf = await buildTenant(app, { businessType: 'turf', times: 'apart' });
    const desk = await signInAs(app, turf);
    const second = await buildResource(app, turf, { name: 'Second', position: 1 });
    const nets: string[] = [];
    for (const name of ['Net 1', 'Net 2'])
      nets.push(await buildResource(app, turf, { name, whole_id: second, position: 2 + nets.length }));
    const netPractice = await buildService(app, turf, {
      name: 'Net Practice',
      position: 1,
      by_every_resource: false,
    });
    await asPlatform(app, (tx) =>
      tx
        .insertInto('service_resources')
        .values(nets.map((id) => ({ tenant_id: turf.id, service_id: netPractice, resource_id: id })))
        .execute(),
    );
    const book = () => desk.call(createAppointment, { body: { ...body, serviceId: netPractice } });
    expect([(await book()).body.resourceName, (await book()).body.resourceName]).toEqual(['Net 1', 'Net 2']);
    expect((await book()).error?.code).toBe('slot.taken');
    expect((await desk.call(createAppointment, { body })).body.resourceName).toBe('Ground');
  });

  it('of a service that a court, its parts and another court give takes whole courts before parts [P-6.42]', async () => {
    const turf = await buildTenant(app, { businessType: 'turf', times: 'apart' });
    const desk = await signInAs(app, turf);
    const court = (name: string, position: number, whole?: string) =>
      buildResource(app, turf, { name, position, whole_id: whole ?? null });
    const [first, second] = [await court('Ground 1', 1), await court('Ground 2', 2)];
    const [a, b] = [await court('Half A', 0, first), await court('Half B', 1, first)];
    const match = await buildService(app, turf, { name: 'Match', position: 1, by_every_resource: false });
    await asPlatform(app, (tx) =>
      tx
        .insertInto('service_resources')
        .values(
          [first, second, a, b].map((id) => ({ tenant_id: turf.id, service_id: match, resource_id: id })),
        )
        .execute(),
    );
    await desk.call(createAppointment, { body: { ...body, resourceId: b } });
    const book = async () =>
      (await desk.call(createAppointment, { body: { ...body, serviceId: match } })).body.resourceName;
    expect([await book(), await book()]).toEqual(['Ground 2', 'Half A']);
  });

  it('of a size takes whole courts alone, or parts alone, and is refused where none is free or given [P-6.75]', async () => {
    const turf = await buildTenant(app, { businessType: 'turf', times: 'apart' });
    const desk = await signInAs(app, turf);
    const second = await buildResource(app, turf, { name: 'Second', position: 1 });
    for (const name of ['Left', 'Right']) await buildResource(app, turf, { name, whole_id: second });
    const book = async (size: 'whole' | 'part', more: object = {}) => {
      const made = await desk.call(createAppointment, { body: { ...body, size, ...more } });
      return made.body.resourceName ?? made.error?.code;
    };
    expect([await book('part'), await book('part'), await book('part')]).toEqual([
      'Left',
      'Right',
      'slot.taken',
    ]);
    expect([await book('whole'), await book('whole')]).toEqual(['Ground', 'slot.taken']);
    const taken = await desk.call(createAppointment, { body: { ...body, size: 'whole' } });
    expect(taken.error?.alternatives?.next.map(({ time }) => time)).toEqual(['13:00', '14:00', '15:00']);
    const plain = await buildTenant(app, { businessType: 'turf', times: 'apart' });
    const refused = await (
      await signInAs(app, plain)
    ).call(createAppointment, { body: { ...body, size: 'part' } });
    expect(refused.error?.code).toBe('service.given_by_none');
  });
});

it('deletes a hold that has ended, and respects one that has not [P-6.35]', async () => {
  const clinic = await buildTenant(app, { times: 'apart' });
  const desk = await signInAs(app, clinic);
  const hold = (time: string, expires: string) =>
    asPlatform(app, (tx) =>
      sql`insert into claims (tenant_id, resource_id, held_by, starts_at, ends_at, expires_at)
        select tenant_id, id, gen_random_uuid(), ${`2026-11-24 ${time}+05:30`}::timestamptz, ${`2026-11-24 ${time}+05:30`}::timestamptz + interval '30 minutes', ${expires}
        from resources where tenant_id = ${clinic.id} returning id`.execute(tx),
    );
  await hold('12:00', '2026-11-21T04:29:00Z');
  await hold('13:00', '2026-11-21T04:40:00Z');
  const book = async (time: string) =>
    (await desk.call(createAppointment, { body: { ...body, doctor: 'Default Doctor', time } })).status;
  expect([await book('12:15'), await book('13:15')]).toEqual([201, 409]);
});

it('the constraint alone refuses a second ordinary claim of a unit [I-2]', async () => {
  const clinic = await buildTenant(app, { times: 'apart' });
  const desk = await signInAs(app, clinic);
  const { id } = (await desk.call(createAppointment, { body: { ...body, doctor: 'Default Doctor' } })).body;
  const again = (minutes: number, isOver: boolean) =>
    asPlatform(app, (tx) =>
      sql`insert into claims (tenant_id, resource_id, appointment_id, starts_at, ends_at, overbooked)
        select tenant_id, resource_id, appointment_id, starts_at + make_interval(mins => ${minutes}), ends_at + make_interval(mins => ${minutes}), ${isOver}
        from claims where tenant_id = ${clinic.id} and appointment_id = ${id} and not overbooked limit 1 returning id`.execute(
        tx,
      ),
    );
  await expect(again(0, false)).rejects.toMatchObject({ code: 'slot.taken' });
  await expect(again(29, false)).rejects.toMatchObject({ code: 'slot.taken' });
  await expect(again(0, true)).resolves.toBeDefined();
  await expect(again(30, false)).resolves.toBeDefined();
});

async function detailsOf(object: string): Promise<unknown[]> {
  const rows = await asPlatform(app, (tx) =>
    tx.selectFrom('audit_log').select('detail').where('object', '=', object).execute(),
  );
  return rows.map(({ detail }) => detail);
}
