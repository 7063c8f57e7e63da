import type { Announcement } from './client/announcements.ts';
import type { Connection } from './client/connection.ts';
import type { Tx } from './tx.ts';

/** What is known of a transaction while it is open. */
export interface OpenTransaction {
  readonly connection: Connection;
  /** What it announces once it has committed. */
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
