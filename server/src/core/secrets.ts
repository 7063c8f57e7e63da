import { hkdfSync, randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';
import { nextBeginAfter, publishedAt, publishedBeforeMs, type SigningKey } from './signing-keys.ts';

/** What must never leave the server. Made on the first start, kept in a file that only its owner may read. */
export interface Secrets {
  /** Which of them signs and which verify at an instant say signing-keys.ts. They change while the server runs (`followSecrets`). */
  readonly signingKeys: readonly SigningKey[];
  /** Base64: signs links to private files. */
  readonly fileLinkKey: string;
  /** Base64, 32 bytes: seals what the database must not be able to read (sealing.ts). Without it second factors cannot be checked. */
  readonly encryptionKey: string;
}

/** The secrets of this installation. @throws SecretsRefused when the file can be read by others, or is not whole. */
export async function openSecrets(path: string): Promise<Secrets> {
  if (!(await exists(path))) await makeSecrets(path);
  const secrets = await readSecrets(path);
  return secrets.encryptionKey ? secrets : addEncryptionKey(path, secrets);
}

/** @throws SecretsRefused where `openSecrets` would, and writes nothing */
export async function assertUsableSecrets(path: string): Promise<void> {
  if (await exists(path)) await readSecrets(path);
}

/** How often a running server looks for a new signing key: well within the time that it is published before it signs. */
const followEveryMs = 20_000;

/** Keeps the signing keys as the file has them, whoever changes it. What cannot be read changes nothing. Returns how to stop. */
export function followSecrets(path: string, secrets: Secrets, log?: SecretsLog, everyMs = followEveryMs): () => Promise<void> {
  const held: { -readonly [Name in keyof Secrets]: Secrets[Name] } = secrets;
  const look = async () => {
    try {
      held.signingKeys = (await readSecrets(path)).signingKeys;
    } catch (error) {
      log?.error({ err: error }, 'the signing keys could not be read anew; the ones before count');
    }
  };
  const timer = setInterval(() => void look(), everyMs).unref();
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
 * Adds a key that is published at once and signs half an hour later, and takes out those that are over. Returns when it begins to sign.
 * @throws KeyNotRotated while an earlier one still waits for its turn, or where there are no secrets yet; SecretsRefused.
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

/** What a file holds where it is whole; what is written is whole or not there, but people copy files and disks fill. */
function parsed(text: string): Secrets | undefined {
  try {
    const secrets = JSON.parse(text) as Partial<Secrets> | null;
    const isWhole = Array.isArray(secrets?.signingKeys) && secrets.signingKeys.length > 0 && typeof secrets.fileLinkKey === 'string';
    return isWhole ? (secrets as Secrets) : undefined;
  } catch {
    return undefined; // the sentence that follows says so
  }
}

/** Fresh secrets, not kept anywhere. */
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

/** Two first starts at once end with one file: the link fails for the second, which then reads the first one's. */
async function makeSecrets(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = await writeDraft(path, await newSecrets());
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(draft);
}

/**
 * A file from before there was such a key gets one that follows from what it holds, so that two processes that start at once end with
 * the same.
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
