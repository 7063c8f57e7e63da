import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type KeyStore, newSecrets, type Secrets, SecretsRefused } from './secrets.ts';

/** Keeps the keys in a file of one machine, which only its owner may read. */
export function secretsFile(path: string): KeyStore & { readOrMake(): Promise<Secrets> } {
  return {
    read: () => readSecrets(path),
    readOrMake: () => readOrMake(path),
    change: (change) =>
      withLock(path, async () => {
        const changed = change(await readSecrets(path));
        await rename(await writeDraft(path, changed), path);
        return changed;
      }),
  };
}

/** Checks the file without writing. @throws SecretsRefused where `readOrMake` would. */
export async function assertUsableSecrets(path: string): Promise<void> {
  if (await hasSecrets(path)) await readSecrets(path);
}

export async function hasSecrets(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

async function readOrMake(path: string): Promise<Secrets> {
  if (!(await hasSecrets(path))) await makeSecrets(path);
  return readSecrets(path);
}

/**
 * Reads the keys of an existing file. @throws SecretsRefused when it can be read by others, or is
 * incomplete
 */
export async function readSecrets(path: string): Promise<Secrets> {
  const { mode } = await stat(path);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new SecretsRefused(`${path} can be read by other users of this machine. Run: chmod 600 ${path}`);
  }
  const secrets = parsed(await readFile(path, 'utf8'));
  if (!secrets)
    throw new SecretsRefused(
      `${path} does not hold the secrets of Samay. Put back the copy that you keep of it.`,
    );
  return secrets;
}

/**
 * Parses the keys of a complete file; undefined otherwise. The server writes it atomically, but
 * people copy files and disks fill up.
 */
function parsed(text: string): Secrets | undefined {
  try {
    const { signingKeys, fileLinkKeys, encryptionKeys } = JSON.parse(text) as Secrets;
    const isWhole = [signingKeys, fileLinkKeys, encryptionKeys].every(
      (keys) => Array.isArray(keys) && keys.length > 0,
    );
    return isWhole ? { signingKeys, fileLinkKeys, encryptionKeys } : undefined;
  } catch {
    return undefined; // the caller throws the error
  }
}

/**
 * Creates the file. In two concurrent first starts, the second fails to link its file and then
 * reads that of the first.
 */
async function makeSecrets(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = await writeDraft(path, await newSecrets());
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(draft);
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

/**
 * The tries after which a lock counts as left by a process that ended: a change takes milliseconds.
 */
const lockTries = 100;
const lockPauseMs = 20;

async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  for (let tries = 0; !(await taken(lock)); tries += 1) {
    if (tries === lockTries) await rm(lock, { force: true });
    await wait(lockPauseMs);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function taken(lock: string): Promise<boolean> {
  return open(lock, 'wx', 0o600).then(
    async (file) => {
      await file.close();
      return true;
    },
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}
