import { randomUUID } from 'node:crypto';
import type { AnyEndpoint } from '@samay/contract/core/endpoint';
import { Role } from '@samay/contract/core/roles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from './fixtures/app.ts';
import { buildClaimed, buildResource, buildService } from './fixtures/availability.ts';
import { buildAppointment, buildTenant, type BuiltTenant, signInAs } from './fixtures/builders.ts';
import type { Client } from './fixtures/client.ts';
import { rowVersions } from './fixtures/rows.ts';
import { everyEndpoint, newAppointment, samples, sendSample, statusOf } from './fixtures/samples.ts';
import type { Sample } from './fixtures/samples/sample.ts';
import { buildPrescription, sampleFor } from './fixtures/samples/sample-world.ts';

// T-2.1: at every endpoint with an id and for every role, the id of another business gets exactly the
// response of an unknown id.

const roles = Role.options.filter((role) => role !== 'SUPER_ADMIN');
// Names of setup steps name no row, and the secret of delivery reports names a business: sms.test.ts uses
// that of another. A super admin may use the id of any business. Unknown ids there are tested in the
// platform module.
const withId = everyEndpoint.filter(
  ([name, { params, access }]) =>
    params !== undefined &&
    access !== 'platform.manage' &&
    name !== 'skipSetupStep' &&
    name !== 'receiveSmsReport',
);

let app: TestApp;
let ours: BuiltTenant;
let theirs: BuiltTenant;
let them: Client;
const callers = new Map<string, Client>();

beforeAll(async () => {
  app = await testApp();
  ours = await buildTenant(app, { plan: 'enterprise' });
  theirs = await buildTenant(app, { plan: 'enterprise' });
  them = await signInAs(app, theirs, 'BUSINESS_OWNER');
  for (const role of roles) callers.set(role, await signInAs(app, ours, role));
  callers.set('SUPER_ADMIN', await signInAs(app, null, 'SUPER_ADMIN'));
  callers.set('nobody', await signInAs(app, null, null));
  callers.set(
    'of a turf',
    await signInAs(
      app,
      await buildTenant(app, { businessType: 'turf', plan: 'enterprise' }),
      'BUSINESS_OWNER',
    ),
  );
});
afterAll(() => app.close());

describe.each(withId)('%s', (name, endpoint) => {
  it("answers another business's id as it answers an unknown one, and changes nothing [T-2.1, T-1.2]", async () => {
    const foreign = await sampleFor(app, name, theirs, them);
    const before = await rowVersions(app);
    for (const [who, client] of callers) {
      const answers = [
        await fetchAnswer(client, endpoint, foreign),
        await fetchAnswer(client, endpoint, unknownOf(foreign)),
      ];
      expect([who, answers[0]]).toEqual([who, answers[1]]);
      expect([who, [403, 404].includes(answers[0]?.status ?? 0)]).toEqual([who, true]);
    }
    expect(await rowVersions(app)).toBe(before);
  });

  it('answers the people of its own business, so that the test above proves something [T-2.1]', async () => {
    const own = await sendSample(them, endpoint, await sampleFor(app, name, theirs, them));
    // The samples' links are not signed. The modules of files and archives test signed links.
    expect(own.status).toBe(['openFile', 'openArchive'].includes(name) ? 403 : statusOf(endpoint));
  });
});

it('covers every endpoint whose sample needs an id [T-2.1]', () => {
  expect(withId.map(([name]) => name).toSorted()).toEqual(
    everyEndpoint
      .filter(([name, { access }]) => samples[name].wants !== undefined && access !== 'platform.manage')
      // Their ids are in the body, see below and closings.test.ts.
      .filter(([name]) => name !== 'takeAll' && name !== 'addClosing')
      .map(([name]) => name)
      .toSorted(),
  );
});

describe('ids outside the path', () => {
  it('takes no money for bookings of another business, nor for its own with them [T-2.2]', async () => {
    const [own, foreign] = [await buildAppointment(app, ours), await buildAppointment(app, theirs)];
    const take = async (ids: readonly string[]) => {
      const bookings = ids.map((id) => ({ id, amount: 100_00, amountBefore: null }));
      return fetchAnswer(owner(), endpointNamed('takeAll'), { body: { bookings, method: 'Cash' } });
    };
    const before = await rowVersions(app);
    expect(await take([own, foreign])).toEqual(await take([own, randomUUID()]));
    expect((await take([foreign])).status).toBe(404);
    expect(await rowVersions(app)).toEqual(before);
  });

  it("ignores bookings of another business in warnings, and their ids in 'except' [T-2.2]", async () => {
    const time = { date: '2026-11-25', time: '10:00', doctor: 'Dr. Rao' };
    const foreign = await buildAppointment(app, theirs, time);
    const warn = endpointNamed('warnAppointment');
    const [withForeign, withUnknown] = [foreign, randomUUID()].map((except) => ({
      query: { ...time, except },
    }));
    expect(await fetchAnswer(owner(), warn, withForeign ?? {})).toEqual(
      await fetchAnswer(owner(), warn, withUnknown ?? {}),
    );
    expect((await owner().send(warn, { query: time })).body).toEqual({ warnings: [] });
    expect((await them.send(warn, { query: time })).body).toEqual({
      warnings: ['Dr. Rao already has an appointment at this time.'],
    });
  });

  it('finds no service, resource or booking of another business for free starts [T-2.2]', async () => {
    const [service, resource] = [await buildService(app, theirs), await buildResource(app, theirs)];
    await buildService(app, ours);
    const court = await buildResource(app, ours);
    const booked = { resourceId: resource, date: '2026-11-25', time: '10:00' };
    const except = await buildClaimed(app, theirs, booked);
    const days = { from: '2026-11-25', to: '2026-11-25' };
    for (const [name, query] of [
      ['listSlots', days],
      ['nextSlots', { date: '2026-11-25', time: '10:00' }],
    ] as const) {
      const slots = endpointNamed(name);
      for (const foreign of [{ service }, { resource }]) {
        const unknown = Object.fromEntries(Object.keys(foreign).map((key) => [key, randomUUID()]));
        const answers = [
          await fetchAnswer(owner(), slots, { query: { ...query, ...foreign } }),
          await fetchAnswer(owner(), slots, { query: { ...query, ...unknown } }),
        ];
        expect(answers[0]).toEqual(answers[1]);
        expect(answers[0]?.status).toBe(404);
        expect((await them.send(slots, { query: { ...query, ...foreign } })).status).toBe(200);
      }
      const fetchBody = async (client: Client, asked: object) =>
        (await client.send(slots, { query: { ...query, ...asked } })).body as unknown;
      expect(await fetchBody(owner(), { except })).toEqual(await fetchBody(owner(), {}));
      expect(await fetchBody(them, { except, resource })).not.toEqual(await fetchBody(them, { resource }));
      expect(JSON.stringify(await fetchBody(owner(), {}))).toContain(court);
    }
  });

  it("returns only its own rows for another business's cursor [T-2.2]", async () => {
    for (let count = 0; count < 3; count += 1) await buildAppointment(app, theirs, { date: '2026-11-26' });
    const list = endpointNamed('listAppointments');
    const { next } = (await them.send(list, { query: { limit: '1' } })).body as { next: string };
    const page = (await owner().send(list, { query: { cursor: next } })).body as { items: { id: string }[] };
    const foreignIds = (
      (await them.send(list, { query: { limit: '100' } })).body as { items: { id: string }[] }
    ).items.map(({ id }) => id);
    expect(page.items.filter(({ id }) => foreignIds.includes(id))).toEqual([]);
  });

  it('finds nothing of another business in searches, counts, sums or names [T-2.2]', async () => {
    const empty = await signInAs(app, await buildTenant(app), 'BUSINESS_OWNER');
    await buildAppointment(app, theirs, { personName: 'Zarathustra', amount: 12_300 });
    const found = (await empty.send(endpointNamed('listAppointments'), { query: { search: 'zarathustra' } }))
      .body;
    expect(found).toMatchObject({ items: [], counts: { all: 0 }, usage: { used: 0 } });
    const revenue = await empty.send(endpointNamed('getRevenue'), {
      query: { from: '2026-01-01', to: '2026-12-31' },
    });
    expect(revenue.body).toEqual({ total: 0, bookings: 0, average: 0, earlier: 0, fees: 0 });
    expect((await empty.send(endpointNamed('getDashboard'))).body).toMatchObject({
      bookings: { total: 0 },
      staff: 0,
      upcoming: [],
    });
    expect((await empty.send(endpointNamed('listDoctors'))).body).toEqual({ names: [] });
  });

  it('lets two businesses use the same Idempotency-Key [T-2.2]', async () => {
    const idempotencyKey = randomUUID();
    const create = endpointNamed('createAppointment');
    const [first, second] = [
      await owner().send(create, { body: newAppointment, idempotencyKey }),
      await them.send(create, { body: { ...newAppointment, personName: 'Somebody Else' }, idempotencyKey }),
    ];
    expect([first?.status, second?.status]).toEqual([201, 201]);
    expect(second?.body).toMatchObject({ personName: 'Somebody Else' });
  });

  it("opens no file of another business with its own session, nor with the other's session [T-2.2]", async () => {
    const fileId = await buildPrescription(app, theirs, await buildAppointment(app, theirs));
    const open = endpointNamed('openFile');
    const query = { expires: '1795235400', signature: 'x'.repeat(43) };
    const sessions = [owner().identity?.sessionId, them.identity?.sessionId, randomUUID()];
    const answers = [];
    for (const id of [fileId, randomUUID()]) {
      for (const session of sessions)
        answers.push(
          await fetchAnswer(owner(), open, { params: { id }, query: { ...query, session: session ?? '' } }),
        );
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 403, body: { error: { code: 'file.link_expired' } } });
  });
});

/** Returns all parts of a response that could distinguish two ids. */
async function fetchAnswer(client: Client, endpoint: AnyEndpoint, sample: Sample) {
  const { status, body, headers } = await sendSample(client, endpoint, sample);
  const { 'x-request-id': requestId, 'content-security-policy': policy, date: _date, ...others } = headers;
  const text = JSON.stringify(body).replaceAll(String(requestId), 'the request');
  return {
    status,
    body: JSON.parse(text) as unknown,
    headers: { ...others, policy: String(policy).replace(/'nonce-[^']+'/, 'nonce') },
  };
}

function unknownOf(sample: Sample): Sample {
  return { ...sample, params: { ...sample.params, id: randomUUID() } };
}

function owner(): Client {
  const client = callers.get('BUSINESS_OWNER');
  if (!client) throw new Error('the owner is not signed in yet');
  return client;
}

function endpointNamed(name: string): AnyEndpoint {
  const found = everyEndpoint.find(([own]) => own === name);
  if (!found) throw new Error(`there is no endpoint ${name}`);
  return found[1];
}
