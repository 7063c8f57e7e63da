import { indiaDate, now } from '@samay/contract/core/time';
import { startApiServer } from '../servers/api-server.ts';
import { signIn } from '../load/sign-in.ts';
import type { Cluster } from '../servers/postgres-cluster.ts';
import type { Tenant } from '../data/fill.ts';
import { searchTerms } from '../data/names.ts';
import { makeRequests } from '../load/operations.ts';
import { type Explained, explain, explainSearch, recordStatements } from './explain.ts';
import { logStatements } from './statement-log.ts';

/** The query plans of the list, of each search, and of the month's revenue. */
export interface Plans {
  readonly list: readonly Explained[];
  readonly search: readonly Explained[];
  readonly revenue: readonly Explained[];
}

/** Starts a server whose statements are logged, and returns the query plans of these statements. */
export async function explainAll(cluster: Cluster, port: number, tenant: Tenant): Promise<Plans> {
  await logStatements(cluster, true);
  // Uses one connection: those that are opened later are not logged.
  const server = await startApiServer(cluster, port, { DATABASE_POOL_SIZE: '1', DATABASE_IDLE_MS: '600000' });
  await logStatements(cluster, false);
  try {
    const owner = await signIn(server.address, tenant);
    const monthStart = `${indiaDate(now()).slice(0, 7)}-01`;
    const transactions = async (operation: 'list' | 'search' | 'revenue') =>
      inOrder(makeRequests(operation, [owner], monthStart), (request) =>
        recordStatements(cluster, server.address, request),
      );
    const [searched, ...searches] = await transactions('search');
    if (!searched) throw new Error('there is nothing to search for');
    return {
      list: (
        await inOrder(await transactions('list'), (transaction) => explain(cluster, transaction))
      ).flat(),
      search: [
        ...(await inOrder([searched, ...searches], (transaction) => explain(cluster, transaction))).flat(),
        ...(await inOrder(searchTerms, (term) => explainSearch(cluster, searched, tenant.id, term))).flat(),
      ],
      revenue: (
        await inOrder(await transactions('revenue'), (transaction) => explain(cluster, transaction))
      ).flat(),
    };
  } finally {
    await server.stop();
  }
}

/**
 * Returns whether each statement reads the growing tables by the same plan nodes alone and with
 * other businesses. Alone, a scan may replace an index: one business's rows are all rows of the
 * table. It ignores the subscription, which is one row, and plan nodes that only store or pass on
 * rows.
 */
export function samePlans(alone: Plans, withOthers: Plans): boolean {
  const [first, second] = [nodesOf(alone), nodesOf(withOthers)];
  return (
    first.length === second.length &&
    second.every((node, index) => !isScan(node) && (first[index] === node || isScan(first[index] ?? node)))
  );
}

function nodesOf({ list, search, revenue }: Plans): string[] {
  return [...list, ...search, ...revenue]
    .filter(({ statement }) => !/\bsubscriptions\b/.test(statement))
    .flatMap(({ statement, plan }) => [statement, ...plan.map((node) => node.trim())])
    .filter((node) => !['Result', 'Memoize', 'Materialize'].includes(node));
}

/** Returns whether the node reads a table whole. */
function isScan(node: string): boolean {
  return node.startsWith('Seq Scan');
}

async function inOrder<T, U>(items: readonly T[], work: (item: T) => Promise<U>): Promise<U[]> {
  const results: U[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
