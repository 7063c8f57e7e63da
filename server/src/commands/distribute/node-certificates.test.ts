import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type TestContext } from 'vitest';
import { startCitus } from '../../../../scripts/citus/citus.mjs';
import { buildClinic, signIn } from '../../../test/failover/clinics.ts';
import { makeCertificates } from '../../../test/fixtures/certificates.ts';
import { connected } from '../../../test/fixtures/database/connected.ts';
import { isCitus } from '../../../test/fixtures/database/postgres-template.ts';
import { freePort } from '../../../test/fixtures/free-port.ts';
import { temporaryFolder } from '../../../test/fixtures/invariants/invariant.ts';
import { startServer } from '../../../test/fixtures/running-server.ts';
import { newAppointment } from '../../../test/fixtures/samples.ts';
import { openPostgres } from '../../db/engines/postgres/open-postgres.ts';
import { withOwnerConnection } from '../../db/engines/postgres/owner-connection.ts';
import { distribute } from './distribute.ts';
import { moveBusiness } from './move-business.ts';
import { joinNodes } from './nodes.ts';

// The nodes of a cluster authenticate each other by certificates, with the files that docs/citus.md
// shows. Here the servers come from the address of the nodes too, so they have a certificate of
// their own, which is mapped to their two roles alone.

const ofNodes = ['samay_owner', 'samay_login', 'samay_app', 'samay_guest', 'samay_platform', 'postgres'];
const ofServers = ['samay_owner', 'samay_login'];
const maps = [
  ...ofNodes.map((role) => `nodes samay-node ${role}`),
  ...ofServers.map((role) => `nodes samay-server ${role}`),
];

test.runIf(isCitus)(
  'a cluster works whose nodes let nobody in without a certificate [O-4.11]',
  { timeout: 300_000 },
  async (context) => {
    const { urlOf: makeUrl, nodes, at } = await openNodes(context);
    const [coordinator = '', ...workers] = nodes;
    const superusers = nodes.map((node) => makeUrl(node, 'postgres', 'node', 'postgres'));
    for (const superuser of superusers)
      await connected(superuser, (client) => client.query('create database samay owner samay_owner'));
    const [owning, serving] = [
      makeUrl(coordinator, 'samay_owner', 'server'),
      makeUrl(coordinator, 'samay_login', 'server'),
    ];
    const start = async () => {
      const port = await freePort();
      return startServer({
        HOST: '127.0.0.1',
        PORT: port,
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        DATA_DIR: at('data'),
        SAMAY_DEMO: '0',
        DATABASE_URL: serving,
        MIGRATION_DATABASE_URL: owning,
      });
    };
    // Starts it once to migrate.
    await (await start()).stop('SIGTERM');
    await withOwnerConnection(owning, (client) =>
      distribute(client, {
        serving,
        report: () => undefined,
        join: () => joinNodes(superusers, 'samay'),
        shards: 4,
      }),
    );

    const server = await start();
    context.onTestFinished(async () => void (await server.stop('SIGKILL')));
    const database = await openPostgres({ url: serving, poolSize: 1 });
    const clinic = await buildClinic({ database }).finally(() => database.close());
    const headers = await signIn(server.address, clinic);
    const booked = await fetch(`${server.address}/api/appointments`, {
      method: 'POST',
      headers,
      body: JSON.stringify(newAppointment),
    });
    expect(booked.status).toBe(201);
    const { id } = (await booked.json()) as { id: string };
    const read = async () => {
      const response = await fetch(`${server.address}/api/appointments/${id}`, { headers });
      return [response.status, await response.json()];
    };
    const booking = [200, expect.objectContaining({ id, personName: newAppointment.personName })];
    expect(await read()).toEqual(booking);
    // Checks that the other worker copies the rows from the one that already has the business.
    await connected(makeUrl(coordinator, 'postgres', 'node'), async (client) => {
      for (const worker of workers) await moveBusiness(client, clinic.tenantId, worker);
    });
    expect(await read()).toEqual(booking);

    // Checks that the coordinator connects to the workers as a node.
    const between = await Promise.all(
      workers.map(async (worker) => readConnections(makeUrl(worker, 'postgres', 'node'))),
    );
    expect(between.flat()).toContain('samay_app by /CN=samay-node');
    expect(between.flat().filter((name) => !name.endsWith(' by /CN=samay-node'))).toEqual([]);

    for (const node of nodes) {
      const open = async (url: string) => connected(url, (client) => client.query('select 1'));
      await expect(open(makeUrl(node, 'samay_app', 'node'))).resolves.toBeDefined();
      await expect(open(makeUrl(node, 'samay_app', undefined))).rejects.toThrow(
        'requires a valid client certificate',
      );
      await expect(open(makeUrl(node, 'samay_app', 'server'))).rejects.toThrow(
        'certificate authentication failed for user "samay_app"',
      );
      await expect(open(makeUrl(node, 'samay_app', 'stranger'))).rejects.toThrow(/unknown ca|certificate/);
      await expect(open(`postgres://samay_app@${node}/samay`)).rejects.toThrow('no encryption');
    }
  },
);

/**
 * Opens the nodes by host and port, with their certificates, and the addresses of their roles.
 * Where Citus is missing, the test is skipped.
 */
async function openNodes(context: TestContext) {
  const { folder, remove } = temporaryFolder('node-certificates');
  let end = async () => undefined as void;
  context.onTestFinished(async () => {
    await end();
    remove();
  });
  chmodSync(folder, 0o711);
  const at = (name: string) => join(folder, name);
  const ofClients = ['extendedKeyUsage=clientAuth'];
  await makeCertificates(folder, [
    {
      name: 'node',
      subject: 'samay-node',
      extensions: ['subjectAltName=IP:127.0.0.1', 'extendedKeyUsage=serverAuth,clientAuth'],
      isOfPostgres: true,
    },
    { name: 'server', subject: 'samay-server', extensions: ofClients },
  ]);
  await makeCertificates(
    folder,
    [{ name: 'stranger', subject: 'samay-node', extensions: ofClients }],
    'another-authority',
  );
  writeFileSync(at('pg_hba.conf'), 'hostssl samay,postgres all 127.0.0.1/32 cert map=nodes\n');
  writeFileSync(at('pg_ident.conf'), `${maps.join('\n')}\n`);
  const { urls, reason, stop } = await startCitus({
    own: true,
    settings: [
      'ssl=on',
      `ssl_ca_file=${at('authority.crt')}`,
      `ssl_cert_file=${at('node.crt')}`,
      `ssl_key_file=${at('node.key')}`,
      `citus.node_conninfo=sslmode=verify-full sslrootcert=${at('authority.crt')} sslcert=${at('node.crt')} sslkey=${at('node.key')}`,
      // A node reaches itself by this name, which its certificate must have.
      'citus.local_hostname=127.0.0.1',
      `hba_file=${at('pg_hba.conf')}`,
      `ident_file=${at('pg_ident.conf')}`,
    ],
  });
  end = stop;
  if (!urls) return context.skip(`NOT RUN: certificates of nodes. ${reason}`);
  const makeUrl = (node: string, role: string, certificate: string | undefined, database = 'samay') => {
    const url = new URL(`postgres://${role}@${node}/${database}?sslmode=verify-full`);
    url.searchParams.set('sslrootcert', at('authority.crt'));
    if (certificate !== undefined) url.searchParams.set('sslcert', at(`${certificate}.crt`));
    if (certificate !== undefined) url.searchParams.set('sslkey', at(`${certificate}.key`));
    return url.href;
  };
  return { at, urlOf: makeUrl, nodes: urls.map((url) => new URL(url).host) };
}

/** Lists the connections to a node from another one: the role and the certificate of each. */
async function readConnections(url: string): Promise<string[]> {
  const { rows } = await connected(url, (client) =>
    client.query<{ name: string }>(
      `select usename || ' by ' || coalesce(client_dn, 'nothing') as name from pg_stat_activity join pg_stat_ssl using (pid)
       where application_name like 'citus%' and client_addr is not null order by 1`,
    ),
  );
  return rows.map(({ name }) => name);
}
