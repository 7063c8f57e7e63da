import { fileURLToPath } from 'node:url';
import type { RunningServer } from './api-server.ts';
import { end, ready, startNode } from './node-process.ts';
import type { Cluster } from './postgres-cluster.ts';

/** Starts the bare server of event streams. */
export async function startBareStreams(cluster: Cluster, port: number): Promise<RunningServer> {
  const child = startNode(fileURLToPath(new URL('../bare/streams.ts', import.meta.url)), {
    PORT: String(port),
    DATABASE_URL: cluster.adminUrl,
  });
  await ready(child, port);
  return { address: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => end(child) };
}
