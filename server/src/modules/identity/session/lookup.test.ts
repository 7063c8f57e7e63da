import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { RecordedStatements } from '../../../../test/fixtures/database/recorded-statements.ts';
import { asOwner } from '../../../../test/fixtures/owner.ts';
import { findSession } from './lookup-queries.ts';
import { asPlatform } from '../../../db/tenant.ts';

const hour = 3_600_000;
let app: TestApp;
/** Sessions of three people in two businesses. */
let sessions: { id: string; email: string; tenantId: string }[];

beforeAll(async () => {
  app = await testApp();
  const [clinic, ground] = [await buildTenant(app), await buildTenant(app, { businessType: 'turf' })];
  sessions = [];
  for (const tenant of [clinic, ground, clinic]) {
    const { identity } = await signInAs(app, tenant);
    sessions.push({ id: identity?.sessionId ?? '', email: identity?.email ?? '', tenantId: tenant.id });
  }
});
afterAll(() => app.close());

/** Looks up all sessions concurrently, by default at the app's time. */
async function find(ids: readonly string[], moments: readonly Date[] = []) {
  return Promise.all(
    ids.map((id, index) => findSession(app.database, id, moments[index] ?? app.dependencies.clock())),
  );
}

it('gives each concurrent caller their own session, and nothing for an unknown one', async () => {
  const ids = sessions.map(({ id }) => id);
  const [first, second, third] = ids as [string, string, string];
  const found = await find([third, randomUUID(), first, second, first]);
  const wanted = [2, undefined, 0, 1, 0].map((index) => (index === undefined ? undefined : sessions[index]));
  expect(found.map((row) => row?.email)).toEqual(wanted.map((session) => session?.email));
  expect(found.map((row) => row?.tenant_id)).toEqual(wanted.map((session) => session?.tenantId));
});

it('asks the database once for all that is asked in one turn, and again in the next [O-4.7, P-2.16]', async () => {
  const statements = new RecordedStatements();
  const database = statements.over(app.database);
  const ask = async () =>
    Promise.all(sessions.map(({ id }) => findSession(database, id, app.dependencies.clock())));
  expect(await statements.during(ask)).toHaveLength(1);
  expect(await statements.during(async () => [await ask(), await ask()])).toHaveLength(2);
});

it('asks nobody one by one where the database refuses all of them: only a node of several that is away is met by some [O-4.7]', async () => {
  const statements = new RecordedStatements();
  const database = statements.over(app.database);
  const rename = async (from: string, to: string) =>
    asOwner(app, (client) => client.query(`alter function ${from}(uuid[], timestamptz[]) rename to ${to}`));
  await rename('sessions_of_requests', 'put_aside');
  const ask = async () =>
    Promise.allSettled(sessions.map(({ id }) => findSession(database, id, app.dependencies.clock())));
  const sent = await statements.during(async () => {
    expect((await ask()).map(({ status }) => status)).toEqual(sessions.map(() => 'rejected'));
  });
  await rename('put_aside', 'sessions_of_requests');
  expect(sent.filter(({ sql: text }) => text.includes('from sessions_of_requests('))).toHaveLength(1);
});

it('judges each by the moment that it was asked for', async () => {
  const { id } = sessions[0] as { id: string };
  const now = app.dependencies.clock();
  const found = await find([id, id, id], [now, new Date(now.getTime() + 12 * hour), now]);
  expect(found.map((row) => row !== undefined)).toEqual([true, false, true]);
});

it('caches nothing: an ended session is missing in the next lookup [P-2.16]', async () => {
  const { identity } = await signInAs(app, null);
  const id = identity?.sessionId ?? '';
  expect((await find([id]))[0]?.email).toBe(identity?.email);
  await asPlatform(app, (tx) =>
    tx.updateTable('sessions').set({ ended_at: app.dependencies.clock() }).where('id', '=', id).execute(),
  );
  expect(await find([id, sessions[0]?.id ?? ''])).toEqual([
    undefined,
    expect.objectContaining({ email: sessions[0]?.email }),
  ]);
});

it('asks each table by its key, however small the tables are [P-2.16]', async () => {
  const { id } = sessions[0] as { id: string };
  const whole = await asPlatform(app, async (tx) => {
    const now = app.dependencies.clock();
    await sql`select place from sessions_of_requests(${[id]}::uuid[], ${[now]}::timestamptz[])`.execute(tx);
    const { rows } = await sql<{
      table: string;
    }>`select relname as "table" from pg_stat_xact_user_tables where seq_scan > 0`.execute(tx);
    return rows.map(({ table }) => table);
  });
  // Ignores plans, whose three rows are all read.
  expect(whole.filter((table) => table !== 'plans')).toEqual([]);
});

it('gives no stamp again when a plan that was changed is as before: a reply may have been made in between', async () => {
  const { id } = sessions[0] as { id: string };
  const stamps = new Set<string | undefined>();
  for (const name of [undefined, 'Lite', 'Basic']) {
    if (name !== undefined)
      await asPlatform(app, (tx) =>
        tx.updateTable('plans').set({ name }).where('id', '=', 'basic').execute(),
      );
    stamps.add((await find([id]))[0]?.change_stamp);
  }
  expect(stamps.size).toBe(3);
});
