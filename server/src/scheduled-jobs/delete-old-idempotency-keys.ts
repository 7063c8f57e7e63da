import { idempotencyHours } from '../db/idempotency.ts';
import { asJob } from '../db/tenant.ts';
import type { Dependencies } from '../context/dependencies.ts';

/** Deletes idempotency keys that are older than a day. Returns their number. */
export async function deleteOldIdempotencyKeys(dependencies: Dependencies): Promise<number> {
  const before = new Date(dependencies.clock().getTime() - idempotencyHours * 3_600_000);
  return asJob(dependencies, async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('idempotency_keys')
      .where('created_at', '<', before)
      .executeTakeFirst();
    return Number(numDeletedRows);
  });
}
