import { isPassing } from './client/database-errors.ts';
import type { Database } from './client/database.ts';
import { connectionsOf, type ReadTransaction } from './client/open-database.ts';
import { platformSettings, tenantSettingsOf } from './client/transaction-settings.ts';
import { run } from './run-statement.ts';
import { parametersOf, type Statement } from './statement.ts';
import { asPlatform, platformTenant, readInTenant, type TenantWork, type Tx } from './tenant.ts';

export type { Statement } from './statement.ts';

/** Statements by the names under which their rows come back; one that is undefined is not sent. */
export type Statements = Readonly<Record<string, Statement<unknown> | undefined>>;

export type RowsOf<S extends Statements> = {
  readonly [Name in keyof S]: S[Name] extends Statement<infer Row> | undefined
    ? Row[] | Extract<S[Name], undefined>
    : never;
};

/**
 * Reads what a screen needs in one message: a transaction of its own that only reads and that row
 * security confines to the business, as `readInTenant` does it. Each statement sees its own
 * snapshot. With `ONE_MESSAGE_READS=0` the statements are sent one after the other.
 */
export async function readAtOnce<S extends Statements>(work: TenantWork, statements: S): Promise<RowsOf<S>> {
  const { database, tenantId } = work;
  return readWithin(
    { database, tenantId, settings: tenantSettingsOf(tenantId), inOne: (read) => readInTenant(work, read) },
    statements,
  );
}

/**
 * The same for a read that belongs to no single business: it sees every row, as in `asPlatform`.
 * Each file that calls it is listed in scripts/checks/platform-access.mjs.
 */
export async function readAtOnceAsPlatform<S extends Statements>(
  work: { readonly database: Database },
  statements: S,
): Promise<RowsOf<S>> {
  const { database } = work;
  const settings = platformSettings;
  return readWithin(
    { database, tenantId: platformTenant, settings, inOne: (read) => asPlatform(work, read) },
    statements,
  );
}

/**
 * The same for a transaction that writes, whose statements do not depend on each other's rows. Each
 * sees what those before it wrote, and all are undone where one fails. It raises no change stamp:
 * what a screen of a business shows is written by `inTenant` and its like.
 */
export async function writeAtOnceAsPlatform<S extends Statements>(
  work: { readonly database: Database },
  statements: S,
): Promise<RowsOf<S>> {
  const { database } = work;
  const settings = platformSettings;
  const inOne = (write: (tx: Tx) => Promise<unknown[][]>) => asPlatform(work, write);
  return readWithin({ database, tenantId: platformTenant, writes: true, settings, inOne }, statements);
}

/**
 * The rows of a statement that needs no transaction, as the login role: that of a session, before
 * it is known who asks. Sent once more where its connection was lost, or its plan went stale.
 */
export async function readAlone<Row>(database: Database, sent: Statement<Row>): Promise<Row[]> {
  const { sendRead, kysely } = connectionsOf(database);
  const parameters = parametersOf(sent, platformTenant);
  if (sendRead) {
    const [rows] = await sendRead({
      settings: undefined,
      statements: [{ text: sent.compiled.sql, values: parameters }],
    });
    return rows as Row[];
  }
  const ask = async () => kysely.executeQuery<Row>({ ...sent.compiled, parameters });
  const { rows } = await ask().catch((error: unknown) => {
    if (isPassing(error)) return ask();
    throw error;
  });
  return rows;
}

interface Confined extends Pick<ReadTransaction, 'settings' | 'writes'> {
  readonly database: Database;
  /** Stands for the business in the statements. */
  readonly tenantId: string;
  /** Runs the statements one after the other in a transaction with these settings. */
  readonly inOne: (read: (tx: Tx) => Promise<unknown[][]>) => Promise<unknown[][]>;
}

async function readWithin<S extends Statements>(
  { database, tenantId, writes, settings, inOne }: Confined,
  statements: S,
): Promise<RowsOf<S>> {
  const named = Object.entries(statements).filter(
    (entry): entry is [string, Statement<unknown>] => entry[1] !== undefined,
  );
  const sent = named.map(([, each]) => each);
  const { sendRead } = connectionsOf(database);
  const rows = sendRead
    ? await sendRead({
        writes,
        settings,
        statements: sent.map((each) => ({ text: each.compiled.sql, values: parametersOf(each, tenantId) })),
      })
    : await inOne(async (tx) => {
        const answers: unknown[][] = [];
        for (const each of sent) answers.push(await run(tx, { tenantId }, each));
        return answers;
      });
  return Object.fromEntries(named.map(([name], index) => [name, rows[index]])) as RowsOf<S>;
}
