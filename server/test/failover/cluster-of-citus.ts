import { chmodSync } from 'node:fs';
import type { TestContext } from 'vitest';
import { type CitusNode, startCitus } from '../../../scripts/citus/citus.mjs';
import type { OpenDatabase } from '../../src/db/open-database.ts';
import { distribute } from '../../src/commands/distribute/distribute.ts';
import { joinNodes } from '../../src/commands/distribute/nodes.ts';
import { migrate } from '../../src/db/migrate/migrate.ts';
import { openPostgres } from '../../src/db/engines/postgres/open-postgres.ts';
import { withOwnerConnection } from '../../src/db/engines/postgres/owner-connection.ts';
import { temporaryFolder } from '../fixtures/invariants/invariant.ts';
import { killPostgres } from '../fixtures/invariants/kill-postgres.ts';
import { connected } from '../fixtures/database/connected.ts';

/**
 * A coordinator and two workers, whose commits wait for the disk, with an empty distributed
 * database of Samay.
 */
export interface CitusCluster {
  readonly workers: readonly CitusNode[];
  /** Returns the address of the database for one of its roles, on the coordinator. */
  urlOf(role: 'samay_owner' | 'samay_login' | 'postgres'): string;
  /** Returns the worker with the rows of a business. */
  workerOf(tenantId: string): Promise<CitusNode>;
  kill(worker: CitusNode): Promise<void>;
  /** Counts the prepared transactions that no commit or rollback has ended yet, on all nodes. */
  inDoubt(): Promise<number>;
}

const name = 'samay';
const shards = 4;

/** Starts the cluster. If the extension is not installed, the test is skipped with the reason. */
export async function openCitus(test: TestContext): Promise<CitusCluster> {
  const { folder, remove } = temporaryFolder('citus');
  // Lets PostgreSQL's user, who is not root, access the folders of the nodes.
  chmodSync(folder, 0o711);
  const { urls, nodes, reason, stop } = await startCitus({ own: true, isDurable: true, directory: folder });
  test.onTestFinished(async () => {
    await stop();
    remove();
  });
  if (!urls || !nodes) {
    const note = `NOT RUN: a worker killed. ${reason}`;
    process.stdout.write(`${note}\n`);
    return test.skip(note);
  }
  const [coordinator = '', ...others] = urls;
  const urlOf: CitusCluster['urlOf'] = (role) => addressFor(coordinator, role);
  for (const url of urls)
    await connected(url, (client) => client.query(`create database ${name} owner samay_owner`));
  const owner = await openPostgres({ url: urlOf('samay_owner'), poolSize: 1 });
  await migrate(owner, { url: urlOf('samay_owner') }).finally(() => owner.close());
  await withOwnerConnection(urlOf('samay_owner'), (client) =>
    distribute(client, {
      serving: urlOf('samay_login'),
      report: () => undefined,
      join: () => joinNodes([coordinator, ...others], name),
      shards,
    }),
  );
  const workers = nodes.slice(1);
  return {
    workers,
    urlOf,
    async workerOf(tenantId) {
      const { rows } = await connected(urlOf('postgres'), (client) =>
        client.query<{ port: number }>(
          `select nodeport as port from pg_dist_shard_placement
           where shardid = get_shard_id_for_distribution_column('appointments', $1::uuid)`,
          [tenantId],
        ),
      );
      const found = workers.find(({ url }) => Number(new URL(url).port) === rows[0]?.port);
      if (!found) throw new Error(`no worker has the business ${tenantId}`);
      return found;
    },
    kill: ({ pid }) => killPostgres(pid),
    async inDoubt() {
      const counts = await Promise.all(
        urls.map((url) =>
          connected(addressFor(url, 'postgres'), (client) =>
            client.query<{ count: number }>(
              `select count(*)::int as count from pg_prepared_xacts where database = '${name}'`,
            ),
          ),
        ),
      );
      return counts.reduce((sum, { rows }) => sum + (rows[0]?.count ?? 0), 0);
    },
  };
}

/** Opens a database of the cluster, with the login role. */
export function openServing(cluster: CitusCluster): Promise<OpenDatabase> {
  return openPostgres({ url: cluster.urlOf('samay_login'), poolSize: 2 });
}

function addressFor(node: string, role: string): string {
  const address = new URL(node);
  address.username = role;
  address.pathname = `/${name}`;
  return address.href;
}
