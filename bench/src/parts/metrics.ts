import { addBookings, addTenant, hashPassword } from '../data/fill.ts';
import type { Options } from '../load/options.ts';
import { measureMetrics, type MetricsCost } from '../metrics/metrics-cost.ts';
import { factsOf } from '../results/machine.ts';
import { writeResult } from '../results/results.ts';
import { type RunningServer, startApiServer } from '../servers/api-server.ts';
import { ports } from '../servers/ports.ts';
import { openCluster } from '../servers/postgres-cluster.ts';

const tenantRows = 10_000;

/** Compares the list with METRICS_PORT and without, on two servers and one PostgreSQL. */
export async function runMetricsPart(options: Options): Promise<void> {
  const cluster = await openCluster();
  const servers: RunningServer[] = [];
  try {
    const facts = factsOf(cluster.version);
    servers.push(await startApiServer(cluster, ports.api));
    servers.push(await startApiServer(cluster, ports.counting, { METRICS_PORT: String(ports.metrics) }));
    const [plain, counting] = servers as [RunningServer, RunningServer];
    const tenant = await cluster.admin(async (client) => {
      const added = await addTenant(client, 'measured', await hashPassword());
      await addBookings(client, [added.id], tenantRows);
      return added;
    });
    const metrics = `http://127.0.0.1:${ports.metrics}/metrics`;
    const costs: MetricsCost[] = [];
    for (const connections of options.connections) {
      const cost = await measureMetrics({ counting, plain, metrics }, tenant, options, connections);
      costs.push(cost);
      console.log(
        `list with metrics at ${connections}: ×${cost.ratio.median.toFixed(2)} of ${cost.plain.perSecond.toFixed(0)}/s without`,
      );
    }
    await writeResult('metrics', { facts, costs }, options);
  } finally {
    for (const server of servers) await server.stop();
    await cluster.stop();
  }
}
