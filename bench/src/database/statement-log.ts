import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../servers/postgres-cluster.ts';

/** A statement as the product sent it, with the values it sent along. */
export interface Logged {
  /** The server process of the connection. */
  readonly process: string;
  readonly sql: string;
  readonly values: readonly (string | null)[];
}

/** Sessions of the serving role that begin from now on log every statement. */
export async function logStatements(cluster: Cluster, on: boolean): Promise<void> {
  await cluster.admin((client) => client.query(`alter role samay_login ${on ? `set log_statement = 'all'` : 'reset log_statement'}`));
}

/** A verb's transaction: how it was opened, and the verb's own statements. */
export interface LoggedVerb {
  readonly opening: Logged;
  readonly statements: readonly Logged[];
}

/** server/src/db/client/transaction-settings.ts */
const openingStart = "select where concat(set_config('role', 'samay_app'";

/** A loaded machine writes its log late. */
const patienceMs = 5000;

/** What the product executes while `work` goes on, which has to be one verb. What else the server does meanwhile is on other connections. */
export async function verbDuring(cluster: Cluster, work: () => Promise<void>): Promise<LoggedVerb> {
  const before = (await readLog(cluster)).length;
  await work();
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await sleep(50)) {
    const verb = verbIn(parseLog((await readLog(cluster)).slice(before)));
    if (verb) return verb;
  }
  throw new Error('the log shows no transaction of a business; has its opening changed?');
}

/** The first transaction of a business, when all of it is in the log: the last lines reach the file a moment after the answer its caller. */
function verbIn(logged: readonly Logged[]): LoggedVerb | undefined {
  const opening = logged.find(({ sql }) => sql.startsWith(openingStart));
  const after = opening && logged.slice(logged.indexOf(opening) + 1).filter(({ process }) => process === opening.process);
  const end = after?.findIndex(({ sql }) => /^(commit|rollback)/i.test(sql)) ?? -1;
  if (!opening || end < 0) return undefined;
  return {
    opening,
    statements: after?.slice(0, end).filter(({ sql }) => /^(select|insert|update) (?!where concat|.*authenticate\()/.test(sql)) ?? [],
  };
}

/** PostgreSQL writes `LOG:  execute <unnamed>: …` or `LOG:  statement: …`, then `DETAIL:  parameters: …`; a line feed within goes on after a tab. */
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

/** `$1 = 'it''s', $2 = NULL` */
function valuesIn(text: string): (string | null)[] {
  return [...text.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(([, value]) => value?.replaceAll("''", "'") ?? null);
}

/** The file beside the data that the server's output goes to (scripts/postgres-guard.mjs). */
async function readLog(cluster: Cluster): Promise<string> {
  const { rows } = await cluster.admin((client) => client.query<{ data_directory: string }>('show data_directory'));
  return readFile(join(dirname(rows[0]?.data_directory ?? ''), 'server.log'), 'utf8');
}
