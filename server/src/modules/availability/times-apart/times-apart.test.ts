import {
  confirmTimesApart,
  getTimesProposal,
  setOverbooking,
} from '@samay/contract/availability/times-apart';
import { createAppointment } from '@samay/contract/bookings/appointments';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { type BuiltTenant, buildAppointment, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { buildTenantOfBefore } from '../../../../test/fixtures/tenant-of-before.ts';
import { asPlatform } from '../../../db/tenant.ts';

// What an owner confirms before taken times are refused. Today is Saturday, 21 November 2026,
// 10:00.

const reason = 'times are not kept apart yet';
const monday = '2026-11-23';

let app: TestApp;
let turf: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  turf = await buildTenantOfBefore(app, { businessType: 'turf' });
  owner = await signInAs(app, turf, 'BUSINESS_OWNER');
});
afterAll(() => app.close());

it('proposes from the bookings: their usual gap, the courts with their bookings, the hours, and what will overlap', async () => {
  const clinic = await buildTenantOfBefore(app);
  const doctor = await signInAs(app, clinic, 'BUSINESS_OWNER');
  for (const time of ['10:00', '10:16', '10:30', '10:44', '11:00', '11:15', '14:00'])
    await buildAppointment(app, clinic, { date: '2026-11-20', time, doctor: 'Dr. Rao' });
  await buildAppointment(app, clinic, { date: monday, time: '10:00', doctor: 'Rao' });
  await buildAppointment(app, clinic, { date: monday, time: '10:20', doctor: 'dr. rao' });
  await buildAppointment(app, clinic, { date: monday, time: '10:10', doctor: 'Iyer', status: 'cancelled' });
  await asPlatform(app, (tx) =>
    sql`update resources set name = 'Dr. Rao' where tenant_id = ${clinic.id}`.execute(tx),
  );
  const { body } = await doctor.call(getTimesProposal);
  expect(body).toEqual({
    isConfirmed: false,
    employeesMayOverbook: true,
    service: { id: body.service.id, name: 'General Consultation', duration: 30, proposed: 15 },
    resources: [{ id: body.resources[0]?.id, name: 'Dr. Rao', bookings: 9 }],
    hours: [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, opens: '09:00', closes: '18:00' })),
    overlapping: 0,
  });
});

it('begins the times of a business that the move of data has not reached, and proposes what it has without bookings', async () => {
  expect((await owner.call(getTimesProposal)).body).toMatchObject({
    service: { name: 'Turf Booking', duration: 60, proposed: 60 },
    resources: [{ name: 'Ground', bookings: 0 }],
  });
});

it('lets future bookings of the default length last as confirmed; what overlaps is marked, and what no longer does becomes ordinary', async () => {
  const book = async (time: string, date = monday) => buildAppointment(app, turf, { date, time });
  const [first, second, third] = [await book('10:00'), await book('10:45'), await book('12:00')];
  const past = await book('09:00', '2026-11-21');
  const [own, meant] = [await book('15:00'), await book('16:00')];
  await asPlatform(app, async (tx) => {
    await sql`update claims set ends_at = ${`${monday} 15:40+05:30`} where tenant_id = ${turf.id} and appointment_id = ${own}`.execute(
      tx,
    );
    await sql`update appointments set duration_min = 40 where tenant_id = ${turf.id} and id = ${own}`.execute(
      tx,
    );
    await sql`update claims set overbooked = true where tenant_id = ${turf.id} and appointment_id = ${meant}`.execute(
      tx,
    );
    await sql`update appointments set overbooked_reason = 'Emergency' where id = ${meant}`.execute(tx);
  });
  expect(await reasonsOf([first, second, third])).toEqual([null, reason, null]);

  const shorter = await owner.call(confirmTimesApart, { body: { duration: 45 } });
  expect([shorter.status, shorter.body]).toMatchObject([
    200,
    { isConfirmed: true, service: { duration: 45, proposed: 45 }, overlapping: 1 },
  ]);
  expect(await claimsOf(turf)).toEqual([
    '2026-11-21 09:00-10:00',
    '2026-11-23 10:00-10:45',
    '2026-11-23 10:45-11:30',
    '2026-11-23 12:00-12:45',
    '2026-11-23 15:00-15:40',
    '2026-11-23 16:00-16:45 overbooked',
  ]);
  expect(await reasonsOf([first, second, third, past, own, meant])).toEqual([
    null,
    null,
    null,
    null,
    null,
    'Emergency',
  ]);

  await owner.call(confirmTimesApart, { body: { duration: 90 } });
  expect(await claimsOf(turf)).toEqual([
    '2026-11-21 09:00-10:00',
    '2026-11-23 10:00-11:30',
    '2026-11-23 10:45-12:15 overbooked',
    '2026-11-23 12:00-13:30 overbooked',
    '2026-11-23 15:00-15:40',
    '2026-11-23 16:00-17:30 overbooked',
  ]);
  expect(await reasonsOf([first, second, third, own, meant])).toEqual([
    null,
    reason,
    reason,
    null,
    'Emergency',
  ]);
  expect(await durationsOf([first, second, past, own])).toEqual([90, 90, 60, 40]);
});

it('warns of a taken time until it is confirmed, and refuses it from the next request on', async () => {
  // Bookings of before are claimed from the database's own day on, which is not the test's.
  const date = '2099-01-05';
  const book = async () =>
    owner.call(createAppointment, {
      body: { personName: 'Asha', personEmail: 'asha@people.example', date, time: '10:00' },
    });
  expect([(await book()).status, (await book()).status]).toEqual([201, 201]);
  await owner.call(confirmTimesApart, { body: { duration: 60 } });
  const refused = await book();
  expect([refused.status, refused.error?.code]).toEqual([409, 'slot.taken']);
});

it('announces one change, whatever the number of bookings', async () => {
  for (const time of ['10:00', '11:00', '12:00']) await buildAppointment(app, turf, { date: monday, time });
  const heard: string[] = [];
  const stop = await app.database.listen(
    'changes',
    (payload) => heard.push(payload),
    () => undefined,
  );
  const heardUntil = async (sign: string) => {
    await app.database.pool.query(`select pg_notify('changes', $1)`, [sign]);
    await expect.poll(() => heard.at(-1)).toBe(sign);
    return heard.splice(0);
  };
  // The connection listens to more than this test does: what was announced before may still be on
  // its way.
  await heardUntil('a first sign');
  await owner.call(confirmTimesApart, { body: { duration: 30 } });
  expect((await heardUntil('a sign')).filter((line) => line.startsWith(turf.id)).toSorted()).toEqual([
    `${turf.id} availability ${turf.id} update`,
    `${turf.id} unknown - update`,
  ]);
  await stop();
});

it('lets employees overbook or not', async () => {
  expect((await owner.call(setOverbooking, { body: { employees: false } })).body.employeesMayOverbook).toBe(
    false,
  );
  expect((await owner.call(getTimesProposal)).body).toMatchObject({
    employeesMayOverbook: false,
    isConfirmed: false,
  });
});

it.each(['DOCTOR', 'EMPLOYEE'] as const)('is not for a %s', async (role) => {
  const member = await signInAs(app, turf, role);
  const refused = [
    await member.call(getTimesProposal),
    await member.call(confirmTimesApart, { body: { duration: 30 } }),
    await member.call(setOverbooking, { body: { employees: true } }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
});

async function reasonsOf(ids: readonly string[]): Promise<(string | null)[]> {
  const rows = await asPlatform(app, (tx) =>
    tx.selectFrom('appointments').select(['id', 'overbooked_reason']).where('id', 'in', ids).execute(),
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.overbooked_reason ?? null);
}

async function durationsOf(ids: readonly string[]): Promise<(number | null | undefined)[]> {
  const rows = await asPlatform(app, (tx) =>
    tx.selectFrom('appointments').select(['id', 'duration_min']).where('id', 'in', ids).execute(),
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.duration_min);
}

/** By start: `2026-11-23 10:00-10:45`, and whether it is an overbooking. */
async function claimsOf(tenant: BuiltTenant): Promise<string[]> {
  const { rows } = await asPlatform(app, (tx) =>
    sql<{ claim: string }>`select to_char(starts_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI-')
        || to_char(ends_at at time zone 'Asia/Kolkata', 'HH24:MI') || case when overbooked then ' overbooked' else '' end as claim
      from claims where tenant_id = ${tenant.id} order by starts_at`.execute(tx),
  );
  return rows.map(({ claim }) => claim);
}
