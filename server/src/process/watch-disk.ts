import type { Database } from '../db/database.ts';
import { isEmbedded } from '../db/open-database.ts';
import type { Disk } from '../core/disk.ts';

/**
 * Makes the embedded database read-only when the disk is almost full: without space for its
 * write-ahead log it would stop (decision 0022). Returns a function that ends the watch.
 */
export function watchDisk(disk: Disk, database: Database): () => Promise<void> {
  const stop = disk.watch((room) => {
    if (isEmbedded(database)) void database.allowWrites(room !== 'exhausted');
  });
  disk.check();
  return stop;
}
