import { idempotencyHours } from '../db/idempotency.ts';
import { statement } from '../db/statement.ts';
import { asJob, platform } from '../db/tenant.ts';
import { countChanged } from '../db/transaction.ts';
import type { Dependencies } from '../context/dependencies.ts';

/** Deletes idempotency keys that are older than a day. Returns their number. */
export async function deleteOldIdempotencyKeys(dependencies: Dependencies): Promise<number> {
  const before = new Date(dependencies.clock().getTime() - idempotencyHours * 3_600_000);
  return asJob(dependencies, (tx) => countChanged(tx, platform, deleteKeysBefore({ before })));
}

const deleteKeysBefore = statement((db, { before }: { before: Date }) =>
  db.deleteFrom('idempotency_keys').where('created_at', '<', before),
);
