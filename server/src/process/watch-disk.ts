import { type Database, isEmbedded } from '../db/client/database.ts';
import type { Disk } from '../core/disk.ts';

/**
 * Lets the database inside this process only read on the last of the room: without room for its log it would end (decision 0022). Returns how
 * to stop.
 */
export function watchDisk(disk: Disk, database: Database): () => Promise<void> {
  const stop = disk.watch((room) => {
    if (isEmbedded(database)) void database.allowWrites(room !== 'exhausted');
  });
  disk.look();
  return stop;
}
