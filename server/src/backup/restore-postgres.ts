import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { now } from '@samay/contract/core/time';
import type { BucketLog } from '../adapters/files/bucket-requests.ts';
import { openFiles } from '../adapters/files/open-files.ts';
import { signedWebhooks } from '../adapters/webhooks/signed.ts';
import type { Dependencies } from '../context/dependencies.ts';
import type { Settings } from '../core/settings.ts';
import { migrate } from '../db/migrate/migrate.ts';
import { openPostgres } from '../db/engines/postgres/open-postgres.ts';
import { openKeys } from '../process/key-store.ts';
import { finishRestore } from '../modules/platform/index.ts';
import { type Erasure, passOver } from './archive.ts';
import { restorePostgresFiles } from './pgbackrest.ts';
import { ArchiveRefused } from './tar.ts';
import { withTemporaryPostgres } from './temporary-postgres.ts';
import { unpackBackup } from './unpack.ts';
import { type BackupKeys, readBackup } from './write-backup.ts';

interface RestorePostgres {
  /** The archives with the files: the last before the instant, and the first after it, if any. */
  readonly paths: readonly string[];
  readonly keys: BackupKeys;
  readonly ledger: readonly Erasure[];
  readonly settings: Settings;
  /** The folder for PostgreSQL's data, which is empty. */
  readonly postgresData: string;
  /** The instant; undefined for the end of the archived log. */
  readonly at: Date | undefined;
  /** The log for the answers of a failing bucket. */
  readonly log: BucketLog;
}

/**
 * Restores PostgreSQL with pgBackRest, and files and secrets to a data directory. PostgreSQL runs
 * for this process alone until it has recovered and later erasures are repeated. Existing secrets
 * and files stay as they are.
 *
 * @throws ArchiveRefused with a sentence for the operator
 */
export async function restorePostgres(
  directory: string,
  { paths, keys, ledger, settings, postgresData, at, log }: RestorePostgres,
  check?: (dependencies: Dependencies) => Promise<void>,
): Promise<{ tenants: number; people: number }> {
  if (existsSync(postgresData) && (await readdir(postgresData)).length > 0)
    throw new ArchiveRefused(
      `${postgresData} is not empty. Stop its PostgreSQL and move its files away first.`,
    );
  // All are read to their ends first: unpacking an archive already places its files.
  for (const path of paths)
    if ((await readBackup(path, keys, passOver)).head.database !== 'postgres')
      throw new ArchiveRefused('This backup is of an embedded database: restore it without DATABASE_URL.');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const files = await openFiles({ ...settings, dataDirectory: directory }, log);
  const known = [...ledger];
  for (const path of paths) {
    const folder = join(directory, 'restore.unfinished');
    await rm(folder, { recursive: true, force: true });
    const read = await unpackBackup(path, keys, { folder, files });
    known.push(...read.erasures);
    const secrets = join(directory, 'secrets.json');
    const unpacked = join(folder, 'secrets.json');
    if (existsSync(unpacked) && !existsSync(secrets)) await rename(unpacked, secrets);
    await rm(folder, { recursive: true });
  }
  await restorePostgresFiles(postgresData, at);
  return withTemporaryPostgres(postgresData, async (urlOf) => {
    const database = await openPostgres({ url: socketUrl(settings.databaseUrl, urlOf), poolSize: 2 });
    try {
      const owner = socketUrl(settings.migrationDatabaseUrl ?? settings.databaseUrl, urlOf);
      await migrate(database, { url: owner });
      const secrets = await openKeys({ ...settings, dataDirectory: directory }, database);
      const dependencies = {
        settings,
        database,
        secrets,
        files,
        webhooks: signedWebhooks({ toLoopback: false }),
        clock: now,
      };
      const erased = await finishRestore(dependencies, known);
      await check?.(dependencies);
      return erased;
    } finally {
      await database.close();
    }
  });
}

/** Returns the address of the same role and database on the temporary server. */
function socketUrl(url: string | undefined, urlOf: (user: string, database: string) => string): string {
  if (url === undefined) throw new Error('there is no address of PostgreSQL');
  const { username, pathname } = new URL(url);
  return urlOf(username, pathname.slice(1));
}
