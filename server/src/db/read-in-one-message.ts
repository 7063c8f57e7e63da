import { isPassing } from './errors.ts';
import type { Database } from './database.ts';
import { getConnections } from './open-database.ts';
import { type Opening, getGuestOpening, getOpening, platformOpening } from './openings.ts';
import {
  platformTenant,
  ready,
  type RowsOf,
  rowsByName,
  type Statement,
  type Statements,
} from './statement.ts';
import type { TenantWork } from './tenant.ts';

export type { RowsOf, Statement, Statements } from './statement.ts';

/**
 * Reads the rows of a screen in one message: a read-only transaction that row security confines to
 * the business, as `readInTenant` does. Each statement sees its own snapshot.
 */
export async function readInOneMessage<S extends Statements>(
  { database, tenantId }: TenantWork,
  statements: S,
): Promise<RowsOf<S>> {
  const opening: Opening = { ...getOpening(tenantId), mode: 'read only' };
  return repeated(() => inOneMessage(database, tenantId, opening, statements));
}

/**
 * Reads for a stranger in one message, as the role of guests (decision 0159): of a business the columns
 * that its public page shows, and without one which business an address belongs to.
 */
export async function readInOneMessageAsGuest<S extends Statements>(
  { database, tenantId }: Pick<TenantWork, 'database'> & Partial<Pick<TenantWork, 'tenantId'>>,
  statements: S,
): Promise<RowsOf<S>> {
  const opening = getGuestOpening(tenantId ?? '');
  return repeated(() => inOneMessage(database, tenantId ?? platformTenant, opening, statements));
}

/**
 * Reads rows that belong to no single business in one message: it sees every row, as in
 * `asPlatform`. Each file that calls it is listed in scripts/checks/platform-access.mjs.
 */
export async function readInOneMessageAsPlatform<S extends Statements>(
  { database }: { readonly database: Database },
  statements: S,
): Promise<RowsOf<S>> {
  const opening: Opening = { ...platformOpening, mode: 'read only' };
  return repeated(() => inOneMessage(database, platformTenant, opening, statements));
}

/**
 * Writes in one message, as the platform, by statements that do not depend on each other's rows.
 * Each sees the changes of those before it, and all are undone if one fails. It raises no change
 * stamp: the data of a business's screens is written by `inTenant` and its like.
 */
export async function writeInOneMessageAsPlatform<S extends Statements>(
  { database }: { readonly database: Database },
  statements: S,
): Promise<RowsOf<S>> {
  return inOneMessage(database, platformTenant, platformOpening, statements);
}

/**
 * Reads the rows of a statement that needs no transaction, as the login role: that of a session,
 * before the caller is known.
 */
export async function readAlone<Row>(database: Database, sent: Statement<Row>): Promise<Row[]> {
  return repeated(async () => {
    const connection = getConnections(database).connect();
    try {
      const [answer] = await connection.send([ready(sent, platformTenant)]);
      return (answer?.rows ?? []) as Row[];
    } finally {
      await connection.release();
    }
  });
}

async function inOneMessage<S extends Statements>(
  database: Database,
  tenantId: string,
  opening: Opening,
  statements: S,
): Promise<RowsOf<S>> {
  const connection = getConnections(database).connect(opening);
  try {
    return await rowsByName(statements, tenantId, async (together) => {
      for (const each of together) connection.atCommit(each);
      return connection.commit();
    });
  } finally {
    await connection.release();
  }
}

/** Reads once more if that may succeed: its connection was lost, or its plan was stale. */
async function repeated<T>(read: () => Promise<T>): Promise<T> {
  return read().catch((error: unknown) => {
    if (isPassing(error)) return read();
    throw error;
  });
}
