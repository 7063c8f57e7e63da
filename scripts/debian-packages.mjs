import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const noStart = '/usr/sbin/policy-rc.d';

/**
 * Finds a program of this machine. Installs its package when it is missing and this is root on
 * Debian.
 *
 * @param {string} name
 * @param {string} packageOfDebian
 * @returns {Promise<{ program?: string, reason?: string }>} its path, or the reason why it is
 *   missing
 */
export async function findProgram(name, packageOfDebian) {
  const refused = pathOf(name) ? undefined : await installPackagesOfDebian([packageOfDebian]);
  const program = pathOf(name);
  return program
    ? { program }
    : { reason: `no ${name} was found, and ${refused ?? `the package ${packageOfDebian} lacks it`}` };
}

/** Returns the path of a program; undefined if it is missing. */
function pathOf(name) {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/bin'];
  return folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file));
}

/**
 * Installs packages of Debian when this is root there. Their services are not started.
 * @param {readonly string[]} names
 * @returns {Promise<string | undefined>} the reason when that fails
 */
export async function installPackagesOfDebian(names) {
  if (process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get'))
    return 'only root on Debian can install it here';
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, maxBuffer: 64 * 1024 * 1024 };
  const waiting = ['-o', 'DPkg::Lock::Timeout=120'];
  const forbidden = forbidStarts();
  try {
    await run('apt-get', [...waiting, 'update'], options);
    await run(
      'apt-get',
      [
        ...waiting,
        'install',
        '-y',
        '--no-install-recommends',
        '-o',
        'Dpkg::Options::=--force-confold',
        ...names,
      ],
      options,
    );
    return undefined;
  } catch (error) {
    return `installing it failed: ${error.message.trim().split('\n').at(-1)}`;
  } finally {
    if (forbidden) fs.rmSync(noStart, { force: true });
  }
}

/**
 * Installs the program that Debian asks before a package starts its daemon; containers have one
 * already.
 */
function forbidStarts() {
  if (fs.existsSync(noStart)) return false;
  fs.writeFileSync(noStart, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  return true;
}
