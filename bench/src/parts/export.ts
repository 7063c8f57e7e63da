import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compareExport } from '../export/compare-export.ts';
import { addExported } from '../export/exported-business.ts';
import type { Options } from '../load/options.ts';
import { factsOf } from '../results/machine.ts';
import { writeResult } from '../results/results.ts';
import { startApiServer } from '../servers/api-server.ts';
import { ports } from '../servers/ports.ts';
import { openCluster } from '../servers/postgres-cluster.ts';

/** Measures what a desk notices of an export of its business, and the server's memory meanwhile. */
export async function runExportPart(options: Options): Promise<void> {
  const exported = options.quick ? { bookings: 2_000, files: 100 } : { bookings: 100_000, files: 2_000 };
  const directory = await mkdtemp(join(tmpdir(), 'samay-bench-'));
  const cluster = await openCluster();
  const start = () => startApiServer(cluster, ports.api, { DATA_DIR: directory });
  try {
    // Starts a server to migrate it; one that runs while rows are added would count them.
    await (await start()).stop();
    const tenant = await addExported(cluster, directory, exported);
    const server = await start();
    try {
      const facts = factsOf(cluster.version);
      const compared = await compareExport({ server, cluster, tenant, turns: options.turns });
      await writeResult('export', { facts, turns: options.turns, ...exported, compared }, options);
    } finally {
      await server.stop();
    }
  } finally {
    await cluster.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
