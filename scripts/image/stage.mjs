import { execFile } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { buildWebWhenStale } from '../build/build-web.mjs';
import { runBuilder } from '../build/run-builder.mjs';

const run = promisify(execFile);

/** Node's names of the processors that an image is made for, by those of image builders. */
export const processors = { amd64: 'x64', arm64: 'arm64' };
/** Files of packages that no server reads: types, maps, texts, and libraries of another runtime. */
const unread = /\.(?:map|ts|cts|mts|flow|bare|tsbuildinfo|markdown|md)$/;
const license = /^(?:licen[cs]e|notice|copying)/i;
const test = /\.test\.(?:ts|mjs)$/;
/** Paths of the checkout that run, next to server/dist and the packages. */
const copied = [
  'package.json',
  'contract/package.json',
  'contract/src',
  'server/package.json',
  'server/src',
  'server/migrations',
  'scripts/container',
  'web/dist',
];

/**
 * Writes the folder that Containerfile copies from: `samay` with the built server and pages, their
 * sources that are loaded late, the commands and the files of a new database; `node_modules` with the packages of the server alone;
 * `node-<architecture>` with the Node of the lock file. Nothing but Node differs between architectures.
 *
 * @param {string} root the checkout, with its packages installed
 * @param {{ node: string, folder: string, architectures: readonly string[] }} options `architectures` of
 *   `processors`
 */
export async function stageImage(root, { node, folder, architectures }) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await buildWebWhenStale(root, node);
  const release = join(folder, 'samay');
  for (const path of copied)
    cpSync(join(root, path), join(release, path), { recursive: true, filter: (from) => !test.test(from) });
  await buildServer(root, node, join(release, 'server', 'dist'));
  await writeNewDatabase(root, node, join(release, 'server', 'src', 'db', 'engines', 'embedded'));
  mkdirSync(join(release, 'bin'));
  cpSync(join(root, 'scripts/container/samay'), join(release, 'bin', 'samay'));
  await copyPackages(root, join(folder, 'node_modules'));
  for (const name of architectures) await copyNode(root, processors[name], join(folder, `node-${name}`));
  makeReadable(folder);
}

/** Builds the server without files of earlier builds, which server/dist keeps for running servers. */
function buildServer(root, node, output) {
  const rolldown = join(root, 'node_modules', 'rolldown', 'bin', 'cli.mjs');
  return runBuilder(node, [rolldown, '--config', 'rolldown.config.ts', '--dir', output], {
    cwd: join(root, 'server'),
    failed: 'The server did not build.',
  });
}

/** Writes the files of a new database, which a first start would make for seconds. */
function writeNewDatabase(root, node, folder) {
  const writer = join(root, 'server', 'src', 'commands', 'write-new-database.ts');
  return runBuilder(node, [writer, join(folder, 'new-database.tar.gz')], {
    cwd: join(root, 'server'),
    failed: 'The files of a new database could not be made.',
  });
}

/** Copies the packages that the server needs to run, as npm lists them. */
async function copyPackages(root, folder) {
  for (const path of await serverPackages(root)) {
    const from = join(root, path);
    cpSync(from, join(dirname(folder), path), {
      recursive: true,
      filter: (file) => isRead(relative(from, file)),
    });
  }
  mkdirSync(join(folder, '@samay'), { recursive: true });
  symlinkSync('../../contract', join(folder, '@samay', 'contract'));
}

/** Lists the folders of the server's packages, such as `node_modules/pg`, those of others within them too. */
export async function serverPackages(root) {
  const { stdout } = await run('npm', ['ls', '--workspace=server', '--omit=dev', '--all', '--parseable'], {
    cwd: root,
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout
    .split('\n')
    .map((line) => relative(root, line))
    .filter((path) => path.startsWith('node_modules') && !path.startsWith(join('node_modules', '@samay')))
    .toSorted();
}

/** Returns whether a file of a package is copied; packages within it are listed by themselves. */
function isRead(path) {
  const name = basename(path);
  if (name === 'node_modules') return false;
  return !unread.test(name) || license.test(name);
}

/** Copies Node's program for a processor, from the installed package or else by npm. */
async function copyNode(root, processor, folder) {
  const name = `node-linux-${processor}`;
  const installed = join(root, 'node_modules', name);
  const source = existsSync(installed) ? { path: installed } : await fetchPackage(root, name);
  mkdirSync(folder);
  try {
    cpSync(join(source.path, 'bin', 'node'), join(folder, 'node'));
    cpSync(join(source.path, 'LICENSE'), join(folder, 'LICENSE.node'));
  } finally {
    if (source.temporary) rmSync(source.temporary, { recursive: true });
  }
}

/** Fetches a package of the lock file that is for another processor; npm compares its checksum. */
async function fetchPackage(root, name) {
  const temporary = mkdtempSync(join(tmpdir(), 'samay-node-'));
  const path = join('node_modules', name);
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages[path];
  const description = { name: 'fetched', version: '0.0.0', optionalDependencies: { [name]: locked.version } };
  const lock = { lockfileVersion: 3, packages: { '': description, [path]: locked } };
  writeFileSync(join(temporary, 'package.json'), JSON.stringify(description));
  writeFileSync(join(temporary, 'package-lock.json'), JSON.stringify(lock));
  await run(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--os=linux', `--cpu=${locked.cpu}`],
    {
      cwd: temporary,
    },
  );
  return { path: join(temporary, path), temporary };
}

/** Lets every user read all files, whatever the checkout's permissions are. */
function makeReadable(folder) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const isProgram = entry.isDirectory() || basename(dirname(path)) === 'bin' || entry.name === 'node';
    chmodSync(path, isProgram ? 0o755 : 0o644);
  }
}
