import { archiveResource } from '@samay/contract/availability/resources';
import { addService, changeService } from '@samay/contract/availability/services';
import { createAppointment, rescheduleAppointment } from '@samay/contract/bookings/appointments';
import { markNoShow, reopenAppointmentAt } from '@samay/contract/bookings/transitions';
import { createSeries, moveSeries, previewSeries } from '@samay/contract/bookings/series';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildResource, businessClaims } from '../../../../test/fixtures/availability.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';

// Tests that every verb refuses, at the field, a service that the doctor or court does not give,
// and an archived doctor, named by id or by name.

const person = { personName: 'Aarav Deshpande', personEmail: 'aarav@people.example' };
const at = { date: '2026-11-24', time: '12:00' };
const weekly = { everyWeeks: 1, weekdays: [2], until: null, count: 2 };
const ofService = {
  duration: 30,
  bufferBefore: 0,
  bufferAfter: 0,
  grid: null,
  price: null,
  priceRules: [],
};

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe('a service of one doctor alone', () => {
  let clinic: BuiltTenant;
  let owner: Client;
  let rao: string;
  let iyer: string;
  let scaling: string;
  beforeAll(async () => {
    clinic = await buildTenant(app, { times: 'apart', plan: 'premium' });
    owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
    rao = await buildResource(app, clinic, { name: 'Dr. Rao' });
    iyer = await buildResource(app, clinic, { name: 'Dr. Iyer' });
    scaling = await makeService(owner, 'Scaling', [rao]);
  });
  const book = async (more: object) => owner.send(createAppointment, { body: { ...person, ...at, ...more } });
  const series = async (more: object) =>
    owner.send(createSeries, { body: { ...person, occurrences: [at], ...more } });
  const preview = async (more: object) =>
    owner.send(previewSeries, { body: { ...at, repeat: weekly, ...more } });

  it.each([
    ['a booking with a chosen doctor', () => book({ resourceId: iyer, serviceId: scaling })],
    ['a booking with a doctor by name', () => book({ doctor: 'dr iyer', serviceId: scaling })],
    ['a walk-in', () => book({ doctor: 'Dr. Iyer', serviceId: scaling, walkIn: true })],
    ['a series', () => series({ resourceId: iyer, serviceId: scaling })],
    ['a series by name', () => series({ doctor: 'Dr. Iyer', serviceId: scaling })],
    ['the dates of a series', () => preview({ resourceId: iyer, serviceId: scaling })],
    ['the dates of a series by name', () => preview({ doctor: 'Dr. Iyer', serviceId: scaling })],
  ])('is refused for another one: %s [P-6.48]', async (_, ask) => {
    const { status, error } = await ask();
    expect([status, error?.code, error?.fields]).toEqual([
      409,
      'service.not_given',
      { serviceId: 'This doctor does not give this service.' },
    ]);
    expect(await businessClaims(app, clinic)).toEqual([]);
  });

  it('is refused where a booking is moved to another doctor or service, alone, reopened or in series [P-6.48]', async () => {
    const made = (more: object) => owner.call(createAppointment, { body: { ...person, ...at, ...more } });
    const ofRao = (await made({ resourceId: rao, serviceId: scaling })).body.id;
    const ofIyer = (await made({ resourceId: iyer })).body.id;
    const missed = (await made({ resourceId: rao, serviceId: scaling, date: '2026-11-20' })).body.id;
    await owner.call(markNoShow, { params: { id: missed } });
    const occurrences = [{ ...at, date: '2026-12-01' }];
    const repeated = await owner.call(createSeries, {
      body: { ...person, resourceId: rao, serviceId: scaling, occurrences },
    });
    const [inSeries] = repeated.body.items.map(({ id }) => id);
    const to = { date: '2026-11-25', time: '12:00' };
    const refused = [
      await owner.send(rescheduleAppointment, { params: { id: ofRao }, body: { ...to, resourceId: iyer } }),
      await owner.send(rescheduleAppointment, {
        params: { id: ofIyer },
        body: { ...to, serviceId: scaling },
      }),
      await owner.send(reopenAppointmentAt, { params: { id: missed }, body: { ...to, resourceId: iyer } }),
      await owner.send(moveSeries, {
        params: { id: inSeries ?? '' },
        body: {
          scope: 'all',
          before: { date: '2026-12-01', time: at.time },
          date: '2026-12-02',
          time: '12:00',
          resourceId: iyer,
        },
      }),
    ];
    expect(refused.map(({ error }) => error?.code)).toEqual(refused.map(() => 'service.not_given'));
    // Allows the pair that a booking already has.
    await owner.call(changeService, { params: { id: scaling }, body: { resourceIds: [iyer] } });
    const kept = await owner.call(rescheduleAppointment, { params: { id: ofRao }, body: to });
    expect([kept.body.date, kept.body.resourceId, kept.body.serviceId]).toEqual([to.date, rao, scaling]);
  });
});

it('a doctor who is archived is refused by name as by id, unless another one has the name [P-6.48]', async () => {
  const clinic = await buildTenant(app, { times: 'apart', plan: 'premium' });
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  const doctor = 'Dr. Rao';
  const body = { ...person, ...at, doctor };
  const text = (await owner.call(createAppointment, { body })).body.id;
  const rao = await buildResource(app, clinic, { name: 'Rao' });
  await owner.call(archiveResource, { params: { id: rao }, body: {} });
  const refused = [
    await owner.send(createAppointment, { body: { ...body, doctor: undefined, resourceId: rao } }),
    await owner.send(createAppointment, { body }),
    await owner.send(createAppointment, { body: { ...body, walkIn: true } }),
    await owner.send(createSeries, { body: { ...person, doctor, occurrences: [at] } }),
    await owner.send(previewSeries, { body: { ...at, doctor, repeat: weekly } }),
  ];
  const sentence = 'This doctor is archived, and takes no new appointments.';
  expect(refused.map(({ error }) => [error?.code, error?.fields])).toEqual([
    ['resource.archived', { resourceId: sentence }],
    ...[1, 2, 3, 4].map(() => ['resource.archived', { doctor: sentence }]),
  ]);
  const to = { date: '2026-11-25', time: '12:00' };
  const moved = await owner.call(rescheduleAppointment, { params: { id: text }, body: to });
  expect(moved.body).toMatchObject({ ...to, doctor, resourceId: null });
  const another = await buildResource(app, clinic, { name: 'Dr Rao', position: 9 });
  expect((await owner.call(createAppointment, { body })).body.resourceId).toBe(another);
});

it('a service that no court gives, or not the chosen one, is refused [P-6.48]', async () => {
  const turf = await buildTenant(app, { businessType: 'turf', times: 'apart' });
  const owner = await signInAs(app, turf, 'BUSINESS_OWNER');
  const nets = await buildResource(app, turf, { name: 'Nets', position: 1 });
  const bowling = await makeService(owner, 'Bowling', [nets]);
  const nobodys = await makeService(owner, 'Swimming', []);
  const ground = await buildResource(app, turf, { name: 'Ground', position: 2 });
  const ask = async (more: object) =>
    (await owner.send(createAppointment, { body: { ...person, ...at, ...more } })).error;
  expect(await ask({ serviceId: bowling, resourceId: ground })).toMatchObject({
    code: 'service.not_given',
    fields: { serviceId: 'This court does not give this service.' },
  });
  expect(await ask({ serviceId: nobodys })).toMatchObject({
    code: 'service.given_by_none',
    fields: { serviceId: 'No court gives this service.' },
  });
  expect(await ask({ serviceId: bowling })).toBeUndefined();
  expect(await businessClaims(app, turf)).toEqual(['Nets 2026-11-24 12:00-12:30']);
});

async function makeService(owner: Client, name: string, resourceIds: string[]): Promise<string> {
  return (await owner.call(addService, { body: { ...ofService, name, resourceIds } })).body.id;
}
