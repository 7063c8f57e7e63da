import { completeAppointment, undoCompletion } from '@samay/contract/bookings/transitions';
import { createAppointment, listAppointments } from '@samay/contract/bookings/appointments';
import { getDashboard } from '@samay/contract/desk/dashboard';
import { getDaySheet } from '@samay/contract/desk/day-sheet';
import { getRevenue } from '@samay/contract/desk/revenue';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, testApp, testNow } from '../../test/fixtures/app.ts';
import { buildAppointment, buildTenant, type BuiltTenant, signInAs } from '../../test/fixtures/builders.ts';
import { Client } from '../../test/fixtures/client.ts';
import { RecordedStatements } from '../../test/fixtures/database/recorded-statements.ts';
import { everyEndpoint, newAppointment } from '../../test/fixtures/samples.ts';
import { look, type Screen, listScreens } from '../../test/fixtures/screens.ts';
import { buildApp } from '../app.ts';
import { raiseStamp } from '../db/transaction.ts';
import { asPlatform, platformTenant, type Tx } from '../db/tenant.ts';
import { logOptions } from '../process/log-options.ts';

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
let screens: Screen[];
const list: Screen = { name: 'listAppointments', endpoint: listAppointments, sample: {} };
const dashboard: Screen = { name: 'getDashboard', endpoint: getDashboard, sample: {} };
beforeAll(async () => {
  app = await testApp();
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  await buildAppointment(app, clinic, { date: '2026-11-20', amount: 500_00, status: 'completed' });
  screens = await listScreens(app, clinic, owner);
});
afterAll(() => app.close());
beforeEach(() => app.setNow(testNow));

const change = async (work: (tx: Tx) => Promise<unknown>) => asPlatform(app, work);
const fetchTag = async (client: Client, screen: Screen) => (await look(client, screen)).etag ?? '';
const statusWith = async (client: Client, screen: Screen, etag: string) =>
  (await look(client, screen, etag)).status;

describe('a screen that has not changed', () => {
  it('is answered with 304, its ETag, no body and no copy in any cache, for each conditional endpoint [S-2.8]', async () => {
    expect(screens.map(({ name }) => name).toSorted()).toEqual(
      everyEndpoint.flatMap(([name, { conditional }]) => (conditional ? [name] : [])).toSorted(),
    );
    expect(screens.length).toBeGreaterThan(8);
    for (const screen of screens) {
      const etag = await fetchTag(owner, screen);
      expect([screen.name, etag]).toEqual([screen.name, expect.stringMatching(/^W\/"[\w-]{43}\.[\da-z]*"$/)]);
      expect(await look(owner, screen, etag)).toEqual({ status: 304, etag, body: undefined });
    }
    const { headers } = await owner.send(listAppointments, {
      headers: { 'if-none-match': await fetchTag(owner, list) },
    });
    expect(headers).toMatchObject({ 'cache-control': 'no-store' });
  });

  it('costs the look-up of the session and no other statement [S-2.8]', async () => {
    const statements = new RecordedStatements();
    const recorded = await buildApp({ ...app.dependencies, database: statements.over(app.database) });
    const caller = new Client(recorded, owner.identity);
    for (const screen of screens) {
      const etag = await fetchTag(caller, screen);
      const sent = await statements.during(() => look(caller, screen, etag));
      expect([screen.name, sent.map(({ sql: text }) => /from (\w+)\(/.exec(text)?.[1])]).toEqual([
        screen.name,
        ['sessions_of_requests'],
      ]);
    }
    await recorded.close();
  });

  it('is one line in the log, as every request is', async () => {
    const lines: { level: number; status?: number }[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(JSON.parse(chunk.toString()) as (typeof lines)[number]);
        done();
      },
    });
    const logging = await buildApp({
      ...app.dependencies,
      log: pino(logOptions({ logLevel: 'info' }), sink),
    });
    const caller = new Client(logging, owner.identity);
    await look(caller, list, await fetchTag(caller, list));
    expect(lines.map(({ level, status }) => [level, status])).toEqual([
      [30, 200],
      [30, 304],
    ]);
    await logging.close();
  });

  it('is recognised among several tags and as a proxy changes them, and by nothing else', async () => {
    const etag = await fetchTag(owner, list);
    const [strong, other] = [etag.slice(2), `W/"${'x'.repeat(43)}."`];
    expect(await statusWith(owner, list, `${other}, ${etag}`)).toBe(304);
    expect(await statusWith(owner, list, strong)).toBe(304);
    for (const tag of ['*', other, etag.replace('."', '.zzzzzzzz"'), etag.slice(0, -2), '']) {
      expect([tag, await statusWith(owner, list, tag)]).toEqual([tag, 200]);
    }
  });
});

it('is described in OpenAPI, for each conditional endpoint', async () => {
  const { paths } = (await app.app.inject('/api/openapi.json')).json<{
    paths: Record<string, Record<string, { responses: object }>>;
  }>();
  const described = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ responses }) => '304' in responses);
  expect(described).toHaveLength(screens.length);
});

it('marks as conditional only reads of a business, and none that must leave an audit row', async () => {
  const conditional = everyEndpoint.filter(([, endpoint]) => endpoint.conditional);
  const reads = new Set(['appointments.read', 'notes.read', 'revenue.read', 'patients.read']);
  expect(
    conditional.filter(
      ([, { method, access, needsReason, transport }]) =>
        method !== 'GET' || !reads.has(access) || needsReason || transport,
    ),
  ).toEqual([]);
  const rows = async () =>
    change((tx) =>
      tx
        .selectFrom('audit_log')
        .select((builder) => builder.fn.countAll().as('count'))
        .execute(),
    );
  const before = await rows();
  for (const screen of screens) await look(owner, screen);
  expect(await rows()).toEqual(before);
});

it('gives no ETag to the day sheet, which says when it was asked for', async () => {
  expect((await owner.call(getDaySheet, { query: { date: '2026-11-21' } })).headers['etag']).toBeUndefined();
});

describe('a 304 is not given', () => {
  it('to another person of the same role and business [S-2.9]', async () => {
    const colleague = await signInAs(app, clinic, 'BUSINESS_OWNER');
    for (const screen of screens) {
      const etag = await fetchTag(owner, screen);
      expect([screen.name, await statusWith(colleague, screen, etag)]).toEqual([screen.name, 200]);
    }
  });

  it('to another business, nor to a person who has moved to it [S-2.9]', async () => {
    const [other, mover] = [await buildTenant(app), await signInAs(app, clinic)];
    const etag = await fetchTag(mover, list);
    await change((tx) =>
      tx
        .updateTable('memberships')
        .set({ tenant_id: other.id })
        .where('user_id', '=', mover.identity?.userId ?? '')
        .execute(),
    );
    expect(await look(mover, list, etag)).toMatchObject({ status: 200, body: { items: [] } });
  });

  it('for another address', async () => {
    const etag = await fetchTag(owner, list);
    expect(await statusWith(owner, { ...list, sample: { query: { limit: '1' } } }, etag)).toBe(200);
    expect(await statusWith(owner, dashboard, etag)).toBe(200);
  });

  it.each<[string, (tenantId: string, userId: string) => (tx: Tx) => Promise<unknown>]>([
    [
      'a new role',
      (_, userId) => (tx) =>
        tx.updateTable('memberships').set({ role: 'DOCTOR' }).where('user_id', '=', userId).execute(),
    ],
    [
      'a suspension',
      (id) => (tx) => tx.updateTable('tenants').set({ status: 'suspended' }).where('id', '=', id).execute(),
    ],
    [
      'a new business type',
      (id) => (tx) =>
        tx
          .updateTable('business_profiles')
          .set({ business_type: 'turf' })
          .where('tenant_id', '=', id)
          .execute(),
    ],
    [
      'a new plan',
      (id) => async (tx) => {
        await tx
          .updateTable('subscriptions')
          .set({ plan_id: 'premium' })
          .where('tenant_id', '=', id)
          .execute();
        await raiseStamp(tx, id);
      },
    ],
    [
      'the end of a plan',
      (id) => async (tx) => {
        await tx.updateTable('subscriptions').set({ status: 'ended' }).where('tenant_id', '=', id).execute();
        await raiseStamp(tx, id);
      },
    ],
    [
      'new terms of a plan',
      () => async (tx) => {
        await tx.updateTable('plans').set({ appointment_limit: 26 }).where('id', '=', 'basic').execute();
        await raiseStamp(tx, platformTenant);
      },
    ],
  ])('after %s', async (_what, to) => {
    const tenant = await buildTenant(app);
    const desk = await signInAs(app, tenant);
    const etag = await fetchTag(desk, list);
    expect(await statusWith(desk, list, etag)).toBe(304);
    await change(to(tenant.id, desk.identity?.userId ?? ''));
    expect(await statusWith(desk, list, etag)).toBe(200);
    expect(await statusWith(desk, list, await fetchTag(desk, list))).toBe(304);
  });

  it.each<
    [string, number, (tenantId: string, who: NonNullable<Client['identity']>) => (tx: Tx) => Promise<unknown>]
  >([
    [
      'a sign-out',
      401,
      (_, { sessionId }) =>
        (tx) =>
          tx
            .updateTable('sessions')
            .set({ ended_at: new Date(testNow) })
            .where('id', '=', sessionId)
            .execute(),
    ],
    [
      'a removal',
      403,
      (_, { userId }) =>
        (tx) =>
          tx.deleteFrom('memberships').where('user_id', '=', userId).execute(),
    ],
    [
      'the deletion of the person',
      401,
      (_, { userId }) =>
        (tx) =>
          tx
            .updateTable('users')
            .set({ deleted_at: new Date(testNow) })
            .where('id', '=', userId)
            .execute(),
    ],
    [
      'the deletion of the business',
      403,
      (id) => (tx) =>
        tx
          .updateTable('tenants')
          .set({ deleted_at: new Date(testNow) })
          .where('id', '=', id)
          .execute(),
    ],
    [
      'a second factor that is not proven',
      403,
      (_, { userId }) =>
        (tx) =>
          sql`insert into second_factors (user_id, encrypted_secret, created_at, verified_at) values (${userId}, '', now(), now())`.execute(
            tx,
          ),
    ],
  ])('after %s: %i', async (_what, status, to) => {
    const tenant = await buildTenant(app);
    const desk = await signInAs(app, tenant, 'DOCTOR');
    const etag = await fetchTag(desk, list);
    const identity = desk.identity;
    if (!identity) throw new Error('a signed-in person has an identity');
    await change(to(tenant.id, identity));
    expect(await statusWith(desk, list, etag)).toBe(status);
  });

  it('to a role that has lost the permission [S-2.9]', async () => {
    const doctor = await signInAs(app, clinic, 'DOCTOR');
    const revenue: Screen = {
      name: 'getRevenue',
      endpoint: getRevenue,
      sample: { query: { from: '2026-11-01', to: '2026-11-30' } },
    };
    const etag = await fetchTag(doctor, revenue);
    await change((tx) =>
      tx
        .updateTable('memberships')
        .set({ role: 'EMPLOYEE' })
        .where('user_id', '=', doctor.identity?.userId ?? '')
        .execute(),
    );
    expect(await statusWith(doctor, revenue, etag)).toBe(403);
  });

  it('by another release [S-2.9]', async () => {
    const next = await buildApp({ ...app.dependencies, release: 'the next one' });
    const there = new Client(next, owner.identity);
    for (const screen of screens) {
      const etag = await fetchTag(owner, screen);
      expect([screen.name, await statusWith(there, screen, etag)]).toEqual([screen.name, 200]);
      expect([screen.name, await statusWith(owner, screen, await fetchTag(there, screen))]).toEqual([
        screen.name,
        200,
      ]);
    }
    await next.close();
  });

  it('beyond a rate limit [S-2.9]', async () => {
    const strict = await buildApp({
      ...app.dependencies,
      settings: { ...app.dependencies.settings, limits: { ...app.dependencies.settings.limits, perUser: 3 } },
    });
    const caller = new Client(strict, owner.identity);
    const etag = await fetchTag(caller, list);
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push(await statusWith(caller, list, etag));
    expect(statuses).toEqual([304, 304, 429]);
    await strict.close();
  });
});

it('reads the stamp before anything that it speaks for, so that a change during the read is seen at the next look', async () => {
  const statements = new RecordedStatements();
  const tenant = await buildTenant(app);
  const desk = await signInAs(app, tenant);
  const recorded = await buildApp({ ...app.dependencies, database: statements.over(app.database) });
  const sent = await statements.during(() => look(new Client(recorded, desk.identity), list));
  await recorded.close();
  const texts = sent.map(({ sql: text }) => text);
  expect(texts.findIndex((text) => text.includes('sessions_of_requests'))).toBe(0);
  expect(texts.length).toBeGreaterThan(1);
});

it('undoes and repeats: the same rows after another change have another ETag', async () => {
  const tenant = await buildTenant(app);
  const desk = await signInAs(app, tenant);
  const created = await desk.call(createAppointment, { body: { ...newAppointment, date: '2026-11-21' } });
  const before = await fetchTag(desk, list);
  await desk.call(completeAppointment, { params: { id: created.body.id } });
  await desk.call(undoCompletion, { params: { id: created.body.id } });
  expect(await statusWith(desk, list, before)).toBe(200);
});
