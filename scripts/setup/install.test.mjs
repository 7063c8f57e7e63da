import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isInstalled } from './install.mjs';
import { pinnedNode } from './pinned-node.mjs';

const root = dirname(dirname(import.meta.dirname));
let tree;

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'samay-install-'));
});

afterEach(() => rmSync(tree, { recursive: true }));

test('packages are installed when each locked one is there in its version; those for other machines do not count', () => {
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

test('the pinned Node is taken where a package fits, else the running one when it is new enough', () => {
  expect(pinnedNode(root)).toMatch(/node_modules.*node/);
  expect(pinnedNode(tree, 'linux-x64', '24.1.0')).toBe(process.execPath);
  expect(pinnedNode(root, 'aix-ppc64', '26.0.0')).toBe(process.execPath);
  expect(() => pinnedNode(root, 'aix-ppc64', '20.20.2')).toThrow('Install Node 24 or later');
});

function write(path, text) {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), text);
}
