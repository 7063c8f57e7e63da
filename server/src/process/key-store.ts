import { join } from 'node:path';
import { type Secrets, getSecrets, SecretsRefused } from '../core/secrets.ts';
import { hasSecrets, readOrMakeSecrets, readSecrets } from '../core/secrets-file.ts';
import type { Settings } from '../core/settings.ts';
import type { Database } from '../db/database.ts';
import { asPlatform } from '../db/tenant.ts';
import { holdsUnreadable, writeCheck } from '../modules/platform/index.ts';
import { mayBecomePlatform } from './login-checks.ts';

type KeySettings = Pick<Settings, 'dataDirectory' | 'secretKeys'>;

export function getSecretsPath({ dataDirectory }: Pick<Settings, 'dataDirectory'>): string {
  return join(dataDirectory, 'secrets.json');
}

/**
 * Opens the keys of the installation: SECRET_KEYS, else DATA_DIR/secrets.json, which the first start
 * generates.
 * @throws SecretsRefused if the database holds values of other keys
 */
export async function openKeys(settings: KeySettings, database: Database): Promise<Secrets> {
  const { secretKeys } = settings;
  const secrets =
    secretKeys.length > 0 ? getSecrets(secretKeys) : await readOrMakeSecrets(getSecretsPath(settings));
  await asPlatform({ database }, async (tx) => {
    await writeCheck(tx, secrets);
    if (await holdsUnreadable(tx, secrets)) throw otherKeys(settings);
  });
  return secrets;
}

/**
 * Checks, before anything is written, that the keys for the database's encrypted values are here.
 * @throws SecretsRefused if they are not
 */
export async function assertEnoughSecrets(settings: KeySettings, database: Database): Promise<void> {
  if (!(await mayBecomePlatform(database))) return;
  const known = await knownKeys(settings);
  if (await asPlatform({ database }, (tx) => holdsUnreadable(tx, known))) throw otherKeys(settings);
}

async function knownKeys(settings: KeySettings): Promise<Secrets> {
  if (settings.secretKeys.length > 0) return getSecrets(settings.secretKeys);
  const path = getSecretsPath(settings);
  return (await hasSecrets(path)) ? readSecrets(path) : getSecrets([]);
}

function otherKeys(settings: KeySettings): SecretsRefused {
  const place = settings.secretKeys.length > 0 ? 'SECRET_KEYS' : getSecretsPath(settings);
  return new SecretsRefused(
    `The database holds values that are encrypted under another key than ${place} has. Give this server the SECRET_KEYS of the others, or put back the copy of secrets.json that you keep.`,
  );
}
