import { formatInstant, now } from '@samay/contract/core/time';
import { runMain, say } from './commands/print.ts';
import { currentAt, nextBeginAfter, type TimedKey } from './core/key-times.ts';
import { type KeyKind, keyKinds, KeyNotRotated, rotateKey } from './core/rotate-keys.ts';
import { type KeyStore, type Secrets } from './core/secrets.ts';
import { hasSecrets, secretsFile } from './core/secrets-file.ts';
import { readSettings, type Settings } from './core/settings.ts';
import type { Database } from './db/database.ts';
import { type Keyring, keyring } from './process/keyring.ts';
import { openPostgres } from './db/engines/postgres/open-postgres.ts';
import { asPlatform } from './db/tenant.ts';
import { secretsPathOf } from './process/key-store.ts';
import { countUnder } from './scheduled-jobs/reencrypt.ts';

const usage = `Say what: npm run rotate -- signing | links | encryption | all | operator | status
  signing, links, encryption, all   adds a new key of that kind, while servers run
  operator                       encrypts the keys in the database under the first of SECRET_KEYS
  status                         shows the keys, and what is left under older ones`;

/**
 * The places of the keys; `database` is undefined for the embedded one, which only its server can
 * open.
 */
interface Keys {
  readonly store: KeyStore;
  readonly ring: Keyring | undefined;
  readonly database: Database | undefined;
}

/** `npm run rotate`: changes the keys of an installation while its servers run (decision 0064). */
async function main(what: string | undefined): Promise<void> {
  const settings = readSettings(process.env);
  const { databaseUrl: url, databaseDeadlines: deadlines } = settings;
  const database = url ? await openPostgres({ url, poolSize: 1, deadlines }) : undefined;
  try {
    await run(what, await openKeys(settings, database));
  } finally {
    await database?.close();
  }
}

async function openKeys(settings: Settings, database: Database | undefined): Promise<Keys> {
  if (database && settings.secretKeys.length > 0) {
    const ring = keyring(database, settings.secretKeys, now);
    return { store: ring, ring, database };
  }
  const path = secretsPathOf(settings);
  if (!(await hasSecrets(path)))
    throw new KeyNotRotated(`${path} is not there. Start Samay once, or set DATA_DIR.`);
  return { store: secretsFile(path), ring: undefined, database };
}

async function run(what: string | undefined, keys: Keys): Promise<void> {
  const kind = keyKinds.find((each) => each === what);
  if (kind) return rotate(keys.store, kind);
  if (what === 'all') for (const each of keyKinds) await rotate(keys.store, each);
  else if (what === 'operator') await encryptUnderFirst(keys.ring);
  else if (what === 'status') await showStatus(keys);
  else throw new KeyNotRotated(usage);
}

async function rotate(store: KeyStore, kind: KeyKind): Promise<void> {
  const begin = formatInstant((await rotateKey(store, kind, now())).toISOString());
  say(`${kind}: a new key is published, and used from ${begin} (India) on. ${afterwards[kind]}`);
}

const afterwards: Readonly<Record<KeyKind, string>> = {
  signing: 'The one before it counts 25 minutes longer.',
  links: 'The one before it counts 5 minutes longer.',
  encryption:
    'Servers then encrypt everything anew, and remove the one before it when nothing is left under it.',
};

async function encryptUnderFirst(ring: Keyring | undefined): Promise<void> {
  if (!ring)
    throw new KeyNotRotated(
      'SECRET_KEYS is not set: the keys are in a file, and no other key encrypts them.',
    );
  say(
    `${await ring.encryptUnderFirst()} keys are encrypted under the first of SECRET_KEYS now. The others of SECRET_KEYS are not needed any more.`,
  );
}

async function showStatus({ store, database }: Keys): Promise<void> {
  const at = now();
  const secrets = await store.read();
  show('signing', secrets.signingKeys, ({ kid }) => kid, at);
  show('links', secrets.fileLinkKeys, ({ id }) => id, at);
  show('encryption', secrets.encryptionKeys, ({ id }) => id, at);
  if (database) await showLeft(secrets, database, at);
}

function show<Key extends TimedKey>(
  kind: KeyKind,
  keys: readonly Key[],
  nameOf: (key: Key) => string,
  at: Date,
): void {
  for (const key of keys) {
    const state = nextBeginAfter([key], at)
      ? `used from ${formatInstant(key.signsFrom ?? '')} (India) on`
      : 'older';
    say(`${kind} ${nameOf(key)}: ${key === currentAt(keys, at) ? 'in use' : state}`);
  }
}

async function showLeft({ encryptionKeys }: Secrets, database: Database, at: Date): Promise<void> {
  for (const key of encryptionKeys.filter(
    (each) => each !== currentAt(encryptionKeys, at) && !nextBeginAfter([each], at),
  ))
    say(
      `${await asPlatform({ database }, (tx) => countUnder(tx, key))} values are left under the encryption key ${key.id}.`,
    );
}

await runMain(() => main(process.argv[2]));
