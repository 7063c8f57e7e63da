import {
  addPart,
  archiveResource,
  changeResource,
  listResources,
  mergeResource,
  restoreResource,
} from '@samay/contract/availability/resources';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handleEvents } from '../../../../test/fixtures/deliver-due.ts';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import {
  buildClaimed,
  buildResource,
  buildService,
  listClaims,
  withoutTimes,
} from '../../../../test/fixtures/availability.ts';
import { buildConnection } from '../../../../test/fixtures/third-parties/calendar.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { asPlatform } from '../../../db/tenant.ts';

// The clock is at 10:00 on 21 November 2026.

const today = '2026-11-21';
const tomorrow = '2026-11-22';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe('parts of a court', () => {
  let turf: BuiltTenant;
  let owner: Client;
  let ground: string;
  beforeEach(async () => {
    turf = await withoutTimes(app, await buildTenant(app, { businessType: 'turf', times: 'apart' }));
    owner = await signInAs(app, turf, 'BUSINESS_OWNER');
    ground = await buildResource(app, turf, { name: 'Ground' });
    await buildResource(app, turf, { name: 'Nets' });
  });
  const addHalf = async (name: string) => {
    const { status, body } = await owner.call(addPart, { params: { id: ground }, body: { name } });
    expect(status).toBe(200);
    return body.parts.find((part) => part.name === name)?.id ?? '';
  };
  const archive = async (id: string, bookings?: 'keep') =>
    owner.call(archiveResource, { params: { id }, body: bookings ? { bookings } : {} });

  it('take over what the whole will occupy, and give it back with the last one [P-6.9]', async () => {
    const past = await buildClaimed(app, turf, { resourceId: ground, date: '2026-11-20', time: '18:00' });
    const running = await buildClaimed(app, turf, { resourceId: ground, date: today, time: '09:30' });
    const later = await buildClaimed(app, turf, { resourceId: ground, date: tomorrow, time: '18:00' });
    const half = await addHalf('Half A');
    const other = await addHalf('Half B');
    expect([
      await listClaims(app, past),
      await listClaims(app, running),
      await listClaims(app, later),
    ]).toEqual([[ground], [half, other].toSorted(), [half, other].toSorted()]);
    expect((await archive(other)).status).toBe(200);
    expect(await listClaims(app, later)).toEqual([half]);
    expect((await archive(half)).status).toBe(200);
    expect(await listClaims(app, later)).toEqual([ground]);
    expect((await owner.call(restoreResource, { params: { id: half } })).status).toBe(200);
    expect(await listClaims(app, later)).toEqual([half]);
  });

  it('ask what happens with their own bookings, which may be kept [P-6.11]', async () => {
    const half = await addHalf('Half A');
    const booking = await buildClaimed(app, turf, {
      resourceId: half,
      date: tomorrow,
      time: '18:00',
      personName: 'Arjun',
    });
    const asked = await archive(half);
    expect([asked.status, asked.error?.code, asked.error?.bookings]).toEqual([
      409,
      'resource.has_bookings',
      [{ id: booking, personName: 'Arjun', date: tomorrow, time: '18:00', resourceName: 'Half A' }],
    ]);
    expect((await archive(half, 'keep')).body.parts).toMatchObject([
      { name: 'Half A', archivedAt: expect.any(String) },
    ]);
    // Checks that the whole is its own unit again, and that the kept booking occupies it.
    expect(await listClaims(app, booking)).toEqual([ground]);
  });

  it('refuse what would overlap, with the bookings in the way [P-6.9]', async () => {
    const [half, other] = [await addHalf('Half A'), await addHalf('Half B')];
    const [one, two] = [
      await buildClaimed(app, turf, { resourceId: half, date: tomorrow, time: '18:00', personName: 'Arjun' }),
      await buildClaimed(app, turf, { resourceId: other, date: tomorrow, time: '18:30', personName: 'Bela' }),
    ];
    expect((await archive(half, 'keep')).status).toBe(200);
    expect([await listClaims(app, one), await listClaims(app, two)]).toEqual([[half], [other]]);
    const refused = await archive(other, 'keep');
    expect([refused.status, refused.error?.code]).toEqual([409, 'resource.collides']);
    expect(refused.error?.bookings?.map(({ id, personName }) => [id, personName])).toEqual([
      [one, 'Arjun'],
      [two, 'Bela'],
    ]);
    expect([await listClaims(app, one), await listClaims(app, two)]).toEqual([[half], [other]]);
  });

  it('keep an overbooking that stood before', async () => {
    const booked = { resourceId: ground, date: tomorrow, time: '18:00' };
    await buildClaimed(app, turf, booked);
    const over = await buildClaimed(app, turf, { ...booked, overbookedReason: 'An emergency' });
    const half = await addHalf('Half A');
    expect(await listClaims(app, over)).toEqual([half]);
  });

  it('are no parts of a part, of a doctor, or of an archived court [P-6.9]', async () => {
    const half = await addHalf('Half A');
    const nested = await owner.call(addPart, { params: { id: half }, body: { name: 'Quarter' } });
    expect(nested.error?.fields).toEqual({ name: 'A part has no parts' });
    const clinic = await buildTenant(app);
    const doctor = await buildResource(app, clinic);
    const refused = await (
      await signInAs(app, clinic, 'BUSINESS_OWNER')
    ).call(addPart, { params: { id: doctor }, body: { name: 'Left' } });
    expect(refused.error?.fields).toEqual({ name: 'Only a court has parts' });
    await archive(ground);
    expect(
      (await owner.call(addPart, { params: { id: ground }, body: { name: 'Half B' } })).error?.code,
    ).toBe('resource.archived');
  });

  it('are archived and restored with their whole, whose bookings keep their claims', async () => {
    const [half, other] = [await addHalf('Half A'), await addHalf('Half B')];
    const booking = await buildClaimed(app, turf, {
      resourceId: ground,
      units: [half, other],
      date: tomorrow,
      time: '18:00',
    });
    const archived = await archive(ground, 'keep');
    expect(archived.body.parts.every((part) => part.archivedAt !== null)).toBe(true);
    expect(await listClaims(app, booking)).toEqual([half, other].toSorted());
    expect((await owner.call(listResources)).body.items.map(({ name }) => name)).toEqual(['Nets', 'Ground']);
    const restored = await owner.call(restoreResource, { params: { id: ground } });
    expect(restored.body.parts.every((part) => part.archivedAt === null)).toBe(true);
    expect(await listClaims(app, booking)).toEqual([half, other].toSorted());
  });
});

describe('doctors', () => {
  let clinic: BuiltTenant;
  let owner: Client;
  let rao: string;
  let iyer: string;
  beforeEach(async () => {
    clinic = await withoutTimes(app, await buildTenant(app, { times: 'apart' }));
    owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
    rao = await buildResource(app, clinic, { name: 'Dr. Rao' });
    iyer = await buildResource(app, clinic, { name: 'Dr. Iyer' });
  });
  const book = async (resourceId: string, time: string) =>
    buildClaimed(app, clinic, {
      resourceId,
      date: tomorrow,
      time,
      doctor: resourceId === rao ? 'Dr. Rao' : 'Dr. Iyer',
    });
  const getDoctor = async (id: string) =>
    asPlatform(app, (tx) =>
      tx
        .selectFrom('appointments')
        .select(['doctor', 'resource_id'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    );

  it('are archived with their bookings moved to another one, all or none [P-6.11]', async () => {
    const [free, taken] = [await book(rao, '11:00'), await book(rao, '15:00')];
    const inTheWay = await book(iyer, '15:30');
    const move = async () =>
      owner.call(archiveResource, { params: { id: rao }, body: { bookings: { moveTo: iyer } } });
    const refused = await move();
    expect([refused.error?.code, refused.error?.bookings?.map(({ id }) => id)]).toEqual([
      'resource.collides',
      [taken, inTheWay],
    ]);
    expect([await listClaims(app, free), await getDoctor(free)]).toEqual([
      [rao],
      { doctor: 'Dr. Rao', resource_id: rao },
    ]);
    await asPlatform(app, (tx) => tx.deleteFrom('claims').where('appointment_id', '=', inTheWay).execute());
    expect((await move()).body).toMatchObject({ name: 'Dr. Rao', archivedAt: expect.any(String) });
    expect([await listClaims(app, free), await getDoctor(free)]).toEqual([
      [iyer],
      { doctor: 'Dr. Iyer', resource_id: iyer },
    ]);
  });

  it('cannot be archived as the last one, nor moved to themselves, to an archived or to an unknown one [P-6.11]', async () => {
    await book(rao, '11:00');
    const move = async (moveTo: string) =>
      owner.call(archiveResource, { params: { id: rao }, body: { bookings: { moveTo } } });
    expect((await move(rao)).error?.fields).toEqual({ 'bookings.moveTo': 'Please choose another one' });
    expect((await move(clinic.id)).status).toBe(404);
    await owner.call(archiveResource, { params: { id: iyer }, body: {} });
    expect((await move(iyer)).error?.code).toBe('resource.last');
    await buildResource(app, clinic, { name: 'Dr. Das' });
    expect((await move(iyer)).error?.code).toBe('resource.archived');
  });

  it('are made one with another, who takes over bookings, services, prices, hours and the member [P-6.12]', async () => {
    const booking = await book(rao, '11:00');
    const member = (await signInAs(app, clinic, 'DOCTOR')).identity?.userId ?? '';
    const serviceId = await buildService(app, clinic, { by_every_resource: false });
    await asPlatform(app, async (tx) => {
      const of = { tenant_id: clinic.id, resource_id: rao };
      await tx.updateTable('resources').set({ member_id: member }).where('id', '=', rao).execute();
      await tx
        .insertInto('service_resources')
        .values({ ...of, service_id: serviceId })
        .execute();
      const price = {
        ...of,
        service_id: serviceId,
        position: 0,
        from_time: '18:00',
        to_time: '22:00',
        price_paise: 70_000,
      };
      await tx
        .insertInto('price_rules')
        .values({ ...price, weekdays: [6, 7] })
        .execute();
      await tx
        .insertInto('weekly_hours')
        .values({ ...of, weekday: 6, opens: '10:00', closes: '14:00' })
        .execute();
    });
    const merged = await owner.call(mergeResource, { params: { id: rao }, body: { into: iyer } });
    expect([merged.status, merged.body]).toMatchObject([
      200,
      { id: iyer, memberId: member, hours: [{ weekday: 6, opens: '10:00', closes: '14:00' }] },
    ]);
    expect([await listClaims(app, booking), await getDoctor(booking)]).toEqual([
      [iyer],
      { doctor: 'Dr. Iyer', resource_id: iyer },
    ]);
    const rows = await asPlatform(app, async (tx) => [
      ...(await tx
        .selectFrom('service_resources')
        .select('resource_id')
        .where('service_id', '=', serviceId)
        .execute()),
      ...(await tx
        .selectFrom('price_rules')
        .select(['resource_id', 'weekdays', 'from_time'])
        .where('service_id', '=', serviceId)
        .execute()),
    ]);
    expect(rows).toEqual([
      { resource_id: iyer },
      { resource_id: iyer, weekdays: [6, 7], from_time: '18:00:00' },
    ]);
    expect(
      (await owner.call(listResources)).body.items.map(({ name, archivedAt }) => [name, archivedAt !== null]),
    ).toEqual([
      ['Dr. Iyer', false],
      ['Dr. Rao', true],
    ]);
  });

  it('tell the calendar of each scheduled booking that shows another doctor, and of no other', async () => {
    await buildConnection(app, clinic.id);
    const [moved, other] = [await book(rao, '11:00'), await book(iyer, '15:00')];
    const told = async () => {
      await handleEvents(app.dependencies);
      const rows = await asPlatform(app, async (tx) => {
        const kept = await tx
          .selectFrom('outbox')
          .select(['kind', 'subject'])
          .where('tenant_id', '=', clinic.id)
          .execute();
        await tx.deleteFrom('outbox').where('tenant_id', '=', clinic.id).execute();
        return kept;
      });
      return rows.map(({ kind, subject }) => [kind, subject]);
    };
    await owner.call(changeResource, { params: { id: rao }, body: { colour: 'red' } });
    expect(await told()).toEqual([]);
    await owner.call(changeResource, { params: { id: rao }, body: { name: 'Dr. Rao-Das' } });
    expect(await told()).toEqual([['calendar.move', moved]]);
    await owner.call(mergeResource, { params: { id: rao }, body: { into: iyer } });
    expect(await told()).toEqual([['calendar.move', moved]]);
    const das = await buildResource(app, clinic, { name: 'Dr. Das' });
    await owner.call(archiveResource, { params: { id: iyer }, body: { bookings: { moveTo: das } } });
    expect((await told()).map(([kind]) => kind)).toEqual(['calendar.move', 'calendar.move']);
    expect(await getDoctor(other)).toEqual({ doctor: 'Dr. Das', resource_id: das });
  });

  it('are not made one while their bookings would overlap [P-6.12]', async () => {
    const [moved, kept] = [await book(rao, '11:00'), await book(iyer, '11:30')];
    const merge = async () => owner.call(mergeResource, { params: { id: rao }, body: { into: iyer } });
    const refused = await merge();
    expect([refused.error?.code, refused.error?.bookings?.map(({ id }) => id)]).toEqual([
      'resource.collides',
      [moved, kept],
    ]);
  });

  it.each(['DOCTOR', 'EMPLOYEE'] as const)(
    'are not a %s’s to archive, merge or divide [P-6.20]',
    async (role) => {
      const person = await signInAs(app, clinic, role);
      const refused = [
        await person.call(archiveResource, { params: { id: rao }, body: {} }),
        await person.call(restoreResource, { params: { id: rao } }),
        await person.call(mergeResource, { params: { id: rao }, body: { into: iyer } }),
        await person.call(addPart, { params: { id: rao }, body: { name: 'Half' } }),
      ];
      expect(refused.map(({ status, error }) => [status, error?.code])).toEqual(
        refused.map(() => [403, 'access.denied']),
      );
    },
  );
});
