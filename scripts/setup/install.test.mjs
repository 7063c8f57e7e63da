import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installCommand, isInstalled } from './install.mjs';
import { pinnedNode } from './pinned-node.mjs';

const root = dirname(dirname(import.meta.dirname));
let tree;

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'samay-install-'));
});

afterEach(() => rmSync(tree, { recursive: true }));

test('packages are installed when each locked one is there in its version; those for other machines do not count [O-3.16]', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/a': { version: '1.0.0' },
      'node_modules/b': { version: '1.0.0', optional: true },
    },
  };
  write('package-lock.json', JSON.stringify(lock));
  expect(isInstalled(tree)).toBe(false);
  write('node_modules/a/package.json', '{}');
  write(
    'node_modules/.package-lock.json',
    JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } }),
  );
  expect(isInstalled(tree)).toBe(true);
  lock.packages['node_modules/a'].version = '1.0.1';
  write('package-lock.json', JSON.stringify(lock));
  expect(isInstalled(tree)).toBe(false);
});

test('a first installation is that of `npm ci`; a later one keeps what is there [O-3.16]', () => {
  expect(installCommand(tree)).toEqual(['ci']);
  write('node_modules/.package-lock.json', '{}');
  expect(installCommand(tree)).toEqual(['install', '--no-save']);
});

test('`npm ci` takes the lock file, which has the optional packages of every platform and no address [O-3.16]', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  expect(dryRun(lock)).toMatch(/added \d+ packages/);
  const addresses = Object.values(lock.packages).map(({ resolved }) => resolved ?? '');
  expect(addresses.filter((address) => address.includes(':'))).toEqual([]);
  const foreign = process.platform === 'darwin' ? 'linux-x64-gnu' : 'darwin-arm64';
  delete lock.packages[`node_modules/@swc/core-${foreign}`];
  expect(dryRun(lock)).toContain(`Missing: @swc/core-${foreign}`);
});

test('the pinned Node is taken where a package fits, else the running one when it is new enough', () => {
  expect(pinnedNode(root)).toMatch(/node_modules.*node/);
  expect(pinnedNode(tree, 'linux-x64', '24.1.0')).toBe(process.execPath);
  expect(pinnedNode(root, 'aix-ppc64', '26.0.0')).toBe(process.execPath);
  expect(() => pinnedNode(root, 'aix-ppc64', '20.20.2')).toThrow('Install Node 24 or later');
});

/** Returns the output of `npm ci --dry-run`, without network, for a copy with the given lock file. */
function dryRun(lock) {
  write('package-lock.json', JSON.stringify(lock));
  const workspaces = Object.keys(lock.packages).filter((path) => !path.includes('node_modules/'));
  for (const folder of workspaces)
    write(join(folder, 'package.json'), readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const { stdout, stderr } = spawnSync(
    'npm',
    ['ci', '--dry-run', '--offline', '--cache', join(tree, 'cache'), '--loglevel=error'],
    { cwd: tree, encoding: 'utf8', shell: process.platform === 'win32' },
  );
  return stdout + stderr;
}

function write(path, text) {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), text);
}
