import { type Database, DatabaseRefused } from '../db/client/database.ts';
import { isEmbedded } from '../db/client/open-database.ts';
import { isMarkedAsDemo, markAsDemo } from '../db/engines/embedded/embedded-directory.ts';
import { mayBecomePlatform } from './login-checks.ts';
import { asPlatform } from '../db/tenant.ts';
import { isDemo } from '../demo/index.ts';

/**
 * Refuses a database that was filled with the demo, so that production never serves accounts whose
 * password is public. Called before and after migrating: a role that serves for the first time may
 * not read the mark before.
 *
 * @throws DatabaseRefused when the database was filled with the demo
 */
export async function assertNotDemo(database: Database): Promise<void> {
  if ((await mayBecomePlatform(database)) && (await asPlatform({ database }, isDemo))) throw demoError();
}

/**
 * Refuses an embedded database with the demo without opening it, because opening writes to its
 * files.
 */
export function assertFolderNotDemo(directory: string): void {
  if (isMarkedAsDemo(directory)) throw demoError();
}

/** Writes into the data directory that its database holds the demo, for `assertFolderNotDemo`. */
export async function markDemoFolder(database: Database): Promise<void> {
  if (!isEmbedded(database) || database.directory === undefined || isMarkedAsDemo(database.directory)) return;
  if (await asPlatform({ database }, isDemo)) markAsDemo(database.directory);
}

function demoError(): DatabaseRefused {
  return new DatabaseRefused(
    'This database holds the demo, whose accounts and password are public: a production start is refused. ' +
      'Give production an empty database (DATABASE_URL), or without PostgreSQL an empty folder (DATA_DIR).',
  );
}
