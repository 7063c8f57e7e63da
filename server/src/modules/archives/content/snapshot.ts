import {
  type Statement,
  type Statements,
  type RowsOf,
  readInOneMessage,
} from '../../../db/read-in-one-message.ts';
import { inTenant, type TenantWork, type Tx } from '../../../db/tenant.ts';
import { runTogether } from '../../../db/transaction.ts';
import { readStamp } from './csv-queries.ts';

/** One state of a business, which is read in many pages. */
export interface Snapshot {
  read<S extends Statements>(statements: S): Promise<RowsOf<S>>;
  /** Ends it. @throws SnapshotChanged when the pages are of more than one state */
  end(): Promise<void>;
  /** Ends it after a failure. */
  discard(): Promise<void>;
  /** Whether it holds the only connection: until its end nothing else is read or written. */
  isBlocking(): boolean;
}

/** Thrown when something was changed between the pages of a snapshot. */
export class SnapshotChanged extends Error {
  override readonly name = 'SnapshotChanged';
}

/**
 * Opens a snapshot in one transaction: PostgreSQL keeps its state for it. The embedded database has one
 * connection, so there all other work waits until the end.
 */
export async function holdSnapshot(work: TenantWork): Promise<Snapshot> {
  const opened = Promise.withResolvers<Tx>();
  const ended = Promise.withResolvers<void>();
  const done = inTenant({ ...work, isolation: 'repeatable read', isShown: false }, async (tx) => {
    opened.resolve(tx);
    await ended.promise;
  });
  done.catch((error: unknown) => opened.reject(error));
  const tx = await opened.promise;
  let isBlocking = work.database.kind === 'embedded';
  const end = async () => {
    ended.resolve();
    isBlocking = false;
    await done;
  };
  return {
    read: (statements) => runTogether(tx, work, statements),
    end,
    discard: () => end().catch(() => undefined),
    isBlocking: () => isBlocking,
  };
}

/**
 * Opens a snapshot whose pages are transactions of their own, between which others have their turn;
 * at its end the change stamp shows whether they wrote anything.
 */
export async function pagedSnapshot(work: TenantWork): Promise<Snapshot> {
  const stampNow = async () => (await readInOneMessage(work, { found: readStamp({}) })).found[0]?.stamp;
  const first = await stampNow();
  return {
    read: (statements) => readInOneMessage(work, statements),
    end: async () => {
      if ((await stampNow()) !== first)
        throw new SnapshotChanged('the business was changed while its archive was made');
    },
    discard: async () => undefined,
    isBlocking: () => false,
  };
}

/** Reads the rows of one statement. */
export async function readRows<Row>(snapshot: Snapshot, rows: Statement<Row>): Promise<Row[]> {
  return (await snapshot.read({ rows })).rows;
}
