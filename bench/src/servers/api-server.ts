import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { memorySettings } from '../../../scripts/memory-settings.mjs';
import { end, ready, startNode } from './node-process.ts';
import type { Cluster } from './postgres-cluster.ts';

/** A server process under measurement. */
export interface RunningServer {
  readonly address: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Size of the server's connection pool. */
const poolSize = 10;

export const serverMain = fileURLToPath(new URL('../../../server/dist/main.js', import.meta.url));
const unlimited = '1000000000';
/** The key of every server of a run: several, one after the other, have one database. */
const secretKeys = randomBytes(32).toString('base64');

/**
 * Starts the product in one process as in production, except for `settings` and for rate limits
 * that a benchmark does not reach: the built server, or `main` of a tree's sources.
 */
export async function startApiServer(
  cluster: Cluster,
  port: number,
  settings: Record<string, string> = {},
  main = serverMain,
): Promise<RunningServer> {
  const directory = await mkdtemp(join(tmpdir(), 'samay-bench-'));
  const child = startNode(main, {
    ...productionSettings(cluster, port, directory),
    DATABASE_POOL_SIZE: String(poolSize),
    RATE_LIMIT_PER_USER: unlimited,
    RATE_LIMIT_ANONYMOUS: unlimited,
    RATE_LIMIT_WRITES: unlimited,
    RATE_LIMIT_WRITES_PER_TENANT: unlimited,
    ...settings,
  });
  await ready(child, port);
  return {
    address: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    stop: async () => {
      await end(child);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Returns the settings of a production server on PostgreSQL. */
export function productionSettings(
  cluster: Cluster,
  port: number,
  directory: string,
): Record<string, string> {
  return {
    ...memorySettings(),
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: directory,
    SECRET_KEYS: secretKeys,
    DATABASE_URL: cluster.loginUrl,
    MIGRATION_DATABASE_URL: cluster.ownerUrl,
    LOG_LEVEL: 'warn',
  };
}
