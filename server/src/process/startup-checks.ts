import { access, constants, mkdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, resolve } from 'node:path';
import type { Settings } from '../core/settings.ts';
import { type Database, DatabaseRefused } from '../db/database.ts';
import { assertUsable } from '../db/engines/embedded/embedded-directory.ts';
import { assertLoginOwnsNothing, assertSafeLogin } from './login-checks.ts';
import { SecretsRefused } from '../core/secrets.ts';
import { assertUsableSecrets } from '../core/secrets-file.ts';
import { pendingMigrations } from '../db/migrate/pending-migrations.ts';
import { assertFolderNotDemo, assertNotDemo } from './demo-checks.ts';
import { assertEnoughSecrets, getSecretsPath } from './key-store.ts';

/** A reason not to start; the message is a sentence for the operator. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
}

/** Returns whether an error is a sentence for the operator rather than a fault. */
export function isStartupError(error: unknown): error is Error {
  return (
    error instanceof StartupError ||
    error instanceof DatabaseRefused ||
    error instanceof SecretsRefused ||
    (error instanceof Error && error.message.startsWith('These settings stop the start'))
  );
}

/** Checks the settings and this machine, without a database. Nothing has been written yet. */
export async function checkBeforeOpening(settings: Settings): Promise<void> {
  const folder = resolve(settings.dataDirectory);
  await assertUsableFolder(folder);
  await assertUsableSecrets(getSecretsPath(settings));
  if (!settings.databaseUrl) {
    assertUsable(folder);
    if (settings.production) assertFolderNotDemo(folder);
  }
  await assertFreePort(settings);
}

/**
 * Checks the database before migrating. Its tables are unchanged, and on PostgreSQL so is the
 * folder.
 */
export async function checkBeforeMigrating(settings: Settings, database: Database): Promise<void> {
  await assertEnoughSecrets(settings, database);
  const { production, databaseUrl, migrationDatabaseUrl } = settings;
  if (!production) return;
  await assertSafeLogin(database);
  const mustMigrate = databaseUrl !== undefined && (await pendingMigrations(database)).length > 0;
  if (mustMigrate) await assertLoginOwnsNothing(database, migrationDatabaseUrl ?? databaseUrl);
  await assertNotDemo(database);
}

/** Creates the data directory, with PostgreSQL too: files and secrets are stored there. */
export async function prepareFolder({ dataDirectory }: Settings): Promise<void> {
  try {
    await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
    await access(dataDirectory, constants.W_OK);
  } catch (error) {
    throw folderError(dataDirectory, error);
  }
}

export function portInUseError(port: number, cause: unknown): StartupError {
  return new StartupError(`Port ${port} is taken by another program. Stop it, or set PORT to another one.`, {
    cause,
  });
}

/** Checks that the folder can be written to, or created in its nearest existing parent. */
async function assertUsableFolder(folder: string, place: string = folder): Promise<void> {
  try {
    if (!(await stat(place)).isDirectory())
      throw Object.assign(new Error(`${place} is no folder`), { code: 'ENOTDIR' });
    await access(place, constants.W_OK);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT' && place !== dirname(place);
    if (!isMissing) throw folderError(folder, error);
    await assertUsableFolder(folder, dirname(place));
  }
}

function folderError(folder: string, error: unknown): StartupError {
  const { code } = error as NodeJS.ErrnoException;
  return new StartupError(
    `The folder ${folder} cannot be used (${code}). Give DATA_DIR a folder that Samay may write to.`,
    {
      cause: error,
    },
  );
}

/** Checks that the port is free, by listening on it for a moment. */
async function assertFreePort({ port, host }: Settings): Promise<void> {
  const probe = createServer();
  await new Promise<void>((free, refuse) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      refuse(error.code === 'EADDRINUSE' ? portInUseError(port, error) : error),
    );
    probe.listen({ port, host }, free);
  });
  await new Promise((closed) => probe.close(closed));
}
