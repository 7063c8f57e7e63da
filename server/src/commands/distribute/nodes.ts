import { Client, type ClientBase } from 'pg';
import { DatabaseRefused } from '../../db/database.ts';

/**
 * The roles that Citus logs in with on other nodes, and on the coordinator itself: those that
 * transactions change to.
 */
const rolesOfTransactions = ['samay_app', 'samay_platform', 'samay_guest'];

/**
 * Makes a cluster of the databases that `npm run prepare-postgres` has created on each node: the
 * extension, and the coordinator's list of workers. Finished steps are not repeated.
 *
 * @param superusers the addresses of the superusers, the coordinator's first. The workers are
 *   reached by the host and port that they name
 * @param database its name, equal on each node
 * @returns the steps that were done
 */
export async function joinNodes(superusers: readonly string[], database: string): Promise<string[]> {
  const nodes = superusers.map((address) => makeNode(address, database));
  const done: string[] = [];
  for (const node of nodes)
    await onNode(node, async (client) => {
      if (await addExtension(client, node)) done.push(`${node.name}: the extension is there now`);
    });
  const [coordinator, ...workers] = nodes;
  if (!coordinator) return done;
  for (const node of nodes) await onNode(node, async (client) => void (await client.query(makeRoles)));
  await onNode(coordinator, async (client) => {
    const { rows } = await client.query<{ name: string; group: number }>(
      `select nodename || ':' || nodeport as name, groupid as "group" from pg_dist_node`,
    );
    if (!rows.some(({ group }) => group === 0))
      await client.query('select citus_set_coordinator_host($1, $2)', getAddress(coordinator));
    for (const node of workers) {
      if (rows.some(({ name }) => name === node.name)) continue;
      await client.query('select citus_add_node($1, $2)', getAddress(node));
      done.push(`${node.name}: is a worker now`);
    }
  });
  return done;
}

interface Node {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** The name as `host:port`. */
  readonly name: string;
}

function makeNode(address: string, database: string): Node {
  const url = new URL(address);
  url.pathname = `/${database}`;
  const [host, port] = [url.hostname, Number(url.port || 5432)];
  return { url: url.href, host, port, name: `${host}:${port}` };
}

function getAddress({ host, port }: Node): [string, number] {
  return [host, port];
}

async function onNode(node: Node, work: (client: ClientBase) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: node.url, application_name: 'samay owner' });
  await client.connect().catch((error: unknown) => {
    const what = error instanceof Error ? error.message : String(error);
    throw new DatabaseRefused(
      `The superuser of ${node.name} cannot connect: ${what}. Run npm run prepare-postgres for each node first.`,
      {
        cause: error,
      },
    );
  });
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function addExtension(client: ClientBase, { name }: Node): Promise<boolean> {
  const { rows } = await client.query<{ installed: boolean }>(
    `select installed_version is not null as installed from pg_available_extensions where name = 'citus'`,
  );
  if (rows[0]?.installed) return false;
  const { rows: libraries } = await client.query<{ shared_preload_libraries: string }>(
    'show shared_preload_libraries',
  );
  if (rows.length === 0 || !libraries[0]?.shared_preload_libraries.includes('citus'))
    throw new DatabaseRefused(
      `The PostgreSQL of ${name} has no Citus. Install it there, put citus first into shared_preload_libraries, and restart PostgreSQL.`,
    );
  await client.query('create extension citus');
  return true;
}

/** Creates the roles of transactions, with login, and the owner as their member. */
const makeRoles = `set citus.enable_create_role_propagation = off; set citus.enable_alter_role_propagation = off;
  do $$ declare name text; begin
    foreach name in array '{${rolesOfTransactions.join()}}'::text[] loop
      if to_regrole(name) is null then execute format('create role %I login noinherit', name);
      elsif not (select rolcanlogin from pg_roles where rolname = name) then execute format('alter role %I login', name); end if;
      execute format('grant %I to current_user', name);
    end loop;
  end $$`;

/**
 * Creates on every node the roles that Citus logs in with, makes the owner their member, and lets
 * them log in without passwords: the nodes' pg_hba.conf decides how they authenticate each other.
 * They are equal on all nodes, because Citus takes roles from the coordinator to the workers.
 *
 * @param client of the owner of the tables, on the coordinator
 */
export async function letRolesIn(client: ClientBase): Promise<void> {
  await client.query(makeRoles);
  await client.query('select run_command_on_workers($1)', [makeRoles]);
}
