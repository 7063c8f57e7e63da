import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findPrograms } from './postgres-programs.mjs';

const run = promisify(execFile);
const guard = fileURLToPath(new URL('./postgres-guard.mjs', import.meta.url));
const settings = ['fsync=on', 'synchronous_commit=on', 'shared_buffers=96MB', 'max_connections=200', 'listen_addresses=127.0.0.1'];
/** The tables' owner, and the role that serves: neither is a superuser, the second owns nothing. */
const roles = `create role samay_owner login createrole createdb;
create role samay_login login noinherit nosuperuser nobypassrls nocreaterole;
`;

/**
 * A PostgreSQL for tests and measurements: the one of TEST_DATABASE_URL, or a private one on the loopback address that ends with this
 * process, however this process ends. Every login is trusted, as nobody else's machine can reach it.
 *
 * @param {object} options
 * @param {string} [options.directory] keeps the data there, and opens what lies there; a temporary folder otherwise
 * @param {number} [options.port] any free one otherwise
 * @param {boolean} [options.own] a private one even where TEST_DATABASE_URL is given: to be killed, say
 * @returns {Promise<{ url?: string, reason?: string, pid?: number, stop: () => Promise<void> }>} the superuser's `url`, or the `reason` for
 *   there being none; `pid` is the postmaster's
 */
export async function startPostgres({ directory, port, own = false } = {}) {
  const given = process.env.TEST_DATABASE_URL;
  if (given && !own) return { url: given, stop: async () => {} };
  const programs = await findPrograms();
  if (!programs.folder) return { reason: programs.reason, stop: async () => {} };
  const home = directory ?? fs.mkdtempSync(path.join(os.tmpdir(), 'samay-postgres-'));
  const user = ordinaryUser();
  fs.mkdirSync(home, { recursive: true, mode: 0o700 });
  if (user.uid !== undefined) fs.chownSync(home, user.uid, user.gid);
  const data = path.join(home, 'data');
  if (!fs.existsSync(path.join(data, 'PG_VERSION'))) await createCluster(programs.folder, data, user);
  const freePort = port ?? (await findPort());
  const server = await startServer(programs.folder, { home, data, port: freePort, user, temporary: directory === undefined });
  return { url: `postgres://postgres@127.0.0.1:${freePort}/postgres`, ...server };
}

/** PostgreSQL refuses to run as root, so root starts it as somebody else. */
function ordinaryUser() {
  if (process.getuid?.() !== 0) return {};
  const users = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user) throw new Error('there is no user postgres or nobody to run PostgreSQL as');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

async function createCluster(folder, data, user) {
  const characters = process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8';
  const locale = ['--encoding=UTF8', '--lc-collate=C', `--lc-ctype=${characters}`];
  await run(path.join(folder, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', ...locale], { ...user, cwd: path.dirname(data) });
  const alone = run(path.join(folder, 'postgres'), ['--single', '-D', data, 'postgres'], { ...user, cwd: path.dirname(data) });
  // Single-user mode reads a statement per line.
  alone.child.stdin.end(roles);
  await alone;
}

/** Under a guard of its own, which ends it when the pipe from here closes. */
async function startServer(folder, { home, data, port, user, temporary }) {
  const options = settings.flatMap((setting) => ['-c', setting]);
  const command = [path.join(folder, 'postgres'), '-D', data, '-p', String(port), '-k', home, ...options];
  // The guard stays who we are: an ordinary user may not be able to read this folder.
  const orders = JSON.stringify({ temporary: temporary ? home : undefined, user });
  const child = spawn(process.execPath, [guard, orders, ...command], { cwd: home, detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [line] = await Promise.race([once(child.stdout, 'data'), ended.then(() => [])]);
  const pid = Number(line);
  if (!pid) throw new Error('PostgreSQL did not start; its own words stand above');
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

async function findPort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
