import { listSlots } from '@samay/contract/availability/slots';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type InsertedBusiness, insertBusiness } from '../../../../test/fixtures/slots/insert-business.ts';
import { type PlainSlots, plainSlots } from '../../../../test/fixtures/slots/plain-slots.ts';
import {
  instantAt,
  randomBusiness,
  type RandomBusiness,
} from '../../../../test/fixtures/slots/random-business.ts';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { signInAs } from '../../../../test/fixtures/builders.ts';
import { isFull } from '../../../../test/fixtures/invariants/invariant.ts';
import { asPlatform } from '../../../db/tenant.ts';

// Compares the endpoint with a plain enumeration for random businesses in the database, and checks
// that the database accepts each offered start.

const businesses = isFull ? 400 : 40;
const triedPerBusiness = 12;

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it(`offers what a plain enumeration offers, for ${businesses} businesses, and each start can be booked [P-6.26]`, async () => {
  let booked = 0;
  for (const business of fc.sample(randomBusiness, businesses)) {
    const inserted = await insertBusiness(app, business);
    const plain = plainSlots(business);
    const expected = plain.map(({ resource, days }) => ({
      resourceId: inserted.resourceIds[resource],
      days,
    }));
    expect(await offered(business, inserted), JSON.stringify(business)).toEqual(expected);
    booked += await book(business, inserted, plain);
  }
  expect(booked).toBeGreaterThan(businesses);
});

async function offered(
  business: RandomBusiness,
  { tenant, serviceId, movedId }: InsertedBusiness,
): Promise<unknown> {
  app.setNow(new Date(business.now).toISOString());
  const desk = await signInAs(app, tenant);
  const { from, to, duration } = business;
  const query = {
    service: serviceId,
    except: movedId,
    from,
    to,
    ...(duration !== undefined && { duration: String(duration) }),
  };
  const { status, body } = await desk.send(listSlots, { query });
  expect(status).toBe(200);
  return (body as { resources: unknown }).resources;
}

/**
 * Claims some of the offered starts, each alone, after the ended holds and the moved booking are
 * deleted. Returns their number.
 */
async function book(
  business: RandomBusiness,
  { tenant, resourceIds, movedId }: InsertedBusiness,
  offer: readonly PlainSlots[],
): Promise<number> {
  const { service } = business;
  const lasts = business.duration ?? service.duration;
  const starts = offer.flatMap(({ resource, days }) =>
    days.flatMap(({ date, times }) => times.map((time) => ({ resource, at: instantAt(date, time) }))),
  );
  const step = Math.max(1, Math.floor(starts.length / triedPerBusiness));
  const tried = starts.filter((_, index) => index % step === 0);
  await asPlatform(app, async (tx) => {
    await sql`delete from claims where tenant_id = ${tenant.id}
      and (appointment_id = ${movedId} or expires_at <= ${new Date(business.now)})`.execute(tx);
    for (const { resource, at } of tried) {
      const from = new Date(at - service.bufferBefore * 60_000);
      const to = new Date(at + (lasts + service.bufferAfter) * 60_000);
      const units = aliveUnits(business, resource).map((unit) => resourceIds[unit] ?? '');
      const { rows } = await sql<{
        id: string;
      }>`insert into claims (tenant_id, resource_id, held_by, starts_at, ends_at, expires_at)
        select ${tenant.id}, unit, gen_random_uuid(), ${from}, ${to}, ${to} from unnest(${units}::uuid[]) as unit on conflict do nothing returning id`.execute(
        tx,
      );
      expect(rows).toHaveLength(units.length);
      await sql`delete from claims where tenant_id = ${tenant.id} and id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(
        tx,
      );
    }
  });
  return tried.length;
}

function aliveUnits({ resources }: RandomBusiness, whole: number): number[] {
  const parts = resources
    .map((_, place) => place)
    .filter((place) => resources[place]?.whole === whole && !resources[place]?.isArchived);
  return parts.length > 0 ? parts : [whole];
}
