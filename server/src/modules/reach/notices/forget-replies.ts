import { replyDays } from '@samay/contract/reach/notices';
import type { Dependencies } from '../../../context/dependencies.ts';
import { asJob, platform } from '../../../db/tenant.ts';
import { countChanged } from '../../../db/transaction.ts';
import { deleteRepliesBefore } from './reply-queries.ts';

/** Job: deletes replies after their time. Returns their number. */
export async function forgetOldReplies(
  dependencies: Pick<Dependencies, 'database' | 'clock'>,
): Promise<number> {
  const before = new Date(dependencies.clock().getTime() - replyDays * 86_400_000);
  return asJob(dependencies, (tx) => countChanged(tx, platform, deleteRepliesBefore({ before })));
}
