import { listAppointments } from '@samay/contract/bookings/appointments';
import {
  addPart,
  addResource,
  changeResource,
  listResources,
  orderResources,
  restoreResource,
} from '@samay/contract/availability/resources';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildClaimed, buildResource } from '../../../../test/fixtures/availability.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';

let app: TestApp;
let clinic: BuiltTenant;
let turf: BuiltTenant;
let owner: Client;
let turfOwner: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  clinic = await buildTenant(app);
  turf = await buildTenant(app, { businessType: 'turf' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  turfOwner = await signInAs(app, turf, 'BUSINESS_OWNER');
});
afterAll(() => app.close());

it('adds doctors to a clinic and courts with parts to a turf, in their order [P-6.7]', async () => {
  const doctor = await owner.call(addResource, { body: { name: 'Dr. Rao', colour: 'pink' } });
  expect([doctor.status, doctor.body]).toEqual([
    201,
    {
      id: doctor.body.id,
      kind: 'practitioner',
      name: 'Dr. Rao',
      colour: 'pink',
      parts: [],
      memberId: null,
      isOwn: false,
      hours: [],
      archivedAt: null,
    },
  ]);
  const court = await turfOwner.call(addResource, {
    body: { name: 'Full ground', parts: ['Half A', 'Half B'] },
  });
  expect(court.body).toMatchObject({ kind: 'court', parts: [{ name: 'Half A' }, { name: 'Half B' }] });
  await turfOwner.call(addResource, { body: { name: 'Nets' } });
  const { items } = (await turfOwner.call(listResources)).body;
  expect(items.map(({ name }) => name)).toEqual(['Full ground', 'Nets']);
});

it('refuses parts of a doctor, parts and doctors of one name, and a third half of the same name [P-6.7]', async () => {
  const parts = await owner.call(addResource, { body: { name: 'Dr. Rao', parts: ['Left', 'Right'] } });
  expect(parts.error?.fields).toEqual({ parts: 'Only a court has parts' });
  const alike = await turfOwner.call(addResource, { body: { name: 'Ground', parts: ['Half', 'half'] } });
  expect(alike.error?.fields).toEqual({ parts: 'Please give each part its own name' });
  await owner.call(addResource, { body: { name: 'Dr. Rao' } });
  const again = await owner.call(addResource, { body: { name: ' rao ' } });
  expect(again.error?.fields).toEqual({ name: 'There is one with this name already' });
});

it('links a member of the business to one doctor alone [P-6.7]', async () => {
  const doctor = await signInAs(app, clinic, 'DOCTOR');
  const stranger = await signInAs(app, turf, 'DOCTOR');
  const memberId = doctor.identity?.userId ?? '';
  const made = await owner.call(addResource, { body: { name: 'Dr. Rao', memberId } });
  expect(made.body).toMatchObject({ memberId, isOwn: false });
  expect((await doctor.call(listResources)).body.items[0]).toMatchObject({ isOwn: true });
  const twice = await owner.call(addResource, { body: { name: 'Dr. Iyer', memberId } });
  expect(twice.error?.fields).toEqual({ memberId: 'This member is another doctor already' });
  const foreign = await owner.call(changeResource, {
    params: { id: made.body.id },
    body: { memberId: stranger.identity?.userId ?? '' },
  });
  expect(foreign.error?.fields).toEqual({ memberId: 'Please choose a member of your business' });
  const freed = await owner.call(changeResource, { params: { id: made.body.id }, body: { memberId: null } });
  expect(freed.body).toMatchObject({ name: 'Dr. Rao', memberId: null });
});

it('writes a new name of a doctor into the bookings that are scheduled from now on [P-6.7]', async () => {
  const id = await buildResource(app, clinic, { name: 'Dr. Rao' });
  const booked = { resourceId: id, doctor: 'Dr. Rao', time: '11:00' };
  await buildClaimed(app, clinic, { ...booked, date: '2026-11-20' });
  await buildClaimed(app, clinic, { ...booked, date: '2026-11-23' });
  const renamed = await owner.call(changeResource, { params: { id }, body: { name: 'Dr. Rao-Iyer' } });
  expect([renamed.status, renamed.body.name]).toEqual([200, 'Dr. Rao-Iyer']);
  const { items } = (await owner.call(listAppointments, { query: { status: 'all' } })).body;
  expect(items.map(({ date, doctor }) => [date, doctor])).toEqual([
    ['2026-11-23', 'Dr. Rao-Iyer'],
    ['2026-11-20', 'Dr. Rao'],
  ]);
});

it('keeps at most 200 that take bookings, parts included [P-6.23]', async () => {
  const [courts, archived] = [197, new Date()];
  await Promise.all(
    Array.from({ length: courts }, async (_, place) =>
      buildResource(app, turf, { kind: 'court', name: `Net ${place}` }),
    ),
  );
  const gone = await buildResource(app, turf, { kind: 'court', name: 'Old ground', archived_at: archived });
  const add = async (name: string, parts: string[] = []) =>
    turfOwner.call(addResource, { body: { name, parts } });
  const refused = await add('Ground', ['Half A', 'Half B', 'Half C']);
  expect([refused.status, refused.error?.fields]).toEqual([
    400,
    { name: 'At most 200 with all parts, please' },
  ]);
  const ground = await add('Ground', ['Half A', 'Half B']);
  const params = { id: ground.body.id };
  const full = [
    await add('One more'),
    await turfOwner.call(addPart, { params, body: { name: 'Half C' } }),
    await turfOwner.call(restoreResource, { params: { id: gone } }),
  ];
  expect([ground.status, ...full.map(({ status }) => status)]).toEqual([201, 400, 400, 400]);
});

it('takes an order that names each of them once, and no other [P-6.7]', async () => {
  const ids = [
    await buildResource(app, clinic),
    await buildResource(app, clinic),
    await buildResource(app, clinic),
  ];
  await buildResource(app, clinic, { archived_at: new Date() });
  const order = ids.toReversed();
  const answer = await owner.call(orderResources, { body: { ids: order } });
  expect(answer.body.items.slice(0, 3).map(({ id }) => id)).toEqual(order);
  for (const wrong of [ids.slice(1), [...ids, ids[0] ?? ''], []]) {
    const { status, error } = await owner.call(orderResources, { body: { ids: wrong } });
    expect([status, Object.keys(error?.fields ?? {})]).toEqual([400, ['ids']]);
  }
});

it.each(['DOCTOR', 'EMPLOYEE'] as const)('shows them to a %s, who changes none [P-6.20]', async (role) => {
  const id = await buildResource(app, clinic, { name: 'Dr. Rao' });
  const person = await signInAs(app, clinic, role);
  expect((await person.call(listResources)).body.items).toHaveLength(1);
  const refused = [
    await person.call(addResource, { body: { name: 'Dr. Iyer' } }),
    await person.call(changeResource, { params: { id }, body: { colour: 'red' } }),
    await person.call(orderResources, { body: { ids: [id] } }),
  ];
  expect(refused.map(({ status, error }) => [status, error?.code])).toEqual(
    refused.map(() => [403, 'access.denied']),
  );
});
