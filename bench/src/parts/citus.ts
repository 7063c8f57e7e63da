import { indiaDate, now } from '@samay/contract/core/time';
import { signInAsAdministrator } from '../citus/administrator.ts';
import { fillBusinesses, type Filled } from '../citus/businesses.ts';
import {
  type CitusCompared,
  type CitusOperation,
  citusOperations,
  compareOperation,
  type Measuring,
  requestsTo,
} from '../citus/compare-citus.ts';
import { logMultiShard, multiShardDuring } from '../citus/multi-shard.ts';
import { measure } from '../load/load.ts';
import type { Options } from '../load/options.ts';
import { factsOf } from '../results/machine.ts';
import { writeResult } from '../results/results.ts';
import { startApiServer } from '../servers/api-server.ts';
import { ports } from '../servers/ports.ts';
import {
  type CitusCluster,
  type Cluster,
  openCitusCluster,
  openCluster,
} from '../servers/postgres-cluster.ts';

const monthStart = `${indiaDate(now()).slice(0, 7)}-01` as const;
/** The numbers of connections in docs/benchmarks.md: one person, and a busy minute. */
const mostConnections = 16;

/**
 * Compares the product on one PostgreSQL with the product on three nodes of Citus, on this machine
 * and in turns.
 */
export async function runCitusPart(options: Options): Promise<void> {
  const endings: (() => Promise<void>)[] = [];
  try {
    const one = await openCluster();
    endings.push(one.stop);
    const citus = await openCitusCluster();
    endings.push(citus.stop);
    const filled = { one: await filledWith(one, options), citus: await filledWith(citus, options) };
    const began = performance.now();
    await citus.distribute();
    const distributeSeconds = (performance.now() - began) / 1000;
    console.log(`distributed in ${distributeSeconds.toFixed(0)} s`);
    await logMultiShard(citus);
    await citus.admin((client) => client.query('analyze'));
    const facts = factsOf(one.version);
    // Waits longer for connections: the disk still writes the filled and moved data when the
    // servers open their first ones.
    const started = async (cluster: Cluster, port: number, of: Filled): Promise<Measuring> => {
      const { address, stop } = await startApiServer(cluster, port, { DATABASE_WAIT_MS: '30000' });
      endings.push(stop);
      return {
        address,
        measured: of.measured,
        administrator: await signInAsAdministrator(address, of.admin),
      };
    };
    const sides = {
      one: await started(one, ports.api, filled.one),
      citus: await started(citus, ports.citus, filled.citus),
    };
    const multiShard = await findMultiShard(citus, sides.citus);
    const compared = await compareAll(sides, options);
    const { businesses, bookingsEach } = options;
    await writeResult(
      'citus',
      { facts, businesses, bookingsEach, distributeSeconds, compared, multiShard },
      options,
    );
  } finally {
    for (const end of endings.toReversed()) await end();
  }
}

/** Fills a cluster. A server migrates it, and has to end before it is distributed. */
async function filledWith(cluster: Cluster, { businesses, bookingsEach }: Options): Promise<Filled> {
  await (await startApiServer(cluster, ports.api)).stop();
  return fillBusinesses(cluster, { businesses, each: bookingsEach });
}

async function compareAll(
  measuring: Readonly<Record<'one' | 'citus', Measuring>>,
  options: Options,
): Promise<CitusCompared[]> {
  const all: CitusCompared[] = [];
  for (const connections of options.connections.filter((count) => count <= mostConnections)) {
    const sides = {
      one: { ...measuring.one, requests: await requestsTo(measuring.one, monthStart) },
      citus: { ...measuring.citus, requests: await requestsTo(measuring.citus, monthStart) },
    };
    for (const operation of citusOperations) {
      const each = await compareOperation(operation, sides, options, connections);
      all.push(each);
      console.log(
        `${operation} at ${connections}: median ${each.one.median.toFixed(1)} ms, on Citus ${each.citus.median.toFixed(1)} ms, ×${each.p50.median.toFixed(2)}; ` +
          `p99 ${each.one.p99.toFixed(1)} and ${each.citus.p99.toFixed(1)} ms`,
      );
    }
  }
  return all;
}

/**
 * Lists the reads of more than one shard by operation. The platform's jobs read too in the
 * meantime, and are listed separately.
 */
async function findMultiShard(
  cluster: CitusCluster,
  measuring: Measuring,
): Promise<Record<CitusOperation | 'jobs', readonly string[]>> {
  const requests = await requestsTo(measuring, monthStart);
  const { address } = measuring;
  const jobs = new Set(
    await multiShardDuring(cluster, () => new Promise((resolve) => setTimeout(resolve, 10_000))),
  );
  const found = {} as Record<CitusOperation, readonly string[]>;
  for (const operation of citusOperations) {
    const load = { address, requests: requests[operation], connections: 1, seconds: 2 };
    found[operation] = (await multiShardDuring(cluster, () => measure(load))).filter(
      (statement) => !jobs.has(statement),
    );
  }
  return { ...found, jobs: [...jobs] };
}
