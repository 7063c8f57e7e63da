import type { FileStore } from './port.ts';

/**
 * A store whose removals can be held back, so that a backup finds every file that its copy of the
 * database names.
 */
export interface KeptFiles extends FileStore {
  /**
   * Holds removals back until the returned function is called; it performs them. A crash leaves
   * them to the sweep.
   */
  keepAll(): () => Promise<void>;
}

export function keptFiles(store: FileStore): KeptFiles {
  const waiting = new Set<string>();
  let holders = 0;
  return {
    isShared: store.isShared,
    receive: (content, longest) => store.receive(content, longest),
    read: (name) => store.read(name),
    write: (name, content) => store.write(name, content),
    stat: (name) => store.stat(name),
    list: () => store.list(),
    remove: async (name) => {
      if (holders > 0) waiting.add(name);
      else await store.remove(name);
    },
    canWrite: () => store.canWrite(),
    removeDrafts: (instant) => store.removeDrafts(instant),
    keepAll: () => {
      holders += 1;
      return async () => {
        holders -= 1;
        if (holders > 0) return;
        const names = [...waiting];
        waiting.clear();
        for (const name of names) await store.remove(name);
      };
    },
  };
}
