import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir, open, opendir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../../core/app-error.ts';
import type { Draft, FileStore } from './port.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Stores private files in a folder of this machine, readable by the server's user alone. Drafts are in the same file system, so that publishing is
 * an atomic rename (reliability.md I15).
 */
export async function folderFiles(directory: string): Promise<FileStore> {
  const drafts = join(directory, 'drafts');
  for (const folder of [directory, drafts]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
  }
  return {
    receive: (content, longest) => receive(content, longest, directory, drafts),
    open: async (name) => (await open(pathOf(directory, name), 'r')).createReadStream(),
    remove: (name) => rm(pathOf(directory, name), { force: true }),
    canWrite: () => canWrite(join(drafts, randomUUID())),
    olderThan: (instant) => olderThan(directory, instant),
    removeDrafts: (instant) => removeDrafts(drafts, instant),
  };
}

async function receive(content: Readable, longest: number, directory: string, drafts: string): Promise<Draft> {
  const path = join(drafts, randomUUID());
  try {
    const written = await write(content, longest, path);
    return {
      ...written,
      read: () => readFile(path),
      publish: (name) => publish(path, directory, name),
      discard: () => rm(path, { force: true }),
    };
  } catch (error) {
    content.destroy();
    await rm(path, { force: true });
    throw error;
  }
}

async function write(content: Readable, longest: number, path: string): Promise<{ bytes: number; sha256: string }> {
  const file = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > longest) throw new AppError('prescription.too_large');
      hash.update(chunk);
      await file.appendFile(chunk);
    }
    await file.sync();
    return { bytes, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

async function publish(draft: string, directory: string, name: string): Promise<void> {
  const path = pathOf(directory, name);
  const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  if (made) await syncFolder(directory);
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/** Syncs a folder: a file's name is on disk only when its folder is. Windows has no such call and does not need it. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Writes a file, because permissions do not show a full or broken disk. */
async function canWrite(path: string): Promise<boolean> {
  return open(path, 'wx', 0o600)
    .then(async (file) => {
      await file.writeFile('.').finally(() => file.close());
      return true;
    })
    .catch(() => false)
    .finally(() => rm(path, { force: true }));
}

async function* olderThan(directory: string, instant: Date): AsyncGenerator<string> {
  for await (const tenant of await opendir(directory)) {
    if (!uuid.test(tenant.name)) continue;
    for await (const file of await opendir(join(directory, tenant.name))) {
      const name = `${tenant.name}/${file.name}`;
      if (uuid.test(file.name) && (await isOlder(join(directory, name), instant))) yield name;
    }
  }
}

async function removeDrafts(drafts: string, instant: Date): Promise<number> {
  let removed = 0;
  for (const name of await readdir(drafts)) {
    const path = join(drafts, name);
    if (!(await isOlder(path, instant))) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/** False for a file that no longer exists. */
async function isOlder(path: string, instant: Date): Promise<boolean> {
  return stat(path).then(
    ({ mtime }) => mtime < instant,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}

/** The path of a file. Only names that the server made are accepted. */
function pathOf(directory: string, name: string): string {
  const [tenant = '', id = '', ...rest] = name.split('/');
  if (!uuid.test(tenant) || !uuid.test(id) || rest.length > 0) throw new Error(`not the name of a kept file: ${JSON.stringify(name)}`);
  return join(directory, tenant, id);
}
