import { run } from './run-statement.ts';
import type { Statement } from './statement.ts';
import type { RowsOf, Statements } from './read-at-once.ts';
import type { Tx } from './tenant.ts';

interface OfBusiness {
  readonly tenantId: string;
}

/**
 * Runs several statements of a transaction in one message and returns their rows by name. They run
 * one after the other: each sees what was committed before it, also while an earlier one waited for
 * a lock. Where one fails the transaction has failed.
 */
export async function runTogether<S extends Statements>(
  tx: Tx,
  work: OfBusiness,
  statements: S,
): Promise<RowsOf<S>> {
  const answers: [string, unknown][] = [];
  for (const [name, sent] of Object.entries(statements))
    if (sent) answers.push([name, await run(tx, work, sent)]);
  return Object.fromEntries(answers) as RowsOf<S>;
}

/** The statements that wait for the commit of their transaction, in their order. */
const waiting = new WeakMap<Tx, { readonly work: OfBusiness; readonly sent: Statement<unknown> }[]>();

/**
 * Sends a statement in one message with the commit, after those that wait already. Nobody hears
 * what it answers; where it fails nothing is committed.
 */
export function atCommit(tx: Tx, work: OfBusiness, sent: Statement<unknown>): void {
  const list = waiting.get(tx) ?? [];
  waiting.set(tx, list);
  list.push({ work, sent });
}

/** Runs what waits for the commit; called by what commits. */
export async function runWaiting(tx: Tx): Promise<void> {
  const list = waiting.get(tx) ?? [];
  waiting.delete(tx);
  for (const { work, sent } of list) await run(tx, work, sent);
}
