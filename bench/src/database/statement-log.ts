import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../servers/postgres-cluster.ts';

/** A statement that the product sent, with its parameters. */
export interface Logged {
  /** Process id of PostgreSQL's backend. */
  readonly process: string;
  readonly sql: string;
  readonly values: readonly (string | null)[];
}

/** Turns the log of all statements on or off for new connections of the login role. */
export async function logStatements(cluster: Cluster, on: boolean): Promise<void> {
  await cluster.admin((client) => client.query(`alter role samay_login ${on ? `set log_statement = 'all'` : 'reset log_statement'}`));
}

/** A transaction of a business: the statement that sets it up, and its queries. */
export interface LoggedTransaction {
  readonly opening: Logged;
  readonly statements: readonly Logged[];
}

/** Begin of the statement that sets the role and the business of a transaction (server/src/db/client/transaction-settings.ts). */
const openingStart = "select where concat(set_config('role', 'samay_app'";

/** How long to wait for the log, which a busy machine writes late. */
const timeoutMs = 5000;

/** Returns the transaction of a business that runs during `work`. Background jobs of the server use other connections. */
export async function transactionDuring(cluster: Cluster, work: () => Promise<void>): Promise<LoggedTransaction> {
  const before = (await readLog(cluster)).length;
  await work();
  for (const deadline = performance.now() + timeoutMs; performance.now() < deadline; await sleep(50)) {
    const transaction = transactionIn(parseLog((await readLog(cluster)).slice(before)));
    if (transaction) return transaction;
  }
  throw new Error('the log shows no transaction of a business; has its opening changed?');
}

/** Finds the first complete transaction of a business. The log's last lines are written shortly after the response. */
export function transactionIn(logged: readonly Logged[]): LoggedTransaction | undefined {
  const opening = logged.find(({ sql }) => sql.includes(openingStart));
  const after = opening && logged.slice(logged.indexOf(opening) + 1).filter(({ process }) => process === opening.process);
  const end = after?.findIndex(({ sql }) => /^(commit|rollback)/i.test(sql)) ?? -1;
  if (!opening || end < 0) return undefined;
  return {
    // The product may send `start transaction read only` in the same message.
    opening: { ...opening, sql: opening.sql.slice(opening.sql.indexOf(openingStart)) },
    statements: after?.slice(0, end).filter(({ sql }) => /^(select|insert|update) (?!where concat|.*authenticate\()/.test(sql)) ?? [],
  };
}

/** Parses PostgreSQL's log: `LOG:  execute <unnamed>: …` or `LOG:  statement: …`, then `DETAIL:  parameters: …`. Continued lines begin with a tab. */
export function parseLog(text: string): Logged[] {
  const logged: { process: string; sql: string; values: (string | null)[] }[] = [];
  for (const [, process = '', kind, body = ''] of text.matchAll(/^\d{4}-\d\d-\d\d [^[]*\[(\d+)\] (LOG|DETAIL): {2}((?:.*)(?:\n\t.*)*)/gm)) {
    const statement = /^(?:execute [^:]*|statement): ([^]*)$/.exec(body)?.[1];
    if (kind === 'LOG' && statement !== undefined) logged.push({ process, sql: statement.replaceAll('\n\t', '\n'), values: [] });
    if (kind === 'DETAIL' && body.startsWith('parameters: ')) {
      logged.findLast((one) => one.process === process)?.values.push(...valuesIn(body));
    }
  }
  return logged;
}

/** Parses parameters such as `$1 = 'it''s', $2 = NULL`. */
function valuesIn(text: string): (string | null)[] {
  return [...text.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(([, value]) => value?.replaceAll("''", "'") ?? null);
}

/** Reads PostgreSQL's log, which scripts/postgres-guard.mjs writes beside the data folder. */
async function readLog(cluster: Cluster): Promise<string> {
  const { rows } = await cluster.admin((client) => client.query<{ data_directory: string }>('show data_directory'));
  return readFile(join(dirname(rows[0]?.data_directory ?? ''), 'server.log'), 'utf8');
}
