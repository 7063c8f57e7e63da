import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sandboxSettings } from '../../../scripts/sandbox-settings.mjs';
import { startThirdParties } from '../start/third-parties.ts';
import type { Options } from '../load/options.ts';
import { factsOf } from '../results/machine.ts';
import { writeResult } from '../results/results.ts';
import { productionSettings, serverMain } from '../servers/api-server.ts';
import { ports } from '../servers/ports.ts';
import { startNode } from '../servers/node-process.ts';
import { openCluster } from '../servers/postgres-cluster.ts';
import { measureStart, type Programs } from '../start/start-cost.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** The compile cache as `npm start` sets it, for both programs. */
const compiled = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node') };

/**
 * Measures the start and the idle memory of the product as `npm start` runs it: in production on
 * PostgreSQL, and the demo on the embedded database.
 */
export async function runStartPart(options: Options): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'samay-bench-'));
  const cluster = await openCluster();
  const parties = await startThirdParties(ports.withSandbox);
  const [files, data] = [join(directory, 'files'), join(directory, 'data')];
  const settings = {
    postgres: productionSettings(cluster, ports.api, files),
    embedded: {
      PORT: String(ports.withSandbox),
      DATA_DIR: data,
      LOG_LEVEL: 'warn',
      ...sandboxSettings(ports.withSandbox),
    },
  };
  const programs: Programs = {
    postgres: { port: ports.api, start: () => startNode(serverMain, { ...compiled, ...settings.postgres }) },
    embedded: {
      port: ports.withSandbox,
      start: () => startNode(serverMain, { ...compiled, ...settings.embedded }),
    },
  };
  try {
    const facts = factsOf(cluster.version);
    const cost = await measureStart(programs, options);
    await writeResult('start', { facts, cost }, options);
  } finally {
    await parties.stop();
    await cluster.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
