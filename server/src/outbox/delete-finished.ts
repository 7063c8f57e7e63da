import { asJob } from '../db/tenant.ts';
import type { Dependencies } from '../context/dependencies.ts';
import { keptDays } from './retry-policy.ts';
import { deleteDoneBefore } from './queries.ts';

/** Deletes what was delivered or given up more than 30 days ago, and says how much that was. */
export async function forgetDelivered(dependencies: Pick<Dependencies, 'database' | 'clock'>): Promise<number> {
  const before = new Date(dependencies.clock().getTime() - keptDays * 86_400_000);
  return asJob(dependencies, (tx) => deleteDoneBefore(tx, before));
}
