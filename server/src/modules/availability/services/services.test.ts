import { addResource } from '@samay/contract/availability/resources';
import {
  addService,
  archiveService,
  changeService,
  listServices,
  orderServices,
  restoreService,
  type Service,
} from '@samay/contract/availability/services';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildClaimed, buildService } from '../../../../test/fixtures/availability.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { newService } from '../../../../test/fixtures/samples.ts';
import { asPlatform } from '../../../db/tenant.ts';

let app: TestApp;
let turf: BuiltTenant;
let owner: Client;
let courtId: string;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  turf = await buildTenant(app, { businessType: 'turf' });
  owner = await signInAs(app, turf, 'BUSINESS_OWNER');
  courtId = (await owner.call(addResource, { body: { name: 'Ground' } })).body.id;
});
afterAll(() => app.close());

const evening = { resourceId: null, weekdays: [6, 7], hours: { from: '18:00', to: '01:00' }, price: 150_000 };
const made = async (changes: Partial<Service> = {}) =>
  owner.call(addService, { body: { ...newService, ...changes } });

it('adds services with their prices and courts, in their order [P-6.14]', async () => {
  const body = {
    ...newService,
    freeWithinDays: 7,
    priceRules: [evening, { ...evening, resourceId: courtId, weekdays: [], hours: null }],
    resourceIds: [courtId],
  };
  const { status, body: service } = await owner.call(addService, { body });
  expect([status, service]).toEqual([201, { ...body, pricedPer: 'hour', id: service.id, archivedAt: null }]);
  await made({ name: 'Practice' });
  expect((await owner.call(listServices)).body.items.map(({ name }) => name)).toEqual([
    'First visit',
    'Practice',
  ]);
});

it('changes what is given and leaves the rest; an empty list of courts is none, and null is all of them', async () => {
  const { id } = (await made({ freeWithinDays: 7, priceRules: [evening], resourceIds: [courtId] })).body;
  const change = async (body: object) => (await owner.call(changeService, { params: { id }, body })).body;
  expect(await change({ duration: 90, grid: 30, price: null, pricedPer: 'visit' })).toMatchObject({
    pricedPer: 'visit',
    name: 'First visit',
    duration: 90,
    grid: 30,
    price: null,
    freeWithinDays: 7,
    priceRules: [evening],
    resourceIds: [courtId],
  });
  expect(await change({ resourceIds: [], priceRules: [] })).toMatchObject({
    resourceIds: [],
    priceRules: [],
  });
  expect(await change({ resourceIds: null })).toMatchObject({ resourceIds: null, duration: 90 });
});

it('changes no booking with a service [P-6.14]', async () => {
  const serviceId = await buildService(app, turf);
  const booking = await buildClaimed(app, turf, { resourceId: courtId, date: '2026-11-24', time: '18:00' });
  const toRow = () =>
    asPlatform(app, (tx) =>
      tx.selectFrom('appointments').selectAll().where('id', '=', booking).executeTakeFirstOrThrow(),
    );
  await asPlatform(app, (tx) =>
    tx.updateTable('appointments').set({ service_id: serviceId }).where('id', '=', booking).execute(),
  );
  const before = await toRow();
  await owner.call(changeService, {
    params: { id: serviceId },
    body: { name: 'Renamed', duration: 120, price: 1 },
  });
  await made();
  await owner.call(archiveService, { params: { id: serviceId } });
  expect(await toRow()).toEqual(before);
});

it("refuses lengths that are no steps of five, and another business's courts [P-6.14]", async () => {
  const clinic = await buildTenant(app);
  const foreign = await (
    await signInAs(app, clinic, 'BUSINESS_OWNER')
  ).call(addResource, { body: { name: 'Dr. Rao' } });
  const refused = [
    await made({ duration: 7 }),
    await made({ duration: 725 }),
    await made({ grid: 0 }),
    await made({ resourceIds: [courtId, foreign.body.id] }),
    await made({ priceRules: [{ ...evening, resourceId: foreign.body.id }] }),
  ];
  expect(refused.map(({ status, error }) => [status, Object.keys(error?.fields ?? {})])).toEqual([
    [400, ['duration']],
    [400, ['duration']],
    [400, ['grid']],
    [400, ['resourceIds']],
    [400, ['priceRules']],
  ]);
  expect((await owner.call(listServices)).body.items).toEqual([]);
});

it('archives and restores all but the last one [P-6.11]', async () => {
  const first = (await made()).body.id;
  expect((await owner.call(archiveService, { params: { id: first } })).error?.code).toBe('service.last');
  const second = (await made({ name: 'Practice' })).body.id;
  expect((await owner.call(archiveService, { params: { id: first } })).body.archivedAt).not.toBeNull();
  expect((await owner.call(listServices)).body.items.map(({ id }) => id)).toEqual([second, first]);
  expect((await owner.call(archiveService, { params: { id: second } })).error?.code).toBe('service.last');
  expect((await owner.call(restoreService, { params: { id: first } })).body.archivedAt).toBeNull();
  const order = await owner.call(orderServices, { body: { ids: [second, first] } });
  expect(order.body.items.map(({ id }) => id)).toEqual([second, first]);
  expect((await owner.call(orderServices, { body: { ids: [second] } })).status).toBe(400);
});

it('keeps at most 200 that are offered, those out of the archive included [P-6.23]', async () => {
  const archived = await buildService(app, turf, { archived_at: new Date() });
  for (let count = 0; count < 200; count += 1) await buildService(app, turf);
  const refused = [await made(), await owner.call(restoreService, { params: { id: archived } })];
  expect(refused.map(({ status, error }) => [status, error?.fields])).toEqual(
    refused.map(() => [400, { name: 'At most 200, please' }]),
  );
});

it('archives one of two concurrently, and keeps the other', async () => {
  const ids = [(await made()).body.id, (await made({ name: 'Practice' })).body.id];
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all(ids.map(async (id) => owner.call(archiveService, { params: { id } })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    await Promise.all(ids.map(async (id) => owner.call(restoreService, { params: { id } })));
  }
});

it.each(['DOCTOR', 'EMPLOYEE'] as const)('shows them to a %s, who changes none [P-6.20]', async (role) => {
  const { id } = (await made()).body;
  const person = await signInAs(app, turf, role);
  expect((await person.call(listServices)).body.items).toHaveLength(1);
  const refused = [
    await person.call(addService, { body: newService }),
    await person.call(changeService, { params: { id }, body: { price: 1 } }),
    await person.call(archiveService, { params: { id } }),
    await person.call(restoreService, { params: { id } }),
    await person.call(orderServices, { body: { ids: [id] } }),
  ];
  expect(refused.map(({ status, error }) => [status, error?.code])).toEqual(
    refused.map(() => [403, 'access.denied']),
  );
});
