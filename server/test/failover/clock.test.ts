import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findFaketime } from '../../../scripts/faketime.mjs';
import { testDatabase, testEngine } from '../fixtures/database.ts';
import { loginUrl } from '../fixtures/database/postgres-template.ts';
import { freePort } from '../fixtures/free-port.ts';
import { isFull, temporaryFolder } from '../fixtures/invariants/invariant.ts';
import { startServer } from '../fixtures/running-server.ts';

// Tests a server process whose machine's clock jumps by an hour (decision 0069), by Debian's
// faketime.

test.runIf(testEngine === 'postgres' && isFull)(
  'nothing is served while the clock is an hour wrong, and the server goes on by itself once it is right [O-2.5]',
  { timeout: 180_000 },
  async (context) => {
    const { library, reason } = await findFaketime();
    if (!library) return context.skip(`NOT RUN: a wrong clock. ${reason}`);
    const { folder, remove } = temporaryFolder('clock');
    const held = await testDatabase();
    const file = join(folder, 'clock');
    const set = (offset: string) => writeFileSync(file, `${offset}\n`);
    const settings = async () => ({
      PORT: await freePort(),
      DATA_DIR: join(folder, 'data'),
      SAMAY_DEMO: '0',
      DATABASE_URL: loginUrl(held.ownerUrl ?? ''),
      MIGRATION_DATABASE_URL: held.ownerUrl ?? '',
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    });
    set('+0');
    const server = await startServer(await settings());
    context.onTestFinished(async () => {
      await server.stop('SIGKILL');
      await held.close();
      remove();
    });
    const ready = async () => {
      const response = await fetch(`${server.address}/api/health/ready`);
      return [
        response.status,
        ((await response.json()) as { checks: Record<string, boolean> }).checks['clock'],
      ];
    };
    const prices = async () => (await fetch(`${server.address}/api/plans`)).status;
    expect([await ready(), await prices()]).toEqual([[200, undefined], 200]);
    for (const offset of ['+3600', '-3600']) {
      set(offset);
      await expect.poll(ready).toEqual([503, false]);
      expect(await prices()).toBe(503);
      set('+0');
      await expect.poll(ready).toEqual([200, undefined]);
      expect(await prices()).toBe(200);
    }
    expect(server.isRunning()).toBe(true);
    set('+3600');
    await expect(startServer(await settings())).rejects.toThrow(
      /clock is 3[56]\d\d s ahead of the database's/,
    );
  },
);
