import { isPassing } from './client/database-errors.ts';
import type { Database } from './client/database.ts';
import { connectionsOf } from './client/open-database.ts';
import {
  type TransactionSettings,
  tenantSettingsOf,
  platformSettings,
} from './client/transaction-settings.ts';
import { ready, type RowsOf, rowsByName, type Statement, type Statements } from './statement.ts';
import type { TenantWork } from './tenant.ts';
import { platformTenant } from './tx.ts';

export type { RowsOf, Statement, Statements } from './statement.ts';

/**
 * Reads what a screen needs in one message: a transaction of its own that only reads and that row
 * security confines to the business, as `readInTenant` does it. Each statement sees its own
 * snapshot.
 */
export async function readAtOnce<S extends Statements>(work: TenantWork, statements: S): Promise<RowsOf<S>> {
  const { database, tenantId } = work;
  const settings = tenantSettingsOf(tenantId);
  return repeated(() => inOneMessage({ database, tenantId, settings, accessMode: 'read only' }, statements));
}

/**
 * The same for a read that belongs to no single business: it sees every row, as in `asPlatform`.
 * Each file that calls it is listed in scripts/checks/platform-access.mjs.
 */
export async function readAtOnceAsPlatform<S extends Statements>(
  { database }: { readonly database: Database },
  statements: S,
): Promise<RowsOf<S>> {
  return repeated(() => inOneMessage({ ...ofPlatform, database, accessMode: 'read only' }, statements));
}

/**
 * The same for a transaction that writes, whose statements do not depend on each other's rows. Each
 * sees what those before it wrote, and all are undone where one fails. It raises no change stamp:
 * what a screen of a business shows is written by `inTenant` and its like.
 */
export async function writeAtOnceAsPlatform<S extends Statements>(
  { database }: { readonly database: Database },
  statements: S,
): Promise<RowsOf<S>> {
  return inOneMessage({ ...ofPlatform, database }, statements);
}

/**
 * The rows of a statement that needs no transaction, as the login role: that of a session, before
 * it is known who asks. Sent once more where its connection was lost, or its plan went stale.
 */
export async function readAlone<Row>(database: Database, sent: Statement<Row>): Promise<Row[]> {
  return repeated(async () => {
    const connection = connectionsOf(database).connect();
    try {
      const [answer] = await connection.send([ready(sent, platformTenant)]);
      return (answer?.rows ?? []) as Row[];
    } finally {
      connection.release();
    }
  });
}

const ofPlatform = { tenantId: platformTenant, settings: platformSettings };

interface Confined {
  readonly database: Database;
  /** Stands for the business in the statements. */
  readonly tenantId: string;
  readonly settings: TransactionSettings;
  readonly accessMode?: 'read only';
}

async function inOneMessage<S extends Statements>(
  { database, tenantId, settings, ...mode }: Confined,
  statements: S,
): Promise<RowsOf<S>> {
  const connection = connectionsOf(database).connect();
  try {
    connection.begin(mode);
    connection.open(settings);
    return await rowsByName(statements, tenantId, async (together) => {
      for (const each of together) connection.atCommit(each);
      return connection.commit();
    });
  } finally {
    connection.release();
  }
}

/** Reads once more where that may succeed: its connection was lost, or its plan went stale. */
async function repeated<T>(read: () => Promise<T>): Promise<T> {
  return read().catch((error: unknown) => {
    if (isPassing(error)) return read();
    throw error;
  });
}
