import { asJob } from '../../../db/tenant.ts';
import type { Parts } from '../../../context/dependencies.ts';
import { oldLinkDays } from './policy.ts';
import { deleteLinksBefore } from './queries.ts';

/** Deletes the links that expired more than 30 days ago, and says how many those were. */
export async function forgetOldLinks(parts: Pick<Parts, 'database' | 'clock'>): Promise<number> {
  const before = new Date(parts.clock().getTime() - oldLinkDays * 86_400_000);
  return asJob(parts, (tx) => deleteLinksBefore(tx, before));
}
