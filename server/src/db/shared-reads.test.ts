import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase, testEngine } from '../../test/database.ts';
import { isDatabaseAway } from './database-away.ts';
import { readInTenant, type TenantId, type Tx } from './tenant.ts';

const tenants = Array.from({ length: 6 }, (_, index) => `8f2b1c64-7b7a-4c55-9d8e-0a3f5d1e2b0${index}` as TenantId);
let held: TestDatabase;

beforeAll(async () => {
  held = await testDatabase({ poolSize: 3 });
});
afterAll(() => held.close());

/** In the business of that place in `tenants`. */
async function readIn<T>(place: number, verb: (tx: Tx) => Promise<T>): Promise<T> {
  return readInTenant({ database: held.database, tenantId: tenants[place] as TenantId, now: new Date(0) }, verb);
}

async function whereAmI(tx: Tx) {
  const { rows } = await sql<{ role: string; tenant: string; process: number }>`select current_user::text as role,
    current_setting('app.tenant_id') as tenant, pg_backend_pid() as process where ${1}::int = 1`.execute(tx);
  return rows[0];
}

const failing = async (tx: Tx) => (await sql<never>`select 1 / ${0}::int`.execute(tx)).rows[0];
const sleeping = (tx: Tx) => sql`select pg_sleep(${0.2})`.execute(tx);

test('reads that are asked for at once are each in their own business, and one that fails fails alone', async () => {
  // Twice: the first time, PostgreSQL plans.
  for (const _ of [1, 2]) {
    const answers = await Promise.allSettled(
      tenants.map((_tenant, place) => readIn(place, (tx) => (place === 2 ? failing(tx) : whereAmI(tx)))),
    );
    expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : (answer.reason as { code: string }).code))).toEqual(
      tenants.map((tenant, place) => (place === 2 ? '22012' : expect.objectContaining({ role: 'samay_app', tenant }))),
    );
  }
});

if (testEngine === 'postgres') {
  test('four at most share a connection, and the rest take others', async () => {
    const processes = (await Promise.all(tenants.map((_, place) => readIn(place, whereAmI)))).map((answer) => answer?.process);
    expect(new Set(processes.slice(0, 4)).size).toBe(1);
    expect(new Set(processes.slice(4)).size).toBe(1);
    expect(new Set(processes).size).toBe(2);
  });

  test('who is answered first does not wait for who shares the message', async () => {
    const holder = await held.database.pool.connect();
    await holder.query('select pg_advisory_lock(1)');
    const answered: string[] = [];
    const quick = readIn(0, whereAmI).then(() => answered.push('quick'));
    const slow = readIn(1, (tx) => sql`select pg_advisory_xact_lock(${1})`.execute(tx)).then(() => answered.push('slow'));
    await quick;
    await readIn(2, whereAmI).then(() => answered.push('another'));
    await holder.query('select pg_advisory_unlock(1)');
    await slow;
    holder.release();
    expect(answered).toEqual(['quick', 'another', 'slow']);
  });

  test('a connection that is lost loses what it carries and nothing else', async () => {
    const lost = Promise.allSettled([readIn(0, sleeping), readIn(1, whereAmI)]);
    await expect.poll(() => endThoseAsleep()).toBe(1);
    for (const answer of await lost) expect(isDatabaseAway((answer as PromiseRejectedResult).reason)).toBe(true);
    await expect(readIn(0, whereAmI)).resolves.toMatchObject({ tenant: tenants[0] });
  });
}

/** Ends the connections that sleep, and answers how many. */
async function endThoseAsleep(): Promise<number | null> {
  const { rowCount } = await held.database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event = 'PgSleep'`);
  return rowCount;
}
