import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addBookings } from '../data/fill.ts';
import { measureImport } from '../import/measure-import.ts';
import type { Options } from '../load/options.ts';
import { addTenants } from '../load/tenants.ts';
import { factsOf } from '../results/machine.ts';
import { writeResult } from '../results/results.ts';
import { startApiServer } from '../servers/api-server.ts';
import { ports } from '../servers/ports.ts';
import { openCluster } from '../servers/postgres-cluster.ts';

/** Measures an import of the largest file, and what a desk of the business notices of it. */
export async function runImportPart(options: Options): Promise<void> {
  const rows = options.quick ? 4_000 : 200_000;
  const deskSeconds = options.quick ? 6 : 60;
  const directory = await mkdtemp(join(tmpdir(), 'samay-bench-'));
  const cluster = await openCluster();
  const start = () => startApiServer(cluster, ports.api, { DATA_DIR: directory });
  try {
    // Starts a server to migrate it; one that runs while rows are added would count them.
    await (await start()).stop();
    const [tenant] = await addTenants(cluster, 'moving', 1);
    if (!tenant) throw new Error('there is no business to move in');
    await cluster.admin((client) => addBookings(client, [tenant.id], 10_000));
    const server = await start();
    try {
      const facts = factsOf(cluster.version);
      const { postmaster } = cluster;
      const measured = await measureImport({ server, postmaster, tenant, rows, deskSeconds });
      await writeResult('import', { facts, rows, measured }, options);
    } finally {
      await server.stop();
    }
  } finally {
    await cluster.stop();
    await rm(directory, { recursive: true, force: true });
  }
}
