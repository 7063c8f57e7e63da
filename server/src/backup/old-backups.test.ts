import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/fixtures/invariants/invariant.ts';
import { deleteOldBackups, listBackups } from './write-backup.ts';

const home = temporaryFolder('old-backups');
afterAll(() => home.remove());

it('keeps backups of the last thirty days, and files of others', async () => {
  const names = ['2026-10-22T04-29-59-999Z', '2026-10-22T04-30-00-000Z', '2026-11-20T04-30-00-000Z'].map((at) => `samay-${at}.tar.gz.age`);
  const left = 'samay-2026-10-01T00-00-00-000Z.tar.gz.age.unfinished';
  for (const name of [...names, left, 'notes.txt']) writeFileSync(join(home.folder, name), '');
  utimesSync(join(home.folder, left), 0, 0);
  expect(await deleteOldBackups(home.folder, new Date('2026-11-21T04:30:00Z'))).toBe(1);
  expect(readdirSync(home.folder).toSorted()).toEqual(['notes.txt', ...names.slice(1)].toSorted());
  expect((await listBackups(home.folder)).map(({ at }) => at.toISOString())).toEqual([
    '2026-11-20T04:30:00.000Z',
    '2026-10-22T04:30:00.000Z',
  ]);
});
