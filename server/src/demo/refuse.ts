import { type Database, DatabaseRefused } from '../db/database.ts';
import { asPlatform } from '../db/tenant.ts';
import { isDemo } from './queries.ts';

/**
 * Keeps production away from a database that anybody can sign in to with a password everybody knows.
 *
 * @throws DatabaseRefused when the database was filled with the demo
 */
export async function refuseDemo(database: Database): Promise<void> {
  if (await asPlatform({ database }, isDemo)) {
    throw new DatabaseRefused(
      'This database holds the demo, whose accounts and password are public: a production start is refused. ' +
        'Give production an empty database (DATABASE_URL), or without PostgreSQL an empty folder (DATA_DIR).',
    );
  }
}
