import type { Transaction } from 'kysely';
import { AppError } from '../core/app-error.ts';
import type { Schema } from './client/schema.ts';

/** How long a key keeps its reply. */
export const idempotencyHours = 24;

/**
 * Has one effect and one reply for an idempotency key, however often the request is sent, also concurrently. The first request claims the key
 * in its own transaction; others with the same key wait for it and get its reply. The same key with another body is refused.
 * A first request that fails leaves no claim, so a corrected retry succeeds.
 */
export async function onceOnly<T>(
  tx: Transaction<Schema>,
  tenantId: string,
  { key, requestHash }: { key: string; requestHash: string },
  now: Date,
  effect: () => Promise<T>,
): Promise<T> {
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ tenant_id: tenantId, key, request_hash: requestHash, created_at: now })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'key']).doNothing())
    .executeTakeFirst();
  if (claimed.numInsertedOrUpdatedRows === 0n) {
    const earlier = await tx
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'reply'])
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    if (earlier.request_hash !== requestHash) throw new AppError('idempotency.mismatch');
    return earlier.reply as T;
  }
  const reply = await effect();
  await tx
    .updateTable('idempotency_keys')
    .set({ reply: JSON.stringify(reply) })
    .where('key', '=', key)
    .execute();
  return reply;
}
