import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunningServer } from './api-server.ts';
import { end, ready, startNode } from './node-process.ts';

const unlimited = '1000000000';
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Starts the product with the demo's data, on a temporary embedded database. */
export async function startDemoServer(port: number): Promise<RunningServer> {
  const directory = await mkdtemp(join(tmpdir(), 'samay-bench-'));
  const child = startNode(join(root, 'server/dist/main.js'), {
    PORT: String(port),
    DATA_DIR: directory,
    LOG_LEVEL: 'warn',
    SAMAY_DEMO: '1',
    RATE_LIMIT_PER_USER: unlimited,
    RATE_LIMIT_ANONYMOUS: unlimited,
  });
  await ready(child, port);
  return {
    address: `http://localhost:${port}`,
    pid: child.pid ?? 0,
    stop: async () => {
      await end(child);
      await rm(directory, { recursive: true, force: true });
    },
  };
}
