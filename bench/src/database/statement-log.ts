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
  await cluster.admin((client) =>
    client.query(`alter role samay_login ${on ? `set log_statement = 'all'` : 'reset log_statement'}`),
  );
}

/** A transaction of a business: the settings it begins with, as one text, and its queries. */
export interface LoggedTransaction {
  readonly opening: string;
  readonly statements: readonly Logged[];
}

/** The first setting of a business's transaction (server/src/db/openings.ts). */
const firstSetting = 'set local role samay_app';

/** The time limit for the log, which a busy machine writes late. */
const timeoutMs = 5000;

/** Returns the transaction of a business that runs during `work`. */
export async function transactionDuring(
  cluster: Cluster,
  work: () => Promise<void>,
): Promise<LoggedTransaction> {
  const before = (await readLog(cluster)).length;
  await work();
  for (const deadline = performance.now() + timeoutMs; performance.now() < deadline; await sleep(50)) {
    const transaction = transactionIn(parseLog((await readLog(cluster)).slice(before)));
    if (transaction) return transaction;
  }
  throw new Error('the log shows no transaction of a business; has its opening changed?');
}

/**
 * Finds the first complete transaction of a business. Its settings are logged one by one, or
 * together with its beginning. The log's last lines are written shortly after the response.
 */
export function transactionIn(logged: readonly Logged[]): LoggedTransaction | undefined {
  const first = logged.find(({ sql }) => sql.includes(firstSetting));
  const all = first
    ? logged.slice(logged.indexOf(first)).filter(({ process }) => process === first.process)
    : [];
  const end = all.findIndex(({ sql }) => /^(commit|rollback)/i.test(sql));
  if (!first || end < 0) return undefined;
  const parts = all
    .slice(0, end)
    .map((one) => (one === first ? { ...one, sql: one.sql.slice(one.sql.indexOf(firstSetting)) } : one));
  const isSetting = ({ sql }: Logged) => sql.startsWith('set local ');
  return {
    opening: parts
      .filter(isSetting)
      .map(({ sql }) => sql)
      .join('; '),
    statements: parts.filter((part) => !isSetting(part)),
  };
}

/**
 * Parses PostgreSQL's log: `LOG:  execute <unnamed>: …` or `LOG:  statement: …`, then
 * `DETAIL:  parameters: …`. Continued lines begin with a tab.
 */
export function parseLog(text: string): Logged[] {
  const logged: { process: string; sql: string; values: (string | null)[] }[] = [];
  for (const [, process = '', kind, body = ''] of text.matchAll(
    /^\d{4}-\d\d-\d\d [^[]*\[(\d+)\] (LOG|DETAIL): {2}((?:.*)(?:\n\t.*)*)/gm,
  )) {
    const statement = /^(?:execute [^:]*|statement): ([^]*)$/.exec(body)?.[1];
    if (kind === 'LOG' && statement !== undefined)
      logged.push({ process, sql: statement.replaceAll('\n\t', '\n'), values: [] });
    if (kind === 'DETAIL' && body.startsWith('parameters: ')) {
      logged.findLast((one) => one.process === process)?.values.push(...valuesIn(body));
    }
  }
  return logged;
}

/** Parses parameters such as `$1 = 'it''s', $2 = NULL`. */
function valuesIn(text: string): (string | null)[] {
  return [...text.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(
    ([, value]) => value?.replaceAll("''", "'") ?? null,
  );
}

/** Reads PostgreSQL's log, which scripts/postgres-guard.mjs writes next to the data folder. */
export async function readLog(cluster: Cluster): Promise<string> {
  const { rows } = await cluster.admin((client) =>
    client.query<{ data_directory: string }>('show data_directory'),
  );
  return readFile(join(dirname(rows[0]?.data_directory ?? ''), 'server.log'), 'utf8');
}
