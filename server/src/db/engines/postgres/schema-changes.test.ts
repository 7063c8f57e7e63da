import { createAppointment, listAppointments } from '@samay/contract/bookings/appointments';
import { getUsage } from '@samay/contract/tenancy/subscriptions';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { Browser, buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant } from '../../../../test/fixtures/builders.ts';
import { testDatabase, testEngine, type TestDatabase } from '../../../../test/fixtures/database.ts';
import { asOwner } from '../../../../test/fixtures/owner.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import { loginUrl } from '../../../../test/fixtures/database/postgres-template.ts';
import { isStalePlan } from '../../errors.ts';
import { openPostgres } from './open-postgres.ts';
import { asPlatform, inTenant, readInTenant, type TenantId, type Tx } from '../../tenant.ts';

/** The changes of a database while servers run. */
const changes = [
  'alter table sessions add column seen_by text',
  'alter table users add column nickname text',
  'alter table appointments add column colour text',
  'alter table plans add column colour text',
  'alter table sessions alter column refresh_counter type bigint',
  'alter table plans alter column name type varchar(80)',
];
const poolSize = 3;
let held: TestDatabase;
let app: TestApp;
let browsers: Browser[];
let tenantId: TenantId;

beforeAll(async () => {
  held = await testDatabase({ poolSize });
  app = await testApp({ dependencies: { database: held.database } });
  const here = { ...app, database: held.database };
  const tenants = [
    await buildTenant(here, { plan: 'enterprise' }),
    await buildTenant(here, { plan: 'enterprise' }),
  ];
  tenantId = tenants[0]?.id as TenantId;
  browsers = [];
  for (const tenant of tenants) {
    const person = await buildPerson(here, tenant, 'BUSINESS_OWNER');
    const browser = new Browser(app.app);
    expect(await browser.signIn(person.email, person.password)).toMatchObject({ status: 201 });
    browsers.push(browser);
  }
  await asOwner(held, async (client) => {
    await client.query(
      'create table shapes (id int); insert into shapes values (1); grant select, insert on shapes to samay_app, samay_platform',
    );
  });
});
afterAll(async () => {
  await app.close();
  await held.close();
});

/**
 * Sends a round of typical requests, several concurrently, so that every connection has prepared
 * them. Returns their statuses.
 */
async function round(): Promise<Set<number>> {
  const asked = await Promise.all(
    browsers.flatMap((browser) => [
      ...Array.from({ length: poolSize }, () => browser.copy().refresh()),
      ...Array.from({ length: poolSize }, () => browser.send(getUsage)),
      ...Array.from({ length: poolSize }, () => browser.send(listAppointments)),
      browser.send(createAppointment, { body: newAppointment }),
    ]),
  );
  return new Set(asked.map(({ status }) => status));
}

const work = () => ({ database: held.database, tenantId, now: new Date(0) });
/** Prepares a statement that fails when its table gets another column: it returns all of them. */
const shapes = (tx: Tx) => sql<Record<string, unknown>>`select * from shapes where ${1}::int = 1`.execute(tx);
const first = (tx: Tx) => sql`select ${1}::int as first`.execute(tx);

test('a failed read of one business does not affect concurrent reads of others [O-2.10]', async () => {
  const reads = Array.from({ length: 9 }, (_, index) =>
    readInTenant(
      work(),
      async (tx) => (await sql<{ ok: number }>`select 1 / ${index % 3}::int as ok`.execute(tx)).rows,
    ),
  );
  const settled = await Promise.allSettled(reads);
  expect(settled.map(({ status }) => status)).toEqual(
    settled.map((_, index) => (index % 3 === 0 ? 'rejected' : 'fulfilled')),
  );
});

// Skipped for the embedded database, which prepares nothing.
if (testEngine === 'postgres') {
  const allWell = new Set([200, 201]);

  test.each(changes)('no request fails when a running server meets: %s [O-2.11]', async (change) => {
    expect(await round()).toEqual(allWell);
    await asOwner(held, (client) => client.query(change));
    for (let count = 0; count < 3; count += 1) expect(await round()).toEqual(allWell);
  });

  test('no request fails when connections lose their prepared statements [O-2.11]', async () => {
    expect(await round()).toEqual(allWell);
    const clients = await Promise.all(Array.from({ length: poolSize }, () => held.database.pool.connect()));
    for (const client of clients) await client.query('deallocate all');
    for (const client of clients) client.release();
    for (let count = 0; count < 3; count += 1) expect(await round()).toEqual(allWell);
  });

  test('a read whose second statement has outgrown its plan is read once more', async () => {
    const read = () =>
      readInTenant(work(), async (tx) => {
        await first(tx);
        return (await shapes(tx)).rows;
      });
    // Runs it on every connection.
    await Promise.all(Array.from({ length: poolSize }, read));
    await asOwner(held, (client) => client.query('alter table shapes add column corners int'));
    const rows = await Promise.all(Array.from({ length: poolSize }, read));
    for (const row of rows) expect(row).toEqual([{ id: 1, corners: null }]);
  });

  test('a write whose second statement has an outdated plan is rolled back, and the next one succeeds [O-2.11]', async () => {
    const write = () =>
      inTenant(work(), async (tx) => {
        await sql`insert into shapes (id) values (${7}::int)`.execute(tx);
        await shapes(tx);
      });
    const countWritten = async () =>
      (
        await asPlatform(held, (tx) =>
          sql<{ n: number }>`select count(*)::int as n from shapes where id = 7`.execute(tx),
        )
      ).rows[0]?.n;
    await write();
    await asOwner(held, (client) => client.query('alter table shapes add column angles int'));
    expect(isStalePlan(await write().catch((error: unknown) => error))).toBe(true);
    expect(await countWritten()).toBe(1);
    await write();
    expect(await countWritten()).toBe(2);
  });

  test('a commit whose kept reply is no longer prepared is rolled back, and the next one succeeds', async () => {
    const database = await openPostgres({ url: loginUrl(held.ownerUrl ?? ''), poolSize: 1 });
    const write = (key: string) =>
      inTenant({ ...work(), database, idempotency: { key, requestHash: 'same' } }, async (tx) => {
        await sql`insert into shapes (id) values (${8}::int)`.execute(tx);
        return key;
      });
    const countWritten = async () =>
      (
        await asPlatform(held, (tx) =>
          sql<{ n: number }>`select count(*)::int as n from shapes where id = 8`.execute(tx),
        )
      ).rows[0]?.n;
    await write('first');
    const { rows } = await database.pool.query<{ name: string }>(
      `select name from pg_prepared_statements where statement like '%insert into idempotency_keys%'`,
    );
    await database.pool.query(`deallocate ${rows[0]?.name}`);
    expect(isStalePlan(await write('second').catch((error: unknown) => error))).toBe(true);
    expect(await countWritten()).toBe(1);
    expect(await write('second')).toBe('second');
    expect(await countWritten()).toBe(2);
    await database.close();
  });

  test('nothing is prepared where prepared statements are switched off', async () => {
    const database = await openPostgres({ url: loginUrl(held.ownerUrl ?? ''), poolSize: 1, prepares: false });
    await inTenant({ ...work(), database }, first);
    const prepared = await database.pool.query('select name from pg_prepared_statements');
    expect(prepared.rows).toEqual([]);
    await database.close();
  });
}
