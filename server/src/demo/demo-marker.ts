import { type Database, DatabaseRefused, isEmbedded } from '../db/client/database.ts';
import { isMarkedAsDemo, markAsDemo } from '../db/embedded/embedded-directory.ts';
import { mayBecomePlatform } from '../db/postgres/may-become-platform.ts';
import { asPlatform } from '../db/tenant.ts';
import { isDemo } from './queries.ts';

/**
 * Keeps production away from a database that anybody can sign in to with a password everybody knows. Asked before and after migrating: a role that
 * serves for the first time may not look before.
 *
 * @throws DatabaseRefused when the database was filled with the demo
 */
export async function refuseDemo(database: Database): Promise<void> {
  if ((await mayBecomePlatform(database)) && (await asPlatform({ database }, isDemo))) throw refusal();
}

/** The same for the embedded database without opening it, which writes to its files. */
export function refuseDemoFolder(directory: string): void {
  if (isMarkedAsDemo(directory)) throw refusal();
}

/** Says on the folder what the database says of itself, for `refuseDemoFolder`. */
export async function noteDemo(database: Database): Promise<void> {
  if (!isEmbedded(database) || database.directory === undefined || isMarkedAsDemo(database.directory)) return;
  if (await asPlatform({ database }, isDemo)) markAsDemo(database.directory);
}

function refusal(): DatabaseRefused {
  return new DatabaseRefused(
    'This database holds the demo, whose accounts and password are public: a production start is refused. ' +
      'Give production an empty database (DATABASE_URL), or without PostgreSQL an empty folder (DATA_DIR).',
  );
}
