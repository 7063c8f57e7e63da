import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant } from '../../../../test/fixtures/builders.ts';
import { buildConnection } from '../../../../test/fixtures/third-parties/calendar.ts';
import { decrypt, encrypt, fingerprint } from '../../../core/encryption.ts';
import { newKey, type Secrets, getSecrets } from '../../../core/secrets.ts';
import { asPlatform, type Tx } from '../../../db/tenant.ts';
import { enqueueEffect } from '../../../outbox/index.ts';
import { runAdminCommand } from '../admin/run-command.ts';
import { encryptedColumns } from './queries.ts';
import { holdsUnreadable, reencrypt, writeCheck } from './reencrypt.ts';

const people = 30;
const all = people + 4;
const now = new Date(testNow);
const [old, next] = [newKey(), newKey()];
const [before, both, after] = [getSecrets([old]), getSecrets([next, old]), getSecrets([next])];

let app: TestApp;
let tenant: BuiltTenant;
beforeAll(async () => {
  app = await testApp({ dependencies: { secrets: before } });
  tenant = await buildTenant(app);
  await asPlatform(app, fill);
  await buildConnection(app, tenant.id);
});
afterAll(() => app.close());

/** Fills every encrypted column, and a recovery code of one person. */
async function fill(tx: Tx): Promise<void> {
  await writeCheck(tx, before);
  const ids = Array.from({ length: people }, () => randomUUID());
  const emails = ids.map((id) => `${id}@example.com`);
  await sql`insert into users (id, email, email_key)
    select id, email, email from unnest(${ids}::uuid[], ${emails}::text[]) as a (id, email)`.execute(tx);
  const factors = ids.map((id) => ({
    user_id: id,
    encrypted_secret: encrypt(before, `totp ${id}`, `secret of ${id}`),
    created_at: now,
    verified_at: now,
  }));
  await tx.insertInto('second_factors').values(factors).execute();
  const code_hash = fingerprint(before, `recovery ${ids[0]}`, 'abcdeabcde');
  await tx
    .insertInto('recovery_codes')
    .values({ user_id: ids[0] ?? '', code_hash, used_at: null })
    .execute();
  const hook = encrypt(before, `${tenant.id}|webhooks`, 'whsec_of_hook');
  await tx
    .insertInto('webhooks')
    .values({ tenant_id: tenant.id, encrypted_secret: hook, updated_at: now })
    .execute();
  const encrypted = encrypt(before, `${tenant.id}|google_calendar`, 'a token of nobody').toString('base64');
  const payload = { tenantId: tenant.id, encrypted, other: 1 };
  await enqueueEffect(tx, now, { tenantId: null, kind: 'calendar.revoke', subject: 'erased', payload });
}

/** Decrypts every encrypted value that the keys can read. */
async function opened(secrets: Secrets): Promise<string[]> {
  return asPlatform(app, async (tx) => {
    const texts: string[] = [];
    for (const { table, column, field, ids, aboutOf, kind } of encryptedColumns) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(tx);
      for (const row of rows.filter((each) => kind === undefined || each['kind'] === kind)) {
        const json = row[column] as Record<string, string>;
        const encrypted = field ? Buffer.from(json[field] ?? '', 'base64') : (row[column] as Buffer);
        const named = Object.fromEntries(ids.map((id) => [id, row[id]]));
        try {
          texts.push(
            decrypt(secrets, aboutOf({ ...named, tenantId: json['tenantId'] }), Buffer.from(encrypted)),
          );
        } catch {
          // It is under another key.
        }
      }
    }
    return texts.toSorted();
  });
}

const isUnreadable = (secrets: Secrets) => asPlatform(app, (tx) => holdsUnreadable(tx, secrets));
const run = (secrets: Secrets) => runAdminCommand({ ...app.dependencies, secrets }, 'reencrypt', {});

it('encrypts everything under the first key in a few runs, and reads everything at every moment [T-6.5]', async () => {
  const texts = await opened(before);
  expect(texts).toHaveLength(all);
  expect([await isUnreadable(before), await isUnreadable(both), await isUnreadable(after)]).toEqual([
    false,
    false,
    true,
  ]);
  const first = await asPlatform(app, (tx) => reencrypt(tx, both, 20));
  expect(first).toEqual({ written: 20, left: all + 1 - 20 });
  expect(await opened(both)).toEqual(texts);
  expect([await isUnreadable(before), await isUnreadable(after)]).toEqual([true, true]);
  expect(await run(both)).toEqual([
    expect.stringContaining(`${all - 20} values were encrypted. 1 need another key`),
  ]);
  expect(await opened(after)).toEqual(texts);
  expect(await isUnreadable(after)).toBe(false);
  const { rows } = await asPlatform(app, (tx) =>
    sql<{ other: string }>`select payload ->> 'other' as other from outbox`.execute(tx),
  );
  expect(rows).toEqual([{ other: '1' }]);
});

it('says that a recovery code needs the older key until it is used [T-6.5]', async () => {
  expect(await run(both)).toEqual([expect.stringContaining('recovery codes, whose owners make new ones')]);
  await asPlatform(app, (tx) => tx.updateTable('recovery_codes').set({ used_at: now }).execute());
  expect(await run(both)).toEqual(['0 values were encrypted. Everything is under the first key.']);
});

it('changes nothing where a value cannot be read [T-6.5]', async () => {
  const hook = encrypt(before, 'bound to another row', 'x');
  await asPlatform(app, (tx) => tx.updateTable('webhooks').set({ encrypted_secret: hook }).execute());
  await expect(run(both)).rejects.toThrow();
  expect(await isUnreadable(after)).toBe(true);
});
