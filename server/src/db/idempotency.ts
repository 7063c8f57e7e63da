import { sql } from 'kysely';
import { AppError } from '../core/app-error.ts';
import { statement } from './statement.ts';

/** The hours for which a key keeps its reply. */
export const idempotencyHours = 24;

/** The reply of an earlier request, and the request's hash. */
interface Kept {
  readonly request_hash: string;
  readonly reply: unknown;
}

/**
 * Has one effect and one reply for an idempotency key, however often the request is sent, also
 * concurrently. Each attempt writes its effect and, at the end of the same transaction, its reply
 * under the key (`keepReply`). The table's primary key lets one of them commit: a concurrent
 * attempt waits there, is undone, and gets the first one's reply, as does an attempt that fails
 * because of the first one's changes, such as the last place that it took. A key with another body
 * is refused. An attempt that fails keeps no key, so a corrected retry succeeds.
 */
export async function onceOnly<T>(
  { requestHash }: { readonly requestHash: string },
  attempt: () => Promise<T>,
  findEarlier: () => Promise<Kept | undefined>,
): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    // Throws the error of the attempt if the database does not answer.
    const earlier = await findEarlier().catch(() => undefined);
    if (!earlier) throw error;
    if (earlier.request_hash !== requestHash) throw new AppError('idempotency.mismatch');
    return earlier.reply as T;
  }
}

/**
 * Stores the reply under the key, as the transaction's last statement: it is sent in one message
 * with the commit. If another request has stored a reply, the commit fails and the transaction is
 * undone.
 */
export const keepReply = statement<{ key: string; requestHash: string; reply: string; now: Date }, object>(
  (_, { tenantId, key, requestHash, reply, now }) => sql`
    insert into idempotency_keys (tenant_id, key, request_hash, reply, created_at)
    values (${tenantId}::uuid, ${key}, ${requestHash}, ${reply}::jsonb, ${now}::timestamptz)`,
);

/** Finds the reply that is stored under the key. */
export const findKept = statement<{ key: string }, Kept>((db, { tenantId, key }) =>
  db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'reply'])
    .where('tenant_id', '=', tenantId)
    .where('key', '=', key),
);
