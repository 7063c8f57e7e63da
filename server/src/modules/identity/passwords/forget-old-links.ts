import { asJob } from '../../../db/tenant.ts';
import type { Dependencies } from '../../../context/dependencies.ts';
import { oldLinkDays } from './policy.ts';
import { deleteLinksBefore } from './queries.ts';

/** Deletes the links that expired more than 30 days ago, and says how many those were. */
export async function forgetOldLinks(dependencies: Pick<Dependencies, 'database' | 'clock'>): Promise<number> {
  const before = new Date(dependencies.clock().getTime() - oldLinkDays * 86_400_000);
  return asJob(dependencies, (tx) => deleteLinksBefore(tx, before));
}
