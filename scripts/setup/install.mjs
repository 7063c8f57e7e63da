import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** npm's record of the installed packages. */
const installedLock = join('node_modules', '.package-lock.json');

/**
 * Installs the packages of package-lock.json, and does nothing when all are installed (some 10 ms).
 * Install scripts of dependencies never run. Throws when npm fails.
 */
export async function installPackages(root) {
  if (isInstalled(root)) return;
  console.log('Installing packages …');
  await npm(
    [
      ...installCommand(root),
      '--ignore-scripts',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    root,
  );
}

/**
 * Returns `ci` if nothing is installed. It deletes node_modules first, so packages that only need
 * an update are installed over the old ones, without a change to a tracked file.
 */
export function installCommand(root) {
  return existsSync(join(root, installedLock)) ? ['install', '--no-save'] : ['ci'];
}

/** Compares package-lock.json with npm's own record of the installation. */
export function isInstalled(root) {
  const wanted = lockedPackages(join(root, 'package-lock.json'));
  const present = lockedPackages(join(root, installedLock));
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.optional) return true;
    if (!existsSync(join(root, path))) return false;
    return entry.link === true || present[path]?.version === entry.version;
  });
}

function lockedPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {};
}

function npm(args, root) {
  const cli = process.env.npm_execpath;
  const [command, all] = cli?.endsWith('.js') ? [process.execPath, [cli, ...args]] : ['npm', args];
  return new Promise((resolve, reject) => {
    const child = spawn(command, all, {
      cwd: root,
      stdio: 'inherit',
      shell: command === 'npm' && process.platform === 'win32',
    });
    child.once('error', (error) => reject(new Error(`npm could not be started: ${error.message}`)));
    child.once('exit', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`npm install failed. Is the network there? Its message is above.`)),
    );
  });
}
