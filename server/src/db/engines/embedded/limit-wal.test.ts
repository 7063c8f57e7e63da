import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadDump } from '../../../../test/fixtures/database/embedded-dump.ts';
import { temporaryFolder } from '../../../../test/fixtures/invariants/invariant.ts';
import { warningsLog } from '../../database.ts';
import { getPlaces } from './embedded-directory.ts';
import { openEmbedded } from './open-embedded.ts';
import { limitWal } from './limit-wal.ts';

test('a log that has grown is cut back by a checkpoint while the database runs [O-2.13]', async () => {
  const { folder, remove } = temporaryFolder('limit-wal');
  const database = await openEmbedded({
    directory: folder,
    dump: await loadDump('empty', async () => undefined),
  });
  const files = () =>
    fs
      .readdirSync(path.join(getPlaces(folder).database, 'pg_wal'))
      .filter((name) => /^[0-9A-F]{24}$/.test(name)).length;
  for (let count = 0; count < 5; count += 1) {
    await database.pool.query(`select pg_logical_emit_message(false, 'test', 'fills'), pg_switch_wal()`);
    await database.pool.query(`select pg_logical_emit_message(true, 'test', 'the next')`);
  }
  expect(files()).toBeGreaterThan(4);
  const stop = limitWal(database.pool, getPlaces(folder).database, warningsLog, 20);
  await expect.poll(files, { timeout: 60_000 }).toBeLessThanOrEqual(4);
  await stop();
  await database.close();
  remove();
});
