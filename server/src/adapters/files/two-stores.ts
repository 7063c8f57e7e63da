import type { FileStore, StoredFile } from './port.ts';

/**
 * Combines two stores while files are moved from the second to the first, and servers still write
 * to the second: new files are written to the first, and each is found in either.
 */
export function twoStores(first: FileStore, second: FileStore): FileStore {
  return {
    isShared: first.isShared,
    receive: (content, longest) => first.receive(content, longest),
    read: async (name) =>
      ifMissing(
        () => first.read(name),
        () =>
          ifMissing(
            () => second.read(name),
            () => first.read(name),
          ),
      ),
    write: async (name, content) => {
      const written = await first.write(name, content);
      await second.remove(name);
      return written;
    },
    // Repeated, because it may have been moved between the two questions.
    stat: async (name) => (await first.stat(name)) ?? (await second.stat(name)) ?? first.stat(name),
    list: () => list(first, second),
    // Removes in this order, so that no file returns: the move removes a file that it is copying
    // when it finds its source deleted.
    remove: async (name) => {
      await second.remove(name);
      await first.remove(name);
    },
    canWrite: () => first.canWrite(),
    removeDrafts: (instant) => first.removeDrafts(instant),
  };
}

async function ifMissing<T>(read: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return otherwise();
  }
}

/** Lists the second before the first, so that no file is missed that is moved in the meantime. */
async function* list(first: FileStore, second: FileStore): AsyncGenerator<StoredFile> {
  const listed = new Set<string>();
  for await (const file of second.list()) {
    listed.add(file.name);
    yield file;
  }
  for await (const file of first.list()) if (!listed.has(file.name)) yield file;
}
