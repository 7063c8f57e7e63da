import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isKey, newKey, type Secrets, getSecrets, SecretsRefused } from './secrets.ts';

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

/**
 * Reads the keys of a file of one machine, which only its owner may read, and creates it where it is
 * missing.
 */
export async function readOrMakeSecrets(path: string): Promise<Secrets> {
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
  const keys = parsed(await readFile(path, 'utf8'));
  if (!keys)
    throw new SecretsRefused(
      `${path} does not hold the secrets of Samay. Put back the copy that you keep of it.`,
    );
  return getSecrets(keys);
}

/**
 * Parses the keys of a complete file; undefined otherwise. The server writes it atomically, but
 * people copy files and disks fill up.
 */
function parsed(text: string): readonly string[] | undefined {
  try {
    const { keys } = JSON.parse(text) as { keys?: unknown };
    return Array.isArray(keys) && keys.length > 0 && keys.every(isKey) ? keys : undefined;
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
  const draft = await writeDraft(path, [newKey()]);
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(draft);
}

async function writeDraft(path: string, keys: readonly string[]): Promise<string> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(JSON.stringify({ keys }, null, 2));
    await file.sync();
  } finally {
    await file.close();
  }
  await chmod(draft, 0o600);
  return draft;
}
