import { openOf } from './open-transaction.ts';
import { ready, type RowsOf, rowsByName, type Statement, type Statements } from './statement.ts';
import type { Tx } from './tx.ts';

interface OfBusiness {
  readonly tenantId: string;
}

/**
 * Runs several statements of a transaction, which lock and read, in one message and returns their
 * rows by name. They run one after the other: each sees what was committed before it, also while an
 * earlier one waited for a lock. Where one fails the transaction has failed.
 */
export async function runTogether<S extends Statements>(
  tx: Tx,
  work: OfBusiness,
  statements: S,
): Promise<RowsOf<S>> {
  return rowsByName(statements, work.tenantId, (together) =>
    openOf(tx).connection.send(together.map((each) => ({ ...each, writes: false }))),
  );
}

/**
 * Sends a statement in one message with the commit, after those that wait already. Nobody hears
 * what it answers; where it fails nothing is committed.
 */
export function atCommit(tx: Tx, work: OfBusiness, sent: Statement<unknown>): void {
  openOf(tx).connection.atCommit(ready(sent, work.tenantId));
}
