import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildAppointment, buildTenant } from '../../test/fixtures/builders.ts';
import { testDatabase, type TestDatabase, testEngine } from '../../test/fixtures/database.ts';
import { asOwner } from '../../test/fixtures/owner.ts';
import { readInOneMessage, readInOneMessageAsPlatform } from './read-in-one-message.ts';
import { statement } from './statement.ts';
import type { TenantId } from './tenant.ts';

let opened: TestDatabase;
let tenantId: TenantId;

beforeAll(async () => {
  opened = await testDatabase({ poolSize: 1 });
  const [ours, theirs] = [await buildTenant(opened), await buildTenant(opened)];
  for (const tenant of [ours, theirs]) await buildAppointment(opened, tenant);
  tenantId = ours.id as TenantId;
});
afterAll(() => opened.close());

/** Reads without `where`: row security alone confines it. */
const everyBooking = statement<object, { tenant_id: string }>(() => sql`select tenant_id from appointments`);
const double = statement<{ number: number }, { doubled: number }>(
  (_, { number }) => sql`select ${number}::int * 2 as doubled`,
);
const quotient = statement<{ by: number }, { one: number }>((_, { by }) => sql`select 1 / ${by}::int as one`);
const whoAmI = statement<object, { role: string; tenant: string; timeout: string }>(
  () =>
    sql`select current_user::text as role, current_setting('app.tenant_id') as tenant, current_setting('statement_timeout') as timeout`,
);
const values = statement<
  { day: string; at: Date; list: readonly string[]; none: null; yes: boolean },
  Record<string, unknown>
>(
  (_, { day, at, list, none, yes }) =>
    sql`select ${day}::date as day, ${at}::timestamptz as at, ${list}::text[] as list, ${none}::text as none, ${yes}::boolean as yes`,
);

it('answers the rows of each statement by its name, in one message [S-2.2]', async () => {
  const client = await opened.database.pool.connect();
  const sent: unknown[] = [];
  const query = client.query.bind(client) as (...about: unknown[]) => unknown;
  Object.assign(client, { query: (...about: unknown[]) => (sent.push(about[0]), query(...about)) });
  client.release();
  const read = await readInOneMessage(work(), {
    four: double({ number: 2 }),
    none: undefined,
    listed: [double({ number: 4 }), double({ number: 5 })],
    six: double({ number: 3 }),
    me: whoAmI({}),
  });
  Object.assign(client, { query });
  expect(read).toEqual({
    four: [{ doubled: 4 }],
    listed: [[{ doubled: 8 }], [{ doubled: 10 }]],
    six: [{ doubled: 6 }],
    me: [{ role: 'samay_app', tenant: tenantId, timeout: '5s' }],
  });
  expect(sent).toHaveLength(1);
});

it('gives and takes values as every other statement does', async () => {
  const given = {
    day: '2026-02-28',
    at: new Date('2026-02-28T04:00:00.123Z'),
    list: ['a', 'b,c'],
    none: null,
    yes: true,
  };
  for (const _ of ['prepared', 'known'])
    expect((await readInOneMessage(work(), { given: values(given) })).given).toEqual([given]);
});

it('sees no other business, cannot write, and leaves the connection as it was [T-2.10]', async () => {
  const cancelled = statement<object, object>((db) =>
    db.updateTable('appointments').set({ status: 'cancelled' }),
  );
  for (const _ of ['prepared', 'known']) {
    expect((await readInOneMessage(work(), { rows: everyBooking({}) })).rows).toEqual([
      { tenant_id: tenantId },
    ]);
    await expect(readInOneMessage(work(), { written: cancelled({}) })).rejects.toMatchObject({
      code: '25006',
    });
    const { rows } = await opened.database.pool.query<{ role: string; tenant: string }>(
      `select current_user::text as role, coalesce(current_setting('app.tenant_id', true), '') as tenant`,
    );
    expect(rows[0]?.tenant).toBe('');
    expect(rows[0]?.role).not.toMatch(/^samay_(app|platform)$/);
  }
});

it('runs nothing after a statement or a setting that failed, and the next read is well [S-2.2, T-2.10]', async () => {
  for (const _ of ['prepared', 'known']) {
    await expect(
      readInOneMessage(work(), { broken: quotient({ by: 0 }), rows: everyBooking({}) }),
    ).rejects.toMatchObject({ code: '22012' });
    // A value that no text of PostgreSQL can hold: the setting of the business fails, and the
    // bookings of all would be read without it.
    const nobody = { ...work(), tenantId: 'a\0b' as TenantId };
    await expect(readInOneMessage(nobody, { rows: everyBooking({}) })).rejects.toThrow();
    expect(
      (await readInOneMessage(work(), { one: quotient({ by: 1 }), rows: everyBooking({}) })).rows,
    ).toEqual([{ tenant_id: tenantId }]);
  }
});

it('answers a value that JavaScript cannot hold with an error, and the next read is well', async () => {
  const large = statement<object, object>(() => sql`select 9007199254740993::bigint as large`);
  await expect(readInOneMessage(work(), { large: large({}) })).rejects.toThrow(
    '9007199254740993 does not fit a JavaScript number',
  );
  expect((await readInOneMessage(work(), { four: double({ number: 2 }) })).four).toEqual([{ doubled: 4 }]);
});

it('answers nothing to an empty statement, and refuses to copy', async () => {
  const empty = statement<object, object>(() => sql``);
  const read = await readInOneMessage(work(), { nothing: empty({}), four: double({ number: 2 }) });
  expect(read).toEqual({ nothing: [], four: [{ doubled: 4 }] });
  const copy = statement<object, object>(() => sql`copy appointments from stdin`);
  await expect(readInOneMessage(work(), { copied: copy({}) })).rejects.toThrow();
  expect((await readInOneMessage(work(), { four: double({ number: 2 }) })).four).toEqual([{ doubled: 4 }]);
});

it("reads over all businesses with the platform's rights, and cannot write", async () => {
  const cancelled = statement<object, object>((db) =>
    db.updateTable('appointments').set({ status: 'cancelled' }),
  );
  const read = await readInOneMessageAsPlatform(work(), { rows: everyBooking({}), me: whoAmI({}) });
  expect(new Set(read.rows.map((row) => row.tenant_id)).size).toBe(2);
  expect(read.me).toMatchObject([{ role: 'samay_platform', tenant: '' }]);
  await expect(readInOneMessageAsPlatform(work(), { written: cancelled({}) })).rejects.toMatchObject({
    code: '25006',
  });
});

it('refuses to build a statement by a value', () => {
  const wrong = statement<{ text: string }, object>((_, { text }) => sql`select ${`%${text}%`}`);
  expect(() => wrong({ text: 'asha' })).toThrow('the value text is not known while its statement is built');
  const spread = statement<{ text: string }, object>(
    (_, { tenantId: id, ...others }) => sql`select ${id}, ${others}`,
  );
  expect(() => spread({ text: 'asha' })).toThrow('taken by name');
});

if (testEngine === 'postgres') {
  it('prepares again what a changed table has made stale, and reads once more on another connection when one is lost', async () => {
    const plans = statement<object, Record<string, unknown>>(
      () => sql`select * from plans where id = 'basic'`,
    );
    await readInOneMessage(work(), { plans: plans({}) });
    await asOwner(opened, (client) => client.query('alter table plans add column colour text'));
    expect(
      (await readInOneMessage(work(), { plans: plans({}), four: double({ number: 2 }) })).plans[0],
    ).toHaveProperty('colour', null);
    const asleep = statement<object, object>(() => sql`select pg_sleep(3)`);
    const lost = readInOneMessage(work(), { asleep: asleep({}) });
    const ended = `select pg_terminate_backend(pid) as ended from pg_stat_activity where query like '%pg_sleep(3)%' and pid <> pg_backend_pid()`;
    await expect
      .poll(async () => asOwner(opened, async (client) => (await client.query(ended)).rowCount))
      .toBe(1);
    expect((await lost).asleep).toHaveLength(1);
    expect((await readInOneMessage(work(), { four: double({ number: 2 }) })).four).toEqual([{ doubled: 4 }]);
  });
}

const work = () => ({ database: opened.database, tenantId, now: new Date(0) });
