import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { ordinaryUser } from '../ordinary-user.mjs';
import {
  haproxyConfiguration,
  passwords,
  patroniConfiguration,
  pgbouncerConfiguration,
  pgbouncerUsers,
} from './configuration.mjs';
import { familyOf, isRewound, postmasterOf } from './postmaster.mjs';
import { findClusterPrograms } from './programs.mjs';

const run = promisify(execFile);
const supervisor = fileURLToPath(new URL('./supervisor.mjs', import.meta.url));
/** The pause before a program that has ended is started again, as systemd does. */
const pauseMs = 1_000;
const startMs = 120_000;

/**
 * Starts PostgreSQL three times under Patroni, with etcd, HAProxy and PgBouncer, on the loopback
 * address. All of them end with this process, also when this process is killed.
 * @param {object} options see cluster.d.mts
 */
export async function startCluster({
  names = ['n1', 'n2', 'n3'],
  servers = [],
  hasPooler = false,
  dataFolder = () => undefined,
} = {}) {
  const { postgres, paths, reason } = await findClusterPrograms();
  if (!paths) return { reason };
  const user = ordinaryUser();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'samay-cluster-'));
  own(folder, user);
  const ports = await freePorts(5 + names.length * 2);
  const [etcdPort, etcdPeerPort, primaryPort, webPort, poolerPort] = ports.splice(0, 5);
  const nodes = names.map((name) => ({
    name,
    port: ports.shift(),
    restPort: ports.shift(),
    data: path.join(dataFolder(name) ?? folder, `data-${name}`),
  }));
  for (const given of names.map(dataFolder).filter(Boolean)) own(given, user);
  const crew = await superviseIn(
    folder,
    user,
    nodes.map(({ data }) => data),
  );
  try {
    const [client, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${etcdPeerPort}`];
    const write = (file, text) => {
      fs.writeFileSync(path.join(folder, file), text, { mode: 0o600 });
      own(path.join(folder, file), user);
      return path.join(folder, file);
    };
    const etcd = {
      '--data-dir': path.join(folder, 'etcd'),
      '--listen-client-urls': client,
      '--advertise-client-urls': client,
    };
    const peers = {
      '--listen-peer-urls': peer,
      '--initial-advertise-peer-urls': peer,
      '--initial-cluster': `default=${peer}`,
    };
    await crew.start('etcd', [
      paths.etcd,
      ...Object.entries({ ...etcd, ...peers, '--log-level': 'warn' }).flat(),
    ]);
    await until('etcd', async () => (await fetch(`${client}/health`)).ok);
    for (const node of nodes) {
      const configuration = write(
        `${node.name}.yml`,
        patroniConfiguration({ ...node, folder, etcdPort, programs: postgres }),
      );
      await crew.start(node.name, [paths.patroni, configuration]);
      // Waits until the first one has created the data; the others copy it.
      if (node === nodes[0])
        await until(
          'the first node',
          async () => (await fetch(`http://127.0.0.1:${node.restPort}/primary`)).ok,
        );
    }
    await crew.start('haproxy', [
      paths.haproxy,
      '-db',
      '-f',
      write('haproxy.cfg', haproxyConfiguration({ primaryPort, nodes, webPort, servers })),
    ]);
    if (hasPooler) {
      write('users.txt', pgbouncerUsers);
      await crew.start('pgbouncer', [
        paths.pgbouncer,
        write('pgbouncer.ini', pgbouncerConfiguration({ folder, port: poolerPort, primaryPort })),
      ]);
    }
    const cluster = describe({ folder, nodes, crew, primaryPort, poolerPort, webPort });
    await until('the primary', () => makeDatabase(postgres, cluster.urlFor('postgres', 'postgres')));
    await cluster.settled();
    return { cluster };
  } catch (error) {
    error.message += logsIn(folder);
    await crew.stop();
    throw error;
  }
}

/** Returns the last output of each program. */
function logsIn(folder) {
  const files = fs.readdirSync(folder).filter((file) => file.endsWith('.log'));
  return files
    .map((file) => `\n── ${file}\n${fs.readFileSync(path.join(folder, file), 'utf8').slice(-2_000)}`)
    .join('');
}

/**
 * Filters HAProxy's lines about servers that started and ended, and about requests that were not
 * answered in the ordinary way.
 */
function faultsIn(log) {
  const lines = log.split('\n').filter((line) => !line.startsWith('['));
  return lines.filter((line) => !/ [234]\d\d \d+ - - ---- /.test(line)).join('\n');
}

function describe({ folder, nodes, crew, primaryPort, poolerPort, webPort }) {
  const members = async () => {
    for (const { restPort } of nodes) {
      const reply = await fetch(`http://127.0.0.1:${restPort}/cluster`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => undefined);
      if (reply?.ok) return (await reply.json()).members;
    }
    return [];
  };
  const nodeOf = (name) => nodes.find((node) => node.name === name);
  const primary = async () => {
    for (const { name, restPort } of nodes) {
      const reply = await fetch(`http://127.0.0.1:${restPort}/primary`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => undefined);
      if (reply?.ok) return name;
    }
    return undefined;
  };
  const urlAt =
    (port) =>
    (user, database = 'samay') =>
      `postgres://${user}:${passwords[user]}@127.0.0.1:${port}/${database}`;
  const processesOf = (name) =>
    [crew.pids[name], ...familyOf(postmasterOf(nodeOf(name).data))].filter(Boolean);
  return {
    nodes,
    urlFor: urlAt(primaryPort),
    pooledUrlFor: urlAt(poolerPort),
    urlOfNode: (name, user, database) => urlAt(nodeOf(name).port)(user, database),
    webAddress: `http://127.0.0.1:${webPort}`,
    proxyLog: () => faultsIn(fs.readFileSync(path.join(folder, 'haproxy.log'), 'utf8')),
    members,
    primary,
    isRewound: (name) => isRewound(nodeOf(name).data),
    settled: () =>
      until('the whole cluster', async () => {
        const running = (await members()).filter(({ state }) => ['running', 'streaming'].includes(state));
        const roles = running.map(({ role }) => role);
        // Requires one timeline: a node on another one is about to be rewound, and would be lost
        // with the primary from which it is rewound.
        const isTogether =
          running.length === nodes.length && new Set(running.map(({ timeline }) => timeline)).size === 1;
        return (
          isTogether && roles.includes('leader') && (nodes.length === 1 || roles.includes('sync_standby'))
        );
      }).catch((error) => {
        error.message += logsIn(folder);
        throw error;
      }),
    killPostgres: (name) => process.kill(postmasterOf(nodeOf(name).data), 'SIGKILL'),
    async killNode(name, backAfterMs) {
      const postmaster = postmasterOf(nodeOf(name).data);
      await crew.signal(name, 'SIGKILL', backAfterMs);
      if (postmaster) process.kill(postmaster, 'SIGKILL');
    },
    freezeNode(name) {
      const frozen = processesOf(name);
      for (const pid of frozen) process.kill(pid, 'SIGSTOP');
      return () => {
        for (const pid of frozen) if (fs.existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGCONT');
      };
    },
    signal: (name, signal) => crew.signal(name, signal),
    stop: () => crew.stop(),
  };
}

/** Forks the supervisor, and gives it orders. */
async function superviseIn(folder, user, data) {
  const child = fork(supervisor, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
  const crew = { pids: {} };
  let last = 0;
  const order = async (name, details) => {
    const id = (last += 1);
    child.send({ id, order: name, ...details });
    for (;;) {
      const [reply] = await once(child, 'message');
      crew.pids = reply.pids;
      if (reply.id === id) return;
    }
  };
  // Sets locale and home, as Debian's units do.
  const env = {
    PATH: `${process.env.PATH}:/usr/sbin`,
    LC_ALL: 'C.UTF-8',
    HOME: folder,
    PYTHONDONTWRITEBYTECODE: '1',
  };
  await order('remains', { folder, data });
  return Object.assign(crew, {
    start: (name, command) =>
      order('start', {
        name,
        command,
        user,
        env,
        cwd: folder,
        log: path.join(folder, `${name}.log`),
        pauseMs,
      }),
    signal: (name, signal, backAfterMs) => order('signal', { name, signal, backAfterMs }),
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  });
}

/** Creates the two roles and the database, once the primary can be reached through HAProxy. */
async function makeDatabase(folder, url) {
  const statements = [
    `create role samay_owner login createrole password '${passwords.samay_owner}'`,
    `create role samay_login login noinherit nosuperuser nobypassrls nocreaterole password '${passwords.samay_login}'`,
    'create database samay owner samay_owner',
  ];
  const program = path.join(folder, 'psql');
  await run(program, [
    '--no-psqlrc',
    '--quiet',
    '-v',
    'ON_ERROR_STOP=1',
    ...statements.flatMap((sql) => ['-c', sql]),
    url,
  ]);
  return true;
}

async function until(what, isSo) {
  const began = performance.now();
  let last;
  while (performance.now() - began < startMs) {
    if (await isSo().catch((error) => void (last = error))) return;
    await wait(200);
  }
  throw new Error(`${what} was not there within ${startMs / 1_000} s: ${last?.message ?? ''}`, {
    cause: last,
  });
}

async function freePorts(count) {
  const found = [];
  while (found.length < count) found.push(await getPort({ host: '127.0.0.1', exclude: found }));
  return found;
}

function own(file, { uid, gid }) {
  if (uid !== undefined) fs.chownSync(file, uid, gid);
}
