import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { end, ready, startNode } from './node-process.ts';
import type { Cluster } from './postgres-cluster.ts';

/** A server process under measurement. */
export interface RunningServer {
  readonly address: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Size of each server's connection pool. */
export const poolSize = 10;

const main = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));
const unlimited = '1000000000';

/** Starts the product in one process as in production, except for `settings` and for rate limits that a benchmark does not reach. */
export async function startApiServer(cluster: Cluster, port: number, settings: Record<string, string> = {}): Promise<RunningServer> {
  const directory = await mkdtemp(join(tmpdir(), 'samay-bench-'));
  const address = `http://127.0.0.1:${port}`;
  const child = startNode(main, {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: address,
    DATA_DIR: directory,
    DATABASE_URL: cluster.loginUrl,
    MIGRATION_DATABASE_URL: cluster.ownerUrl,
    DATABASE_POOL_SIZE: String(poolSize),
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_USER: unlimited,
    RATE_LIMIT_ANONYMOUS: unlimited,
    RATE_LIMIT_WRITES: unlimited,
    RATE_LIMIT_WRITES_PER_TENANT: unlimited,
    ...settings,
  });
  await ready(child, port);
  return {
    address,
    pid: child.pid ?? 0,
    stop: async () => {
      await end(child);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
