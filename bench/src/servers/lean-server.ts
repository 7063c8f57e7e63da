import { fileURLToPath } from 'node:url';
import { createLeanTables } from '../lean/tables.ts';
import { poolSize, type RunningServer } from './api-server.ts';
import { end, ready, startNode } from './node-process.ts';
import type { Cluster } from './postgres-cluster.ts';

/**
 * Starts the lean server on a migrated database, in one process of the same Node and with as many
 * connections, as a role without row security.
 */
export async function startLeanServer(cluster: Cluster, port: number): Promise<RunningServer> {
  await cluster.admin(createLeanTables);
  const child = startNode(fileURLToPath(new URL('../lean/main.ts', import.meta.url)), {
    PORT: String(port),
    DATABASE_URL: cluster.adminUrl,
    DATABASE_POOL_SIZE: String(poolSize),
  });
  await ready(child, port);
  return { address: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => end(child) };
}
