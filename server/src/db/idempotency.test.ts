import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTenant } from '../../test/fixtures/builders.ts';
import { testDatabase, type TestDatabase } from '../../test/fixtures/database.ts';
import { inTenant, type TenantId } from './tenant.ts';

let test: TestDatabase;
let tenantId: TenantId;
beforeAll(async () => {
  test = await testDatabase();
  tenantId = (await buildTenant(test)).id as TenantId;
});
afterAll(() => test.close());

describe('one effect for a key', () => {
  it('answers later calls with the reply of the first, without an effect of their own', async () => {
    const key = randomUUID();
    let effects = 0;
    const replies = [];
    for (let count = 0; count < 3; count += 1) {
      replies.push(
        await once(key, 'same', async () => ({ id: (effects += 1), nested: { text: 'मीरा "x" \\', nothing: null, list: [1, 2] } })),
      );
    }
    expect(effects).toBe(1);
    for (const reply of replies) expect(reply).toEqual(replies[0]);
  });

  it('makes concurrent calls wait for the first', async () => {
    const key = randomUUID();
    let effects = 0;
    const replies = await Promise.all(Array.from({ length: 20 }, () => once(key, 'same', async () => ({ id: (effects += 1) }))));
    expect([effects, new Set(replies.map(({ id }) => id)).size]).toEqual([1, 1]);
  });

  it('refuses the key with another body', async () => {
    const key = randomUUID();
    await once(key, 'one', async () => 1);
    await expect(once(key, 'other', async () => 2)).rejects.toMatchObject({ code: 'idempotency.mismatch', status: 422 });
  });

  it('releases the key of a call that failed', async () => {
    const key = randomUUID();
    const failing = once(key, 'one', async () => {
      throw new Error('no place left');
    });
    await expect(failing).rejects.toThrow('no place left');
    expect(await once(key, 'corrected', async () => 'booked')).toBe('booked');
  });

  it('is for one business: another may use the same key', async () => {
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

async function once<T>(key: string, requestHash: string, effect: () => Promise<T>, tenant = tenantId): Promise<T> {
  const now = new Date('2026-11-21T04:30:00Z');
  return inTenant({ database: test.database, tenantId: tenant, now, idempotency: { key, requestHash } }, effect);
}
