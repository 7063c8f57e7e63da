import { indiaDate, now } from '@samay/contract/core/time';
import { type RunningServer, startApiServer } from '../servers/api-server.ts';
import { startBareServer } from '../servers/bare-server.ts';
import { type Caller, signIn } from '../load/sign-in.ts';
import { type Cluster, openCluster } from '../servers/postgres-cluster.ts';
import { addBookings, addTenant, burst, hashPassword, type Tenant } from '../data/fill.ts';
import { factsOf } from '../results/machine.ts';
import { measureNotify } from '../database/notify-cost.ts';
import { type Operation, requestsOf } from '../load/operations.ts';
import type { Options } from '../load/options.ts';
import { explainAll, samePlans } from '../database/explain-plans.ts';
import { type Compared, inTurns } from '../load/turns.ts';
import { writeResult } from '../results/results.ts';

const ports = { api: 5481, bare: 5482, logged: 5483 };
const tenantRows = 10_000;
const freshRows = 50_000;
const otherTenants = 100;

/** Servers and data of the measurements. */
interface Bench {
  readonly cluster: Cluster;
  readonly api: RunningServer;
  readonly bare: RunningServer;
  readonly options: Options;
  readonly monthStart: string;
  /** `measured` has 10,000 rows and is only read; creates go to `booked`. */
  readonly measured: Tenant;
  readonly booked: Tenant;
}

type Comparisons = Partial<Record<Operation, Compared[]>>;

/** Compares the product with the bare server on one PostgreSQL: first with one business, then with a million rows of other businesses. */
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
    const hash = await hashPassword();
    const [measured, booked] = await cluster.admin(
      async (client) => [await addTenant(client, 'measured', hash), await addTenant(client, 'booked', hash)] as const,
    );
    await cluster.admin((client) => addBookings(client, [measured.id], tenantRows));
    await measureAll({ cluster, api, bare, options, monthStart, measured, booked });
  } finally {
    for (const server of servers) await server.stop();
    await cluster.stop();
  }
}

async function measureAll(bench: Bench): Promise<void> {
  const { cluster, options, measured, booked } = bench;
  const facts = factsOf(cluster.version);
  const has = (part: Options['parts'][number]) => options.parts.includes(part);

  const plansAlone = has('plans') ? await explainAll(cluster, ports.logged, measured) : undefined;
  const alone = has('api') ? await compare(bench, ['list', 'search', 'revenue']) : {};
  if (has('api') || has('plans')) await addOtherTenants(bench);
  if (plansAlone) {
    const plansBeside = await explainAll(cluster, ports.logged, measured);
    await writeResult('plans', { facts, same: samePlans(plansAlone, plansBeside), alone: plansAlone, beside: plansBeside });
  }
  if (has('api')) {
    const beside = await compare(bench, ['list', 'search', 'revenue', 'create']);
    await cluster.admin(async (client) => burst(client, await tenantIds(client), freshRows));
    const afterBurst = await compare(bench, ['search']);
    await writeResult('api', { facts, options, rows: await countRows(cluster), alone, beside, afterBurst });
  }
  if (has('notify')) {
    const cost = await measureNotify(cluster, bench.api.address, await signIn(bench.api.address, booked), bench.monthStart, options);
    await writeResult('notify', { facts, cost });
  }
}

/** Measures each operation at each number of connections. Each signs in again, because an access token is valid for 15 minutes. */
async function compare(bench: Bench, operations: readonly Operation[]): Promise<Comparisons> {
  const comparisons: Comparisons = {};
  for (const operation of operations) {
    const compared: Compared[] = [];
    for (const connections of bench.options.connections) {
      const caller = await signIn(bench.api.address, operation === 'create' ? bench.booked : bench.measured);
      compared.push(await inTurns(sidesOf(bench, operation, caller), { ...bench.options, connections }));
      tell(operation, compared.at(-1));
    }
    comparisons[operation] = compared;
  }
  return comparisons;
}

function sidesOf({ api, bare, monthStart }: Bench, operation: Operation, caller: Caller) {
  return {
    api: { address: api.address, requests: requestsOf(operation, caller.api, monthStart) },
    bare: { address: bare.address, requests: requestsOf(operation, caller.bare, monthStart) },
  };
}

/** Inserts a hundred other businesses with their bookings, and updates the statistics as autovacuum would. */
async function addOtherTenants({ cluster, options }: Bench): Promise<void> {
  const hash = await hashPassword();
  await cluster.admin(async (client) => {
    const ids: string[] = [];
    for (let index = 0; index < otherTenants; index += 1) ids.push((await addTenant(client, `other-${index}`, hash)).id);
    await addBookings(client, ids, options.otherRows / otherTenants);
  });
}

async function tenantIds(client: { query(sql: string): Promise<{ rows: { id: string }[] }> }): Promise<string[]> {
  const { rows } = await client.query('select id from tenants order by id');
  return rows.map(({ id }) => id);
}

async function countRows(cluster: Cluster): Promise<number> {
  const { rows } = await cluster.admin((client) => client.query<{ count: number }>('select count(*)::int as count from appointments'));
  return rows[0]?.count ?? 0;
}

function tell(operation: Operation, compared: Compared | undefined): void {
  if (!compared) return;
  const { connections, api, bare, ratio } = compared;
  console.log(
    `${operation} at ${connections}: ${api.perSecond.toFixed(0)}/s beside ${bare.perSecond.toFixed(0)}/s, ratio ${ratio.toFixed(2)}; ` +
      `median ${api.median.toFixed(1)} ms beside ${bare.median.toFixed(1)} ms`,
  );
}
