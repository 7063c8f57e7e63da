import { asJob, platform } from '../db/tenant.ts';
import { countChanged } from '../db/transaction.ts';
import type { Dependencies } from '../context/dependencies.ts';
import { deleteFinishedBefore } from './queries.ts';
import { retentionDays } from './retry-policy.ts';

/**
 * Deletes effects that were delivered or failed for good more than 30 days ago. Returns their
 * number.
 */
export async function deleteFinishedEffects(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
): Promise<number> {
  const before = new Date(dependencies.clock().getTime() - retentionDays * 86_400_000);
  return asJob(dependencies, (tx) => countChanged(tx, platform, deleteFinishedBefore({ before })));
}
