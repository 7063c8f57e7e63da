import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildAppointment, buildTenant } from '../../test/fixtures/builders.ts';
import { testDatabase, type TestDatabase, testEngine } from '../../test/fixtures/database.ts';
import { asLogin, inBareTransaction } from '../../test/fixtures/database/as-login.ts';
import { isCitus } from '../../test/fixtures/database/postgres-template.ts';
import type { Schema } from './schema.ts';
import { readInOneMessage } from './read-in-one-message.ts';
import { PreparedNames } from './connection.ts';
import { mayWrite, queryBuilder, statement } from './statement.ts';
import { asPlatform, inTenant, readInTenant, type TenantId, type Tx } from './tenant.ts';

let opened: TestDatabase;
let tenantId: TenantId;
let sent: string[];

beforeAll(async () => {
  opened = await testDatabase({ poolSize: 1 });
  const client = await opened.database.pool.connect();
  sent = recorded(client);
  client.release();
  const [ours, theirs] = [await buildTenant(opened), await buildTenant(opened)];
  for (const tenant of [ours, theirs]) await buildAppointment(opened, tenant);
  tenantId = ours.id as TenantId;
});
beforeEach(() => {
  sent.length = 0;
});
afterAll(() => opened.close());

const planMode = (_: unknown) => sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`;

describe('a transaction', () => {
  it('begins with its first statement, in one message where that has no parameters', async () => {
    const { rows } = await inBareTransaction(opened.database, (tx) =>
      sql<{ one: number }>`select 1 as one`.execute(tx),
    );
    expect(rows).toEqual([{ one: 1 }]);
    expect(sent).toEqual(['begin; select 1 as one', 'commit']);
  });

  it('begins with its settings and its first statement in one message', async () => {
    await readInTenant(work(), (tx) => sql`select ${1}::int as one`.execute(tx));
    expect(sent).toEqual([
      expect.stringMatching(
        /^begin read only; set local role samay_app; set local app\.tenant_id = '.*; select \$1::int as one$/,
      ),
      'commit',
    ]);
  });

  it('sends nothing without a statement, and the next one begins', async () => {
    await inBareTransaction(opened.database, async () => undefined);
    await inTenant(work(), async () => undefined);
    await readInTenant(work(), async () => undefined);
    expect(sent).toEqual([]);
    await expect(inTransaction()).resolves.toBe(true);
  });

  it('is undone when it throws, whether the first statement failed or what came after it', async () => {
    const afterWrite = asPlatform(opened, async (tx) => {
      await tx
        .insertInto('plans')
        .values({ id: 'lost', name: 'Lost', appointment_limit: 1, monthly_price_paise: 0 })
        .execute();
      throw new Error('after the write');
    });
    await expect(afterWrite).rejects.toThrow('after the write');
    const failing = inBareTransaction(opened.database, (tx) => sql`select 1 / 0`.execute(tx));
    await expect(failing).rejects.toThrow('division by zero');
    expect(sent.at(-1)).toBe('rollback');
    expect(
      await asPlatform(opened, (tx) =>
        tx.selectFrom('plans').select('id').where('id', '=', 'lost').execute(),
      ),
    ).toEqual([]);
    await expect(inTransaction()).resolves.toBe(true);
  });

  it('commits nothing after a failed statement, even if the verb continued [T-2.10]', async () => {
    const plan = { id: 'kept', name: 'Kept', appointment_limit: 1, monthly_price_paise: 0 };
    const verb = asPlatform(opened, async (tx) => {
      await tx.insertInto('plans').values(plan).execute();
      await sql`select 1 / 0`.execute(tx).catch(() => undefined);
    });
    await expect(verb).rejects.toThrow();
    expect(
      await asPlatform(opened, (tx) =>
        tx.selectFrom('plans').select('id').where('id', '=', 'kept').execute(),
      ),
    ).toEqual([]);
  });

  it('that only reads is in its business, cannot write, and resets its settings [T-2.10]', async () => {
    // Runs twice: the first time, PostgreSQL plans.
    for (const _ of [1, 2]) {
      await expect(readInTenant(work(), whereAmI)).resolves.toEqual({
        role: 'samay_app',
        tenant: tenantId,
        timeout: '5s',
      });
      const writing = readInTenant(work(), (tx) =>
        tx.updateTable('appointments').set({ person_name: 'none' }).execute(),
      );
      await expect(writing).rejects.toMatchObject({ code: '25006' });
      await expect(readInTenant(work(), (tx) => sql`select 1 / ${0}::int`.execute(tx))).rejects.toMatchObject(
        { code: '22012' },
      );
      const outside = await asLogin(opened.database, whereAmI);
      expect(outside).toMatchObject({ tenant: null });
      expect(outside?.role).not.toMatch(/^samay_(app|platform)$/);
    }
  });

  it('keeps the generic plans of its statements, which Citus does not make [O-4.6]', async () => {
    const modeOf = async (tx: Tx) => (await planMode(tx).execute(tx)).rows[0]?.mode;
    const modes = [await inTenant(work(), modeOf), await readInTenant(work(), modeOf)];
    const { read } = await readInOneMessage(work(), {
      read: statement<object, { mode: string }>(planMode)({}),
    });
    expect([...modes, ...read.map(({ mode }) => mode)]).toEqual(
      Array(3).fill(isCitus ? 'auto' : 'force_generic_plan'),
    );
    expect(await asPlatform(opened, modeOf)).toBe('auto');
  });

  it('whose opening fails fails the verb, and the next one is well', async () => {
    // A value that no text of PostgreSQL can hold.
    const broken = { ...work(), tenantId: 'a\0b' as TenantId };
    for (const run of [inTenant, readInTenant]) {
      await expect(run(broken, whereAmI)).rejects.toThrow();
      await expect(run(work(), whereAmI)).resolves.toMatchObject({ role: 'samay_app', tenant: tenantId });
    }
  });
});

describe('with a failing statement [T-2.10]', () => {
  /** The rows of an answered statement, however late. */
  let seen: { tenant_id: string }[];
  let outcomes: Promise<unknown>[];
  beforeEach(() => {
    seen = [];
    outcomes = [];
  });

  const failing = (tx: Tx) => sql`select 1 / ${0}::int`.execute(tx);
  /** Reads all businesses' rows if row security does not apply. */
  const reading = (tx: Tx) => {
    const read = sql<{ tenant_id: string }>`select tenant_id from appointments where ${1}::int = 1`.execute(
      tx,
    );
    outcomes.push(read.then(({ rows }) => seen.push(...rows)).catch(() => undefined));
    return read;
  };
  const plan = { id: `beside-${randomUUID()}`, name: 'Beside', appointment_limit: 1, monthly_price_paise: 0 };
  const writing = (tx: Tx) => {
    const written = tx.insertInto('plans').values(plan).execute();
    outcomes.push(written.catch(() => undefined));
    return written;
  };

  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['issued at once', (tx: Tx) => Promise.all([failing(tx), reading(tx), writing(tx)])],
    ['issued before it', (tx: Tx) => Promise.all([reading(tx), failing(tx), reading(tx)])],
    [
      'issued once it has failed',
      (tx: Tx) => failing(tx).catch(async () => Promise.all([reading(tx), writing(tx)])),
    ],
    [
      'issued beside what the verb itself throws',
      (tx: Tx) => Promise.all([Promise.reject(new Error('thrown')), reading(tx), reading(tx)]),
    ],
    [
      'issued when the transaction has ended',
      async (tx: Tx) => {
        outcomes.push(
          new Promise((resolve) => {
            setTimeout(() => resolve(Promise.allSettled([reading(tx), writing(tx)])), 100);
          }),
        );
        return failing(tx);
      },
    ],
  ])('one %s sees no other business and writes nothing', async (_when, verb) => {
    for (const run of [inTenant, readInTenant]) {
      await expect(run(work(), verb)).rejects.toThrow();
      for (let settled = 0; settled < outcomes.length; settled += 1) await outcomes[settled];
      expect(seen.filter((row) => row.tenant_id !== tenantId)).toEqual([]);
      expect(sent.at(-1)).toBe('rollback');
    }
    expect(
      await asPlatform(opened, (tx) =>
        tx.selectFrom('plans').select('id').where('id', '=', plan.id).execute(),
      ),
    ).toEqual([]);
    await expect(readInTenant(work(), whereAmI)).resolves.toMatchObject({
      role: 'samay_app',
      tenant: tenantId,
    });
  });

  it('two concurrent first statements both belong to the transaction', async () => {
    for (const run of [inTenant, readInTenant]) {
      const both = await run(work(), (tx) => Promise.all([whereAmI(tx), whereAmI(tx)]));
      expect(both.map((each) => each?.tenant)).toEqual([tenantId, tenantId]);
    }
  });
});

it.each<[string, boolean, (db: Kysely<Schema>) => { compile: () => { query: { kind: string } } }]>([
  ['a select', false, (db) => db.selectFrom('plans').select('id')],
  ['a lock', false, (db) => db.selectFrom('plans').select('id').forUpdate()],
  [
    'a select behind a select',
    false,
    (db) =>
      db
        .with('all_plans', (of) => of.selectFrom('plans').select('id'))
        .selectFrom('all_plans')
        .select('id'),
  ],
  ['an insert', true, (db) => db.insertInto('plans').defaultValues()],
  [
    'a select behind a delete',
    true,
    (db) =>
      db
        .with('gone', (of) => of.deleteFrom('plans').returning('id'))
        .selectFrom('gone')
        .select('id'),
  ],
])('%s may write: %s', (_what, expected, build) => {
  expect(mayWrite(build(queryBuilder).compile().query)).toBe(expected);
});

it('a text of our own may write, for nobody reads it', () => {
  expect(mayWrite(sql`select 1`.compile(queryBuilder).query)).toBe(true);
});

it('a text keeps its name, and different texts have different names', () => {
  const names = new PreparedNames();
  const first = names.of('select $1::int as first');
  expect(names.of('select $1::int as second')).not.toBe(first);
  expect(names.of('select $1::int as first')).toBe(first);
});

it('the number of names is limited: after the limit all texts get new, unused names [S-2.16]', () => {
  const names = new PreparedNames();
  const given = Array.from({ length: 2_000 }, (_, index) => names.of(`select $1::int as column_${index}`));
  expect(new Set(given).size).toBe(2_000);
  const last = names.of('select $1::int as column_1999');
  expect(last).toBe(given.at(-1));
});

it('once one went bad, every text gets a new name, once for all that report it', () => {
  const names = new PreparedNames();
  const [bad, other] = [names.of('select 1'), names.of('select 2')];
  names.forget(bad);
  const renewed = names.of('select 1');
  expect(renewed).not.toBe(bad);
  expect(names.of('select 2')).not.toBe(other);
  names.forget(other);
  expect(names.of('select 1')).toBe(renewed);
});

if (testEngine === 'postgres') {
  it('a statement with parameters is planned once a connection, and rows of changing number are not [S-2.16]', async () => {
    const one = () =>
      asLogin(opened.database, (db) => sql<{ one: number }>`select ${1}::int as prepared_once`.execute(db));
    await one();
    await one();
    const many = sql.join(Array.from({ length: 91 }, (_, index) => index));
    await asLogin(opened.database, (db) => sql`select 1 as prepared_never where 1 in (${many})`.execute(db));
    const { rows } = await opened.database.pool
      .query(`select count(*)::int as count from pg_prepared_statements
      where statement like '%prepared_once%' or statement like '%prepared_never%'`);
    expect(rows).toEqual([{ count: 1 }]);
  });
}

const work = () => ({ database: opened.database, tenantId, now: new Date(0) });

async function whereAmI(on: Kysely<Schema>) {
  const { rows } = await sql<{
    role: string;
    tenant: string | null;
    timeout: string;
  }>`select current_user::text as role,
    nullif(current_setting('app.tenant_id', true), '') as tenant, current_setting('statement_timeout') as timeout
    where ${1}::int = 1`.execute(on);
  return rows[0];
}

/**
 * Returns whether statements of a transaction share it: outside a transaction, each has its own id.
 */
async function inTransaction(): Promise<boolean> {
  return inBareTransaction(opened.database, async (tx) => {
    const id = () => sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx);
    return (await id()).rows[0]?.id === (await id()).rows[0]?.id;
  });
}

function toText(sent: unknown): string {
  if (typeof sent !== 'object' || sent === null) return String(sent);
  if ('parts' in sent) return (sent.parts as unknown[]).map(toText).join('; ');
  return 'text' in sent ? String(sent.text) : '';
}

/** Records the texts that are sent on this connection from now on. */
function recorded(client: PoolClient): string[] {
  const texts: string[] = [];
  const query = client.query.bind(client) as (...about: unknown[]) => unknown;
  Object.assign(client, {
    query: (...about: unknown[]) => {
      const [first] = about;
      texts.push(toText(first));
      return query(...about);
    },
  });
  return texts;
}
