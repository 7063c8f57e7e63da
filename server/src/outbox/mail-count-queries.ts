import { statement } from '../db/statement.ts';

interface Count {
  readonly addressHash: string;
  readonly scope: string;
  readonly period: string;
}

/**
 * Increments the count; no row if it has reached `most`. Concurrent increments wait for each other.
 */
export const raiseMailCount = statement(
  (db, { addressHash, scope, period, most, now }: Count & { most: number; now: Date }) =>
    db
      .insertInto('mail_counts')
      .values({ address_hash: addressHash, scope, period, sent: 1, created_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(['address_hash', 'scope', 'period'])
          .doUpdateSet((row) => ({ sent: row('mail_counts.sent', '+', 1) }))
          .where('mail_counts.sent', '<', most),
      )
      .returning('sent'),
);

export const reduceMailCount = statement((db, { addressHash, scope, period }: Count) =>
  db
    .updateTable('mail_counts')
    .set((row) => ({ sent: row('sent', '-', 1) }))
    .where('address_hash', '=', addressHash)
    .where('scope', '=', scope)
    .where('period', '=', period)
    .where('sent', '>', 0),
);

export const deleteMailCountsBefore = statement((db, { before }: { before: Date }) =>
  db.deleteFrom('mail_counts').where('created_at', '<', before),
);
