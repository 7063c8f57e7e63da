import { createHash, randomUUID } from 'node:crypto';
import { chmod, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../../core/app-error.ts';
import type { Content, Draft } from './port.ts';

/** The drafts of a store, in a folder of this machine that only the server's user may read. */
export interface Drafts {
  /**
   * Receives a draft like `FileStore.receive`; `publish` moves the file at a path to its name in
   * the store.
   */
  receive(
    content: Readable,
    longest: number,
    publish: (draft: Content & { path: string }, name: string) => Promise<void>,
  ): Promise<Draft>;
  canWrite(): Promise<boolean>;
  remove(instant: Date): Promise<number>;
}

export async function draftsIn(directory: string): Promise<Drafts> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(directory, 0o700);
  return {
    receive: async (content, longest, publish) => {
      const path = join(directory, randomUUID());
      const draft = { ...(await written(content, longest, path)), path };
      return { ...draft, publish: (name) => publish(draft, name), discard: () => rm(path, { force: true }) };
    },
    canWrite: () => canWrite(join(directory, randomUUID())),
    remove: (instant) => remove(directory, instant),
  };
}

async function written(content: Readable, longest: number, path: string): Promise<Content> {
  try {
    return await write(content, longest, path);
  } catch (error) {
    content.destroy();
    await rm(path, { force: true });
    throw error;
  }
}

async function write(content: Readable, longest: number, path: string): Promise<Content> {
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

/** Checks a folder by writing a file, because permissions do not show a full or broken disk. */
async function canWrite(path: string): Promise<boolean> {
  return open(path, 'wx', 0o600)
    .then(async (file) => {
      await file.writeFile('.').finally(() => file.close());
      return true;
    })
    .catch(() => false)
    .finally(() => rm(path, { force: true }));
}

async function remove(directory: string, instant: Date): Promise<number> {
  let removed = 0;
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    if (!(await isOlder(path, instant))) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/** Returns whether a file is older than an instant; false where it no longer exists. */
async function isOlder(path: string, instant: Date): Promise<boolean> {
  return stat(path).then(
    ({ mtime }) => mtime < instant,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
}
