import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { migrate } from '../../../server/src/db/migrate/migrate.ts';
import { readMigrations } from '../../../server/src/db/migrate/migrations.ts';
import { openPostgres } from '../../../server/src/db/postgres/open-postgres.ts';
import { addBookings, addTenant } from '../data/fill.ts';
import { startNode } from '../servers/node-process.ts';
import { type Cluster, openCluster } from '../servers/postgres-cluster.ts';
import { startLoad } from './load.ts';

/*
 * node bench/src/upgrade/main.ts [bookings] By hand: a million bookings from before time had
 * tables, upgraded beside writers of the last release. The upgrading process is killed at twenty
 * places and resumed. Prints how long it took, the longest wait for a lock, and the counts.
 */
const bookings = Number(process.argv[2] ?? 1_000_000);
const businesses = 100;
const kills = Number(process.argv[3] ?? 20);
/** A tenth of the bookings is still to come. */
const daysAhead = 110;

const cluster = await openCluster();
try {
  await migrateUntil('0058');
  const tenantIds = await cluster.admin(async (client) => {
    const ids: string[] = [];
    for (let place = 0; place < businesses; place += 1)
      ids.push((await addTenant(client, `business-${place}`, 'none')).id);
    await addBookings(client, ids, bookings / businesses, daysAhead);
    return ids;
  });
  console.log(`${bookings} bookings of ${businesses} businesses`);
  const load = startLoad(cluster.loginUrl, cluster.adminUrl, tenantIds);
  await wait(5_000);
  const started = performance.now();
  const killed = await upgrade();
  const seconds = (performance.now() - started) / 1000;
  await wait(2_000);
  const seen = await load.stop();
  console.log(
    JSON.stringify({
      seconds: Math.round(seconds),
      killed,
      ...seen,
      failures: seen.failures.slice(0, 3),
      failed: seen.failures.length,
    }),
  );
  console.log(JSON.stringify(await countsOf(cluster)));
} finally {
  await cluster.stop();
}

/** Applies the migrations before one, as the last release left them. */
async function migrateUntil(before: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'samay-upgrade-'));
  const own = fileURLToPath(new URL('../../../server/migrations', import.meta.url));
  for (const { name } of readMigrations().filter((each) => each.name < before))
    copyFileSync(join(own, name), join(folder, name));
  const database = await openPostgres({ url: cluster.loginUrl, poolSize: 1 });
  await migrate(database, { url: cluster.ownerUrl, folder });
  await database.close();
  rmSync(folder, { recursive: true });
}

/** Runs the upgrade, and kills it later and later, until it has been killed often enough. */
async function upgrade(): Promise<number> {
  const script = fileURLToPath(new URL('./upgrade-process.ts', import.meta.url));
  for (let killed = 0; ; killed += 1) {
    const child = startNode(script, { LOGIN_URL: cluster.loginUrl, OWNER_URL: cluster.ownerUrl });
    const ended = once(child, 'exit');
    if (killed < kills) {
      await Promise.race([ended, wait(300 + killed * 150)]);
      child.kill('SIGKILL');
    }
    const [code] = await ended;
    if (code === 0) return killed;
  }
}

/**
 * Each coming booking of a known doctor has one claim, and no other booking of before has one;
 * ordinary claims of a unit do not overlap.
 */
async function countsOf({ admin }: Cluster): Promise<unknown> {
  return admin(async (client) => {
    const { rows } = await client.query(`select
      (select count(*)::int from appointments) as bookings,
      (select count(*)::int from appointments where appointment_date >= current_date and status in ('scheduled', 'completed')) as coming,
      (select count(*)::int from claims) as claims,
      (select count(*)::int from claims where overbooked) as overbooked,
      (select count(*)::int from appointments where appointment_date >= current_date and status in ('scheduled', 'completed')
        and not exists (select from claims where claims.tenant_id = appointments.tenant_id and appointment_id = appointments.id)) as "withoutClaim",
      (select count(*)::int from (select from claims group by tenant_id, appointment_id having count(*) > 1) as several) as "withSeveral",
      (select count(*)::int from resources) as resources, (select count(*)::int from services) as services`);
    return rows[0];
  });
}
