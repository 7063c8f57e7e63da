import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '../../test/fixtures/database.ts';
import { rotateKey } from '../core/rotate-keys.ts';
import { newSecrets, SecretsRefused } from '../core/secrets.ts';
import { keyring } from './keyring.ts';
import { asPlatform } from '../db/tenant.ts';

const now = new Date('2026-11-21T04:30:00Z');
const operatorKey = () => randomBytes(32).toString('base64');
const [first, second] = [operatorKey(), operatorKey()];

let held: TestDatabase;
beforeEach(async () => {
  held = await testDatabase();
});
afterEach(() => held.close());

const ringOf = (...keys: string[]) => keyring(held.database, keys, () => now);
const rows = () =>
  asPlatform(held, (tx) => tx.selectFrom('keyring').selectAll().orderBy('kind').orderBy('id').execute());

it('is made by one of several first servers, and all read the same [T-6.6]', async () => {
  await expect(ringOf(first).read()).rejects.toThrow('not complete');
  const made = await Promise.all([1, 2, 3].map(() => ringOf(first).readOrMake(newSecrets)));
  expect(made[1]).toEqual(made[0]);
  expect(made[2]).toEqual(made[0]);
  expect(await ringOf(first).read()).toEqual(made[0]);
  expect((await rows()).map(({ kind }) => kind)).toEqual(['encryption', 'links', 'signing']);
});

it('holds nothing that could be read or forged without the operator’s key [T-6.6]', async () => {
  const secrets = await ringOf(first).readOrMake(newSecrets);
  const text = (await rows()).map(({ encrypted }) => encrypted.toString('latin1')).join('\n');
  for (const part of [secrets.encryptionKeys[0]?.key, secrets.signingKeys[0]?.d, secrets.signingKeys[0]?.kid])
    expect(text).not.toContain(part);
  await expect(ringOf(second).read()).rejects.toThrow(SecretsRefused);
  const [encryption, links] = await rows();
  await asPlatform(held, (tx) =>
    tx
      .updateTable('keyring')
      .set({ encrypted: links?.encrypted ?? Buffer.of() })
      .where('id', '=', encryption?.id ?? '')
      .where('kind', '=', 'encryption')
      .execute(),
  );
  await expect(ringOf(first).read()).rejects.toThrow();
});

it('takes new keys of several concurrent commands, and gives up a removed one', async () => {
  await ringOf(first).readOrMake(newSecrets);
  await Promise.all(
    (['signing', 'links', 'encryption'] as const).map((kind) => rotateKey(ringOf(first), kind, now)),
  );
  const { signingKeys, fileLinkKeys, encryptionKeys } = await ringOf(first).read();
  expect([signingKeys.length, fileLinkKeys.length, encryptionKeys.length]).toEqual([2, 2, 2]);
  await ringOf(first).change((secrets) => ({ ...secrets, encryptionKeys: secrets.encryptionKeys.slice(1) }));
  expect((await ringOf(first).read()).encryptionKeys).toEqual(encryptionKeys.slice(1));
});

it('changes the operator’s key while servers know both [T-6.6]', async () => {
  const secrets = await ringOf(first).readOrMake(newSecrets);
  await rotateKey(ringOf(first, second), 'links', now);
  expect(await ringOf(second, first).encryptUnderFirst()).toBe(4);
  expect(await ringOf(second, first).encryptUnderFirst()).toBe(0);
  const { fileLinkKeys, ...others } = await ringOf(second).read();
  expect(others).toEqual({ signingKeys: secrets.signingKeys, encryptionKeys: secrets.encryptionKeys });
  expect(fileLinkKeys).toHaveLength(2);
  expect(fileLinkKeys).toContainEqual(secrets.fileLinkKeys[0]);
  await expect(ringOf(first).read()).rejects.toThrow('under another key than SECRET_KEYS has');
});
