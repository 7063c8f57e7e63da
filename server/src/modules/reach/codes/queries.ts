import { statement } from '../../../db/statement.ts';

/** A code that did not arrive; `sentAt`: when it was sent. */
interface UndeliveredCode {
  readonly id: string;
  readonly sentAt: Date | null;
}

/**
 * Notes that the latest code of a form did not arrive, by the provider's id of its message; no row where that is
 * known, or the number is proven.
 */
export const settleUndeliveredCode = statement<{ messageId: string; now: Date }, UndeliveredCode>(
  (db, { tenantId, messageId, now }) =>
    db
      .updateTable('number_proofs')
      .set({ undelivered_at: now })
      .where('tenant_id', '=', tenantId)
      .where('message_id', '=', messageId)
      .where('undelivered_at', 'is', null)
      .where('proven_at', 'is', null)
      .returning(['id', 'sent_at as sentAt']),
);
