import type { Options } from '../load/options.ts';
import {
  compareReceived,
  explainReceived,
  type ReceivedCompared,
  type Side,
} from '../received/compare-received.ts';
import { fillPayments } from '../received/fill-payments.ts';
import { factsOf } from '../results/machine.ts';
import { writeResult } from '../results/results.ts';
import { startApiServer } from '../servers/api-server.ts';
import { ports } from '../servers/ports.ts';
import { type Cluster, openCluster } from '../servers/postgres-cluster.ts';

const otherBusinesses = 100;

/**
 * Measures the month's takings of one business alone in its database, and of one with the payments
 * of a hundred businesses around it, on two PostgreSQL in turns.
 */
export async function runReceivedPart(options: Options): Promise<void> {
  const rowsEach = options.otherRows / otherBusinesses;
  const endings: (() => Promise<void>)[] = [];
  try {
    const [alone, beside] = [await openCluster(), await openCluster()];
    endings.push(alone.stop, beside.stop);
    const open = async (cluster: Cluster, port: number, businesses: number): Promise<Side> => {
      // Migrates first; a server that runs while rows are added would count them.
      await (await startApiServer(cluster, port)).stop();
      const tenant = await cluster.admin((client) => fillPayments(client, businesses, rowsEach));
      const { address, stop } = await startApiServer(cluster, port);
      endings.push(stop);
      return { address, tenant };
    };
    const sides = {
      alone: await open(alone, ports.api, 1),
      beside: await open(beside, ports.bare, otherBusinesses + 1),
    };
    const facts = factsOf(beside.version);
    const plans = await explainReceived(beside, ports.logged, sides.beside.tenant);
    const compared: ReceivedCompared[] = [];
    for (const connections of options.connections) {
      const one = await compareReceived(sides, options, connections);
      compared.push(one);
      console.log(
        `received of a month at ${connections}: median ${one.alone.median.toFixed(2)} ms, beside others ×${one.p50.median.toFixed(2)}`,
      );
    }
    const { turns, otherRows } = options;
    await writeResult('received', { facts, turns, rowsEach, otherRows, compared, plans }, options);
  } finally {
    for (const end of endings.toReversed()) await end();
  }
}
