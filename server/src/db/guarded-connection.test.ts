import { type Kysely, sql } from 'kysely';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase, testEngine } from '../../test/database.ts';
import type { Schema } from './schema.ts';
import { asPlatform, inTenant, readInTenant, type TenantId } from './tenant.ts';

/** PostgreSQL's connections keep what they have planned. */
const plans = testEngine === 'postgres';
const tenantId = '8f2b1c64-7b7a-4c55-9d8e-0a3f5d1e2b01' as TenantId;
let opened: TestDatabase;
let sent: string[];

beforeAll(async () => {
  opened = await testDatabase({ poolSize: 1 });
  const client = await opened.database.pool.connect();
  sent = recorded(client);
  client.release();
});
afterAll(() => opened.close());

test('begin travels with a first statement that has no parameters, where it is not planned', async () => {
  sent.length = 0;
  const { rows } = await opened.database.kysely.transaction().execute((tx) => sql<{ one: number }>`select 1 as one`.execute(tx));
  expect(rows).toEqual([{ one: 1 }]);
  expect(sent).toEqual([...(plans ? ['begin', 'select 1 as one'] : ['begin; select 1 as one']), 'commit']);
});

test('begin comes before a first statement with parameters, and with it where it is planned', async () => {
  sent.length = 0;
  await opened.database.kysely.transaction().execute((tx) => sql`select ${1}::int as one`.execute(tx));
  expect(sent).toEqual([...(plans ? [] : ['begin']), 'select $1::int as one', 'commit']);
});

test('a transaction without statements sends none, and the next one begins', async () => {
  sent.length = 0;
  await opened.database.kysely.transaction().execute(async () => undefined);
  expect(sent).toEqual([]);
  await expect(inTransaction()).resolves.toBe(true);
});

test('what throws is undone, whether the first statement failed or what came after it', async () => {
  const afterWrite = asPlatform(opened, async (tx) => {
    await tx.insertInto('plans').values({ id: 'lost', name: 'Lost', appointment_limit: 1, monthly_price_paise: 0 }).execute();
    throw new Error('after the write');
  });
  await expect(afterWrite).rejects.toThrow('after the write');
  const failing = opened.database.kysely.transaction().execute((tx) => sql`select 1 / 0`.execute(tx));
  await expect(failing).rejects.toThrow('division by zero');
  expect(sent.at(-1)).toBe('rollback');
  expect(await asPlatform(opened, (tx) => tx.selectFrom('plans').select('id').where('id', '=', 'lost').execute())).toEqual([]);
  await expect(inTransaction()).resolves.toBe(true);
});

test('the opening waits for the first statement, and nothing is sent without one', async () => {
  sent.length = 0;
  await inTenant(work(), async () => undefined);
  await readInTenant(work(), async () => undefined);
  expect(sent).toEqual([]);
});

test('what only reads is in its business, cannot write, and leaves nothing behind', async () => {
  // Twice: the first time, PostgreSQL plans.
  for (const _ of [1, 2]) {
    await expect(readInTenant(work(), whereAmI)).resolves.toEqual({ role: 'samay_app', tenant: tenantId, timeout: '5s' });
    const writing = readInTenant(work(), (tx) => tx.updateTable('subscriptions').set({ plan_id: 'none' }).execute());
    await expect(writing).rejects.toMatchObject({ code: '25006' });
    await expect(readInTenant(work(), (tx) => sql`select 1 / ${0}::int`.execute(tx))).rejects.toMatchObject({ code: '22012' });
    const outside = await opened.database.kysely.connection().execute(whereAmI);
    expect(outside).toMatchObject({ tenant: null });
    expect(outside?.role).not.toMatch(/^samay_(app|platform)$/);
  }
});

test('an opening that fails fails the verb, and the next one is well', async () => {
  await inTenant(work(), whereAmI);
  await readInTenant(work(), whereAmI);
  // No text of PostgreSQL's can hold it.
  const broken = { ...work(), tenantId: 'a\0b' as TenantId };
  for (const run of [inTenant, readInTenant]) {
    await expect(run(broken, whereAmI)).rejects.toThrow();
    await expect(run(work(), whereAmI)).resolves.toMatchObject({ role: 'samay_app', tenant: tenantId });
  }
});

test('two first statements at once are both of the transaction', async () => {
  for (const run of [inTenant, readInTenant]) {
    const both = await run(work(), (tx) => Promise.all([whereAmI(tx), whereAmI(tx)]));
    expect(both.map((each) => each?.tenant)).toEqual([tenantId, tenantId]);
  }
});

if (plans) {
  test('once planned, a transaction that writes is three messages less one, and one that reads is one a statement', async () => {
    const one = (tx: Kysely<Schema>) => sql<{ one: number }>`select ${1}::int as one`.execute(tx);
    await inTenant(work(), one);
    await readInTenant(work(), one);
    sent.length = 0;
    await expect(inTenant(work(), one)).resolves.toMatchObject({ rows: [{ one: 1 }] });
    expect(sent).toEqual(['select $1::int as one', 'commit']);
    sent.length = 0;
    await readInTenant(work(), async (tx) => [await one(tx), await one(tx)]);
    expect(sent).toEqual(['select $1::int as one', 'select $1::int as one']);
  });

  test('a statement with parameters is planned once a connection', async () => {
    const one = () => sql<{ one: number }>`select ${1}::int as prepared_once`.execute(opened.database.kysely);
    await one();
    await one();
    const { rows } = await opened.database.pool.query(
      "select count(*)::int as count from pg_prepared_statements where statement like '%prepared_once%'",
    );
    expect(rows).toEqual([{ count: 1 }]);
  });
}

const work = () => ({ database: opened.database, tenantId, now: new Date(0) });

async function whereAmI(on: Kysely<Schema>) {
  const { rows } = await sql<{ role: string; tenant: string | null; timeout: string }>`select current_user::text as role,
    nullif(current_setting('app.tenant_id', true), '') as tenant, current_setting('statement_timeout') as timeout
    where ${1}::int = 1`.execute(on);
  return rows[0];
}

/** Whether statements of a transaction share it: outside of one, each has an id of its own. */
async function inTransaction(): Promise<boolean> {
  return opened.database.kysely.transaction().execute(async (tx) => {
    const id = () => sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx);
    return (await id()).rows[0]?.id === (await id()).rows[0]?.id;
  });
}

/** The texts that go out on this connection from now on. */
function recorded(client: PoolClient): string[] {
  const texts: string[] = [];
  const query = client.query.bind(client) as (...about: unknown[]) => unknown;
  Object.assign(client, {
    query: (...about: unknown[]) => {
      const [first] = about;
      texts.push(typeof first === 'object' && first !== null && 'text' in first ? String(first.text) : String(first));
      return query(...about);
    },
  });
  return texts;
}
