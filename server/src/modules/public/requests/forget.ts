import type { Dependencies } from '../../../context/dependencies.ts';
import { asJob, platform } from '../../../db/tenant.ts';
import { countChanged } from '../../../db/transaction.ts';
import { deleteRequestsBefore } from './queries.ts';

/** The days for which requests are kept; what became of them is a booking. */
const keptDays = 60;

/** Deletes the old requests of all businesses. Returns how many. */
export async function forgetOldRequests(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
): Promise<number> {
  const before = new Date(dependencies.clock().getTime() - keptDays * 86_400_000);
  return asJob(dependencies, (tx) => countChanged(tx, platform, deleteRequestsBefore({ before })));
}
