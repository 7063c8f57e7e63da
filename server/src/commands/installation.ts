import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { now } from '@samay/contract/core/time';
import { openFiles } from '../adapters/files/open-files.ts';
import { archiveMembers } from '../backup/archive-members.ts';
import { writeArchive } from '../backup/archive.ts';
import type { Settings } from '../core/settings.ts';
import { DatabaseRefused } from '../db/database.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import { getPlaces } from '../db/engines/embedded/embedded-directory.ts';
import { openEmbedded } from '../db/engines/embedded/open-embedded.ts';
import { pendingMigrations } from '../db/migrate/pending-migrations.ts';
import { setMark } from '../db/platform-marks.ts';
import { openPostgres } from '../db/engines/postgres/open-postgres.ts';
import { asPlatform } from '../db/tenant.ts';
import { readLedger, runAdminCommand } from '../modules/platform/index.ts';
import { assertEnoughSecrets, openKeys } from '../process/key-store.ts';
import { LocalAddress } from './local-calls.ts';
import { localAddressPath } from './local-server.ts';
import { bucketLog } from './print.ts';
import { type Installation, remoteInstallation } from './remote-installation.ts';

/**
 * Opens the installation of the settings: PostgreSQL, while servers run; the embedded database
 * through the server that has it open, or directly if none runs.
 * @throws DatabaseRefused if there is no installation
 */
export async function openInstallation(settings: Settings): Promise<Installation> {
  const directory = resolve(settings.dataDirectory);
  if (settings.databaseUrl === undefined) {
    const running = await findRunning(directory);
    if (running) return running;
    if (!existsSync(getPlaces(directory).database))
      throw new DatabaseRefused(
        `There is no data in ${directory}. Start Samay once, or set DATA_DIR or DATABASE_URL as the server has them.`,
      );
  }
  return openItself(settings, directory);
}

async function findRunning(directory: string): Promise<Installation | undefined> {
  const text = await readFile(localAddressPath(directory), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const remote = remoteInstallation(LocalAddress.parse(JSON.parse(text)));
  // Opens the database directly if the address is that of a killed server.
  return (await remote.answers()) ? remote : undefined;
}

async function openItself(settings: Settings, directory: string): Promise<Installation> {
  const database = await openDatabase(settings, directory);
  try {
    if ((await pendingMigrations(database)).length > 0)
      throw new DatabaseRefused('The database is not migrated to this release. Start a server of it once.');
    await assertEnoughSecrets(settings, database);
    const secrets = await openKeys(settings, database);
    const dependencies = {
      settings,
      database,
      secrets,
      clock: now,
      files: await openFiles(settings, bucketLog),
    };
    return {
      database: database.kind,
      runAdmin: (name, given) => runAdminCommand(dependencies, name, given),
      archive: async () => Readable.from(writeArchive(archiveMembers(dependencies)), { objectMode: false }),
      erasures: () => readLedger(dependencies),
      mark: ({ name, at, detail }) => asPlatform(dependencies, (tx) => setMark(tx, name, at, detail)),
      close: () => database.close(),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openDatabase({ databaseUrl: url }: Settings, directory: string): Promise<OpenDatabase> {
  return url === undefined ? openEmbedded({ directory }) : openPostgres({ url, poolSize: 2 });
}
