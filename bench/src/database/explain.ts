import type pg from 'pg';
import type { Cluster } from '../servers/postgres-cluster.ts';
import type { LoadRequest } from '../load/load.ts';
import { type LoggedTransaction, transactionDuring } from './statement-log.ts';

/**
 * The nodes of a query plan from the top, each with its index or table:
 * `Index Scan appointments_list`.
 */
type Plan = readonly string[];

export interface Explained {
  readonly statement: string;
  readonly plan: Plan;
}

interface Node {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  Plans?: Node[];
}

/**
 * Sends a request and returns the statements that the product executed for it, from PostgreSQL's
 * log.
 */
export async function recordStatements(
  cluster: Cluster,
  address: string,
  request: LoadRequest,
): Promise<LoggedTransaction> {
  return transactionDuring(cluster, async () => {
    const reply = await fetch(`${address}${request.path}`, {
      method: request.method,
      headers: request.headers,
    });
    if (!reply.ok) throw new Error(`${request.path} answered ${reply.status}`);
    await reply.text();
  });
}

/** Returns the plans of a request's statements, in a transaction with the product's settings. */
export async function explain(
  cluster: Cluster,
  { opening, statements }: LoggedTransaction,
): Promise<Explained[]> {
  return cluster.admin(async (client) => {
    await open(client, opening);
    const explained: Explained[] = [];
    for (const { sql, values } of statements)
      explained.push({ statement: shortened(sql), plan: await explainStatement(client, sql, values) });
    await client.query('rollback');
    return explained;
  });
}

/**
 * Returns the plan of the statement in the function search_bookings, with the settings of the
 * function and of the product's transaction: the bookings that contain the term, or its digits.
 */
export async function explainSearch(
  cluster: Cluster,
  { opening }: LoggedTransaction,
  tenantId: string,
  term: string,
): Promise<Explained[]> {
  const digits = /^[\d ]{6,}$/.test(term) ? `%${term.replaceAll(' ', '')}%` : null;
  const sql =
    'select appointments.id from appointments where appointments.tenant_id = $1 and (appointments.search_text like $2 or appointments.search_text like $3)';
  return cluster.admin(async (client) => {
    await open(client, opening);
    await client.query(
      'set local role samay_platform; set local enable_seqscan = off; set local enable_indexscan = off',
    );
    const explained = {
      statement: `search_bookings, '${term}': ${sql}`,
      plan: await explainStatement(client, sql, [tenantId, `%${term}%`, digits]),
    };
    await client.query('rollback');
    return [explained];
  });
}

async function open(client: pg.Client, opening: string): Promise<void> {
  await client.query(`begin; ${opening}`);
}

/**
 * Returns the plan of a prepared statement, which the settings of its transaction make generic or
 * specific to its values.
 */
async function explainStatement(
  client: pg.Client,
  sql: string,
  values: readonly (string | null)[],
): Promise<Plan> {
  const literals = values.map((value) => (value === null ? 'null' : client.escapeLiteral(value)));
  await client.query(`prepare explained as ${sql}`);
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
    `explain (format json) execute explained${literals.length > 0 ? ` (${literals.join(', ')})` : ''}`,
  );
  await client.query('deallocate explained');
  return rows[0]?.['QUERY PLAN'].flatMap(({ Plan }) => nodes(Plan)) ?? [];
}

function nodes(node: Node, depth = 0): string[] {
  const name = [node['Node Type'], node['Index Name'] ?? node['Relation Name']].filter(Boolean).join(' ');
  return ['  '.repeat(depth) + name, ...(node.Plans ?? []).flatMap((below) => nodes(below, depth + 1))];
}

/** Returns the statement in one line, without most of its columns, of 200 characters at most. */
function shortened(sql: string): string {
  const line = sql
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replace(/^select (.{40}).* from /, 'select $1… from ');
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
