import { chownSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getUsage } from '@samay/contract/tenancy/subscriptions';
import { sql } from 'kysely';
import type { ClientBase } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres } from '../../../../../scripts/postgres.mjs';
import { testApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client as Caller } from '../../../../test/fixtures/client.ts';
import { testDatabase, testEngine, type TestDatabase } from '../../../../test/fixtures/database.ts';
import { inBareTransaction } from '../../../../test/fixtures/database/as-login.ts';
import { administer } from '../../../../test/fixtures/database/postgres-template.ts';
import { temporaryFolder } from '../../../../test/fixtures/invariants/invariant.ts';
import { asOwner } from '../../../../test/fixtures/owner.ts';
import { usualDeadlines } from '../../../core/database-deadlines.ts';
import { isDatabaseUnavailable } from '../../errors.ts';
import { DatabaseRefused } from '../../database.ts';
import { openPostgres } from './open-postgres.ts';
import { inTenant, readInTenant, type TenantId, type Tx } from '../../tenant.ts';

// Measures the cost of a connection that PostgreSQL, or a proxy in between, has ended: at most one
// repeated read, and no write twice.

// The embedded database has no connection that could be lost.
describe.runIf(testEngine === 'postgres')('a lost connection', () => {
  const endings: (() => Promise<unknown>)[] = [];
  const silentLog = { warn: () => undefined, error: () => undefined };
  let held: TestDatabase;
  let tenantId: TenantId;

  beforeAll(async () => {
    held = await testDatabase({ poolSize: 2 });
    tenantId = (await buildTenant(held)).id as TenantId;
  });
  afterEach(async () => {
    for (const end of endings.splice(0).toReversed()) await end();
  });
  afterAll(() => held.close());

  const work = () => ({ database: held.database, tenantId, now: new Date(0) });
  const raise = (code: string) =>
    sql.raw(`do $$ begin raise exception 'so' using errcode = '${code}'; end $$`);

  /**
   * Returns a verb whose connection PostgreSQL ends at its first run, after its first statement.
   */
  function interrupted(): { runs: () => number; verb: (tx: Tx) => Promise<number | undefined> } {
    let runs = 0;
    return {
      runs: () => runs,
      async verb(tx) {
        runs += 1;
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
        if (runs === 1)
          await administer((client) => client.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]));
        return (await sql<{ one: number }>`select 1 as one`.execute(tx)).rows[0]?.one;
      },
    };
  }

  test('a read whose connection is ended is run once more, and a write is not [O-2.6, P-2.16]', async () => {
    const read = interrupted();
    await expect(readInTenant(work(), read.verb)).resolves.toBe(1);
    expect(read.runs()).toBe(2);
    const written = interrupted();
    expect(isDatabaseUnavailable(await inTenant(work(), written.verb).catch((error: unknown) => error))).toBe(
      true,
    );
    expect(written.runs()).toBe(1);
    await expect(inTenant(work(), written.verb)).resolves.toBe(1);
  });

  test.each(['40001', '40P01', '57P01'])(
    'a read that fails with %s is run once more, and only once [O-2.6]',
    async (code) => {
      for (const failing of [1, 2]) {
        let runs = 0;
        const read = readInTenant(work(), async (tx) => {
          runs += 1;
          if (runs <= failing) await raise(code).execute(tx);
          return 'read';
        });
        if (failing === 1) await expect(read).resolves.toBe('read');
        else await expect(read).rejects.toMatchObject({ code });
        expect(runs).toBe(2);
      }
    },
  );

  test.each(['sessions', 'plans'])(
    'no request of any business fails when the connections that wait for %s are ended [O-2.6]',
    async (table) => {
      const app = await testApp({ dependencies: { database: held.database } });
      endings.push(() => app.close());
      const here = { ...app, database: held.database };
      const owners: Caller[] = [];
      for (let count = 0; count < 3; count += 1)
        owners.push(await signInAs(here, await buildTenant(here), 'BUSINESS_OWNER'));
      const answers = await asOwner(held, async (client) => {
        await client.query(`begin; lock table ${table}`);
        const asked = owners.map((owner) => owner.call(getUsage));
        await expect.poll(() => endThoseWhoWait(client), { interval: 20 }).toBeGreaterThan(0);
        await client.query('rollback');
        return Promise.all(asked);
      });
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    },
  );

  test('a connection that refuses writes is discarded, and the next write has another [O-2.6]', async () => {
    const pids: number[] = [];
    const write = async (isReadOnly: boolean) =>
      inTenant(work(), async (tx) => {
        pids.push((await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]?.pid ?? 0);
        if (isReadOnly) await sql`set transaction read only`.execute(tx);
        await sql`update tenants set name = name`.execute(tx);
      });
    await expect(write(true)).rejects.toMatchObject({ code: '25006' });
    await write(false);
    await write(false);
    expect([pids[1] === pids[0], pids[2] === pids[1]]).toEqual([false, true]);
  });

  test('a commit that waits for a standby is not called done when its time is over [O-2.7]', async () => {
    const { url = '', stop } = await startPostgres({ own: true });
    const database = await openPostgres({
      url,
      poolSize: 2,
      deadlines: { ...usualDeadlines, statementMs: 300, answerMs: 1_500 },
      log: silentLog,
    });
    endings.push(stop, () => database.close());
    await database.pool.query('create table kept (id int)');
    await database.pool.query(`alter system set synchronous_standby_names = 'away'`);
    await database.pool.query('select pg_reload_conf()');
    let acknowledged = 0;
    const write = async () => {
      const written = inBareTransaction(database, (tx) => sql`insert into kept values (1)`.execute(tx));
      return written.then(() => String((acknowledged += 1)), isDatabaseUnavailable);
    };
    // Waits until PostgreSQL has applied the setting.
    await expect.poll(write, { timeout: 20_000 }).toBe(true);
    // Checks that no reader sees rows that no standby has.
    expect((await database.pool.query('select from kept')).rowCount).toBe(acknowledged);
  });

  test('a standby is not served with [O-2.7]', async () => {
    const { folder, remove } = temporaryFolder('standby');
    endings.push(async () => remove());
    const first = await startPostgres({ own: true, directory: folder });
    await first.stop();
    const signal = join(folder, 'data', 'standby.signal');
    writeFileSync(signal, '');
    const { uid, gid } = statSync(join(folder, 'data'));
    chownSync(signal, uid, gid);
    const standby = await startPostgres({ own: true, directory: folder });
    endings.push(standby.stop);
    const refused = await openPostgres({ url: standby.url ?? '', poolSize: 1, log: silentLog }).catch(
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(DatabaseRefused);
    expect(String(refused)).toContain('the connection leads to a standby');
  });

  async function endThoseWhoWait(client: ClientBase): Promise<number> {
    const { rowCount } = await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return rowCount ?? 0;
  }
});
