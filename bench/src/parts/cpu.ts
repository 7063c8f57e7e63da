import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { indiaDate, now } from '@samay/contract/core/time';
import { addMeasured, addScheduled, type Filling } from '../load/tenants.ts';
import { bookingsToChange, compareCpu, type ProductOfTree } from '../load/compare-cpu.ts';
import type { Options } from '../load/options.ts';
import { factsOf } from '../results/machine.ts';
import { writeResult } from '../results/results.ts';
import { startApiServer } from '../servers/api-server.ts';
import { checkOut } from '../servers/check-out.ts';
import { ports } from '../servers/ports.ts';
import { openCluster } from '../servers/postgres-cluster.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Lets no request fail on a machine with other load. */
const patient = {
  DATABASE_STATEMENT_MS: '120000',
  DATABASE_ANSWER_MS: '150000',
  DATABASE_WAIT_MS: '120000',
};

type Endings = (() => Promise<void>)[];

/**
 * Measures the processor time of requests: of the product and, if `--before` names one, of the
 * product of an earlier commit on another PostgreSQL.
 */
export async function runCpuPart(options: Options): Promise<void> {
  const { operations, turns, before: commit } = options;
  const bookings = bookingsToChange(options);
  const endings: Endings = [];
  const monthStart = `${indiaDate(now()).slice(0, 7)}-01` as const;
  try {
    const tree = commit === undefined ? undefined : await checkOut(root, commit);
    if (tree) endings.push(tree.remove);
    const api = await openProduct(root, ports.api, bookings, endings);
    const before = tree && (await openProduct(tree.root, ports.before, bookings, endings));
    const facts = factsOf(api.cluster.version);
    const compared = await compareCpu({ api, before, monthStart, options }, operations);
    await writeResult('cpu', { facts, turns, ...(tree && { before: tree.commit }), compared }, options);
  } finally {
    for (const end of endings.toReversed()) await end();
  }
}

/**
 * Starts the product of a tree from its sources, on a PostgreSQL that the tree's own functions fill:
 * the tables of an earlier commit may differ.
 */
async function openProduct(
  tree: string,
  port: number,
  bookings: number,
  endings: Endings,
): Promise<ProductOfTree> {
  const cluster = await openCluster();
  endings.push(cluster.stop);
  const start = () => startApiServer(cluster, port, patient, join(tree, 'server/src/main.ts'));
  // Starts a server to migrate it; one that runs while rows are added would count them to check the
  // tallies.
  await (await start()).stop();
  const [fill, times] = [await importFrom(tree, 'fill.ts'), await importFrom(tree, 'times.ts')];
  const filling = { ...fill, ...times } as Filling;
  const tenants = await addMeasured(cluster, filling);
  const changed = await addScheduled(cluster, bookings, filling);
  const server = await start();
  endings.push(server.stop);
  return { ...server, cluster, tenants, changed };
}

async function importFrom(tree: string, name: string): Promise<object> {
  return (await import(pathToFileURL(join(tree, 'bench/src/data', name)).href)) as object;
}
