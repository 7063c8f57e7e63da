import type { Tx } from '../db/tenant.ts';

interface Count {
  readonly addressHash: string;
  readonly scope: string;
  readonly period: string;
}

/**
 * Increments the count unless it has reached `most`. Returns whether it was incremented. Concurrent
 * increments wait for each other.
 */
export async function raiseMailCount(
  tx: Tx,
  { addressHash, scope, period, most, now }: Count & { readonly most: number; readonly now: Date },
): Promise<boolean> {
  const counted = await tx
    .insertInto('mail_counts')
    .values({ address_hash: addressHash, scope, period, sent: 1, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['address_hash', 'scope', 'period'])
        .doUpdateSet((row) => ({ sent: row('mail_counts.sent', '+', 1) }))
        .where('mail_counts.sent', '<', most),
    )
    .returning('sent')
    .executeTakeFirst();
  return counted !== undefined;
}

export async function reduceMailCount(tx: Tx, { addressHash, scope, period }: Count): Promise<void> {
  await tx
    .updateTable('mail_counts')
    .set((row) => ({ sent: row('sent', '-', 1) }))
    .where('address_hash', '=', addressHash)
    .where('scope', '=', scope)
    .where('period', '=', period)
    .where('sent', '>', 0)
    .execute();
}

export async function deleteMailCountsBefore(tx: Tx, before: Date): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('mail_counts')
    .where('created_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
