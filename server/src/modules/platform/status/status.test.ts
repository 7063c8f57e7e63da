import { createAppointment } from '@samay/contract/bookings/appointments';
import { getSystemStatus } from '@samay/contract/platform/status';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, testNow, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildAppointment, buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { asOwner } from '../../../../test/fixtures/owner.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import { setMark } from '../../../db/platform-marks.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { enqueueMail } from '../../../outbox/index.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await signInAs(app, await buildTenant(app), 'SUPER_ADMIN');
});
afterAll(() => app.close());

/** Fifteen seconds later than at the last call: the status is read once in that time. */
let now = Date.parse(testNow);
async function status() {
  now += 15_001;
  app.setNow(new Date(now).toISOString());
  const { body } = await admin.call(getSystemStatus);
  if (!body) throw new Error('the status was refused');
  return body;
}
const ago = (seconds: number) => new Date(now - seconds * 1000);

describe('the status of the installation', () => {
  it('is for super admins alone', async () => {
    const owner = await signInAs(app, await buildTenant(app));
    expect(await owner.call(getSystemStatus)).toMatchObject({ status: 403 });
  });

  it('says when a backup and a drill last succeeded, or that none did', async () => {
    expect(await status()).toMatchObject({ backupAt: null, restoreDrillAt: null });
    await asPlatform(app, (tx) => setMark(tx, 'backup', ago(60), { megabytes: 5 }));
    expect(await status()).toMatchObject({ backupAt: ago(75.001).toISOString(), restoreDrillAt: null });
  });

  it('calls a job late after three of its intervals', async () => {
    for (const [name, seconds] of [
      ['on time', 3_600],
      ['late', 4 * 3_600],
    ] as const)
      await asPlatform(app, (tx) => setMark(tx, `job ${name}`, ago(seconds), { everySeconds: 3_600 }));
    const { jobs } = await status();
    expect(jobs.map(({ name, late }) => [name, late])).toEqual([
      ['late', true],
      ['on time', false],
    ]);
  });

  it('counts what waits by channel, and says what is not set up', async () => {
    const mail = { tenantId: null, to: 'asha@people.example', subject: 's', text: 't' };
    await asPlatform(app, (tx) => enqueueMail(tx, new Date(now), mail));
    const { channels, outbox } = await status();
    expect(channels).toContainEqual({ channel: 'mail', isSetUp: false, waiting: 1, retrying: 0, dueSince: null });
    expect(channels).toContainEqual({ channel: 'webhook', isSetUp: true, waiting: 0, retrying: 0, dueSince: null });
    expect(outbox).toEqual([{ kind: 'mail', waiting: 1, retrying: 0 }]);
    expect(JSON.stringify({ channels, outbox })).not.toContain('people.example');
  });

  it('lists the largest tables and businesses, and those that change the most', async () => {
    const [large, small, busy] = [await buildTenant(app), await buildTenant(app), await buildTenant(app, { plan: 'enterprise' })];
    for (let at = 0; at < 5; at += 1) await buildAppointment(app, large);
    await buildAppointment(app, small);
    const desk = await signInAs(app, busy);
    for (let at = 0; at < 3; at += 1) await desk.call(createAppointment, { body: newAppointment });
    const { database, largest, busiest } = await status();
    expect(database.bytes).toBeGreaterThan(1_000_000);
    expect(database.tables).toHaveLength(10);
    const ids = largest.map(({ id }) => id);
    expect(ids.indexOf(large.id)).toBeLessThan(ids.indexOf(small.id));
    expect(largest.find(({ id }) => id === large.id)).toMatchObject({ rows: 5 });
    expect(busiest.businesses[0]).toMatchObject({ id: busy.id });
    expect(busiest.businesses[0]?.rows).toBeGreaterThanOrEqual(3);
  });

  it('is read once in fifteen seconds, however many look', async () => {
    const [first, ...others] = await Promise.all([status(), admin.call(getSystemStatus), admin.call(getSystemStatus)]);
    expect(others.map(({ body }) => body?.at)).toEqual([first.at, first.at]);
    expect((await status()).at).not.toBe(first.at);
  });

  it('says plainly where PostgreSQL keeps no statistics of statements', async () => {
    expect(await status()).toMatchObject({ statements: { state: 'absent' } });
  });

  it('lists the slowest statements where it may, and says plainly where it may not', async () => {
    const statements = (sql: string) => asOwner(app, (client) => client.query(sql));
    await statements(`create view pg_stat_statements with (security_invoker = true) as select
      (select oid from pg_database where datname = current_database()) as dbid, query, 4::bigint as calls, 2.5::float8 as mean_exec_time,
      10::float8 as total_exec_time from (values ('select  1\n from x'), ('set local app.tenant_id = 5'), ('<insufficient privilege>')) as kept (query)`);
    try {
      expect(await status()).toMatchObject({ statements: { state: 'unreadable' } });
      await statements('grant select on pg_stat_statements to samay_platform');
      const slowest = [{ text: 'select 1 from x', calls: 4, meanMs: 2.5, totalMs: 10 }];
      expect(await status()).toMatchObject({ statements: { state: 'listed', slowest } });
    } finally {
      await statements('drop view pg_stat_statements');
    }
  });
});
