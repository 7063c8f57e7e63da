import { CompiledQuery, type Transaction } from 'kysely';
import { AppError } from '../core/app-error.ts';
import { isRefusedBy } from './client/database-errors.ts';
import type { Schema } from './client/schema.ts';
import { replyKeeping } from './client/transaction-settings.ts';

/** How long a key keeps its reply. */
export const idempotencyHours = 24;

/** The reply of an earlier request, and the request's hash. */
interface Kept {
  readonly request_hash: string;
  readonly reply: unknown;
}

/**
 * Has one effect and one reply for an idempotency key, however often the request is sent, also
 * concurrently. Each attempt writes its effect and, at the end of the same transaction, its reply
 * under the key (`keepReply`). The table's primary key lets one of them commit: another that came
 * at the same time waits there for it, is undone, and gets its reply, as does one that fails for
 * what the first has changed, such as the last place that it took. The same key with another body
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
    // A database that does not answer leaves the error of the attempt.
    const earlier = await findEarlier().catch(() => undefined);
    if (!earlier) throw error;
    if (earlier.request_hash !== requestHash) throw new AppError('idempotency.mismatch');
    return earlier.reply as T;
  }
}

/**
 * Keeps the reply under the key, as the transaction's last statement: it goes out in one message
 * with the commit. Where another request has kept one the commit fails (`isKeptByAnother`), and the
 * transaction is undone.
 */
export async function keepReply(
  tx: Transaction<Schema>,
  {
    tenantId,
    key,
    requestHash,
    reply,
    now,
  }: { tenantId: string; key: string; requestHash: string; reply: unknown; now: Date },
): Promise<void> {
  await tx.executeQuery(
    CompiledQuery.raw(replyKeeping, [tenantId, key, requestHash, JSON.stringify(reply), now]),
  );
}

/** Whether a transaction was undone because another request had kept a reply under its key. */
export function isKeptByAnother(error: unknown): boolean {
  return isRefusedBy(error, 'idempotency_keys_pkey');
}

/** What was kept under the key. */
export async function findKept(
  tx: Transaction<Schema>,
  tenantId: string,
  key: string,
): Promise<Kept | undefined> {
  return tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'reply'])
    .where('tenant_id', '=', tenantId)
    .where('key', '=', key)
    .executeTakeFirst();
}
