import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { installPackagesOfDebian } from '../debian-packages.mjs';
import { findPrograms } from '../postgres-programs.mjs';

const run = promisify(execFile);
const release = 'citus-13.2.2';
/** Builds without libcurl, which would only report statistics to the makers. */
const configureOptions = ['--without-libcurl'];
const tools = ['gcc', 'make', 'flex', 'bison', 'xz-utils'];
const libraries = [
  'libssl-dev',
  'libkrb5-dev',
  'libicu-dev',
  'libxml2-dev',
  'libzstd-dev',
  'liblz4-dev',
  'zlib1g-dev',
];

/**
 * Finds a PostgreSQL that has the extension Citus: that of this machine, or a copy of it in the
 * cache of this user, into which the extension is built from the source in CITUS_SOURCE or
 * `../shared/citus`. A build takes some two minutes, a copy from the cache none.
 *
 * @param {boolean} builds whether it is built where it is missing
 * @returns {Promise<{ folder?: string, reason?: string }>} the folder with `postgres` and `initdb`,
 *   or why there is none
 */
export async function findCitus(builds = true) {
  const { folder, reason } = await findPrograms();
  if (!folder) return { reason };
  if (hasExtension(folder)) return { folder };
  const cached = path.join(await copyOf(folder), folder);
  if (hasExtension(cached)) return { folder: cached };
  const archive = [process.env.CITUS_SOURCE, path.join(import.meta.dirname, '../../../shared/citus')]
    .filter(Boolean)
    .map((place) => path.join(place, `${release}.tar.xz`))
    .find((file) => fs.existsSync(file));
  if (!archive)
    return {
      reason: `this machine's PostgreSQL has no Citus, and its source ${release}.tar.xz is neither in CITUS_SOURCE nor in ../shared/citus`,
    };
  if (!builds) return { reason: "this machine's PostgreSQL has no Citus: npm test -- --full builds it" };
  const lacking = await installBuildPackages(folder);
  if (lacking) return { reason: lacking };
  // Debian may have brought a newer PostgreSQL with the packages.
  const copy = await copyOf(folder);
  const refused = await builtInCache(folder, archive, copy);
  return refused === undefined ? { folder: path.join(copy, folder) } : { reason: refused };
}

/** Returns the place of the copy that has the extension, for the present release of PostgreSQL. */
async function copyOf(folder) {
  const { stdout } = await run(path.join(folder, 'postgres'), ['--version']);
  return path.join(cacheFolder(), `${release}-on-${/\d[\d.]*/.exec(stdout)?.[0]}`);
}

/** Installs what a build needs and is missing. Returns the reason where that fails. */
async function installBuildPackages(folder) {
  const packages = [`postgresql-server-dev-${path.basename(path.dirname(folder))}`, ...tools, ...libraries];
  const headers = await serverHeaders(folder);
  const missing =
    headers === undefined || !libraryHeaders.every((file) => fs.existsSync(file)) || !(await hasTools());
  const refused = missing ? await installPackagesOfDebian(packages) : undefined;
  return refused && `Citus cannot be built without ${packages.join(', ')}, and ${refused}`;
}

function hasExtension(folder) {
  return fs.existsSync(path.join(folder, '../lib/citus.so'));
}

/**
 * Builds the extension into a complete copy of PostgreSQL's tree, since PostgreSQL finds its
 * libraries and extensions next to its program: nothing is written outside the cache. Returns the
 * reason why it could not be built.
 */
async function builtInCache(folder, archive, copy) {
  // Renames the copy when it is complete, so that an interrupted build is never used.
  const unfinished = `${copy}.${process.pid}`;
  const source = fs.mkdtempSync(path.join(os.tmpdir(), 'samay-citus-build-'));
  try {
    await build(folder, archive, source, unfinished);
    fs.rmSync(copy, { recursive: true, force: true });
    fs.renameSync(unfinished, copy);
    return undefined;
  } catch (error) {
    return `building Citus failed: ${String(error.stderr ?? error.message)
      .trim()
      .split('\n')
      .slice(-5)
      .join('\n')}`;
  } finally {
    for (const left of [source, unfinished]) fs.rmSync(left, { recursive: true, force: true });
  }
}

const libraryHeaders = [
  '/usr/include/zstd.h',
  '/usr/include/lz4.h',
  '/usr/include/openssl/ssl.h',
  '/usr/include/zlib.h',
];

async function hasTools() {
  const found = await Promise.all(
    ['gcc', 'make', 'flex', 'bison', 'xz'].map((tool) => run(tool, ['--version']).then(Boolean, () => false)),
  );
  return found.every(Boolean);
}

/**
 * Returns the folder of PostgreSQL's own headers, of the same release; undefined if they are not
 * installed.
 */
async function serverHeaders(folder) {
  const config = path.join(folder, 'pg_config');
  if (!fs.existsSync(config)) return undefined;
  const { stdout } = await run(config, ['--includedir-server']);
  return fs.existsSync(path.join(stdout.trim(), 'postgres.h')) ? stdout.trim() : undefined;
}

async function build(folder, archive, source, target) {
  const options = { cwd: path.join(source, release), maxBuffer: 256 * 1024 * 1024 };
  await run('tar', ['xJf', archive, '-C', source], { maxBuffer: options.maxBuffer });
  useDeclared(path.join(options.cwd, 'src/include/pg_version_compat.h'), await serverHeaders(folder));
  await run('./configure', [...configureOptions, `PG_CONFIG=${path.join(folder, 'pg_config')}`], options);
  await run('make', [`-j${os.availableParallelism()}`, 'extension'], options);
  for (const place of await placesOf(folder)) fs.cpSync(place, path.join(target, place), { recursive: true });
  await run('make', ['install-extension', `DESTDIR=${target}`], options);
}

/**
 * Patches the source: later minor releases of PostgreSQL 15 declare a function that Citus defines
 * for them.
 */
function useDeclared(file, headers) {
  const isDeclared = fs
    .readFileSync(path.join(headers, 'commands/dbcommands.h'), 'utf8')
    .includes('have_createdb_privilege(void)');
  if (!isDeclared) return;
  const text = fs.readFileSync(file, 'utf8');
  const without = text.replace(
    /static inline bool\nhave_createdb_privilege\(void\)\n\{[\s\S]*?\n\}\n/,
    '#include "commands/dbcommands.h"\n',
  );
  fs.writeFileSync(file, without);
}

/** Returns PostgreSQL's programs, libraries and shared files. */
async function placesOf(folder) {
  const { stdout } = await run(path.join(folder, 'pg_config'), ['--bindir', '--pkglibdir', '--sharedir']);
  return stdout.trim().split('\n');
}

/** Returns the cache; for root, a folder that PostgreSQL's user can read. */
function cacheFolder() {
  if (process.getuid?.() === 0) return '/var/cache/samay';
  return path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'samay');
}
