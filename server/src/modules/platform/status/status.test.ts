import { createAppointment } from '@samay/contract/bookings/appointments';
import { getSystemStatus, replayDeliveries, type SystemStatus } from '@samay/contract/platform/status';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, testNow, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildAppointment, buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { asOwner } from '../../../../test/fixtures/owner.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import { version } from '../../../core/version.ts';
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
const idle = { waiting: 0, retrying: 0, givenUp: 0, replayable: 0, dueSince: null };
const ago = (seconds: number) => new Date(now - seconds * 1000);

describe('the status of the installation', () => {
  it('is for super admins alone [O-5.11]', async () => {
    const owner = await signInAs(app, await buildTenant(app));
    expect(await owner.call(getSystemStatus)).toMatchObject({ status: 403 });
  });

  it('says when a backup and a drill last succeeded, or that none did', async () => {
    expect(await status()).toMatchObject({ version, backupAt: null, restoreDrillAt: null });
    await asPlatform(app, (tx) => setMark(tx, 'backup', ago(60), { megabytes: 5 }));
    expect(await status()).toMatchObject({ backupAt: ago(75.001).toISOString(), restoreDrillAt: null });
  });

  it('calls a job late after three of its intervals [O-5.11]', async () => {
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

  it('counts what waits by channel, and says what is not set up [O-5.11]', async () => {
    const mail = { tenantId: null, to: 'asha@people.example', subject: 's', text: 't' };
    await asPlatform(app, (tx) => enqueueMail(tx, new Date(now), mail));
    const { channels, outbox } = await status();
    expect(channels).toContainEqual({
      channel: 'mail',
      isSetUp: false,
      waiting: 1,
      retrying: 0,
      givenUp: 0,
      replayable: 0,
      dueSince: null,
    });
    expect(channels).toContainEqual({ ...idle, channel: 'webhook', isSetUp: true });
    expect(outbox).toEqual([{ kind: 'mail', waiting: 1, retrying: 0 }]);
    expect(JSON.stringify({ channels, outbox })).not.toContain('people.example');
  });

  it('sends what failed again, audited, and says before how much of it [O-3.11]', async () => {
    const tenant = await buildTenant(app);
    const row = {
      tenant_id: tenant.id,
      payload: '{}',
      created_at: ago(60),
      next_at: ago(-3_600),
      attempts: 3,
      last_error: 'no answer',
    };
    const rows = [
      { ...row, subject: 'waits', kind: 'mail' },
      // A payload that was cleared when the row was given up.
      { ...row, subject: 'cleared', kind: 'mail', given_up_at: ago(30) },
      { ...row, subject: 'given up', kind: 'webhook.cancel', given_up_at: ago(30) },
      { ...row, subject: 'being sent', kind: 'webhook.cancel', lease_until: ago(-60) },
      { ...row, subject: 'superseded', kind: 'webhook.calendar_event', given_up_at: ago(30) },
      { ...row, subject: 'superseded', kind: 'webhook.cancel', delivered_at: ago(30) },
      { ...row, subject: 'not tried', kind: 'calendar.create', attempts: 0, last_error: null },
    ];
    // Orders by the order of writing; the embedded database's clock counts only milliseconds.
    const written = rows.map((values, at) => ({ ...values, written_at: ago(60 - at) }));
    await asPlatform(app, (tx) => tx.insertInto('outbox').values(written).execute());
    const counted = ({ channels }: SystemStatus) =>
      channels.map(({ channel, givenUp, replayable }) => [channel, givenUp, replayable]);
    expect(counted(await status())).toEqual([
      ['mail', 1, 1],
      ['calendar', 0, 0],
      ['webhook', 2, 1],
    ]);
    const owner = await signInAs(app, tenant);
    expect(await owner.call(replayDeliveries)).toMatchObject({ status: 403 });
    expect(await admin.call(replayDeliveries)).toMatchObject({ status: 201, body: { queued: 2 } });
    const due = await asPlatform(app, (tx) =>
      tx
        .selectFrom('outbox')
        .select('subject')
        .where('tenant_id', '=', tenant.id)
        .where('next_at', '=', new Date(now))
        .orderBy('subject')
        .execute(),
    );
    expect(due.map(({ subject }) => subject)).toEqual(['given up', 'waits']);
    const audited = await asPlatform(app, (tx) =>
      tx
        .selectFrom('audit_log')
        .select(['actor_id', 'detail'])
        .where('action', '=', 'delivery.retried')
        .where('object', '=', 'outbox')
        .execute(),
    );
    expect(audited).toEqual([{ actor_id: admin.identity?.userId, detail: { queued: 2 } }]);
    // Checks that it shows immediately, not when the status is read the next time.
    const { body } = await admin.call(getSystemStatus);
    expect(body && counted(body).at(-1)).toEqual(['webhook', 1, 1]);
    await asPlatform(app, (tx) => tx.deleteFrom('outbox').where('tenant_id', '=', tenant.id).execute());
  });

  it('lists the largest tables and businesses, and those that change the most [O-5.11]', async () => {
    const [large, small, busy] = [
      await buildTenant(app),
      await buildTenant(app),
      await buildTenant(app, { plan: 'enterprise' }),
    ];
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

  it('is read once in fifteen seconds, however many look [O-5.11]', async () => {
    const [first, ...others] = await Promise.all([
      status(),
      admin.call(getSystemStatus),
      admin.call(getSystemStatus),
    ]);
    expect(others.map(({ body }) => body?.at)).toEqual([first.at, first.at]);
    expect((await status()).at).not.toBe(first.at);
  });

  it('says plainly where PostgreSQL keeps no statistics of statements', async () => {
    expect(await status()).toMatchObject({ statements: { state: 'absent' } });
  });

  it('lists the slowest statements where it may, and says plainly where it may not [O-5.11]', async () => {
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
