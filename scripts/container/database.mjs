import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { preparedFile, socketFolder } from './health.mjs';

const run = promisify(execFile);
const home = '/var/lib/postgresql';
const data = join(home, 'data');
const superuser = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(socketFolder)}`;
const program = join(import.meta.dirname, 'samay.mjs');
/** Archives each change within a minute, so that a lost disk loses no more. */
const settings = [
  'listen_addresses=*',
  `unix_socket_directories=${socketFolder}`,
  'unix_socket_permissions=0700',
  `hba_file=${join(import.meta.dirname, 'pg_hba.conf')}`,
  'archive_mode=on',
  'archive_command=pgbackrest archive-push %p',
  'archive_timeout=60s',
];

/**
 * `samay database`: runs PostgreSQL in its volume, as the user of this process. Makes the cluster when
 * there is none, and at every start the roles, the database and the repository of backups.
 *
 * @param {readonly string[]} added more settings of PostgreSQL, such as `shared_buffers=1GB`
 */
export async function serveDatabase(added) {
  const folder = programs();
  rmSync(preparedFile, { force: true });
  if (!existsSync(join(data, 'PG_VERSION'))) await createCluster(folder);
  const options = [...settings, ...added].flatMap((setting) => ['-c', setting]);
  const server = spawn(join(folder, 'postgres'), ['-D', data, ...options], { stdio: 'inherit' });
  const ended = once(server, 'exit');
  // SIGINT is PostgreSQL's fast shutdown: it waits for no connection and leaves nothing to recover.
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.kill('SIGINT'));
  await Promise.race([prepare(folder, server), ended]);
  const [code] = await ended;
  process.exitCode = code ?? 1;
}

/** Returns the folder of PostgreSQL's programs. */
function programs() {
  const versions = '/usr/lib/postgresql';
  const [newest] = readdirSync(versions).toSorted((a, b) => Number(b) - Number(a));
  return join(versions, newest, 'bin');
}

/** Makes the cluster next to its place and renames it, so that an interrupted one is made again. */
async function createCluster(folder) {
  const unfinished = `${data}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  await run(join(folder, 'initdb'), [
    '-D',
    unfinished,
    '--username=postgres',
    '--encoding=UTF8',
    '--lc-collate=C',
    '--lc-ctype=C.UTF-8',
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
  ]);
  renameSync(unfinished, data);
}

async function prepare(folder, server) {
  const isReady = () =>
    run(join(folder, 'pg_isready'), ['-q', '-U', 'postgres', '-h', socketFolder]).then(
      () => true,
      () => false,
    );
  while (!(await isReady())) {
    if (server.exitCode !== null) return;
    await wait(200);
  }
  try {
    await run(process.execPath, [program, 'prepare-postgres', superuser]);
    await run('pgbackrest', ['stanza-create']);
    writeFileSync(preparedFile, '');
  } catch (error) {
    console.error(`The database could not be prepared: ${error.stderr || error.stdout || error.message}`);
    server.kill('SIGINT');
  }
}
