import type { FileStore } from '../../../adapters/files/port.ts';
import { asJob, asPlatform, platform } from '../../../db/tenant.ts';
import { countChanged, run } from '../../../db/transaction.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { deleteReplacedFiles, readKnownIds } from './queries.ts';

/** A running upload has content and no row yet; none takes an hour. */
const graceMs = 3_600_000;
const batchSize = 500;

interface Swept {
  readonly rows: number;
  readonly contents: number;
  readonly drafts: number;
}

/**
 * Deletes leftovers of uploads: rows that no booking points to, and contents without a row and
 * drafts that are older than an hour. May run concurrently.
 */
export async function sweepFiles(dependencies: Dependencies): Promise<Swept> {
  const before = new Date(dependencies.clock().getTime() - graceMs);
  const rows = await asJob(dependencies, (tx) => countChanged(tx, platform, deleteReplacedFiles({})));
  let contents = 0;
  for await (const batch of batches(dependencies.files, before))
    contents += await removeOrphans(dependencies, batch);
  return { rows, contents, drafts: await dependencies.files.removeDrafts(before) };
}

async function removeOrphans(dependencies: Dependencies, names: readonly string[]): Promise<number> {
  const getId = (name: string) => name.slice(name.indexOf('/') + 1);
  const ids = names.map(getId);
  const rows = await asPlatform(dependencies, (tx) => run(tx, platform, readKnownIds({ ids })));
  const kept = new Set(rows.map(({ id }) => id));
  const orphans = names.filter((name) => !kept.has(getId(name)));
  for (const name of orphans) await dependencies.files.remove(name);
  return orphans.length;
}

async function* batches(files: FileStore, before: Date): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const { name, writtenAt } of files.list()) {
    if (writtenAt >= before) continue;
    batch.push(name);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
