import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/fixtures/invariants/invariant.ts';
import { rotateKey } from './rotate-keys.ts';
import { newSecrets, SecretsRefused } from './secrets.ts';
import { secretsFile } from './secrets-file.ts';

const now = new Date('2026-11-21T04:30:00Z');
let folder: ReturnType<typeof temporaryFolder>;
let path: string;
beforeEach(() => {
  folder = temporaryFolder('secrets');
  path = join(folder.folder, 'secrets.json');
});
afterEach(() => folder.remove());

const contents = () => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;

it('creates them once, readable by their owner only [P-2.29, T-6.2]', async () => {
  const [one, two] = await Promise.all([secretsFile(path).readOrMake(), secretsFile(path).readOrMake()]);
  expect(one).toEqual(two);
  expect(await secretsFile(path).readOrMake()).toEqual(one);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(Buffer.from(one.encryptionKeys[0]?.key ?? '', 'base64')).toHaveLength(32);
});

it('keeps the earlier keys through a rotation, and those of other kinds', async () => {
  const before = await secretsFile(path).readOrMake();
  await rotateKey(secretsFile(path), 'signing', now);
  await rotateKey(secretsFile(path), 'links', now);
  expect(Object.keys(contents())).toEqual(['signingKeys', 'fileLinkKeys', 'encryptionKeys']);
  const after = await secretsFile(path).readOrMake();
  expect([after.signingKeys.length, after.fileLinkKeys.length, after.encryptionKeys]).toEqual([
    2,
    2,
    before.encryptionKeys,
  ]);
});

it('loses no concurrent change of several processes, and waits for no process that ended', async () => {
  await secretsFile(path).readOrMake();
  await Promise.all(
    (['signing', 'links', 'encryption'] as const).map((kind) => rotateKey(secretsFile(path), kind, now)),
  );
  const { signingKeys, fileLinkKeys, encryptionKeys } = await secretsFile(path).readOrMake();
  expect([signingKeys.length, fileLinkKeys.length, encryptionKeys.length]).toEqual([2, 2, 2]);
  writeFileSync(`${path}.lock`, '');
  utimesSync(`${path}.lock`, 0, 0);
  await secretsFile(path).change((secrets) => ({
    ...secrets,
    encryptionKeys: secrets.encryptionKeys.slice(1),
  }));
  expect((await secretsFile(path).readOrMake()).encryptionKeys).toEqual(encryptionKeys.slice(1));
  expect(existsSync(`${path}.lock`)).toBe(false);
});

it.each([
  ['half of it', '{"signingKeys": ['],
  ['nothing in it', '{}'],
  ['no key in it', '{"signingKeys": [], "fileLinkKey": "AAAA"}'],
])(
  'refuses a file with %s by a sentence that names it, to a start and to a rotation, and leaves it as it is [T-6.2]',
  async (_what, text) => {
    writeFileSync(path, text, { mode: 0o600 });
    const sentence = `${path} does not hold the secrets of Samay. Put back the copy that you keep of it.`;
    await expect(secretsFile(path).readOrMake()).rejects.toThrow(new SecretsRefused(sentence));
    await expect(rotateKey(secretsFile(path), 'signing', now)).rejects.toThrow(new SecretsRefused(sentence));
    expect(readFileSync(path, 'utf8')).toBe(text);
  },
);

it.skipIf(process.platform === 'win32')('refuses a file that others can read, with the way out', async () => {
  const { signingKeys } = await newSecrets();
  writeFileSync(path, JSON.stringify({ signingKeys }), { mode: 0o644 });
  const sentence = `${path} can be read by other users of this machine. Run: chmod 600 ${path}`;
  await expect(secretsFile(path).readOrMake()).rejects.toThrow(new SecretsRefused(sentence));
});
