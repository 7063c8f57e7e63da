import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/fixtures/invariants/invariant.ts';
import { newSecrets, openSecrets, rotateSigningKey, SecretsRefused } from './secrets.ts';

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
beforeEach(() => {
  folder = temporaryFolder('secrets');
  path = join(folder.folder, 'secrets.json');
});
afterEach(() => folder.remove());

it('creates them once, readable by their owner only', async () => {
  const [one, two] = await Promise.all([openSecrets(path), openSecrets(path)]);
  expect(one).toEqual(two);
  expect(await openSecrets(path)).toEqual(one);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(Buffer.from(one.encryptionKey, 'base64')).toHaveLength(32);
});

it('adds the encryption key to a file from before there was one, the same in every process, and leaves the rest', async () => {
  const { encryptionKey: _none, ...before } = await newSecrets();
  writeFileSync(path, JSON.stringify(before), { mode: 0o600 });
  const opened = await Promise.all([openSecrets(path), openSecrets(path), openSecrets(path)]);
  expect(new Set(opened.map(({ encryptionKey }) => encryptionKey)).size).toBe(1);
  expect(opened[0]).toMatchObject(before);
  expect(Buffer.from(opened[0].encryptionKey, 'base64')).toHaveLength(32);
  expect(opened[0].encryptionKey).not.toBe(before.fileLinkKey);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(opened[0]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it.each([
  ['half of it', '{"signingKeys": ['],
  ['nothing in it', '{}'],
  ['no key in it', '{"signingKeys": [], "fileLinkKey": "AAAA"}'],
])('refuses a file with %s by a sentence that names it, to a start and to a rotation, and leaves it as it is', async (_what, text) => {
  writeFileSync(path, text, { mode: 0o600 });
  const sentence = `${path} does not hold the secrets of Samay. Put back the copy that you keep of it.`;
  await expect(openSecrets(path)).rejects.toThrow(new SecretsRefused(sentence));
  await expect(rotateSigningKey(path, new Date(0))).rejects.toThrow(new SecretsRefused(sentence));
  expect(readFileSync(path, 'utf8')).toBe(text);
});

it.skipIf(process.platform === 'win32')('refuses a file that others can read, with the way out', async () => {
  writeFileSync(path, JSON.stringify(await newSecrets()), { mode: 0o644 });
  const sentence = `${path} can be read by other users of this machine. Run: chmod 600 ${path}`;
  await expect(openSecrets(path)).rejects.toThrow(new SecretsRefused(sentence));
});
