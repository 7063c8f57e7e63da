import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testApp, testNow, type TestApp } from '../../test/fixtures/app.ts';
import { buildTenant } from '../../test/fixtures/builders.ts';
import { asPlatform, inTenant, type TenantId } from '../db/tenant.ts';
import { deleteOldIdempotencyKeys } from './delete-old-idempotency-keys.ts';
import { startScheduledJobs } from './index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

describe('keys of repeated requests', () => {
  it('are forgotten after a day and not before', async () => {
    const tenantId = (await buildTenant(app)).id as TenantId;
    const at = Date.parse(testNow);
    for (const [key, age] of [
      ['fresh', 0],
      ['nearly', 24 * 3_600_000],
      ['old', 24 * 3_600_000 + 1],
      ['ancient', 30 * 86_400_000],
    ] as const) {
      const work = {
        database: app.database,
        tenantId,
        now: new Date(at - age),
        idempotency: { key: `key-${key}`, requestHash: 'h' },
      };
      await inTenant(work, async () => ({ key }));
    }
    expect(await deleteOldIdempotencyKeys(app.dependencies)).toBe(2);
    const left = await asPlatform(app, (tx) =>
      tx.selectFrom('idempotency_keys').select('key').orderBy('key').execute(),
    );
    expect(left.map(({ key }) => key)).toEqual(['key-fresh', 'key-nearly']);
    expect(await deleteOldIdempotencyKeys(app.dependencies)).toBe(0);
  });
});

it('stops when told, and does nothing afterwards', async () => {
  const stop = startScheduledJobs(app.dependencies);
  await wait(5);
  await expect(stop()).resolves.toBeUndefined();
});

it('does what is due once a day also soon after the start, for servers that are switched off every night [P-15.11]', async () => {
  vi.useFakeTimers();
  const run = vi.fn(async () => undefined);
  const stop = startScheduledJobs(app.dependencies, [{ name: 'daily', everySeconds: 86_400, run }]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(86_400_000);
  expect(run).toHaveBeenCalledTimes(2);
  await stop();
  await vi.advanceTimersByTimeAsync(86_400_000);
  expect(run).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});
