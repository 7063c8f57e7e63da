import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildWebWhenStale, viteBuild } from '../build/build-web.mjs';
import { settingNames } from '../setting-names.mjs';
import { secretsIn } from './secrets.mjs';

// No file that the browser loads contains a key of the server.
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const probed = mkdtempSync(join(tmpdir(), 'samay-bundle-'));
const settings = settingNames(root);

/**
 * The settings of the server with unique values, so that a build which includes one can be
 * recognised.
 */
const probes = Object.fromEntries(settings.map((name) => [name, `canary-${name.toLowerCase()}-5f3a`]));

beforeAll(async () => {
  await buildWebWhenStale(root, process.execPath);
  await viteBuild(root, process.execPath, { outDir: probed, env: { ...process.env, ...probes } });
});

afterAll(() => rmSync(probed, { recursive: true }));

test('the built pages contain nothing that looks like a secret, and no value of this machine’s settings and keys [T-6.1]', () => {
  const own = [
    ...settings.map((name) => process.env[name] ?? ''),
    ...keysOf(join(root, 'data', 'secrets.json')),
  ].filter(isDistinctive);
  const files = filesOf(join(root, 'web', 'dist'));
  expect(files.length).toBeGreaterThan(2);
  expect(files.flatMap((file) => secretsIn(file, own))).toEqual([]);
});

test('a build includes no setting of the server', () => {
  expect(settings).toContain('DATABASE_URL');
  expect(filesOf(probed).flatMap((file) => secretsIn(file, Object.values(probes)))).toEqual([]);
});

test.each([
  ['a key of the old backend', 'headers:{apikey:"service_role"}'],
  ['a token', 'x="eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLXZhbHVl"'],
  ['a private key', '-----BEGIN PRIVATE KEY-----\\nMIGH'],
  ['a payment key', '"rzp_live_8fhG2kqLmN"'],
  ['a client secret', '"GOCSPX-abcdef"'],
  ['a value of this machine', 'url="postgres://samay:pw@db/samay"'],
])('%s would be found [T-6.1]', (_, text) => {
  expect(secretsIn({ path: 'a.js', text }, ['postgres://samay:pw@db/samay'])).toHaveLength(1);
});

function filesOf(directory) {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .map((path) => ({ path, text: readFileSync(path, 'latin1') }));
}

function keysOf(file) {
  return existsSync(file) ? leavesOf(JSON.parse(readFileSync(file, 'utf8'))) : [];
}

function leavesOf(value) {
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(leavesOf)
    : [String(value)];
}

/**
 * Returns whether a value is distinctive: short ones such as `3000` or `ES256` appear in many files
 * for other reasons.
 */
function isDistinctive(value) {
  return value.length >= 16;
}
