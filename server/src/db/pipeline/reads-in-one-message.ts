import type { Pool, PoolClient } from 'pg';
import { traceStatement } from '../../core/tracing.ts';
import { isConstantSetting } from '../client/transaction-settings.ts';
import { isPassing, isStalePlan, isUsableAfter } from '../client/database-errors.ts';
import type { ReadTransaction, SendRead } from '../client/open-database.ts';
import { type MessagePart, sendTogether } from './one-message.ts';
import type { PreparedNames } from './prepared-names.ts';

export interface ReadOptions {
  /** Names of prepared statements; absent: nothing is prepared. */
  readonly names?: PreparedNames | undefined;
  /** A setting of transactions that this database does without. */
  readonly omitted?: string | undefined;
  /** Called before a connection is taken; throws where none may be. */
  readonly before?: (() => void) | undefined;
  /** Called when a connection did not answer: others are likely to be dead too. */
  readonly onSilence?: (() => void) | undefined;
}

/**
 * Sends each read of a pool in one message, commit included: one answer to wait for instead of one
 * a statement. One whose connection was lost, or whose prepared statement went stale, is sent once
 * more, and a transaction that writes only in the second case; a connection that was lost or did
 * not answer is discarded.
 */
export function readsInOneMessage(pool: Pool, options: ReadOptions): SendRead {
  const read: SendRead = async (transaction) => {
    options.before?.();
    const parts = partsOf(transaction, options);
    const client = await pool.connect();
    let isLost = false;
    try {
      const answers = await sendTogether(client, parts);
      return answers.filter((_, at) => parts[at]?.values).map(({ rows }) => rows);
    } catch (error) {
      isLost = !(await isEnded(client, error, options));
      throw error;
    } finally {
      client.release(isLost);
    }
  };
  const readOnce: SendRead = async (transaction) =>
    read(transaction).catch((error: unknown) => {
      if (transaction.writes ? !isStalePlan(error) : !isPassing(error)) throw error;
      if (isStalePlan(error)) options.names?.renew();
      return read(transaction);
    });
  return async (transaction) =>
    traceStatement(
      () => transaction.statements.map(({ text }) => text).join('; '),
      () => readOnce(transaction),
    );
}

function partsOf(
  { writes, settings, statements }: ReadTransaction,
  { names, omitted }: ReadOptions,
): MessagePart[] {
  const asked = statements.map(({ text, values }) => ({ text, values, name: names?.of(text) }));
  if (!settings) return asked;
  const begin = writes ? 'begin' : 'begin read only';
  return [
    { text: begin, name: names?.of(begin) },
    ...settings
      .filter((text) => text !== omitted)
      .map((text) => ({ text, name: isConstantSetting(text) ? names?.of(text) : undefined })),
    ...asked,
    { text: 'commit', name: names?.of('commit') },
  ];
}

/** Ends the transaction of a failed statement. False where the connection can no longer be used. */
async function isEnded(client: PoolClient, error: unknown, { onSilence }: ReadOptions): Promise<boolean> {
  if (error instanceof Error && error.message === 'Query read timeout') onSilence?.();
  if (!isUsableAfter(error)) return false;
  return client.query('rollback').then(
    () => true,
    () => false,
  );
}
