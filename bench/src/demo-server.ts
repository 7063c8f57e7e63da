import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunningServer } from './api-server.ts';
import { end, ready, startNode } from './child.ts';

const plenty = '1000000000';

/** The product with the built web app and the demo's clinic, on an embedded database of its own. */
export async function startDemoServer(port: number): Promise<RunningServer> {
  const directory = await mkdtemp(join(tmpdir(), 'samay-bench-'));
  const child = startNode(fileURLToPath(new URL('../../server/src/main.ts', import.meta.url)), {
    PORT: String(port),
    DATA_DIR: directory,
    LOG_LEVEL: 'warn',
    SAMAY_DEMO: '1',
    RATE_LIMIT_PER_USER: plenty,
    RATE_LIMIT_ANONYMOUS: plenty,
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
