import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant } from '../../test/fixtures/builders.ts';
import { buildConnection } from '../../test/fixtures/third-parties/calendar.ts';
import { decrypt, encrypt, fingerprint } from '../core/encryption.ts';
import { rotateKey } from '../core/rotate-keys.ts';
import { type KeyStore, newSecrets, type Secrets } from '../core/secrets.ts';
import { asPlatform, type Tx } from '../db/tenant.ts';
import { enqueueEffect } from '../outbox/index.ts';
import { reencrypt, encryptedColumns } from './reencrypt.ts';

const people = 205;
const minute = 60_000;
const at = (minutes: number) => new Date(Date.parse(testNow) + minutes * minute);

let app: TestApp;
let tenant: BuiltTenant;
let secrets: Secrets;
let stored: Secrets;
let keys: KeyStore;

beforeAll(async () => {
  secrets = await newSecrets();
  stored = { ...secrets };
  keys = {
    read: async () => stored,
    change: async (change) => (stored = change(stored)),
  };
  app = await testApp({ dependencies: { secrets, keys } });
  tenant = await buildTenant(app);
  await asPlatform(app, fill);
  await buildConnection(app, tenant.id);
});
afterAll(() => app.close());

/** Fills every encrypted column, and a recovery code of one person. */
async function fill(tx: Tx): Promise<void> {
  const now = at(0);
  const ids = Array.from({ length: people }, () => randomUUID());
  for (const id of ids) {
    await sql`insert into users (id, email, email_key) values (${id}, ${`${id}@example.com`}, ${`${id}@example.com`})`.execute(
      tx,
    );
    await tx
      .insertInto('second_factors')
      .values({
        user_id: id,
        encrypted_secret: encrypt(secrets, now, `totp ${id}`, `secret of ${id}`),
        created_at: now,
        verified_at: now,
      })
      .execute();
  }
  const code = fingerprint(secrets, now, `recovery ${ids[0]}`, 'abcdeabcde');
  await tx
    .insertInto('recovery_codes')
    .values({ user_id: ids[0] ?? '', code_hash: code, used_at: null })
    .execute();
  const hook = encrypt(secrets, now, `${tenant.id}|webhooks`, 'whsec_of_hook');
  await tx
    .insertInto('webhooks')
    .values({ tenant_id: tenant.id, encrypted_secret: hook, updated_at: now })
    .execute();
  const encrypted = encrypt(secrets, now, `${tenant.id}|google_calendar`, 'a token of nobody').toString(
    'base64',
  );
  const payload = { tenantId: tenant.id, encrypted, other: 1 };
  await enqueueEffect(tx, now, { tenantId: null, kind: 'calendar.revoke', subject: 'erased', payload });
}

/** Decrypts every encrypted value with the current keys, and counts the values by version. */
async function opened(): Promise<{ texts: string[]; versions: Record<number, number> }> {
  const texts: string[] = [];
  const versions: Record<number, number> = {};
  await asPlatform(app, async (tx) => {
    for (const { table, column, field, ids, aboutOf, kind } of encryptedColumns) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(tx);
      for (const row of rows.filter((each) => kind === undefined || each['kind'] === kind)) {
        const json = row[column] as Record<string, string>;
        const encrypted = field ? Buffer.from(json[field] ?? '', 'base64') : (row[column] as Buffer);
        const about = aboutOf({
          ...Object.fromEntries(ids.map((id) => [id, row[id]])),
          tenantId: json['tenantId'],
        });
        texts.push(decrypt(secrets, about, Buffer.from(encrypted)));
        versions[encrypted[0] ?? 0] = (versions[encrypted[0] ?? 0] ?? 0) + 1;
      }
    }
  });
  return { texts: texts.toSorted(), versions };
}

const run = (minutes: number) => reencrypt({ ...app.dependencies, clock: () => at(minutes) });
const all = people + 3;

it('does nothing without an older key', async () => {
  expect(await run(0)).toEqual({ rows: 0, removedKeys: 0 });
});

it('reencrypts everything in steps, resumes where it was interrupted, and reads everything at every moment [T-6.5]', async () => {
  const before = await opened();
  expect([before.texts.length, before.versions]).toEqual([all, { 1: all }]);
  await rotateKey(keys, 'encryption', at(0));
  Object.assign(secrets, await keys.read());
  expect(await run(1)).toEqual({ rows: 0, removedKeys: 0 });

  let steps = 0;
  const interrupted = {
    ...app.dependencies,
    clock: () => {
      steps += 1;
      if (steps > 2) throw new Error('the process ended');
      return at(2);
    },
  };
  await expect(reencrypt(interrupted)).rejects.toThrow('the process ended');
  expect(await opened()).toEqual({ texts: before.texts, versions: { 1: all - 200, 2: 200 } });

  const runs = await Promise.all([run(3), run(3)]);
  expect(runs.reduce((sum, { rows }) => sum + rows, 0)).toBe(all - 200);
  expect(await opened()).toEqual({ texts: before.texts, versions: { 2: all } });
  expect(await run(4)).toEqual({ rows: 0, removedKeys: 0 });
  const { rows } = await asPlatform(app, (tx) =>
    sql<{ other: string }>`select payload ->> 'other' as other from outbox`.execute(tx),
  );
  expect(rows).toEqual([{ other: '1' }]);
});

it('keeps the older key while a recovery code needs it, and for a quarter of an hour', async () => {
  expect((await run(60)).removedKeys).toBe(0);
  await asPlatform(app, (tx) =>
    tx
      .updateTable('recovery_codes')
      .set({ used_at: at(60) })
      .execute(),
  );
  expect((await run(16)).removedKeys).toBe(0);
  expect(await run(18)).toEqual({ rows: 0, removedKeys: 1 });
  expect([stored.encryptionKeys.length, secrets.encryptionKeys]).toEqual([1, stored.encryptionKeys]);
  expect((await opened()).texts).toHaveLength(all);
});

it('keeps an older key while a single row needs it [T-6.5]', async () => {
  await rotateKey(keys, 'encryption', at(100));
  Object.assign(secrets, await keys.read());
  const hook = encrypt(secrets, at(100), 'bound to another row', 'x');
  await asPlatform(app, (tx) => tx.updateTable('webhooks').set({ encrypted_secret: hook }).execute());
  await expect(run(200)).rejects.toThrow();
  expect(stored.encryptionKeys).toHaveLength(2);
});
