import { sandboxSettings } from '../../../scripts/sandbox-settings.mjs';
import { startApiServer } from '../servers/api-server.ts';
import { openCluster } from '../servers/postgres-cluster.ts';
import { ports } from '../servers/ports.ts';
import { factsOf } from '../results/machine.ts';
import { measureFaults } from '../faults/faults-cost.ts';
import type { Options } from '../load/options.ts';
import { writeResult } from '../results/results.ts';
import { startThirdParties } from '../faults/third-parties.ts';

const port = ports.withSandbox;

/**
 * Measures faults with a server on PostgreSQL and the sandbox. NODE_ENV is not production, which
 * requires https of third parties.
 */
export async function runFaultsPart(options: Options): Promise<void> {
  const cluster = await openCluster();
  const parties = await startThirdParties(port);
  const server = await startApiServer(cluster, port, { ...sandboxSettings(port), NODE_ENV: 'test' });
  try {
    const facts = factsOf(cluster.version);
    const cost = await measureFaults(cluster, server, parties, options);
    await writeResult('faults', { facts, cost }, options);
    for (const [condition, growth] of Object.entries(cost.growth))
      console.log(`${condition}: p95 ×${growth.median.toFixed(2)}`);
  } finally {
    await server.stop();
    await parties.stop();
    await cluster.stop();
  }
}
