import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint } from '../build-web.mjs';
import { takenPort } from './taken-port.mjs';
import { isInstalled } from '../setup/install.mjs';
import { pinnedNode } from '../setup/pinned-node.mjs';
import { readableLine } from './readable-log.mjs';
import { readyAddress, untilReady } from '../until-ready.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
let tree;

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'samay-start-'));
});

afterEach(() => rmSync(tree, { recursive: true }));

test('packages are installed when each locked one is there in its version; those for other machines do not count', () => {
  const lock = { packages: { '': {}, 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0', optional: true } } };
  write('package-lock.json', JSON.stringify(lock));
  expect(isInstalled(tree)).toBe(false);
  write('node_modules/a/package.json', '{}');
  write('node_modules/.package-lock.json', JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0' } } }));
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

test('the pages are stale when a source changed, came or went, and not otherwise', () => {
  write('web/src/main.tsx', 'one');
  const before = fingerprint(tree);
  write('web/dist/index.html', 'of no account');
  expect(fingerprint(tree)).toBe(before);
  write('web/src/main.tsx', 'two');
  const changed = fingerprint(tree);
  write('contract/src/new.ts', '');
  const came = fingerprint(tree);
  write('web/plugin.ts', '');
  expect(new Set([before, changed, came, fingerprint(tree)]).size).toBe(4);
});

test('a port that something listens on is named', async () => {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  expect(await takenPort([port])).toBe(port);
  await new Promise((resolve) => server.close(resolve));
  expect(await takenPort([port])).toBeUndefined();
});

test.each([
  ['{"level":30,"msg":"request completed"}', undefined],
  ['{"level":60,"msg":"cannot start","err":{"message":"DATABASE_URL is missing"}}', 'cannot start: DATABASE_URL is missing'],
  ['{"level":50,"msg":"same","err":{"message":"same"}}', 'same'],
  ['Error: no JSON', 'Error: no JSON'],
  ['{broken', '{broken'],
])('of the log line %s a person sees %s', (line, shown) => {
  expect(readableLine(line)).toBe(shown);
});

test('readiness is asked where the server listens, and waited for only so long', async () => {
  expect(readyAddress(3000, undefined)).toBe('http://127.0.0.1:3000/api/health/ready');
  expect(readyAddress(3000, '0.0.0.0')).toBe('http://127.0.0.1:3000/api/health/ready');
  expect(readyAddress(3000, '::1')).toBe('http://[::1]:3000/api/health/ready');
  await expect(untilReady('http://127.0.0.1:1/', { every: 5, atMost: 30 })).rejects.toThrow('Nothing answers at http://127.0.0.1:1/');
});

function write(path, text) {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), text);
}
