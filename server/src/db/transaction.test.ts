import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTenant } from '../../test/fixtures/builders.ts';
import { testDatabase, type TestDatabase, testEngine } from '../../test/fixtures/database.ts';
import { RecordedStatements } from '../../test/fixtures/database/recorded-statements.ts';
import { countWaiting } from '../../test/fixtures/database/postgres-template.ts';
import { statement } from './statement.ts';
import { inTenant, readInTenant, type TenantId, type Tx } from './tenant.ts';
import { atCommit, runTogether } from './transaction.ts';

let opened: TestDatabase;
let tenantId: TenantId;
const recorded = new RecordedStatements();
beforeAll(async () => {
  opened = await testDatabase();
  recorded.over(opened.database);
  tenantId = (await buildTenant(opened)).id as TenantId;
});
afterAll(() => opened.close());

let object: string;
beforeEach(() => {
  object = randomUUID();
});

const work = () => ({ database: opened.database, tenantId, now: new Date(0) });

const lock = statement<object, { name: string }>((db, { tenantId: id }) =>
  db.selectFrom('tenants').select('name').where('id', '=', id).forNoKeyUpdate(),
);
const quotient = statement<{ by: number }, { one: number }>((_, { by }) => sql`select 1 / ${by}::int as one`);
const write = statement<{ action: string; object: string }, object>(
  (db, { tenantId: id, action, object: about }) =>
    db.insertInto('audit_log').values({
      tenant_id: id,
      at: sql`now()`,
      action,
      object: about,
      detail: '{}',
      request_id: 'test',
    }),
);
const written = statement<{ object: string }, { action: string }>((db, { tenantId: id, object: about }) =>
  db
    .selectFrom('audit_log')
    .select('action')
    .where('tenant_id', '=', id)
    .where('object', '=', about)
    .orderBy('id'),
);

const actions = async () =>
  readInTenant(work(), async (tx) => {
    const { rows } = await runTogether(tx, work(), { rows: written({ object }) });
    return rows.map(({ action }) => action).toSorted();
  });

it('locks and reads in one message, writes in another with the commit, and keeps their order [S-2.3]', async () => {
  const idempotency = { key: object, requestHash: 'same' };
  const sent = await recorded.during(async () => {
    const answer = await inTenant({ ...work(), idempotency }, async (tx) => {
      const read = await runTogether(tx, work(), {
        locked: lock({}),
        none: undefined,
        one: quotient({ by: 1 }),
      });
      atCommit(tx, work(), write({ action: 'first', object }));
      atCommit(tx, work(), write({ action: 'second', object }));
      return read;
    });
    expect(answer).toEqual({ locked: [{ name: expect.any(String) as unknown }], one: [{ one: 1 }] });
  });
  expect(recorded.messages).toBe(2);
  expect(sent.map(({ sql: text }) => /\w+ (?:into )?"?\w+"?/.exec(text)?.[0])).toEqual([
    'select "name"',
    'select 1',
    'insert into "audit_log"',
    'insert into "audit_log"',
    'insert into idempotency_keys',
    'select raise_stamp',
  ]);
  expect(sent.map(({ parameters }) => parameters[1]).slice(2, 4)).toEqual(['first', 'second']);
  expect(await actions()).toEqual(['first', 'second']);
});

it('is one message where a verb only writes [S-2.2]', async () => {
  await recorded.during(async () =>
    inTenant(work(), async (tx) => atCommit(tx, work(), write({ action: 'only', object }))),
  );
  expect(recorded.messages).toBe(1);
  expect(await actions()).toEqual(['only']);
});

it.each<[string, (tx: Tx) => Promise<unknown>]>([
  [
    'statements that go together',
    (tx) =>
      runTogether(tx, work(), {
        before: write({ action: 'before', object }),
        broken: quotient({ by: 0 }),
        after: write({ action: 'after', object }),
      }),
  ],
  [
    'statements that wait for the commit',
    async (tx) => {
      await runTogether(tx, work(), { before: write({ action: 'before', object }) });
      atCommit(tx, work(), write({ action: 'waiting', object }));
      atCommit(tx, work(), quotient({ by: 0 }));
      atCommit(tx, work(), write({ action: 'after', object }));
    },
  ],
  [
    'statements that go together, of which the verb does not mind',
    async (tx) => {
      atCommit(tx, work(), write({ action: 'waiting', object }));
      await runTogether(tx, work(), { broken: quotient({ by: 0 }) }).catch(() => undefined);
    },
  ],
])('nothing is kept where one fails of %s, and the next verb is well', async (_where, verb) => {
  await expect(inTenant(work(), verb)).rejects.toThrow();
  expect(await actions()).toEqual([]);
  await inTenant(work(), async (tx) => atCommit(tx, work(), write({ action: 'next', object })));
  expect(await actions()).toEqual(['next']);
});

it('keeps nothing that waits for the commit of a verb that throws [S-2.3]', async () => {
  const thrown = inTenant(work(), async (tx) => {
    await runTogether(tx, work(), { locked: lock({}) });
    atCommit(tx, work(), write({ action: 'waiting', object }));
    throw new Error('decided otherwise');
  });
  await expect(thrown).rejects.toThrow('decided otherwise');
  expect(await actions()).toEqual([]);
});

// Skipped for the embedded database, whose one connection waits for no other transaction.
it.runIf(testEngine === 'postgres')(
  'reads behind a lock what was committed while the lock was waited for',
  async () => {
    let reading: Promise<unknown> | undefined;
    await inTenant(work(), async (tx) => {
      await runTogether(tx, work(), { locked: lock({}) });
      reading = inTenant(work(), async (other) =>
        runTogether(other, work(), { locked: lock({}), rows: written({ object }) }),
      );
      await expect.poll(() => countWaiting(opened.database)).toBeGreaterThan(0);
      atCommit(tx, work(), write({ action: 'meanwhile', object }));
    });
    expect(await reading).toMatchObject({ rows: [{ action: 'meanwhile' }] });
  },
);
