import { join } from 'node:path';
import { now } from '@samay/contract/core/time';
import { type KeyStore, newSecrets, type Secrets, SecretsRefused } from '../core/secrets.ts';
import { hasSecrets, readSecrets, secretsFile } from '../core/secrets-file.ts';
import type { Settings } from '../core/settings.ts';
import type { Database } from '../db/client/database.ts';
import { holdsKeys, holdsEncryptedRows, keyring } from '../db/keyring.ts';
import { mayBecomePlatform } from './login-checks.ts';
import { asPlatform } from '../db/tenant.ts';

type KeySettings = Pick<Settings, 'dataDirectory' | 'secretKeys'>;

export function secretsPathOf({ dataDirectory }: Pick<Settings, 'dataDirectory'>): string {
  return join(dataDirectory, 'secrets.json');
}

/**
 * Opens the keys of the installation: in the database under SECRET_KEYS, else in
 * DATA_DIR/secrets.json. Missing keys are generated; a database that begins with SECRET_KEYS takes
 * over those of the file.
 */
export async function openKeys(
  settings: KeySettings,
  database: Database,
): Promise<{ store: KeyStore; secrets: Secrets }> {
  const path = secretsPathOf(settings);
  if (settings.secretKeys.length === 0) {
    const store = secretsFile(path);
    return { store, secrets: await store.readOrMake() };
  }
  const store = keyring(database, settings.secretKeys, now);
  const secrets = await store.readOrMake(async () =>
    (await hasSecrets(path)) ? readSecrets(path) : newSecrets(),
  );
  return { store, secrets };
}

/**
 * Checks, before anything is written, that the keys for the database's encrypted values are here.
 * @throws SecretsRefused with what is missing
 */
export async function assertEnoughSecrets(settings: KeySettings, database: Database): Promise<void> {
  if (!(await mayBecomePlatform(database))) return;
  const path = secretsPathOf(settings);
  const [hasFile, hasKeys] = await Promise.all([hasSecrets(path), asPlatform({ database }, holdsKeys)]);
  if (hasKeys) {
    if (settings.secretKeys.length === 0)
      throw new SecretsRefused(
        'SECRET_KEYS is missing: this database holds its keys encrypted under it. Set SECRET_KEYS, or SECRET_KEYS_FILE to a file with it.',
      );
    await keyring(database, settings.secretKeys, now).read();
  } else if (!hasFile && (await asPlatform({ database }, holdsEncryptedRows)))
    throw new SecretsRefused(
      `${path} is missing: this database holds second factors, webhooks or calendars that are encrypted under its keys. Put back the copy that you keep of it.`,
    );
}
