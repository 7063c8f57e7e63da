import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import type { Content, FileStore } from './port.ts';

const concurrentMoves = 4;

export interface Moved {
  readonly files: number;
  readonly bytes: number;
  /** The names of files that stayed, with the reason. */
  readonly failed: readonly { readonly name: string; readonly reason: string }[];
}

/**
 * Moves every file from one store to another while servers use both (`twoStores`). A file is
 * removed from its source only after its copy was read back and has an equal SHA-256. Failed ones
 * stay; a further run moves the rest.
 */
export async function moveFiles(
  from: FileStore,
  to: FileStore,
  onFile: (count: number) => void = () => undefined,
): Promise<Moved> {
  const limit = pLimit(concurrentMoves);
  const moved = { files: 0, bytes: 0 };
  const failed: { name: string; reason: string }[] = [];
  const move = async (name: string) => {
    try {
      moved.bytes += await moveOne(from, to, name);
      moved.files += 1;
      onFile(moved.files);
    } catch (error) {
      failed.push({ name, reason: error instanceof Error ? error.message : String(error) });
    }
  };
  const running = new Set<Promise<void>>();
  for await (const { name } of from.list()) {
    const one: Promise<void> = limit(() => move(name)).finally(() => running.delete(one));
    running.add(one);
    // The list may be long: it is read only as far as files are being moved.
    if (running.size > concurrentMoves) await Promise.race(running);
  }
  await Promise.all(running);
  return { ...moved, failed };
}

/** Returns the bytes of the file; 0 when it was removed in the meantime. */
async function moveOne(from: FileStore, to: FileStore, name: string): Promise<number> {
  const content = await copied(from, to, name);
  if (content === undefined) return 0;
  // Removes the copy if a server has removed the file since it was read.
  if ((await from.stat(name)) === undefined) await to.remove(name);
  else await from.remove(name);
  return content.bytes;
}

/** Copies a file; undefined when it was removed in the meantime. */
async function copied(from: FileStore, to: FileStore, name: string): Promise<Content | undefined> {
  try {
    // An interrupted run may have left its copy.
    const source = await readContent(from, name);
    if ((await to.stat(name)) === undefined || !isSame(source, await readContent(to, name))) {
      const written = await to.write(name, await from.read(name));
      if (!isSame(source, written) || !isSame(source, await readContent(to, name))) {
        await to.remove(name);
        throw new Error('the copy differs from the file');
      }
    }
    return source;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && (await from.stat(name)) === undefined)
      return undefined;
    throw error;
  }
}

async function readContent(store: FileStore, name: string): Promise<Content> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of (await store.read(name)) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

function isSame(one: Content, other: Content): boolean {
  return one.bytes === other.bytes && one.sha256 === other.sha256;
}
