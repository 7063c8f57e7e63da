import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { installPackagesOfDebian } from './debian-packages.mjs';

const run = promisify(execFile);
const oldest = 15;

/**
 * Finds the folder with the newest `postgres` and `initdb` of this machine, 15 or later. Installs
 * them when they are missing and this is root on Debian.
 *
 * @returns {Promise<{ folder?: string, reason?: string }>}
 */
export async function findPrograms() {
  const found = await newest();
  if (found) return { folder: found };
  const refused = await install();
  if (refused) return { reason: `no PostgreSQL ${oldest} or later was found, and ${refused}` };
  const installed = await newest();
  return installed ? { folder: installed } : { reason: `the installed PostgreSQL is older than ${oldest}` };
}

async function newest() {
  const debian = '/usr/lib/postgresql';
  const versions = fs.existsSync(debian)
    ? fs.readdirSync(debian).map((version) => path.join(debian, version, 'bin'))
    : [];
  const folders = [...versions, ...(process.env.PATH ?? '').split(path.delimiter)];
  const whole = folders.filter(
    (folder) => fs.existsSync(path.join(folder, 'postgres')) && fs.existsSync(path.join(folder, 'initdb')),
  );
  const candidates = await Promise.all(
    whole.map(async (folder) => ({ folder: realFolder(folder), version: await versionOf(folder) })),
  );
  const [best] = candidates
    .filter(({ version }) => version >= oldest)
    .toSorted((a, b) => b.version - a.version);
  return best?.folder;
}

/**
 * Returns the folder of the program itself, not of a link to it: PostgreSQL finds its files next to
 * it.
 */
function realFolder(folder) {
  return path.dirname(fs.realpathSync(path.join(folder, 'postgres')));
}

async function versionOf(folder) {
  const { stdout } = await run(path.join(folder, 'postgres'), ['--version']).catch(() => ({ stdout: '' })); // a broken program counts as missing
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? 0);
}

/**
 * Installs the programs alone: no cluster is created and no service starts. Returns the reason when
 * that fails.
 */
async function install() {
  const noCluster = '/etc/postgresql-common/createcluster.conf';
  if (process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get') && !fs.existsSync(noCluster)) {
    fs.mkdirSync(path.dirname(noCluster), { recursive: true });
    fs.writeFileSync(noCluster, 'create_main_cluster = false\n');
  }
  return installPackagesOfDebian(['postgresql']);
}
