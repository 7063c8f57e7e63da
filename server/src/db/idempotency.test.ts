import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTenant } from '../../test/fixtures/builders.ts';
import { testDatabase, type TestDatabase } from '../../test/fixtures/database.ts';
import { inTenant, readInTenant, type TenantId, type Tx } from './tenant.ts';

let test: TestDatabase;
let tenantId: TenantId;
beforeAll(async () => {
  test = await testDatabase();
  tenantId = (await buildTenant(test)).id as TenantId;
});
afterAll(() => test.close());

describe('one effect for a key [I-4]', () => {
  it('answers later calls with the reply of the first, without an effect of their own', async () => {
    const key = randomUUID();
    const nested = { text: 'मीरा "x" \\', nothing: null, list: [1, 2] };
    const replies = [];
    for (let count = 0; count < 3; count += 1)
      replies.push(await once(key, 'same', async (tx) => ({ id: await effect(tx, key), nested })));
    for (const reply of replies) expect(reply).toEqual(replies[0]);
    expect(await readEffects(key)).toEqual([replies[0]?.id]);
  });

  it('gives concurrent calls one effect and its reply', async () => {
    const key = randomUUID();
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => once(key, 'same', async (tx) => ({ id: await effect(tx, key) }))),
    );
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1);
    expect(await readEffects(key)).toEqual([replies[0]?.id]);
  });

  it('gives a call the reply of the first that fails because of what the first has changed [S-2.4]', async () => {
    const key = randomUUID();
    const takeLastPlace = async (tx: Tx) => {
      if ((await effectsIn(tx, key)).length > 0) throw new Error('no place left');
      return effect(tx, key);
    };
    const first = await once(key, 'same', takeLastPlace);
    expect(await once(key, 'same', takeLastPlace)).toBe(first);
  });

  it('refuses the key with another body', async () => {
    const key = randomUUID();
    await once(key, 'one', async () => 1);
    await expect(once(key, 'other', async () => 2)).rejects.toMatchObject({
      code: 'idempotency.mismatch',
      status: 422,
    });
  });

  it('releases the key of a call that failed', async () => {
    const key = randomUUID();
    const failing = once(key, 'one', async () => {
      throw new Error('no place left');
    });
    await expect(failing).rejects.toThrow('no place left');
    expect(await once(key, 'corrected', async () => 'booked')).toBe('booked');
  });

  it('is for one business: another may use the same key [T-2.2]', async () => {
    const key = randomUUID();
    const other = (await buildTenant(test)).id as TenantId;
    expect(await once(key, 'same', async () => 'ours')).toBe('ours');
    expect(await once(key, 'same', async () => 'theirs', other)).toBe('theirs');
  });

  it('runs every call without a key', async () => {
    let effects = 0;
    const work = { database: test.database, tenantId, now: new Date(0) };
    for (let count = 0; count < 2; count += 1) await inTenant(work, async () => (effects += 1));
    expect(effects).toBe(2);
  });
});

async function once<T>(
  key: string,
  requestHash: string,
  verb: (tx: Tx) => Promise<T>,
  tenant = tenantId,
): Promise<T> {
  const now = new Date('2026-11-21T04:30:00Z');
  return inTenant(
    { database: test.database, tenantId: tenant, now, idempotency: { key, requestHash } },
    verb,
  );
}

/** Writes a row about the key and returns its id. */
async function effect(tx: Tx, key: string): Promise<string> {
  const row = {
    tenant_id: tenantId,
    at: new Date(0),
    action: 'effect',
    object: key,
    detail: '{}',
    request_id: 'test',
  };
  const { id } = await tx.insertInto('audit_log').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Lists the rows about the key that have been committed. */
async function readEffects(key: string): Promise<string[]> {
  return readInTenant({ database: test.database, tenantId, now: new Date(0) }, (tx) => effectsIn(tx, key));
}

async function effectsIn(tx: Tx, key: string): Promise<string[]> {
  return (
    await tx
      .selectFrom('audit_log')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('object', '=', key)
      .execute()
  ).map(({ id }) => id);
}
