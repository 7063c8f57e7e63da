import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { ordinaryUser } from './ordinary-user.mjs';
import { findPrograms } from './postgres-programs.mjs';

const run = promisify(execFile);
const guard = fileURLToPath(new URL('./postgres-guard.mjs', import.meta.url));
const usualSettings = [
  'fsync=on',
  'synchronous_commit=on',
  'shared_buffers=96MB',
  'max_connections=200',
  'listen_addresses=127.0.0.1',
];
/**
 * The role that owns the tables and the role that serves requests. Neither is a superuser, and the
 * second owns nothing.
 */
const roles = `create role samay_owner login createrole createdb;
create role samay_login login noinherit nosuperuser nobypassrls nocreaterole;
`;

/**
 * Starts a PostgreSQL for tests and benchmarks: the server of TEST_DATABASE_URL, or a private one
 * on the loopback address. The private one ends with this process, also when this process is
 * killed. It trusts every login, because no other machine can reach it.
 *
 * @param {object} options
 * @param {string} [options.directory] folder of the data, kept afterwards; a temporary folder when
 *   omitted
 * @param {number} [options.port] a free port when omitted
 * @param {boolean} [options.own] start a private server even when TEST_DATABASE_URL is set, such as
 *   one that a test kills
 * @param {string} [options.programs] the folder of PostgreSQL's programs; those of this machine
 *   when omitted
 * @param {readonly string[]} [options.settings] `name=value`, over the usual ones
 * @param {NodeJS.ProcessEnv} [options.env] the private server's environment; this process's when
 *   omitted
 * @returns {Promise<{ url?: string, reason?: string, pid?: number, stop: () => Promise<void> }>}
 *   the superuser's `url`, or the `reason` why no server could be started; `pid` is the
 *   postmaster's
 */
export async function startPostgres({
  directory,
  port,
  own = false,
  programs: givenFolder,
  settings = [],
  env = process.env,
} = {}) {
  const given = process.env.TEST_DATABASE_URL;
  if (given && !own) return { url: given, stop: async () => {} };
  const programs = givenFolder ? { folder: givenFolder } : await findPrograms();
  if (!programs.folder) return { reason: programs.reason, stop: async () => {} };
  const home = directory ?? fs.mkdtempSync(path.join(os.tmpdir(), 'samay-postgres-'));
  const user = ordinaryUser();
  fs.mkdirSync(home, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined) fs.chownSync(home, user.uid, user.gid);
  const data = path.join(home, 'data');
  if (!fs.existsSync(path.join(data, 'PG_VERSION'))) await createCluster(programs.folder, data, user);
  const freePort = port ?? (await getPort({ host: '127.0.0.1' }));
  const server = await startServer(programs.folder, {
    home,
    data,
    port: freePort,
    user,
    settings,
    env,
    temporary: directory === undefined,
  });
  return { url: `postgres://postgres@127.0.0.1:${freePort}/postgres`, ...server };
}

async function createCluster(folder, data, user) {
  const characters = process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8';
  const locale = ['--encoding=UTF8', '--lc-collate=C', `--lc-ctype=${characters}`];
  await run(path.join(folder, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', ...locale], {
    ...user,
    cwd: path.dirname(data),
  });
  const alone = run(path.join(folder, 'postgres'), ['--single', '-D', data, 'postgres'], {
    ...user,
    cwd: path.dirname(data),
  });
  // Single-user mode reads a statement per line.
  alone.child.stdin.end(roles);
  await alone;
}

/**
 * Starts PostgreSQL under postgres-guard.mjs, which ends it when the pipe to this process closes.
 */
async function startServer(folder, { home, data, port, user, settings, env, temporary }) {
  const options = [...usualSettings, ...settings].flatMap((setting) => ['-c', setting]);
  const command = [path.join(folder, 'postgres'), '-D', data, '-p', String(port), '-k', home, ...options];
  // The guard keeps this process's user: an ordinary user may not be able to read this folder.
  const instructions = JSON.stringify({ temporary: temporary ? home : undefined, user });
  const child = spawn(process.execPath, [guard, instructions, ...command], {
    cwd: home,
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([once(child.stdout, 'data'), ended.then(() => [])]);
  const pid = Number(line);
  if (!pid) throw new Error('PostgreSQL did not start; its own messages are above');
  child.unref();
  child.stdin.unref?.();
  child.stdout.unref?.();
  return {
    pid,
    async stop() {
      child.ref();
      child.stdin.end();
      await ended;
    },
  };
}
