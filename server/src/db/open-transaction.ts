import type { Announcement } from './client/announcements.ts';
import type { Connection } from './client/connection.ts';
import type { Tx } from './tx.ts';

/** Holds the state of an open transaction. */
export interface OpenTransaction {
  readonly connection: Connection;
  /** The announcements that follow its commit. */
  readonly announced: Announcement[];
  /** The businesses whose change stamp it raises if it has written anything. */
  readonly stamped: Set<string>;
}

const open = new WeakMap<Tx, OpenTransaction>();

/** Registers a transaction that has just begun. */
export async function registerOpen(tx: Tx): Promise<OpenTransaction> {
  const connection = await tx.getExecutor().provideConnection(async (given) => given as Connection);
  const opened = { connection, announced: [], stamped: new Set<string>() };
  open.set(tx, opened);
  return opened;
}

/** Finds what is known of an open transaction of db/tenant.ts. */
export function openOf(tx: Tx): OpenTransaction {
  const found = open.get(tx);
  if (!found) throw new Error('This transaction was not opened by db/tenant.ts');
  return found;
}
