import { addPart, archiveResource, mergeResource } from '@samay/contract/availability/resources';
import { createAppointment } from '@samay/contract/bookings/appointments';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asPlatform } from '../../../src/db/tenant.ts';
import { testApp, type TestApp } from '../../fixtures/app.ts';
import { buildResource } from '../../fixtures/availability.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../fixtures/builders.ts';
import { newAppointment } from '../../fixtures/samples.ts';

// Changes parts, archives and merges, which rewrites claims, while others book: a booking occupies
// the units of its resource, and no time is given twice.

const rounds = 3;
const hours = [
  '06',
  '07',
  '08',
  '09',
  '10',
  '11',
  '12',
  '13',
  '14',
  '15',
  '16',
  '17',
  '18',
  '19',
  '20',
  '21',
];

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function begin(businessType: 'doctor' | 'turf') {
  const tenant = await buildTenant(app, { businessType, plan: 'enterprise', times: 'apart' });
  const owner = await signInAs(app, tenant, 'BUSINESS_OWNER');
  const { doctor, ...booking } = newAppointment;
  const book = async (resourceId: string, hour: string) =>
    owner.call(createAppointment, {
      body: { ...booking, ...(businessType === 'doctor' && { doctor }), resourceId, time: `${hour}:00` },
    });
  return { tenant, owner, book };
}

/**
 * Finds bookings with claims on other units than their resource has now, and pairs of claims that
 * overlap.
 */
async function findings(tenant: BuiltTenant): Promise<unknown[]> {
  return asPlatform(app, async (tx) => {
    const { rows } = await sql`with occupied as (
        select appointments.id, array_agg(claims.resource_id order by claims.resource_id) as units, appointments.resource_id
        from appointments left join claims on claims.tenant_id = appointments.tenant_id and claims.appointment_id = appointments.id
        where appointments.tenant_id = ${tenant.id} and status = 'scheduled'
        group by appointments.id, appointments.resource_id
      ), expected as (
        select occupied.*, coalesce(parts.ids, array[resource_id]) as due from occupied left join (
          select whole_id, array_agg(id order by id) as ids from resources
          where tenant_id = ${tenant.id} and archived_at is null group by whole_id
        ) as parts on parts.whole_id = occupied.resource_id
      )
      select id, units, due, 'other units' as what from expected where units is distinct from due
      union all
      select one.id, array[one.resource_id], null, 'overlap' from claims as one join claims as two
        on two.tenant_id = one.tenant_id and two.resource_id = one.resource_id and two.id <> one.id
          and two.starts_at < one.ends_at and two.ends_at > one.starts_at
        where one.tenant_id = ${tenant.id}`.execute(tx);
    return rows;
  });
}

it('adds parts to a court and archives them while the court is booked [P-6.10]', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { tenant, owner, book } = await begin('turf');
    const ground = await buildResource(app, tenant, { name: 'Full ground' });
    const add = async (name: string) => owner.call(addPart, { params: { id: ground }, body: { name } });
    const [booked, parts] = await Promise.all([
      Promise.all(hours.map(async (hour) => book(ground, hour))),
      Promise.all([add('Half A'), add('Half B')]),
    ]);
    expect([booked.map(({ status }) => status), parts.map(({ status }) => status)]).toEqual([
      hours.map(() => 201),
      [200, 200],
    ]);
    expect(await findings(tenant)).toEqual([]);
    const half = parts[1]?.body.parts.find(({ name }) => name === 'Half B')?.id ?? '';
    const [again, archived] = await Promise.all([
      Promise.all(hours.map(async (hour) => book(ground, hour))),
      owner.call(archiveResource, { params: { id: half }, body: {} }),
    ]);
    expect([again.map(({ error }) => error?.code), archived.status]).toEqual([
      hours.map(() => 'slot.taken'),
      200,
    ]);
    expect(await findings(tenant)).toEqual([]);
  }
});

it('merges a doctor into another one while both are booked [P-6.10]', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { tenant, owner, book } = await begin('doctor');
    const [rao, iyer] = [
      await buildResource(app, tenant, { name: 'Dr. Rao' }),
      await buildResource(app, tenant, { name: 'Dr. Iyer' }),
    ];
    const early = hours.slice(0, 8);
    const [booked, merged] = await Promise.all([
      Promise.all(hours.map(async (hour) => book(early.includes(hour) ? rao : iyer, hour))),
      owner.call(mergeResource, { params: { id: rao }, body: { into: iyer } }),
    ]);
    expect(merged.status).toBe(200);
    for (const { status, error } of booked)
      expect([status, error?.code]).toEqual(status === 201 ? [201, undefined] : [409, 'resource.archived']);
    expect(await findings(tenant)).toEqual([]);
    const left = await asPlatform(app, (tx) =>
      tx
        .selectFrom('appointments')
        .select('id')
        .where('tenant_id', '=', tenant.id)
        .where('resource_id', '=', rao)
        .execute(),
    );
    expect(left).toEqual([]);
  }
});
