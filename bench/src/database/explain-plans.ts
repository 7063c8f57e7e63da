import { indiaDate, now } from '@samay/contract/core/time';
import { startApiServer } from '../servers/api-server.ts';
import { signIn } from '../load/sign-in.ts';
import type { Cluster } from '../servers/postgres-cluster.ts';
import type { Tenant } from '../data/fill.ts';
import { searchTerms } from '../data/names.ts';
import { requestsOf } from '../load/operations.ts';
import { type Explained, explain, explainSearch, verbOf } from './explain.ts';
import { logStatements } from './statement-log.ts';

/** The plans of what the product executes for the list, for each search, and for the month's revenue. */
export interface Plans {
  readonly list: readonly Explained[];
  readonly search: readonly Explained[];
  readonly revenue: readonly Explained[];
}

/** Listens to a product of its own, which logs its statements, and explains what was heard. */
export async function explainAll(cluster: Cluster, port: number, tenant: Tenant): Promise<Plans> {
  await logStatements(cluster, true);
  const server = await startApiServer(cluster, port);
  await logStatements(cluster, false);
  try {
    const { api } = await signIn(server.address, tenant);
    const monthStart = `${indiaDate(now()).slice(0, 7)}-01`;
    const verbs = async (operation: 'list' | 'search' | 'revenue') =>
      inOrder(requestsOf(operation, api, monthStart), (request) => verbOf(cluster, server.address, request));
    const [searched, ...searches] = await verbs('search');
    if (!searched) throw new Error('there is nothing to search for');
    return {
      list: (await inOrder(await verbs('list'), (verb) => explain(cluster, verb))).flat(),
      search: [
        ...(await inOrder([searched, ...searches], (verb) => explain(cluster, verb))).flat(),
        ...(await inOrder(searchTerms, (term) => explainSearch(cluster, searched, tenant.id, term))),
      ],
      revenue: (await inOrder(await verbs('revenue'), (verb) => explain(cluster, verb))).flat(),
    };
  } finally {
    await server.stop();
  }
}

/**
 * Whether each statement reads the growing tables the same way in both. Left out: the plan and subscription of one row each, and nodes that
 * only keep or pass on what another one read.
 */
export function samePlans(left: Plans, right: Plans): boolean {
  const pathsOf = ({ list, search, revenue }: Plans) =>
    [...list, ...search, ...revenue]
      .filter(({ statement }) => !statement.includes('"subscriptions"'))
      .map(({ plan }) => plan.map((node) => node.trim()).filter((node) => !['Result', 'Memoize', 'Materialize'].includes(node)));
  return JSON.stringify(pathsOf(left)) === JSON.stringify(pathsOf(right));
}

async function inOrder<T, U>(items: readonly T[], work: (item: T) => Promise<U>): Promise<U[]> {
  const results: U[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}
