import { addMonths, type LocalDate } from '@samay/contract/core/time';
import { fileURLToPath } from 'node:url';
import { poolSize, type RunningServer } from './api-server.ts';
import { end, ready, startNode } from './node-process.ts';
import type { Cluster } from './postgres-cluster.ts';

/**
 * Starts the bare server in one process of the same Node, with as many connections, as a role
 * without row security.
 */
export async function startBareServer(
  cluster: Cluster,
  port: number,
  monthStart: LocalDate,
): Promise<RunningServer> {
  const child = startNode(fileURLToPath(new URL('../bare/main.ts', import.meta.url)), {
    PORT: String(port),
    DATABASE_URL: cluster.adminUrl,
    DATABASE_POOL_SIZE: String(poolSize),
    MONTH_START: monthStart,
    MONTH_END: addMonths(monthStart, 1),
  });
  await ready(child, port);
  return { address: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => end(child) };
}
