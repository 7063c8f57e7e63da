import type { Dependencies } from '../../../context/dependencies.ts';
import { asJob } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { storedName } from '../../files/index.ts';
import { markGone } from './queries.ts';

interface Removal {
  readonly tenantId: string;
  readonly id: string;
  /** When it was downloaded whole; null where its day is over. */
  readonly downloadedAt: Date | null;
}

/** Marks a ready archive as removed, and deletes its content: what stays is left to the sweep of files. */
export async function removeArchive(
  dependencies: Pick<Dependencies, 'database' | 'files' | 'log'>,
  { tenantId, id, downloadedAt }: Removal,
): Promise<void> {
  const [gone] = await asJob(dependencies, (tx) => run(tx, { tenantId }, markGone({ id, downloadedAt })));
  if (!gone) return;
  await dependencies.files.remove(storedName(tenantId, gone.content_id)).catch((error: unknown) => {
    dependencies.log?.warn({ err: error, archive: id }, 'the content of an archive was left to the sweep');
  });
}
