import { randomBytes } from 'node:crypto';
import type { Database } from '../src/db/database.ts';
import { migrate } from '../src/db/migrate.ts';
import { openEmbedded } from '../src/db/open-embedded.ts';
import { openPostgres } from '../src/db/open-postgres.ts';
import { adminUrl, administer, databaseUrl, loginUrl, templateName } from './postgres-template.ts';
import { dumpOf } from './embedded-dump.ts';

export interface TestDatabase {
  database: Database;
  /** PostgreSQL: the owner's address, for what the login role may not do. */
  ownerUrl: string | undefined;
  close(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** False: empty, and open as the owner of what will be created. */
  migrated?: boolean;
  poolSize?: number;
}

/** The engine this run proves: `TEST_ENGINE=embedded` (the default) or `postgres`, which needs TEST_DATABASE_URL. */
export const testEngine: Database['kind'] = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'embedded';

/** A fresh database of its own for a test file, migrated, open as the role that serves; `close` deletes it. */
export async function testDatabase({ migrated = true, poolSize = 10 }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  return testEngine === 'postgres' ? onPostgres(migrated, poolSize) : embedded(migrated);
}

/** In memory, from a dump made once per machine and state of the migrations: starting from nothing takes seconds. */
async function embedded(migrated: boolean): Promise<TestDatabase> {
  const dump = migrated ? await dumpOf('migrated', migrate) : await dumpOf('empty', async () => undefined);
  const database = await openEmbedded({ dump });
  return { database, ownerUrl: undefined, close: () => database.close() };
}

/** A copy of a template that is migrated once per cluster and state of the migrations. */
async function onPostgres(migrated: boolean, poolSize: number): Promise<TestDatabase> {
  const name = `samay_test_${randomBytes(8).toString('hex')}`;
  const template = migrated ? await templateName() : 'template1';
  await administer((client) => client.query(`create database ${name} template ${template}`));
  const ownerUrl = databaseUrl(adminUrl(), name);
  const database = await openPostgres({ url: migrated ? loginUrl(ownerUrl) : ownerUrl, poolSize });
  return {
    database,
    ownerUrl,
    async close() {
      await database.close();
      await administer((client) => client.query(`drop database ${name} with (force)`));
    },
  };
}
