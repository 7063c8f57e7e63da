import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { getUsage } from '@samay/contract/tenancy/subscriptions';
import { getLive, getReady } from '@samay/contract/platform/health';
import { createAppointment } from '@samay/contract/bookings/appointments';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/fixtures/app.ts';
import { Client } from '../../../../test/fixtures/client.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { administer, runAsOwner, endWaiting } from '../../../../test/fixtures/database/postgres-template.ts';
import { testDatabase, testEngine } from '../../../../test/fixtures/database.ts';
import { isDatabaseUnavailable } from '../../../db/errors.ts';
import type { OpenDatabase } from '../../../db/open-database.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';

it('says within a second or two that it cannot serve, and refuses in the contract’s words, once its database is gone [O-5.1]', async () => {
  const app = await testApp();
  const owner = await signInAs(app, await buildTenant(app), 'BUSINESS_OWNER');
  const ready = await owner.call(getReady);
  expect([ready.status, ready.body]).toEqual([
    200,
    { status: 'ok', checks: { database: true, migrations: true, files: true, outbox: true } },
  ]);
  const restore = await takeDatabaseAway(app.database);
  const began = performance.now();
  const answered = await owner.call(getReady);
  expect([answered.status, answered.body]).toEqual([
    503,
    { status: 'unavailable', checks: { database: false } },
  ]);
  expect(performance.now() - began).toBeLessThan(2_000);
  // Tests outages: a PostgreSQL that does not answer is no reason to restart; the database inside
  // this process has no other remedy.
  expect((await owner.call(getLive)).status).toBe(testEngine === 'postgres' ? 200 : 503);
  for (const refused of [
    await owner.call(getUsage),
    await owner.call(createAppointment, { body: newAppointment }),
  ]) {
    expect(refused.status).toBe(503);
    expect(refused.error).toEqual({
      code: 'server.unavailable',
      message: 'Samay cannot answer right now. Please try again in a moment.',
      requestId: refused.headers['x-request-id'],
    });
  }
  await restore();
  if (testEngine === 'postgres') expect((await owner.call(getUsage)).status).toBe(200);
  await app.close();
});

if (testEngine === 'postgres') {
  it('rejects a booking whose connection is lost, rolls it back, and serves the next one [O-2.9]', async () => {
    const app = await testApp();
    const tenant = await buildTenant(app);
    const owner = await signInAs(app, tenant, 'BUSINESS_OWNER');
    const refused = await asPlatform(app, async (tx) => {
      // Locks a row that every booking of this business needs.
      await tx
        .selectFrom('subscriptions')
        .select('id')
        .where('tenant_id', '=', tenant.id)
        .forUpdate()
        .execute();
      const booking = owner.call(createAppointment, { body: newAppointment });
      await expect.poll(() => endWaiting(app.database)).toBe(1);
      return booking;
    });
    expect([refused.status, refused.error?.code]).toEqual([503, 'server.unavailable']);
    expect((await owner.call(createAppointment, { body: newAppointment })).status).toBe(201);
    const { rows } = await asPlatform(app, (tx) =>
      sql`select from appointments where tenant_id = ${tenant.id}`.execute(tx),
    );
    expect(rows).toHaveLength(1);
    await app.close();
  });

  it('treats a transaction whose connection was lost between two statements as an outage [O-2.9]', async () => {
    const app = await testApp();
    const verb = asPlatform(app, async (tx) => {
      const { rows } = await sql<{ process: number }>`select pg_backend_pid() as process`.execute(tx);
      await app.database.pool.query('select pg_terminate_backend($1::int)', [rows[0]?.process]);
      const count = async () =>
        (await app.database.pool.query('select from pg_stat_activity where pid = $1', [rows[0]?.process]))
          .rowCount;
      await expect.poll(count).toBe(0);
      return sql`select 1`.execute(tx);
    });
    expect(isDatabaseUnavailable(await verb.catch((error: unknown) => error))).toBe(true);
    await expect(asPlatform(app, (tx) => sql`select 1`.execute(tx))).resolves.toBeDefined();
    await app.close();
  });
}

async function changeAsOwner(database: OpenDatabase, change: string): Promise<void> {
  if (testEngine === 'postgres') await runAsOwner(database, (client) => client.query(change));
  else await database.pool.query(change);
}

/**
 * PostgreSQL: refuses connections and ends the existing ones. Embedded: closes it under the app.
 */
async function takeDatabaseAway(
  database: Awaited<ReturnType<typeof testApp>>['database'],
): Promise<() => Promise<void>> {
  if (testEngine === 'embedded') {
    await database.close();
    return async () => undefined;
  }
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
  const name = rows[0]?.name ?? '';
  await administer(async (client) => {
    await client.query(`alter database ${name} with connection limit 0`);
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  });
  return async () => {
    await administer((client) => client.query(`alter database ${name} with connection limit -1`));
  };
}

describe('readiness', () => {
  it('is red while the clock of this machine differs from that of the database [O-2.5]', async () => {
    const held = await testDatabase();
    let isRight = false;
    const app = await testApp({
      dependencies: { database: { ...held.database, isClockRight: () => isRight } as OpenDatabase },
    });
    const nobody = new Client(app.app);
    const wrong = await nobody.call(getReady);
    expect([wrong.status, wrong.body]).toEqual([
      503,
      { status: 'unavailable', checks: { database: true, clock: false } },
    ]);
    isRight = true;
    expect((await nobody.call(getReady)).status).toBe(200);
    await app.close();
    await held.close();
  });

  it('is red where files cannot be written, and asks again after a while [O-5.1]', async () => {
    const app = await testApp();
    const nobody = new Client(app.app);
    const drafts = join(app.dependencies.settings.dataDirectory, 'files', 'drafts');
    await rm(drafts, { recursive: true });
    const full = await nobody.call(getReady);
    expect([full.status, full.body]).toEqual([
      503,
      { status: 'unavailable', checks: { database: true, migrations: true, files: false, outbox: true } },
    ]);
    await mkdir(drafts);
    expect((await nobody.call(getReady)).status).toBe(503);
    app.setNow('2026-11-21T04:30:05Z');
    expect((await nobody.call(getReady)).status).toBe(200);
    await app.close();
  });

  it('is red where a migration of this release is missing, or the schema asks for a newer release, and not where newer ones are applied [O-5.1]', async () => {
    const app = await testApp();
    const nobody = new Client(app.app);
    const answers = [];
    const changes = [
      `insert into schema_migrations (name, checksum) values ('9998-newer.sql', '')`,
      `update schema_migrations set oldest_release = '9999' where name = '9998-newer.sql'`,
      `update schema_migrations set oldest_release = null where name = '9998-newer.sql'`,
      `delete from schema_migrations where name = '0001-baseline.sql'`,
    ];
    for (const [place, change] of changes.entries()) {
      await changeAsOwner(app.database, change);
      app.setNow(`2026-11-21T04:30:${10 + place * 10}Z`);
      const { status, body } = await nobody.call(getReady);
      answers.push([status, body.checks['migrations']]);
    }
    expect(answers).toEqual([
      [200, true],
      [503, false],
      [200, true],
      [503, false],
    ]);
    await app.close();
  });

  it('reports degraded while the outbox is overdue, and not while a third party is unreachable [O-5.1]', async () => {
    const app = await testApp();
    const nobody = new Client(app.app);
    const write = (subject: string, nextAt: string) =>
      asPlatform(app, (tx) =>
        tx
          .insertInto('outbox')
          .values({
            tenant_id: nil,
            kind: 'webhook.cancel',
            subject,
            payload: '{}',
            next_at: new Date(nextAt),
            created_at: new Date(0),
          })
          .execute(),
      );
    await write('one', '2026-11-21T05:30:00Z'); // put off by a try that failed
    await write('one', '2026-11-21T04:10:00Z'); // waits for it
    expect((await nobody.call(getReady)).body.status).toBe('ok');
    await write('another', '2026-11-21T04:15:00Z');
    app.setNow('2026-11-21T04:30:05Z');
    const behind = await nobody.call(getReady);
    expect([behind.status, behind.body]).toEqual([
      200,
      { status: 'degraded', checks: { database: true, migrations: true, files: true, outbox: false } },
    ]);
    await app.close();
  });
});

const nil = '00000000-0000-0000-0000-000000000000';
