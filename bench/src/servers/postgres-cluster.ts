import pg from 'pg';
import { startPostgres } from '../../../scripts/postgres.mjs';

/** A private PostgreSQL with one empty database, which ends with this process. */
export interface Cluster {
  /** URL of the superuser, who fills the database, reads query plans, and serves the bare server without row security. */
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

const name = 'samay_bench';

export async function openCluster(): Promise<Cluster> {
  const server = await startPostgres({ own: true });
  if (!server.url) throw new Error(`the measurements need PostgreSQL: ${server.reason}`);
  const cluster = new URL(server.url);
  await withClient(cluster.href, (client) => client.query(`create database ${name} owner samay_owner`));
  const adminUrl = addressOf(cluster, cluster.username);
  const { rows } = await withClient(adminUrl, (client) => client.query<{ server_version: string }>('show server_version'));
  return {
    adminUrl,
    ownerUrl: addressOf(cluster, 'samay_owner'),
    loginUrl: addressOf(cluster, 'samay_login'),
    version: rows[0]?.server_version ?? 'unknown',
    admin: (work) => withClient(adminUrl, work),
    stop: server.stop,
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

function addressOf(cluster: URL, role: string): string {
  const address = new URL(cluster);
  address.username = role;
  address.pathname = `/${name}`;
  return address.href;
}
