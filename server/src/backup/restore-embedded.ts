import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { now } from '@samay/contract/core/time';
import type { BucketLog } from '../adapters/files/bucket-requests.ts';
import { folderFiles } from '../adapters/files/folder.ts';
import { openFiles } from '../adapters/files/open-files.ts';
import { signedWebhooks } from '../adapters/webhooks/signed.ts';
import type { Dependencies } from '../context/dependencies.ts';
import type { Settings } from '../core/settings.ts';
import { openEmbedded } from '../db/engines/embedded/open-embedded.ts';
import { syncTree } from '../db/engines/embedded/sync-path.ts';
import { migrate } from '../db/migrate/migrate.ts';
import { pendingMigrations } from '../db/migrate/pending-migrations.ts';
import { openKeys } from '../process/key-store.ts';
import { finishRestore } from '../modules/platform/index.ts';
import type { Erasure, ReadArchive } from './archive.ts';
import { ArchiveRefused } from './tar.ts';
import { unpackBackup } from './unpack.ts';
import type { BackupKeys } from './write-backup.ts';

export interface RestoreFrom {
  readonly path: string;
  readonly keys: BackupKeys;
  /** The later erasures, by the ledgers of newer backups. */
  readonly ledger: readonly Erasure[];
  readonly settings: Settings;
}

export interface Restored extends ReadArchive {
  readonly erased: { readonly tenants: number; readonly people: number };
}

/**
 * The parts in the order of their placing: while `database` is missing, no server opens the folder
 * as a restored one.
 */
const parts = ['secrets.json', 'files', 'database.json', 'database'] as const;

/**
 * Restores a backup of the embedded database to an empty data directory. Everything is unpacked,
 * compared and migrated, and later erasures are repeated, before any part is placed. `check` may
 * inspect the restored data while it is open.
 * @throws ArchiveRefused where the directory holds data, or the archive is damaged, of PostgreSQL,
 * or of another key
 */
export async function restoreEmbedded(
  directory: string,
  { path, keys, ledger, settings }: RestoreFrom,
  check?: (dependencies: Dependencies) => Promise<void>,
): Promise<Restored> {
  const taken = parts.filter((part) => existsSync(join(directory, part)));
  if (taken.length > 0)
    throw new ArchiveRefused(
      `${directory} holds data already (${taken.join(', ')}). Restore to an empty DATA_DIR, or move that data away.`,
    );
  const folder = join(directory, 'restore.unfinished');
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'files'), { recursive: true, mode: 0o700 });
  try {
    const files = await folderFiles(join(folder, 'files'));
    const read = await unpackBackup(path, keys, { folder, files });
    if (read.head.database !== 'embedded')
      throw new ArchiveRefused('This backup is of an installation on PostgreSQL: set DATABASE_URL.');
    assertDatabase(folder);
    const erased = await prepare({ folder, files, settings, ledger: [...read.erasures, ...ledger] }, check);
    syncTree(folder);
    for (const part of parts)
      if (existsSync(join(folder, part))) await rename(join(folder, part), join(directory, part));
    syncTree(directory);
    return { ...read, erased };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Restores a dump that was written before a migration to a data directory whose database was moved
 * away; secrets and files remain there. It serves to return to the release that wrote it, so it
 * must be the current release.
 * @throws ArchiveRefused if the directory has a database
 */
export async function restoreDump(
  directory: string,
  {
    path,
    identities,
    ledger,
    settings,
    log,
  }: Omit<RestoreFrom, 'keys'> & { identities: readonly string[] | undefined; log?: BucketLog },
): Promise<Restored['erased']> {
  if (existsSync(join(directory, 'database')))
    throw new ArchiveRefused(`Move ${join(directory, 'database')} away first.`);
  const folder = join(directory, 'restore.unfinished');
  await rm(folder, { recursive: true, force: true });
  try {
    await unpackBackup(path, { identities, signer: undefined }, { folder });
    assertDatabase(folder);
    const database = await openEmbedded({ directory: folder });
    let erased;
    try {
      if ((await pendingMigrations(database)).length > 0)
        throw new ArchiveRefused('An older release wrote this dump. Restore it with that release.');
      const here = { ...settings, dataDirectory: directory };
      const secrets = await openKeys(here, database);
      const [files, webhooks] = [await openFiles(here, log), signedWebhooks({ toLoopback: false })];
      erased = await finishRestore({ settings, database, secrets, files, webhooks, clock: now }, ledger);
    } finally {
      await database.close();
    }
    syncTree(folder);
    for (const part of ['database.json', 'database']) await rename(join(folder, part), join(directory, part));
    syncTree(directory);
    return erased;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Checks that a database was unpacked: otherwise an empty one would be created. @throws
 * ArchiveRefused
 */
function assertDatabase(folder: string): void {
  for (const part of ['database.json', 'database'])
    if (!existsSync(join(folder, part))) throw new ArchiveRefused(`The archive has no ${part}.`);
}

/** Opens the unpacked database, and prepares it for a server of this release. */
async function prepare(
  {
    folder,
    files,
    settings,
    ledger,
  }: { folder: string; files: Dependencies['files']; settings: Settings; ledger: readonly Erasure[] },
  check?: (dependencies: Dependencies) => Promise<void>,
): Promise<Restored['erased']> {
  const database = await openEmbedded({ directory: folder });
  try {
    // Migrates without a dump: it would hold rows that are erased below.
    await migrate(database);
    const secrets = await openKeys({ ...settings, dataDirectory: folder }, database);
    const webhooks = signedWebhooks({ toLoopback: false });
    const dependencies = { settings, database, secrets, files, webhooks, clock: now };
    const erased = await finishRestore(dependencies, ledger);
    await check?.(dependencies);
    return erased;
  } finally {
    await database.close();
  }
}
