import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { startCitus } from '../../../scripts/citus/citus.mjs';
import { startPostgres } from '../../../scripts/postgres.mjs';

/** A private PostgreSQL with one empty database, which ends with this process. */
export interface Cluster {
  /**
   * URL of the superuser, who fills the database, reads query plans, and serves the lean server
   * without row security.
   */
  readonly adminUrl: string;
  /** URL of the role that owns the tables. */
  readonly ownerUrl: string;
  /** URL of the login role that serves requests. */
  readonly loginUrl: string;
  readonly version: string;
  /** Runs statements as the superuser on a new connection. */
  admin<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/** A single PostgreSQL. */
export interface PlainCluster extends Cluster {
  /** Process id of its postmaster. */
  readonly postmaster: number;
}

/** Several nodes; servers know only the coordinator. */
export interface CitusCluster extends Cluster {
  /** Runs `npm run distribute`, while no server runs. */
  distribute(): Promise<void>;
}

const name = 'samay_bench';
const distributeCommand = fileURLToPath(
  new URL('../../../server/src/commands/distribute.ts', import.meta.url),
);

export async function openCluster(): Promise<PlainCluster> {
  const { url, pid, reason, stop } = await startPostgres({ own: true });
  if (!url || !pid) throw new Error(`the measurements need PostgreSQL: ${reason}`);
  return { ...(await clusterAt(url, stop)), postmaster: pid };
}

/** Starts Citus, a coordinator and two workers, whose tables are not distributed yet. */
export async function openCitusCluster(): Promise<CitusCluster> {
  const { urls, reason, stop } = await startCitus({ own: true, isDurable: true });
  const [coordinator, ...workers] = urls ?? [];
  if (coordinator === undefined) throw new Error(`the measurements need Citus: ${reason}`);
  for (const url of workers)
    await withClient(url, (client) => client.query(`create database ${name} owner samay_owner`));
  const cluster = await clusterAt(coordinator, stop);
  return { ...cluster, distribute: () => distribute(cluster, [coordinator, ...workers]) };
}

async function distribute(cluster: Cluster, superusers: readonly string[]): Promise<void> {
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: cluster.loginUrl,
    MIGRATION_DATABASE_URL: cluster.ownerUrl,
  };
  await promisify(execFile)(process.execPath, [distributeCommand, ...superusers], {
    env,
    maxBuffer: 16 * 1024 * 1024,
  });
}

async function clusterAt(superuser: string, stop: () => Promise<void>): Promise<Cluster> {
  const cluster = new URL(superuser);
  await withClient(cluster.href, (client) => client.query(`create database ${name} owner samay_owner`));
  const adminUrl = addressFor(cluster, cluster.username);
  const { rows } = await withClient(adminUrl, (client) =>
    client.query<{ server_version: string }>('show server_version'),
  );
  return {
    adminUrl,
    ownerUrl: addressFor(cluster, 'samay_owner'),
    loginUrl: addressFor(cluster, 'samay_login'),
    version: rows[0]?.server_version ?? 'unknown',
    admin: (work) => withClient(adminUrl, work),
    stop,
  };
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function addressFor(cluster: URL, role: string): string {
  const address = new URL(cluster);
  address.username = role;
  address.pathname = `/${name}`;
  return address.href;
}
