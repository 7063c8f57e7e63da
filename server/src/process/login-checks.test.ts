import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase, testEngine } from '../../test/fixtures/database.ts';
import { DatabaseRefused } from '../db/database.ts';
import { openPostgres } from '../db/engines/postgres/open-postgres.ts';
import { assertSafeLogin } from './login-checks.ts';

let held: TestDatabase;

beforeAll(async () => {
  held = await testDatabase();
});

afterAll(() => held.close());

test('the role that serves in production may', async () => {
  await expect(assertSafeLogin(held.database)).resolves.toBeUndefined();
});

if (testEngine === 'postgres') {
  test('a superuser may not [T-6.8]', async () => {
    const database = await openPostgres({ url: held.ownerUrl ?? '', poolSize: 1 });
    await expect(assertSafeLogin(database)).rejects.toThrow(DatabaseRefused);
    await expect(assertSafeLogin(database)).rejects.toThrow(
      /^The login role \w+ of DATABASE_URL is a superuser, .*MIGRATION_DATABASE_URL\.$/,
    );
    await database.close();
  });

  test.each([
    ['has BYPASSRLS', (role: string) => `alter role ${role} bypassrls`],
    [
      'inherits from samay_platform, which sees every business',
      (role: string) => `grant samay_platform to ${role}`,
    ],
    ['owns the table appointments', (role: string) => `alter table appointments owner to ${role}`],
    [
      'owns the table outbox',
      (role: string) =>
        `create role ${role}_group; alter table outbox owner to ${role}_group; grant ${role}_group to ${role}`,
    ],
  ])('nor one that %s [T-6.8]', async (reason, make) => {
    const role = `samay_unsafe_${process.pid}`;
    const owner = await openPostgres({ url: held.ownerUrl ?? '', poolSize: 1 });
    await owner.pool.query(`create role ${role} login password 'samay'; ${make(role)}`);
    const url = Object.assign(new URL(held.ownerUrl ?? ''), { username: role, password: 'samay' }).href;
    const database = await openPostgres({ url, poolSize: 1 });
    await expect(assertSafeLogin(database)).rejects.toThrow(
      `The login role ${role} of DATABASE_URL ${reason}, so`,
    );
    await database.close();
    await owner.pool.query(`reassign owned by ${role} to current_user; drop role ${role}`);
    await owner.pool.query(`do $$ begin
      if exists (select from pg_roles where rolname = '${role}_group') then
        reassign owned by ${role}_group to current_user; drop role ${role}_group;
      end if; end $$`);
    await owner.close();
  });
}
