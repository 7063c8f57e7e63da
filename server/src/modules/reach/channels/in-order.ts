import pLimit from 'p-limit';
import type { BusinessContext } from '../../../context/business-context.ts';
import { inTenant, type Tx } from '../../../db/tenant.ts';

/** The end of the last beginning of each business in this process. */
const latest = new Map<string, Promise<unknown>>();

/** Bounds the connections that beginnings hold, of those that a desk needs too. */
const connections = pLimit(4);

/**
 * Runs the transaction in which messages of a business begin, after those of this process that came before
 * it. They lock the same rows: many that waited in the database would hold all of its connections.
 */
export async function beginInOrder<T>(context: BusinessContext, begin: (tx: Tx) => Promise<T>): Promise<T> {
  const { tenantId } = context;
  const before = latest.get(tenantId);
  const own = runAfter(before, () => connections(() => inTenant({ ...context, isShown: false }, begin)));
  const ended = own.catch(() => undefined);
  latest.set(tenantId, ended);
  try {
    return await own;
  } finally {
    if (latest.get(tenantId) === ended) latest.delete(tenantId);
  }
}

async function runAfter<T>(before: Promise<unknown> | undefined, work: () => Promise<T>): Promise<T> {
  await before;
  return work();
}
