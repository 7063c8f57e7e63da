import { hkdfSync, randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

/** What must never leave the server. Made on the first start, kept in a file that only its owner may read. */
export interface Secrets {
  /** ES256 key pairs that sign access tokens; the first signs, all verify. */
  readonly signingKeys: readonly (JWK & { kid: string })[];
  /** Base64: signs links to private files. */
  readonly fileLinkKey: string;
  /** Base64, 32 bytes: seals what the database must not be able to read (sealing.ts). Without it second factors cannot be checked. */
  readonly encryptionKey: string;
}

/** The secrets of this installation. Throws when the file can be read by others. */
export async function openSecrets(path: string): Promise<Secrets> {
  if (!(await exists(path))) await makeSecrets(path);
  const { mode } = await stat(path);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new Error(`${path} can be read by other users of this machine. Run: chmod 600 ${path}`);
  }
  const secrets = JSON.parse(await readFile(path, 'utf8')) as Secrets;
  return secrets.encryptionKey ? secrets : addEncryptionKey(path, secrets);
}

/** Fresh secrets, not kept anywhere. */
export async function newSecrets(): Promise<Secrets> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const kid = randomBytes(8).toString('hex');
  return {
    signingKeys: [{ ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' }],
    fileLinkKey: randomBytes(32).toString('base64'),
    encryptionKey: randomBytes(32).toString('base64'),
  };
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
