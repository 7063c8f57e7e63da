import { chmod, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { draftsIn } from './drafts.ts';
import { assertFileName, isFileName } from './file-name.ts';
import type { FileStore, StoredFile } from './port.ts';

/**
 * Stores private files in a folder of this machine, readable by the server's user alone. Drafts are
 * in the same file system, so that publishing is an atomic rename.
 */
export async function folderFiles(directory: string): Promise<FileStore> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(directory, 0o700);
  const drafts = await draftsIn(join(directory, 'drafts'));
  const receive: FileStore['receive'] = (content, longest) =>
    drafts.receive(content, longest, ({ path }, name) => publish(path, directory, name));
  return {
    isShared: false,
    receive,
    read: async (name) => (await open(pathIn(directory, name), 'r')).createReadStream(),
    write: async (name, content) => {
      const draft = await receive(content, Infinity);
      await draft.publish(name).finally(() => draft.discard());
      return { bytes: draft.bytes, sha256: draft.sha256 };
    },
    stat: (name) => readStat(directory, name),
    list: () => list(directory),
    remove: (name) => rm(pathIn(directory, name), { force: true }),
    canWrite: () => drafts.canWrite(),
    removeDrafts: (instant) => drafts.remove(instant),
  };
}

async function publish(draft: string, directory: string, name: string): Promise<void> {
  const path = pathIn(directory, name);
  const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  if (made) await syncFolder(directory);
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/**
 * Syncs a folder: a file's name is on disk only when its folder is. Windows has no such call and
 * does not need it.
 */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function readStat(directory: string, name: string): Promise<StoredFile | undefined> {
  return stat(pathIn(directory, name)).then(
    ({ size, mtime }) => ({ name, bytes: size, writtenAt: mtime }),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );
}

async function* list(directory: string): AsyncGenerator<StoredFile> {
  for await (const tenant of await opendir(directory)) {
    if (!tenant.isDirectory() || tenant.name === 'drafts') continue;
    for await (const file of await opendir(join(directory, tenant.name))) {
      const name = `${tenant.name}/${file.name}`;
      const found = isFileName(name) ? await readStat(directory, name) : undefined;
      if (found) yield found;
    }
  }
}

function pathIn(directory: string, name: string): string {
  assertFileName(name);
  return join(directory, ...name.split('/'));
}
