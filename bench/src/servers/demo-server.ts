import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWebWhenStale } from '../../../scripts/build-web.mjs';
import type { RunningServer } from './api-server.ts';
import { end, ready, startNode } from './node-process.ts';

const plenty = '1000000000';
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The product with the web app, built anew if it is older than its sources, and the demo's clinic, on an embedded database of its own. */
export async function startDemoServer(port: number): Promise<RunningServer> {
  await buildWebWhenStale(root, process.execPath);
  const directory = await mkdtemp(join(tmpdir(), 'samay-bench-'));
  const child = startNode(join(root, 'server/src/main.ts'), {
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
