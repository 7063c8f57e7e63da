import { connectionsOf } from './client/open-database.ts';
import { tenantSettingsOf } from './client/transaction-settings.ts';
import { run } from './run-statement.ts';
import { parametersOf, type Statement } from './statement.ts';

export type { Statement } from './statement.ts';
import { readInTenant, type TenantWork } from './tenant.ts';

/** Statements by the names under which their rows come back; one that is undefined is not sent. */
export type Statements = Readonly<Record<string, Statement<unknown> | undefined>>;

export type RowsOf<S extends Statements> = {
  readonly [Name in keyof S]: S[Name] extends Statement<infer Row> | undefined ? Row[] | Extract<S[Name], undefined> : never;
};

/**
 * Reads what a screen needs in one message: a transaction of its own that only reads and that row security confines to the business, as
 * `readInTenant` does it. Each statement sees its own snapshot. With `ONE_MESSAGE_READS=0` the statements are sent one after the other.
 */
export async function readAtOnce<S extends Statements>(work: TenantWork, statements: S): Promise<RowsOf<S>> {
  const named = Object.entries(statements).filter((entry): entry is [string, Statement<unknown>] => entry[1] !== undefined);
  const sent = named.map(([, each]) => each);
  const { sendRead } = connectionsOf(work.database);
  const rows = sendRead
    ? await sendRead({
        settings: tenantSettingsOf(work.tenantId),
        statements: sent.map((each) => ({ text: each.compiled.sql, values: parametersOf(each, work.tenantId) })),
      })
    : await readInTenant(work, async (tx) => {
        const answers: unknown[][] = [];
        for (const each of sent) answers.push(await run(tx, work, each));
        return answers;
      });
  return Object.fromEntries(named.map(([name], index) => [name, rows[index]])) as RowsOf<S>;
}
