import { DummyDriver, sql, Transaction } from 'kysely';
import type { Announcement } from './database.ts';
import type { Answer, Connection } from './connection.ts';
import type { Schema } from './schema.ts';
import {
  dialect,
  platform,
  queryBuilder,
  ready,
  type ReadyStatement,
  type RowsOf,
  rowsByName,
  type Statement,
  statement,
  type Statements,
} from './statement.ts';

/** An open transaction: all SQL of one verb. Kysely's own queries run in it too. */
export class Tx extends Transaction<Schema> {
  readonly #connection: Connection;
  /** The announcements that follow its commit, each once. */
  readonly announced = new Map<string, Announcement>();
  /** The businesses whose change stamp it raises if it has written anything. */
  readonly stamped = new Set<string>();

  constructor(connection: Connection) {
    super({
      config: { dialect },
      dialect,
      driver: new DummyDriver(),
      executor: queryBuilder.getExecutor().withConnectionProvider({
        provideConnection: (use) => use(connection),
      }),
    });
    this.#connection = connection;
  }

  /** Whether a statement that may change rows was sent, or waits for the commit. */
  get hasWritten(): boolean {
    return this.#connection.hasWritten;
  }

  /** Sends statements in one message, and returns their answers. */
  async send(statements: readonly ReadyStatement[]): Promise<Answer[]> {
    return this.#connection.send(statements);
  }

  /** Sends a statement in one message with the commit, after those that already wait. */
  sendAtCommit(statement: ReadyStatement): void {
    this.#connection.atCommit(statement);
  }
}

interface OfBusiness {
  readonly tenantId: string;
}

/**
 * Runs a statement about the business in a transaction of it or of the platform, and returns its
 * rows.
 */
export async function run<Row>(tx: Tx, { tenantId }: OfBusiness, sent: Statement<Row>): Promise<Row[]> {
  const [answer] = await tx.send([ready(sent, tenantId)]);
  return (answer?.rows ?? []) as Row[];
}

/**
 * Runs several statements, which lock and read, in one message and returns their rows by name. They
 * run one after the other: each sees all commits before it, also while an earlier one waited for a
 * lock. If one fails, the transaction has failed.
 */
export async function runTogether<S extends Statements>(
  tx: Tx,
  { tenantId }: OfBusiness,
  statements: S,
): Promise<RowsOf<S>> {
  return rowsByName(statements, tenantId, (together) =>
    tx.send(together.map((each) => ({ ...each, writes: false }))),
  );
}

/** Runs a statement as `run` does, and returns the number of rows that it changed. */
export async function countChanged(
  tx: Tx,
  { tenantId }: OfBusiness,
  sent: Statement<unknown>,
): Promise<number> {
  const [answer] = await tx.send([ready(sent, tenantId)]);
  return Number(answer?.tag.split(' ').at(-1));
}

/** Runs several statements that write, one after the other, in one message. */
export async function writeTogether(
  tx: Tx,
  { tenantId }: OfBusiness,
  statements: readonly Statement<unknown>[],
): Promise<void> {
  if (statements.length > 0) await tx.send(statements.map((each) => ready(each, tenantId)));
}

/**
 * Sends a statement in one message with the commit, after those that already wait. Its answer is
 * discarded; if it fails, nothing is committed.
 */
export function atCommit(tx: Tx, { tenantId }: OfBusiness, sent: Statement<unknown>): void {
  tx.sendAtCommit(ready(sent, tenantId));
}

/** Returns the row of a statement that always answers one, such as a sum. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('a statement that answers one row answered none');
  return row;
}

/** Locks a name over all processes until the transaction ends. */
export const lockName = statement<{ name: string }, object>(
  (_, { name }) => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`,
);

/**
 * Raises the change stamp of a business. It is sent with the commit: the later, the shorter its row
 * is held (decision 0036).
 */
export const stampRaising = statement<object, object>(
  (_, { tenantId }) => sql`select raise_stamp(${tenantId}::uuid)`,
);

/**
 * Raises the change stamp of a business (decision 0036) at the commit of a transaction that writes
 * the data of its screens; the stamp of `platformTenant` counts for every business. A business's
 * own transactions raise theirs anyway. A transaction that has only read and locked raises none.
 */
export async function raiseStamp(tx: Tx, tenantId: string): Promise<void> {
  tx.stamped.add(tenantId);
}

/** Raises the stamp for the business of a person whose name or deletion its screens show. */
export async function raiseStampForUser(tx: Tx, userId: string): Promise<void> {
  for (const { tenant_id: id } of await run(tx, platform, readBusinesses({ userId })))
    await raiseStamp(tx, id);
}

const readBusinesses = statement<{ userId: string }, { tenant_id: string }>((db, { userId }) =>
  db.selectFrom('memberships').select('tenant_id').where('user_id', '=', userId),
);
