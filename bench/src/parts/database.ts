import { indiaDate, now } from '@samay/contract/core/time';
import { type RunningServer, startApiServer } from '../servers/api-server.ts';
import { startLeanServer } from '../servers/lean-server.ts';
import { ports } from '../servers/ports.ts';
import { type Cluster, openCluster } from '../servers/postgres-cluster.ts';
import { addBookings, burst } from '../data/fill.ts';
import { addMeasured, addTenants } from '../load/tenants.ts';
import { copyBookings, copyBurst } from '../lean/tables.ts';
import { factsOf } from '../results/machine.ts';
import { checkAnswers } from '../load/check-answers.ts';
import { type Compare, type Comparisons, compare } from '../load/comparisons.ts';
import type { Options, Phase } from '../load/options.ts';
import { explainAll, samePlans } from '../database/explain-plans.ts';
import { writeResult } from '../results/results.ts';

const freshRows = 50_000;
const otherTenants = 100;

type Bench = Compare & { readonly cluster: Cluster };

/**
 * Compares the product with the lean server on one PostgreSQL: first with one business, then with
 * a million rows of other businesses.
 */
export async function runDatabasePart(options: Options): Promise<void> {
  const cluster = await openCluster();
  const monthStart = `${indiaDate(now()).slice(0, 7)}-01`;
  const servers: RunningServer[] = [];
  const started = async (server: Promise<RunningServer>) => {
    servers.push(await server);
    return server;
  };
  try {
    const api = await started(startApiServer(cluster, ports.api));
    const lean = await started(startLeanServer(cluster, ports.lean));
    const tenants = await addMeasured(cluster);
    await cluster.admin(copyBookings);
    await measureAll({ cluster, api: { ...api, tenants }, lean, options, monthStart });
  } finally {
    for (const server of servers) await server.stop();
    await cluster.stop();
  }
}

async function measureAll(bench: Bench): Promise<void> {
  const { cluster, options } = bench;
  const { measured } = bench.api.tenants;
  const facts = factsOf(cluster.version);
  const has = (part: Options['parts'][number]) => options.parts.includes(part);
  const measures = (phase: Phase) => has('api') && options.phases.includes(phase);

  const plansAlone = has('plans') ? await explainAll(cluster, ports.logged, measured) : undefined;
  if (has('api')) await checkAnswers(bench);
  const alone = measures('alone') ? await compare(bench, options.operations) : {};
  if (plansAlone || measures('beside') || measures('burst')) await addOtherTenants(bench);
  if (plansAlone) {
    const plansWithOthers = await explainAll(cluster, ports.logged, measured);
    await writeResult(
      'plans',
      { facts, same: samePlans(plansAlone, plansWithOthers), alone: plansAlone, beside: plansWithOthers },
      options,
    );
  }
  const beside = measures('beside') ? await compare(bench, options.operations) : {};
  const afterBurst = measures('burst') ? await searchAfterBurst(bench) : {};
  if (has('api'))
    await writeResult(
      'api',
      { facts, options, rows: await countRows(cluster), alone, beside, afterBurst },
      options,
    );
}

async function searchAfterBurst(bench: Bench): Promise<Comparisons> {
  await bench.cluster.admin(async (client) => {
    const ids = await tenantIds(client);
    await burst(client, ids, freshRows);
    const pages = await copyBurst(client, ids.find((id) => id !== bench.api.tenants.measured.id) ?? '');
    console.log(`the lean search index has ${pages} pending pages`);
  });
  return compare(bench, ['search']);
}

/**
 * Inserts a hundred other businesses with their bookings, and updates the statistics as autovacuum
 * would.
 */
async function addOtherTenants({ cluster, options }: Bench): Promise<void> {
  const others = await addTenants(cluster, 'other', otherTenants);
  const ids = others.map(({ id }) => id);
  await cluster.admin(async (client) => {
    await addBookings(client, ids, options.otherRows / otherTenants);
    await copyBookings(client);
  });
}

async function tenantIds(client: {
  query(sql: string): Promise<{ rows: { id: string }[] }>;
}): Promise<string[]> {
  const { rows } = await client.query('select id from tenants order by id');
  return rows.map(({ id }) => id);
}

async function countRows(cluster: Cluster): Promise<number> {
  const { rows } = await cluster.admin((client) =>
    client.query<{ count: number }>('select count(*)::int as count from appointments'),
  );
  return rows[0]?.count ?? 0;
}
