import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../test/fixtures/backup/run-command.ts';
import { testDatabase, type TestDatabase, testEngine } from '../../test/fixtures/database.ts';
import { readMigrations } from '../db/migrate/migrations.ts';
import { pendingMigrations } from '../db/migrate/pending-migrations.ts';

describe.skipIf(testEngine !== 'postgres')('setting migrations aside', () => {
  let held: TestDatabase;
  beforeAll(async () => {
    held = await testDatabase();
  });
  afterAll(() => held.close());

  const run = (...args: string[]) =>
    runCommand('set-migrations-aside', args, {
      MIGRATION_DATABASE_URL: held.ownerUrl ?? '',
      DATABASE_URL: held.ownerUrl ?? '',
    });
  const applied = async () =>
    (await held.database.pool.query('select * from schema_migrations order by name')).rows as {
      name: string;
    }[];
  const later = readMigrations().flatMap(({ name }) => (name > '0028-people-by-number.sql' ? [name] : []));

  it('hides those that the release before refuses, and brings them back as they were', async () => {
    const before = await applied();
    expect(await run()).toBe(
      `${later.length} migrations are set aside. Bring them back before the new release starts again.\n`,
    );
    expect((await applied()).at(-1)?.name).toBe('0028-people-by-number.sql');
    expect(await pendingMigrations(held.database)).toEqual(later);
    // A second time finds nothing left.
    expect(await run()).toContain('0 migrations are set aside.');
    expect(await run('back')).toBe(`${later.length} migrations are known again.\n`);
    expect(await applied()).toEqual(before);
    expect(await pendingMigrations(held.database)).toEqual([]);
  });

  it('does nothing with a word that it does not know', async () => {
    await expect(run('forward')).rejects.toThrow('npm run set-migrations-aside back');
    expect(await pendingMigrations(held.database)).toEqual([]);
  });
});

it('is for PostgreSQL alone', async () => {
  await expect(runCommand('set-migrations-aside', [], {})).rejects.toThrow('Set MIGRATION_DATABASE_URL');
});
