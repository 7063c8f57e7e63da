import { startApiServer } from '../servers/api-server.ts';
import { ports } from '../servers/ports.ts';
import { type Cluster, openCluster } from '../servers/postgres-cluster.ts';
import { addBookings } from '../data/fill.ts';
import { addMeasured, addTenants } from '../load/tenants.ts';
import { factsOf } from '../results/machine.ts';
import type { Options } from '../load/options.ts';
import { explainAll, samePlans } from '../database/explain-plans.ts';
import { writeResult } from '../results/results.ts';

const otherTenants = 100;

/**
 * Explains the statements of the product's reads with one business, and then with a million rows of
 * other businesses in the same tables.
 */
export async function runPlansPart(options: Options): Promise<void> {
  const cluster = await openCluster();
  try {
    // Starts a server to migrate the database.
    await (await startApiServer(cluster, ports.api)).stop();
    const { measured } = await addMeasured(cluster);
    const facts = factsOf(cluster.version);
    const alone = await explainAll(cluster, ports.logged, measured);
    await addOtherTenants(cluster, options);
    const beside = await explainAll(cluster, ports.logged, measured);
    await writeResult('plans', { facts, same: samePlans(alone, beside), alone, beside }, options);
  } finally {
    await cluster.stop();
  }
}

/**
 * Inserts a hundred other businesses with their bookings, and updates the statistics as autovacuum
 * would.
 */
async function addOtherTenants(cluster: Cluster, { otherRows }: Options): Promise<void> {
  const others = await addTenants(cluster, 'other', otherTenants);
  const ids = others.map(({ id }) => id);
  await cluster.admin((client) => addBookings(client, ids, otherRows / otherTenants));
}
