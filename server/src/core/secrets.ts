import { hkdfSync, randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { nextBeginAfter, publishedAt, publishedBeforeMs, type SigningKey } from './signing-keys.ts';

/** The secrets of an installation. Created on the first start, in a file that only its owner may read. */
export interface Secrets {
  /** signing-keys.ts decides which of them signs and which verify at an instant. They change while the server runs (`followSecrets`). */
  readonly signingKeys: readonly SigningKey[];
  /** Base64: signs links to private files. */
  readonly fileLinkKey: string;
  /** Base64, 32 bytes: encrypts what the database must not be able to read (encryption.ts). Without it second factors cannot be checked. */
  readonly encryptionKey: string;
}

/** Reads the secrets, or creates them. @throws SecretsRefused when the file can be read by others, or is incomplete. */
export async function openSecrets(path: string): Promise<Secrets> {
  if (!(await exists(path))) await makeSecrets(path);
  const secrets = await readSecrets(path);
  return secrets.encryptionKey ? secrets : addEncryptionKey(path, secrets);
}

/** Checks the file without writing. @throws SecretsRefused where `openSecrets` would. */
export async function assertUsableSecrets(path: string): Promise<void> {
  if (await exists(path)) await readSecrets(path);
}

/** How often a running server reads the signing keys: much less than the time between a key's publication and its use. */
const followEveryMs = 20_000;

/** Rereads the signing keys from the file. An unreadable file changes nothing. Returns a function that ends this. */
export function followSecrets(path: string, secrets: Secrets, log?: SecretsLog, everyMs = followEveryMs): () => Promise<void> {
  const held: { -readonly [Name in keyof Secrets]: Secrets[Name] } = secrets;
  const reload = async () => {
    try {
      held.signingKeys = (await readSecrets(path)).signingKeys;
    } catch (error) {
      log?.error({ err: error }, 'the signing keys could not be read anew; the ones before count');
    }
  };
  const timer = setInterval(() => void reload(), everyMs).unref();
  return async () => clearInterval(timer);
}

interface SecretsLog {
  error(about: object, message: string): void;
}

/** A file of secrets that cannot be used as it is: the message is a sentence for the operator. */
export class SecretsRefused extends Error {
  override readonly name = 'SecretsRefused';
}

/** A rotation that is refused: the message is a sentence for the operator. */
export class KeyNotRotated extends Error {
  override readonly name = 'KeyNotRotated';
}

/**
 * Adds a key that is published now and signs half an hour later, and removes those that are over. Returns when it begins to sign.
 * @throws KeyNotRotated while an earlier new key does not sign yet, or where there are no secrets; SecretsRefused.
 */
export async function rotateSigningKey(path: string, now: Date): Promise<Date> {
  if (!(await exists(path))) throw new KeyNotRotated(`${path} is not there. Start Samay once, or set DATA_DIR.`);
  const secrets = await readSecrets(path);
  const waiting = nextBeginAfter(secrets.signingKeys, now);
  if (waiting) throw new KeyNotRotated(`A new key is published already, and signs from ${waiting.toISOString()} on.`);
  const begin = new Date(now.getTime() + publishedBeforeMs);
  const added = { ...(await newSigningKey()), signsFrom: begin.toISOString() };
  const signingKeys = [...publishedAt(secrets.signingKeys, now), added];
  await rename(await writeDraft(path, { ...secrets, signingKeys }), path);
  return begin;
}

async function readSecrets(path: string): Promise<Secrets> {
  const { mode } = await stat(path);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new SecretsRefused(`${path} can be read by other users of this machine. Run: chmod 600 ${path}`);
  }
  const secrets = parsed(await readFile(path, 'utf8'));
  if (!secrets) throw new SecretsRefused(`${path} does not hold the secrets of Samay. Put back the copy that you keep of it.`);
  return secrets;
}

/** The secrets of a complete file; undefined otherwise. The server writes it atomically, but people copy files and disks fill up. */
function parsed(text: string): Secrets | undefined {
  try {
    const secrets = JSON.parse(text) as Partial<Secrets> | null;
    const isWhole = Array.isArray(secrets?.signingKeys) && secrets.signingKeys.length > 0 && typeof secrets.fileLinkKey === 'string';
    return isWhole ? (secrets as Secrets) : undefined;
  } catch {
    return undefined; // the caller throws the error
  }
}

/** New secrets, not stored anywhere. */
export async function newSecrets(): Promise<Secrets> {
  return {
    signingKeys: [await newSigningKey()],
    fileLinkKey: randomBytes(32).toString('base64'),
    encryptionKey: randomBytes(32).toString('base64'),
  };
}

async function newSigningKey(): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: randomBytes(8).toString('hex'), alg: 'ES256', use: 'sig' };
}

/** Creates the file. Of two concurrent first starts the link of the second fails, and it then reads the file of the first. */
async function makeSecrets(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = await writeDraft(path, await newSecrets());
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(draft);
}

/**
 * Adds the encryption key to a file of an older release. It is derived from the file's content, so that two concurrent processes derive the
 * same.
 */
async function addEncryptionKey(path: string, secrets: Omit<Secrets, 'encryptionKey'>): Promise<Secrets> {
  const key = hkdfSync('sha256', Buffer.from(secrets.fileLinkKey, 'base64'), '', 'samay encryption key', 32);
  const whole = { ...secrets, encryptionKey: Buffer.from(key).toString('base64') };
  await rename(await writeDraft(path, whole), path);
  return whole;
}

async function writeDraft(path: string, secrets: Secrets): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(JSON.stringify(secrets, null, 2));
    await file.sync();
  } finally {
    await file.close();
  }
  await chmod(draft, 0o600);
  return draft;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
