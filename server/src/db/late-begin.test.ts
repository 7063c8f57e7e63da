import { sql } from 'kysely';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase, testEngine } from '../../test/database.ts';
import { asPlatform } from './tenant.ts';

let opened: TestDatabase;
let sent: string[];

beforeAll(async () => {
  opened = await testDatabase({ poolSize: 1 });
  const client = await opened.database.pool.connect();
  sent = recorded(client);
  client.release();
});
afterAll(() => opened.close());

test('begin travels with a first statement that has no parameters', async () => {
  sent.length = 0;
  const { rows } = await opened.database.kysely.transaction().execute((tx) => sql<{ one: number }>`select 1 as one`.execute(tx));
  expect(rows).toEqual([{ one: 1 }]);
  expect(sent).toEqual(['begin; select 1 as one', 'commit']);
});

test('begin comes before a first statement with parameters', async () => {
  sent.length = 0;
  await opened.database.kysely.transaction().execute((tx) => sql`select ${1}::int as one`.execute(tx));
  expect(sent).toEqual(['begin', 'select $1::int as one', 'commit']);
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

if (testEngine === 'postgres') {
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
