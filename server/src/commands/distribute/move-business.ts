import type { ClientBase } from 'pg';
import { DatabaseRefused } from '../../db/database.ts';
import { distributedTables } from './placement.ts';

const [anchor] = distributedTables;

/** The place of a business's rows: its part of each table, and the worker as `host:port`. */
interface Place {
  readonly shard: string;
  readonly host: string;
  readonly port: number;
  readonly worker: string;
}

/**
 * The copy method of Citus: writes to the copied rows wait. With logical replication they would
 * not, but a move of a busy business never ended: the role that applies the changes on the other
 * worker is bound by row security, and a divided part does not send the keys of changed rows.
 */
const mode = 'block_writes';

/**
 * Moves the rows of a business to another worker, while servers run. It first gets its own part of
 * every table, so that no other business moves. Its writes wait until it has moved, and those of
 * the businesses that shared its part until that is divided.
 * @param client of a superuser on the coordinator: row security binds the owner of the tables, and
 * it would refuse the copy
 * @param to the worker, as `host:port`
 * @returns the steps that were done
 * @throws DatabaseRefused where there is no such business or worker
 */
export async function moveBusiness(client: ClientBase, business: string, to: string): Promise<string[]> {
  const { rows: found } = await client.query<{ name: string }>(
    'select name from tenants where id::text = $1',
    [business],
  );
  if (found.length === 0) throw new DatabaseRefused(`There is no business ${business}.`);
  const { rows: workers } = await client.query<{ name: string; host: string; port: number }>(
    `select nodename || ':' || nodeport as name, nodename as host, nodeport as port from pg_dist_node
     where groupid <> 0 and noderole = 'primary' and isactive and shouldhaveshards order by 1`,
  );
  const target = workers.find(({ name }) => name === to);
  if (!target)
    throw new DatabaseRefused(
      `There is no worker ${to}. The workers: ${workers.map(({ name }) => name).join(', ')}.`,
    );
  const before = await findPlace(client, business);
  if (before.worker === to) return [`The rows of ${business} are on ${to} already.`];
  const done: string[] = [];
  if (!(await isAlone(client, business))) {
    const values = [anchor, business, mode];
    await client.query(
      `select isolate_tenant_to_new_shard($1, $2::uuid, 'CASCADE', shard_transfer_mode := $3)`,
      values,
    );
    done.push(`${business} has a part of its own of every table now`);
  }
  const { shard, host, port } = await findPlace(client, business);
  const values = [shard, host, port, target.host, target.port, mode];
  await client.query(
    'select citus_move_shard_placement($1, $2, $3, $4, $5, shard_transfer_mode := $6)',
    values,
  );
  return [...done, `${business}: its rows have moved from ${before.worker} to ${to}`];
}

async function findPlace(client: ClientBase, business: string): Promise<Place> {
  const { rows } = await client.query<Place>(
    `select shardid as shard, nodename as host, nodeport as port, nodename || ':' || nodeport as worker from pg_dist_shard_placement
     where shardid = get_shard_id_for_distribution_column($1, $2::uuid)`,
    [anchor, business],
  );
  const [place] = rows;
  if (!place) throw new DatabaseRefused('The database is not distributed: run npm run distribute.');
  return place;
}

/** Returns whether a business has a part alone: the part's range is then one value. */
async function isAlone(client: ClientBase, business: string): Promise<boolean> {
  const { rows } = await client.query<{ alone: boolean }>(
    `select shardminvalue = shardmaxvalue as alone from pg_dist_shard
     where shardid = get_shard_id_for_distribution_column($1, $2::uuid)`,
    [anchor, business],
  );
  return rows[0]?.alone ?? false;
}
