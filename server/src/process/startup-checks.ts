import { access, constants, mkdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import type { Settings } from '../core/settings.ts';
import { type Database, DatabaseRefused } from '../db/client/database.ts';
import { assertUsable } from '../db/embedded/embedded-directory.ts';
import { refuseOwningLogin, refuseUnsafeLogin } from '../db/postgres/login-checks.ts';
import { refuseDemo, refuseDemoFolder } from '../demo/index.ts';
import { refuseUnusableSecrets, SecretsRefused } from '../core/secrets.ts';

/** Thrown with a sentence for the operator. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

/** Whether an error is a sentence for the operator rather than a fault. */
export function isRefusedStart(error: unknown): error is Error {
  return (
    error instanceof StartRefused ||
    error instanceof DatabaseRefused ||
    error instanceof SecretsRefused ||
    (error instanceof Error && error.message.startsWith('These settings stop the start'))
  );
}

export function secretsPathOf({ dataDirectory }: Settings): string {
  return join(dataDirectory, 'secrets.json');
}

/** What can refuse a start and is known without a database. Nothing has been written. */
export async function refuseBeforeOpening(settings: Settings): Promise<void> {
  const folder = resolve(settings.dataDirectory);
  await refuseUnusableFolder(folder);
  await refuseUnusableSecrets(secretsPathOf(settings));
  if (!settings.databaseUrl) {
    assertUsable(folder);
    if (settings.production) refuseDemoFolder(folder);
  }
  await refuseTakenPort(settings);
}

/** What only the database can say. Its tables are as they were, and where it is PostgreSQL, so is the folder. */
export async function refuseBeforeMigrating(
  { production, databaseUrl, migrationDatabaseUrl }: Settings,
  database: Database,
): Promise<void> {
  if (!production) return;
  await refuseUnsafeLogin(database);
  if (databaseUrl) await refuseOwningLogin(database, migrationDatabaseUrl ?? databaseUrl);
  await refuseDemo(database);
}

/** Makes the folder, whichever database there is: files and secrets lie there as well. */
export async function prepareFolder({ dataDirectory }: Settings): Promise<void> {
  try {
    await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
    await access(dataDirectory, constants.W_OK);
  } catch (error) {
    throw unusable(dataDirectory, error);
  }
}

export function portTaken(port: number, cause: unknown): StartRefused {
  return new StartRefused(`Port ${port} is taken by another program. Stop it, or set PORT to another one.`, { cause });
}

/** Whether the folder can be written to or made, asked of the nearest one that is there. */
async function refuseUnusableFolder(folder: string, place: string = folder): Promise<void> {
  try {
    if (!(await stat(place)).isDirectory()) throw Object.assign(new Error(`${place} is no folder`), { code: 'ENOTDIR' });
    await access(place, constants.W_OK);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT' && place !== dirname(place);
    if (!isMissing) throw unusable(folder, error);
    await refuseUnusableFolder(folder, dirname(place));
  }
}

function unusable(folder: string, error: unknown): StartRefused {
  const { code } = error as NodeJS.ErrnoException;
  return new StartRefused(`The folder ${folder} cannot be used (${code}). Give DATA_DIR a folder that Samay may write to.`, {
    cause: error,
  });
}

/** By taking it for a moment. */
async function refuseTakenPort({ port, host }: Settings): Promise<void> {
  const probe = createServer();
  await new Promise<void>((free, refuse) => {
    probe.once('error', (error: NodeJS.ErrnoException) => refuse(error.code === 'EADDRINUSE' ? portTaken(port, error) : error));
    probe.listen({ port, host }, free);
  });
  await new Promise((closed) => probe.close(closed));
}
