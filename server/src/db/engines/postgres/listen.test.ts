import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestDatabase, testDatabase, testEngine } from '../../../../test/fixtures/database.ts';
import { openPostgres } from './open-postgres.ts';

let held: TestDatabase;

beforeAll(async () => {
  held = await testDatabase();
});

afterAll(() => held.close());

async function notify(channel: string, payload: string): Promise<void> {
  await held.database.pool.query('select pg_notify($1, $2)', [channel, payload]);
}

test('receives its own channel, with any name, and nothing after it stopped', async () => {
  const heard: string[] = [];
  const stop = await held.database.listen('Changes of "things"', (payload) => heard.push(payload), vi.fn());
  await notify('other', 'no');
  await notify('Changes of "things"', 'yes');
  await expect.poll(() => heard).toEqual(['yes']);
  await stop();
  await notify('Changes of "things"', 'too late');
  const again = await held.database.listen(
    'Changes of "things"',
    (payload) => heard.push(`again ${payload}`),
    vi.fn(),
  );
  await notify('Changes of "things"', 'yes');
  await expect.poll(() => heard).toEqual(['yes', 'again yes']);
  await again();
});

test('receives the notifications of a committed transaction, and none of one that was rolled back', async () => {
  const heard: string[] = [];
  const stop = await held.database.listen('changes', (payload) => heard.push(payload), vi.fn());
  const client = await held.database.pool.connect();
  for (const end of ['rollback', 'commit']) {
    await client.query('begin');
    await client.query('select pg_notify($1, $2)', ['changes', end]);
    await client.query(end);
  }
  client.release();
  await expect.poll(() => heard).toEqual(['commit']);
  await stop();
});

if (testEngine === 'postgres') {
  test('listens on one connection, whatever the number of channels, until the last has stopped [O-1.8]', async () => {
    const database = await openPostgres({ url: held.ownerUrl ?? '', poolSize: 1 });
    const listening = async () => {
      const { rows } = await held.database.pool.query(`select from pg_stat_activity
        where application_name = 'samay listener' and datname = current_database()`);
      return rows.length;
    };
    const before = await listening();
    const heard: string[] = [];
    const stops = await Promise.all(
      ['changes', 'outbox', 'outbox'].map((channel) =>
        database.listen(channel, (payload) => heard.push(`${channel} ${payload}`), vi.fn()),
      ),
    );
    expect(await listening()).toBe(before + 1);
    await notify('changes', 'one');
    await notify('outbox', 'two');
    await expect.poll(() => heard).toEqual(['changes one', 'outbox two', 'outbox two']);
    for (const stop of stops) await stop();
    await expect.poll(listening).toBe(before);
    await database.close();
  });

  test('listens again after its connection was lost, and says that something may be missing', async () => {
    const warnings: string[] = [];
    const log = { warn: (_: object, message: string) => warnings.push(message), error: vi.fn() };
    const database = await openPostgres({ url: held.ownerUrl ?? '', poolSize: 1, log });
    const heard: string[] = [];
    const onGap = vi.fn();
    const stop = await database.listen('changes', (payload) => heard.push(payload), onGap);
    for (let round = 1; round <= 3; round += 1) {
      await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'samay listener' and datname = current_database()`);
      await expect.poll(() => onGap.mock.calls.length).toBe(round);
      await notify('changes', `after ${round}`);
      await expect.poll(() => heard).toContain(`after ${round}`);
    }
    expect(heard).toEqual(['after 1', 'after 2', 'after 3']);
    expect(warnings[0]).toMatch(/^the database connection that listens for changes was lost: /);
    await stop();
    await database.close();
  });

  test('a pool whose idle connections were ended serves on', async () => {
    const warn = vi.fn<(fields: object, message: string) => void>();
    const log = { warn, error: vi.fn() };
    const database = await openPostgres({ url: held.ownerUrl ?? '', poolSize: 2, log });
    await held.database.pool.query(`select 1`);
    const other = await openPostgres({ url: held.ownerUrl ?? '', poolSize: 1, log });
    await other.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'samay' and datname = current_database() and pid <> pg_backend_pid()`);
    const lost = expect.stringMatching(/^an idle database connection was lost: /);
    await expect
      .poll(() => warn.mock.calls)
      .toContainEqual([{ err: { message: expect.any(String), stack: expect.any(String) } }, lost]);
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await database.close();
    await other.close();
  });
}
