import { indiaDate, now } from '@samay/contract/core/time';
import type pg from 'pg';
import { type RunningServer, startApiServer } from '../servers/api-server.ts';
import { startBareServer } from '../servers/bare-server.ts';
import { startLeanServer } from '../servers/lean-server.ts';
import { ports } from '../servers/ports.ts';
import { type Cluster, openCluster } from '../servers/postgres-cluster.ts';
import { addBookings, addTenant, burst, hashPassword, type Tenant } from '../data/fill.ts';
import { addClaims, addTimes } from '../data/times.ts';
import { copyBookings, copyBurst } from '../lean/tables.ts';
import { factsOf } from '../results/machine.ts';
import { checkAnswers } from '../load/check-answers.ts';
import { type Compare, type Comparisons, compare } from '../load/comparisons.ts';
import { spreadOver } from '../load/operations.ts';
import type { Options, Phase } from '../load/options.ts';
import { explainAll, samePlans } from '../database/explain-plans.ts';
import { writeResult } from '../results/results.ts';

const tenantRows = 10_000;
const freshRows = 50_000;
const otherTenants = 100;

type Bench = Compare & { readonly cluster: Cluster };

/**
 * Compares the product with the bare servers on one PostgreSQL: first with one business, then with
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
    const bare = await started(startBareServer(cluster, ports.bare, monthStart));
    const lean = await started(startLeanServer(cluster, ports.lean));
    const [measured] = await addTenants(cluster, 'measured', 1);
    if (!measured) throw new Error('there is no business to measure');
    const booked = await addTenants(cluster, 'booked', spreadOver);
    const [timed] = await addTenants(cluster, 'timed', 1);
    if (!timed) throw new Error('there is no business with times');
    await cluster.admin(async (client) => {
      await fill(client, [measured.id], tenantRows);
      for (const tenant of [measured, timed]) await addTimes(client, tenant);
      await addClaims(client, measured);
    });
    await measureAll({ cluster, api, bare, lean, options, monthStart, measured, booked, timed });
  } finally {
    for (const server of servers) await server.stop();
    await cluster.stop();
  }
}

async function measureAll(bench: Bench): Promise<void> {
  const { cluster, options, measured } = bench;
  const facts = factsOf(cluster.version);
  const has = (part: Options['parts'][number]) => options.parts.includes(part);
  const measures = (phase: Phase) => has('api') && options.phases.includes(phase);

  const plansAlone = has('plans') ? await explainAll(cluster, ports.logged, measured) : undefined;
  if (has('api')) await checkAnswers(bench);
  const alone = measures('alone') ? await compare(bench, options.operations) : {};
  if (plansAlone || measures('beside') || measures('burst')) await addOtherTenants(bench);
  if (plansAlone) {
    const plansBeside = await explainAll(cluster, ports.logged, measured);
    await writeResult(
      'plans',
      { facts, same: samePlans(plansAlone, plansBeside), alone: plansAlone, beside: plansBeside },
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
    const pages = await copyBurst(client, ids.find((id) => id !== bench.measured.id) ?? '');
    console.log(`the lean search index has ${pages} pending pages`);
  });
  return compare(bench, ['search']);
}

/** Adds bookings for each business, to the product's table and to the lean server's. */
async function fill(client: pg.Client, ids: readonly string[], each: number): Promise<void> {
  await addBookings(client, ids, each);
  await copyBookings(client);
}

/** Adds onboarded businesses without bookings. */
async function addTenants(cluster: Cluster, name: string, count: number): Promise<Tenant[]> {
  const hash = await hashPassword();
  return cluster.admin(async (client) => {
    const tenants: Tenant[] = [];
    for (let index = 0; index < count; index += 1)
      tenants.push(await addTenant(client, `${name}-${index}`, hash));
    return tenants;
  });
}

/**
 * Inserts a hundred other businesses with their bookings, and updates the statistics as autovacuum
 * would.
 */
async function addOtherTenants({ cluster, options }: Bench): Promise<void> {
  const others = await addTenants(cluster, 'other', otherTenants);
  const ids = others.map(({ id }) => id);
  await cluster.admin((client) => fill(client, ids, options.otherRows / otherTenants));
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
