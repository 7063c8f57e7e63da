import { addDays, indiaDate } from '@samay/contract/core/time';
import type { Dependencies } from '../../../context/dependencies.ts';
import { asJob, platform } from '../../../db/tenant.ts';
import { countChanged } from '../../../db/transaction.ts';
import { daysAfterVisit } from '../../bookings/index.ts';
import { deleteRequestsBefore } from './queries.ts';

/** The days for which requests are kept; one that became a booking at least as long as the link to that. */
const keptDays = 60;

/** Deletes the old requests of all businesses. Returns how many. */
export async function forgetOldRequests(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
): Promise<number> {
  const now = dependencies.clock();
  const before = new Date(now.getTime() - keptDays * 86_400_000);
  const visited = addDays(indiaDate(now), -daysAfterVisit);
  return asJob(dependencies, (tx) => countChanged(tx, platform, deleteRequestsBefore({ before, visited })));
}
