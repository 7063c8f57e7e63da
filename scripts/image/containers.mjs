import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram, installPackagesOfDebian } from '../debian-packages.mjs';

const run = promisify(execFile);
const week = 7 * 24 * 60 * 60 * 1000;
/** The programs that build and run images, by Debian's packages. */
const programs = { mmdebstrap: 'mmdebstrap', buildah: 'buildah', podman: 'podman', runc: 'runc' };
const composePrograms = { 'podman-compose': 'podman-compose', caddy: 'caddy' };
/** The parts of podman without a program in PATH: networks, and names of services in them. */
const parts = { '/usr/lib/podman/netavark': 'netavark', '/usr/lib/podman/aardvark-dns': 'aardvark-dns' };
const noDocuments = [
  'path-exclude=/usr/share/man/*',
  'path-exclude=/usr/share/info/*',
  'path-exclude=/usr/share/locale/*',
  'path-exclude=/usr/share/doc/*',
  'path-include=/usr/share/doc/*/copyright',
].map((option) => `--dpkgopt=${option}`);
/** Takes the package that says that /usr is merged, not the one that merges it: that brings Perl. */
const mergedUsr = [
  '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr',
  `--setup-hook=mkdir -p "$1/etc/apt/preferences.d" && printf 'Package: usrmerge\\nPin: release *\\nPin-Priority: -1\\n' > "$1/etc/apt/preferences.d/usrmerge"`,
];
/** Lets the package of PostgreSQL make no cluster. */
const noCluster =
  '--essential-hook=mkdir -p "$1/etc/postgresql-common" && echo "create_main_cluster = false" > "$1/etc/postgresql-common/createcluster.conf"';

/**
 * Finds the programs, installs their packages when this is root on Debian, and starts a container.
 * @returns {Promise<string | undefined>} the reason why no container can be started here
 */
export async function whyNoContainers() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux starts them here';
  for (const [name, packageName] of Object.entries({ ...programs, ...composePrograms })) {
    const { reason } = await findProgram(name, packageName);
    if (reason) return reason;
  }
  const missing = Object.entries(parts).filter(([file]) => !existsSync(file));
  const refused =
    missing.length > 0
      ? await installPackagesOfDebian(missing.map(([, packageName]) => packageName))
      : undefined;
  if (refused) return refused;
  const containers = openContainers();
  try {
    const image = await containers.importRoot(await debianRoot('server'), 'base');
    await containers.podman('run', '--rm', '--network', 'none', image, '/bin/true');
    return undefined;
  } catch (error) {
    return `a container does not start: ${(error.stderr || error.message).trim().split('\n').at(-1)}`;
  } finally {
    await containers.close();
  }
}

const packagesOf = {
  server: ['libstdc++6', 'libatomic1'],
  database: ['libstdc++6', 'libatomic1', 'postgresql', 'pgbackrest'],
};

/**
 * Makes the root file system of Debian 12 that an image begins with, once a week.
 * @param {'server' | 'database'} kind the image
 * @returns {Promise<string>} the path of a tar archive
 */
export async function debianRoot(kind) {
  const folder = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'image');
  const path = join(folder, `${kind}.tar`);
  if (existsSync(path) && Date.now() - statSync(path).mtimeMs < week) return path;
  mkdirSync(folder, { recursive: true });
  const unfinished = join(folder, `${kind}.unfinished.tar`);
  await run(
    'mmdebstrap',
    [
      '--variant=essential',
      `--include=${packagesOf[kind].join()}`,
      '--aptopt=Apt::Install-Recommends "false"',
      ...mergedUsr,
      ...noDocuments,
      noCluster,
      'bookworm',
      unfinished,
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  renameSync(unfinished, path);
  return path;
}

/**
 * Opens images, containers, volumes and networks of their own in a temporary folder; `close` removes
 * all of them. Runs containers with runc and without systemd, which a machine of tests may lack.
 */
export function openContainers() {
  const folder = mkdtempSync(join(tmpdir(), 'samay-containers-'));
  const env = {
    ...process.env,
    CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
    CONTAINERS_CONF: join(folder, 'containers.conf'),
  };
  writeFileSync(
    env.CONTAINERS_STORAGE_CONF,
    `[storage]\ndriver = "overlay"\ngraphroot = "${folder}/images"\nrunroot = "${folder}/run"\n`,
  );
  writeFileSync(
    env.CONTAINERS_CONF,
    `[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
network_config_dir = "${folder}/networks"
`,
  );
  const options = { env, maxBuffer: 64 * 1024 * 1024 };
  const podman = async (...args) => (await run('podman', args, options)).stdout.trim();
  return {
    folder,
    podman,
    /** Runs podman with this text as its input. */
    async podmanWith(input, ...args) {
      const running = run('podman', args, options);
      running.child.stdin.end(input);
      return (await running).stdout.trim();
    },
    /** Runs podman-compose in a folder with compose.yaml and .env. */
    compose: (cwd, ...args) => run('podman-compose', args, { ...options, cwd }),
    /** Returns the name of the image of a root file system. */
    async importRoot(path, name) {
      await podman('import', '--quiet', path, `localhost/${name}:1`);
      return `localhost/${name}:1`;
    },
    /** Builds a target of a Containerfile; RUN runs in a chroot, which needs no network of its own. */
    async build(file, { context, target, base, tag }) {
      const chosen = [
        ...(target ? ['--target', target] : []),
        ...(base ? ['--build-arg', `BASE=${base}`] : []),
      ];
      const args = ['build', '--isolation', 'chroot', '--format', 'docker', '--layers', ...chosen];
      await run('buildah', [...args, '--tag', tag, '--file', file, context], options);
    },
    async close() {
      await podman('rm', '--all', '--force', '--time', '0').catch(() => undefined);
      await podman('volume', 'prune', '--force').catch(() => undefined);
      await podman('network', 'prune', '--force').catch(() => undefined);
      await run('buildah', ['rm', '--all'], options).catch(() => undefined);
      await podman('rmi', '--all', '--force').catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
