import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/fixtures/invariants/invariant.ts';
import { newSecrets, SecretsRefused } from './secrets.ts';
import { readOrMakeSecrets } from './secrets-file.ts';

let folder: ReturnType<typeof temporaryFolder>;
let path: string;
beforeEach(() => {
  folder = temporaryFolder('secrets');
  path = join(folder.folder, 'secrets.json');
});
afterEach(() => folder.remove());

it('creates them once, readable by their owner only [P-2.29, T-6.2]', async () => {
  const [one, two] = await Promise.all([readOrMakeSecrets(path), readOrMakeSecrets(path)]);
  expect(one).toEqual(two);
  expect(await readOrMakeSecrets(path)).toEqual(one);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(Buffer.from(one.encryptionKeys[0]?.key ?? '', 'base64')).toHaveLength(32);
});

it('reads several keys in their order [T-6.5]', async () => {
  const keys = [...newSecrets().keys, ...newSecrets().keys];
  writeFileSync(path, JSON.stringify({ keys }), { mode: 0o600 });
  const secrets = await readOrMakeSecrets(path);
  expect([secrets.keys, secrets.signingKeys.length]).toEqual([keys, 2]);
});

it.each([
  ['half of it', '{"keys": ['],
  ['nothing in it', '{}'],
  ['no key in it', '{"keys": []}'],
  ['half a key in it', '{"keys": ["AAAA"]}'],
])(
  'refuses a file with %s by a sentence that names it, and leaves it as it is [T-6.2]',
  async (_what, text) => {
    writeFileSync(path, text, { mode: 0o600 });
    const sentence = `${path} does not hold the secrets of Samay. Put back the copy that you keep of it.`;
    await expect(readOrMakeSecrets(path)).rejects.toThrow(new SecretsRefused(sentence));
    expect(readFileSync(path, 'utf8')).toBe(text);
  },
);

it.skipIf(process.platform === 'win32')('refuses a file that others can read, with the way out', async () => {
  writeFileSync(path, JSON.stringify({ keys: newSecrets().keys }), { mode: 0o644 });
  const sentence = `${path} can be read by other users of this machine. Run: chmod 600 ${path}`;
  await expect(readOrMakeSecrets(path)).rejects.toThrow(new SecretsRefused(sentence));
});
