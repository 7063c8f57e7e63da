import { asJob } from '../../db/tenant.ts';
import type { Dependencies } from '../../context/dependencies.ts';
import { oldSessionDays } from './session/policy.ts';
import { deleteSessionsBefore } from './session/queries.ts';

/** Deletes the sessions that ended or expired more than 90 days ago, and says how many those were. */
export async function forgetOldSessions(dependencies: Pick<Dependencies, 'database' | 'clock'>): Promise<number> {
  const before = new Date(dependencies.clock().getTime() - oldSessionDays * 86_400_000);
  return asJob(dependencies, (tx) => deleteSessionsBefore(tx, before));
}
