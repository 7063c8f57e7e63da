import { listSlots, nextSlots } from '@samay/contract/availability/slots';
import { addDays } from '@samay/contract/core/time';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import {
  buildClaimed,
  buildResource,
  buildService,
  withoutTimes,
} from '../../../../test/fixtures/availability.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { Client } from '../../../../test/fixtures/client.ts';
import { tenantIdOf } from '../../../context/tenant-id.ts';
import { asPlatform, inTenant } from '../../../db/tenant.ts';
import { alternativesTo } from './alternatives.ts';

// Tests free starts over HTTP. The computation is compared with a plain enumeration in
// free-starts.test.ts and random-slots.test.ts.

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(() => app.setNow(testNow));

interface World {
  readonly tenant: BuiltTenant;
  readonly desk: Client;
  readonly service: string;
  readonly first: string;
  readonly second: string;
}

/** Builds a clinic with two doctors and a service of an hour, open from 9 to 12 every day. */
async function buildClinic(): Promise<World> {
  const tenant = await buildTenant(app);
  const service = await buildService(app, tenant, { duration_min: 60 });
  const first = await buildResource(app, tenant, { position: 1 });
  const second = await buildResource(app, tenant, { position: 2 });
  await asPlatform(app, (tx) =>
    sql`insert into weekly_hours (tenant_id, weekday, opens, closes)
      select ${tenant.id}, day, '09:00', '12:00' from generate_series(1, 7) as day returning id`.execute(tx),
  );
  return { tenant, desk: await signInAs(app, tenant), service, first, second };
}

const monday = '2026-11-23';
const days = { from: monday, to: monday };
const all = ['09:00', '10:00', '11:00'];
const getTimes = ({ body }: { body: { resources: { resourceId: string; days: { times: string[] }[] }[] } }) =>
  body.resources.map(({ resourceId, days: found }) => [resourceId, found.flatMap(({ times }) => times)]);

describe('the free starts of some days', () => {
  it('are those of at most 2,000 days of all resources together, or of 62 of one [P-6.23]', async () => {
    const { tenant, desk, first } = await buildClinic();
    for (let place = 2; place < 101; place += 1) await buildResource(app, tenant, { position: place });
    const asked = async (count: number, resource?: string) =>
      desk.call(listSlots, {
        query: { from: monday, to: addDays(monday, count - 1), ...(resource && { resource }) },
      });
    const refused = await asked(20);
    expect([refused.status, refused.error?.fields]).toEqual([400, { to: 'Please choose at most 19 days' }]);
    expect([(await asked(19)).status, (await asked(62, first)).status]).toEqual([200, 200]);
  });

  it('stand by resource in their order, for who may read bookings', async () => {
    const { tenant, first, second } = await buildClinic();
    for (const role of ['BUSINESS_OWNER', 'BUSINESS_ADMIN', 'DOCTOR', 'EMPLOYEE'] as const) {
      const answer = await (await signInAs(app, tenant, role)).call(listSlots, { query: days });
      expect([role, getTimes(answer)]).toEqual([
        role,
        [
          [first, all],
          [second, all],
        ],
      ]);
    }
    expect((await new Client(app.app).send(listSlots, { query: days })).status).toBe(401);
    const admin = await signInAs(app, null, 'SUPER_ADMIN');
    expect((await admin.send(listSlots, { query: days })).status).toBe(403);
  });

  it('leave out what is taken, also by an overbooking, and what is past or beyond 400 days', async () => {
    const { tenant, desk, first, second } = await buildClinic();
    await buildClaimed(app, tenant, { resourceId: first, date: monday, time: '10:00' });
    await buildClaimed(app, tenant, {
      resourceId: second,
      date: monday,
      time: '11:00',
      overbookedReason: 'Emergency',
    });
    expect(getTimes(await desk.call(listSlots, { query: days }))).toEqual([
      [first, ['09:00', '11:00']],
      [second, ['09:00', '10:00']],
    ]);
    const asked = async (from: string, to = from) =>
      getTimes(await desk.call(listSlots, { query: { from, to, resource: first } }));
    // Ten o'clock in India.
    expect(await asked('2026-11-21')).toEqual([[first, ['10:00', '11:00']]]);
    app.setNow('2026-11-21T04:30:00.001Z');
    expect(await asked('2026-11-21')).toEqual([[first, ['11:00']]]);
    expect(await asked('2026-11-01', '2026-11-20')).toEqual([[first, []]]);
    const last = addDays('2026-11-21', 400);
    expect(await asked(last, addDays(last, 3))).toEqual([[first, all]]);
    expect(await asked('1999-01-01')).toEqual([[first, []]]);
  });

  it('are those of one service, one resource and one duration', async () => {
    const { tenant, desk, first, second } = await buildClinic();
    const short = await buildService(app, tenant, {
      duration_min: 90,
      grid_min: 30,
      position: 2,
      by_every_resource: false,
    });
    await asPlatform(app, (tx) =>
      tx
        .insertInto('service_resources')
        .values({ tenant_id: tenant.id, service_id: short, resource_id: second })
        .execute(),
    );
    const asked = async (query: object) =>
      getTimes(await desk.call(listSlots, { query: { ...days, ...query } }));
    expect(await asked({ service: short })).toEqual([[second, ['09:00', '09:30', '10:00', '10:30']]]);
    expect(await asked({ service: short, resource: first })).toEqual([]);
    expect(await asked({ resource: first, duration: '120' })).toEqual([[first, ['09:00', '10:00']]]);
  });

  it('count the time of the booking that is moved as free', async () => {
    const { tenant, desk, first } = await buildClinic();
    const except = await buildClaimed(app, tenant, { resourceId: first, date: monday, time: '10:00' });
    expect(getTimes(await desk.call(listSlots, { query: { ...days, resource: first, except } }))).toEqual([
      [first, all],
    ]);
  });

  it('are none of what is archived, but for a booking of an archived service that is moved', async () => {
    const { tenant, desk, service, first, second } = await buildClinic();
    const archive = async (table: 'services' | 'resources', id: string) =>
      asPlatform(app, (tx) =>
        sql`update ${sql.table(table)} set archived_at = now() where id = ${id}`.execute(tx),
      );
    await archive('resources', first);
    expect(getTimes(await desk.call(listSlots, { query: days }))).toEqual([[second, all]]);
    expect(getTimes(await desk.call(listSlots, { query: { ...days, resource: first } }))).toEqual([]);
    await archive('services', service);
    expect(getTimes(await desk.call(listSlots, { query: days }))).toEqual([]);
    expect(getTimes(await desk.call(listSlots, { query: { ...days, service } }))).toEqual([]);
    const except = await buildClaimed(app, tenant, { resourceId: second, date: monday, time: '10:00' });
    expect(getTimes(await desk.call(listSlots, { query: { ...days, service, except } }))).toEqual([
      [second, all],
    ]);
  });

  it('are not found for an unknown service or resource, and refused for more than 62 days', async () => {
    const { desk } = await buildClinic();
    for (const unknown of [{ service: randomUUID() }, { resource: randomUUID() }]) {
      expect(await desk.send(listSlots, { query: { ...days, ...unknown } })).toMatchObject({
        status: 404,
        error: { code: 'not_found' },
      });
      expect(await desk.send(nextSlots, { query: unknown })).toMatchObject({
        status: 404,
        error: { code: 'not_found' },
      });
    }
    const tooMany = { from: monday, to: addDays(monday, 62) };
    expect(await desk.send(listSlots, { query: tooMany })).toMatchObject({
      status: 400,
      error: { code: 'request.invalid' },
    });
  });

  it('are unchanged until the first of them has passed, or a hold has ended [P-6.30]', async () => {
    const { tenant, desk, first, second } = await buildClinic();
    const query = { from: '2026-11-21', to: '2026-11-22' };
    const { headers } = await desk.call(listSlots, { query });
    const again = async (etag: unknown) =>
      desk.send(listSlots, { query, headers: { 'if-none-match': String(etag) } });
    app.setNow('2026-11-21T04:30:00.000Z');
    expect((await again(headers['etag'])).status).toBe(304);
    app.setNow('2026-11-21T04:30:00.001Z');
    const later = await again(headers['etag']);
    expect(getTimes(later)).toEqual([
      [first, ['11:00', ...all]],
      [second, ['11:00', ...all]],
    ]);
    await asPlatform(app, (tx) =>
      sql`with held as (insert into claims (tenant_id, resource_id, held_by, starts_at, ends_at, expires_at)
        values (${tenant.id}, ${first}, gen_random_uuid(), '2026-11-21T05:30:00Z', '2026-11-21T06:00:00Z', '2026-11-21T04:40:00Z'))
        select raise_stamp(${tenant.id})`.execute(tx),
    );
    const held = await again(later.headers['etag']);
    expect(getTimes(held)).toEqual([
      [first, all],
      [second, ['11:00', ...all]],
    ]);
    app.setNow('2026-11-21T04:39:59.999Z');
    expect((await again(held.headers['etag'])).status).toBe(304);
    app.setNow('2026-11-21T04:40:00Z');
    expect(getTimes(await again(held.headers['etag']))).toEqual([
      [first, ['11:00', ...all]],
      [second, ['11:00', ...all]],
    ]);
  });
});

describe('the next free starts', () => {
  const slots = async ({ desk }: World, query: object = {}) =>
    (await desk.call(nextSlots, { query })).body.slots.map(
      ({ resourceId, date, time }) => `${resourceId} ${date} ${time}`,
    );

  it('come by time, each once with the first resource that has it free, from now or from a moment on [P-6.28]', async () => {
    const world = await buildClinic();
    const { first, second } = world;
    expect(await slots(world)).toEqual([`${first} 2026-11-21 10:00`]);
    await buildClaimed(app, world.tenant, { resourceId: first, date: '2026-11-21', time: '11:00' });
    expect(await slots(world, { limit: '3' })).toEqual([
      `${first} 2026-11-21 10:00`,
      `${second} 2026-11-21 11:00`,
      `${first} 2026-11-22 09:00`,
    ]);
    expect(await slots(world, { resource: second, date: monday, time: '09:30' })).toEqual([
      `${second} ${monday} 10:00`,
    ]);
    expect(await slots(world, { resource: second, time: '11:30' })).toEqual([`${second} 2026-11-22 09:00`]);
    expect(await slots(world, { resource: second, date: '2026-11-01' })).toEqual([
      `${second} 2026-11-21 10:00`,
    ]);
  });

  it.each([6, 7, 37, 38, 100, 399, 400])('are found after a closure of %i days [P-6.28]', async (length) => {
    const world = await buildClinic();
    const reopened = addDays('2026-11-21', length);
    await close(world.tenant, '2026-11-01', reopened);
    const second = `${world.first} ${reopened} 10:00`;
    expect((await slots(world, { limit: '2' }))[1]).toBe(second);
  });

  it('are none beyond 400 days, and fewer than asked for at their end [P-6.28]', async () => {
    const world = await buildClinic();
    await close(world.tenant, '2026-11-01', addDays('2026-11-21', 400));
    expect(await slots(world, { limit: '20' })).toHaveLength(3);
    await close(world.tenant, '2026-11-01', addDays('2026-11-21', 401));
    expect(await slots(world, { limit: '20' })).toEqual([]);
    expect(await slots(world, { date: '2028-11-01' })).toEqual([]);
  });
});

/**
 * Builds two grounds whose parts are between them in the order, open from 6 to 8 every day. At 6
 * the first ground has a free half and the second is free, at 7 both have only a free half.
 */
async function buildGrounds() {
  const tenant = await withoutTimes(app, await buildTenant(app, { businessType: 'turf' }));
  await buildService(app, tenant, { duration_min: 60 });
  const court = (name: string, position: number, whole?: string) =>
    buildResource(app, tenant, { name, position, whole_id: whole ?? null });
  const [first, second] = [await court('Ground 1', 0), await court('Ground 2', 1)];
  const [a, b] = [await court('Half A', 0, first), await court('Half B', 1, first)];
  const [c, d] = [await court('Half C', 0, second), await court('Half D', 1, second)];
  await asPlatform(app, (tx) =>
    sql`insert into weekly_hours (tenant_id, weekday, opens, closes)
      select ${tenant.id}, day, '06:00', '08:00' from generate_series(1, 7) as day returning id`.execute(tx),
  );
  for (const [half, time] of [
    [b, '06:00'],
    [b, '07:00'],
    [d, '07:00'],
  ] as const)
    await buildClaimed(app, tenant, { resourceId: half, date: monday, time });
  return { tenant, first, second, a, b, c, d, desk: await signInAs(app, tenant) };
}

describe('where any court will do', () => {
  const named = ({ first, second, a, c, ...others }: Awaited<ReturnType<typeof buildGrounds>>) => {
    const names = {
      [first]: 'Ground 1',
      [second]: 'Ground 2',
      [a]: 'Half A',
      [others.b]: 'Half B',
      [c]: 'Half C',
      [others.d]: 'Half D',
    };
    return ({ resourceId, date, time }: { resourceId: string; date: string; time: string }) =>
      `${date} ${time} ${names[resourceId]}`;
  };

  it('the next free starts are of whole courts, and of parts where no whole one is free [P-6.42]', async () => {
    const grounds = await buildGrounds();
    const found = await grounds.desk.call(nextSlots, { query: { date: monday, limit: '4' } });
    expect(found.body.slots.map(named(grounds))).toEqual([
      `${monday} 06:00 Ground 2`,
      `${monday} 07:00 Half A`,
      '2026-11-24 06:00 Ground 1',
      '2026-11-24 07:00 Ground 1',
    ]);
    // Lists the courts and their parts in the order of the screens.
    const { first, a, second, c } = grounds;
    const day = getTimes(await grounds.desk.call(listSlots, { query: days })).filter(
      ([, times]) => times?.length !== 0,
    );
    expect(day).toEqual([
      [a, ['06:00', '07:00']],
      [second, ['06:00']],
      [c, ['06:00', '07:00']],
      [grounds.d, ['06:00']],
    ]);
    expect(day.some(([id]) => id === first)).toBe(false);
  });

  it('the next free starts of a size are of whole courts alone, or of parts alone [P-6.74]', async () => {
    const grounds = await buildGrounds();
    const next = async (size: 'whole' | 'part') => {
      const query = { date: monday, limit: '3', size };
      return (await grounds.desk.call(nextSlots, { query })).body.slots.map(named(grounds));
    };
    expect(await next('whole')).toEqual([
      `${monday} 06:00 Ground 2`,
      '2026-11-24 06:00 Ground 1',
      '2026-11-24 07:00 Ground 1',
    ]);
    expect(await next('part')).toEqual([
      `${monday} 06:00 Half A`,
      `${monday} 07:00 Half A`,
      '2026-11-24 06:00 Half A',
    ]);
  });

  it('so are the alternatives, but for a part that was asked for [P-6.42]', async () => {
    const grounds = await buildGrounds();
    const work = {
      database: app.database,
      tenantId: tenantIdOf(grounds.tenant.id),
      now: app.dependencies.clock(),
    };
    const instead = async (taken: { time: string; resource?: string }) => {
      const { next, elsewhere } = await inTenant(work, (tx) =>
        alternativesTo(tx, work, { date: monday, ...taken }),
      );
      return [next.map(named(grounds)), elsewhere.map(named(grounds))];
    };
    expect(await instead({ time: '07:00' })).toEqual([
      [`${monday} 07:00 Half A`, '2026-11-24 06:00 Ground 1', '2026-11-24 07:00 Ground 1'],
      [],
    ]);
    expect((await instead({ time: '06:00', resource: grounds.first }))[1]).toEqual([
      `${monday} 06:00 Ground 2`,
    ]);
    expect((await instead({ time: '07:00', resource: grounds.first }))[1]).toEqual([
      `${monday} 07:00 Half A`,
      `${monday} 07:00 Half C`,
    ]);
    const halves = ['Half A', 'Ground 2', 'Half C', 'Half D'].map((name) => `${monday} 06:00 ${name}`);
    expect((await instead({ time: '06:00', resource: grounds.b }))[1]).toEqual(halves);
  });
});

describe('what is free instead of a taken start', () => {
  const alternatives = async ({ tenant }: World, taken: Parameters<typeof alternativesTo>[2]) => {
    const work = { database: app.database, tenantId: tenantIdOf(tenant.id), now: app.dependencies.clock() };
    return inTenant(work, (tx) => alternativesTo(tx, work, taken));
  };

  it('are the three next free starts there, and the same start elsewhere, also off the grid [P-6.29]', async () => {
    const world = await buildClinic();
    const { first, second } = world;
    await buildClaimed(app, world.tenant, { resourceId: first, date: monday, time: '10:00' });
    const next = [
      { resourceId: first, date: monday, time: '11:00' },
      { resourceId: first, date: '2026-11-24', time: '09:00' },
      { resourceId: first, date: '2026-11-24', time: '10:00' },
    ];
    for (const time of ['10:00', '10:07'])
      expect(await alternatives(world, { resource: first, date: monday, time, duration: 30 })).toEqual({
        next,
        elsewhere: [{ resourceId: second, date: monday, time }],
      });
    await buildClaimed(app, world.tenant, { resourceId: second, date: monday, time: '10:00' });
    expect(await alternatives(world, { resource: first, date: monday, time: '10:00' })).toEqual({
      next,
      elsewhere: [],
    });
    const anywhere = await alternatives(world, { date: monday, time: '10:00' });
    const starts = [monday, '2026-11-24', '2026-11-24'].map((date) => ({ resourceId: first, date }));
    expect(anywhere).toMatchObject({ next: starts, elsewhere: [] });
  });

  it('are ahead of now, for a start that has passed too [P-6.29]', async () => {
    const world = await buildClinic();
    expect(await alternatives(world, { resource: world.first, date: '2025-01-01', time: '10:00' })).toEqual({
      next: ['2026-11-21 10:00', '2026-11-21 11:00', '2026-11-22 09:00'].map((at) => ({
        resourceId: world.first,
        date: at.slice(0, 10),
        time: at.slice(11),
      })),
      elsewhere: [],
    });
  });
});

/** Closes a business from the beginning of a day to the beginning of another. */
async function close(tenant: BuiltTenant, from: string, to: string): Promise<void> {
  await asPlatform(app, (tx) =>
    sql`insert into hour_exceptions (tenant_id, kind, starts_at, ends_at, reason)
      values (${tenant.id}, 'closure', ${`${from}T00:00:00+05:30`}, ${`${to}T00:00:00+05:30`}, 'Works')`.execute(
      tx,
    ),
  );
}
