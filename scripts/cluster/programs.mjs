import { installPackagesOfDebian, pathOf } from '../debian-packages.mjs';
import { findPrograms } from '../postgres-programs.mjs';

/** The programs of a cluster, by their package of Debian. */
const packages = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
};
/** Patroni's client of etcd, which its package only suggests. */
const extras = ['python3-etcd'];

/**
 * Finds the programs of a cluster. Installs them when one is missing and this is root on Debian.
 *
 * @returns {Promise<{ postgres?: string, paths?: Record<keyof typeof packages, string>, reason?:
 *   string }>} the folder of PostgreSQL's own programs and the paths of the others, or why they are
 *   missing
 */
export async function findClusterPrograms() {
  const { folder, reason } = await findPrograms();
  if (!folder) return { reason };
  if (!found()) {
    const refused = await installPackagesOfDebian([...Object.values(packages), ...extras]);
    if (refused) return { reason: `Patroni, etcd, HAProxy or PgBouncer was not found, and ${refused}` };
  }
  const paths = found();
  return paths ? { postgres: folder, paths } : { reason: 'the installed packages lack a program' };
}

function found() {
  const entries = Object.keys(packages).map((name) => [name, pathOf(name)]);
  return entries.every(([, file]) => file) ? Object.fromEntries(entries) : undefined;
}
