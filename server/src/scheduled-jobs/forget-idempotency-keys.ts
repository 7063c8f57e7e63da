import { idempotencyHours } from '../db/idempotency.ts';
import { asJob } from '../db/tenant.ts';
import type { Parts } from '../context/dependencies.ts';

/** Forgets keys older than the day they are kept for; returns how many. */
export async function forgetIdempotencyKeys(parts: Parts): Promise<number> {
  const before = new Date(parts.clock().getTime() - idempotencyHours * 3_600_000);
  return asJob(parts, async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('idempotency_keys').where('created_at', '<', before).executeTakeFirst();
    return Number(numDeletedRows);
  });
}
