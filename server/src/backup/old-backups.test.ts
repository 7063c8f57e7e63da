import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/fixtures/invariants/invariant.ts';
import { readSettings } from '../core/settings.ts';
import { deleteOldBackups, deleteOldDumps, listBackups } from './old-backups.ts';

const home = temporaryFolder('old-backups');
afterAll(() => home.remove());

const now = new Date('2026-11-21T04:30:00Z');
const [tooOld, oldest, newest] = [
  '2026-10-22T04-29-59-999Z',
  '2026-10-22T04-30-00-000Z',
  '2026-11-20T04-30-00-000Z',
];

function fill(folder: string, names: readonly string[]): void {
  mkdirSync(folder, { recursive: true });
  for (const name of names) writeFileSync(join(folder, name), '');
}

it('keeps backups of the last thirty days, and files of others [O-3.6]', async () => {
  const names = [tooOld, oldest, newest].map((at) => `samay-${at}.tar.gz.age`);
  fill(home.folder, [...names, 'samay-2026-10-01T00-00-00-000Z.tar.gz.age.unfinished', 'notes.txt']);
  expect(await deleteOldBackups(home.folder, now)).toBe(1);
  expect(readdirSync(home.folder).toSorted()).toEqual(['notes.txt', ...names.slice(1)].toSorted());
  expect((await listBackups(home.folder)).map(({ at }) => at.toISOString())).toEqual([
    '2026-11-20T04:30:00.000Z',
    '2026-10-22T04:30:00.000Z',
  ]);
});

it('keeps dumps of the last thirty days, encrypted or not, however many there are [O-3.6]', async () => {
  const folder = join(home.folder, 'data', 'backups');
  const kept = [`${oldest}-before-migration.tar.gz`, `${newest}-before-migration.tar.gz.age`, 'notes.txt'];
  const gone = ['.tar.gz', '.tar.gz.age', '.tar.gz.age.unfinished'].map(
    (end) => `${tooOld}-before-migration${end}`,
  );
  fill(folder, [...kept, ...gone]);
  const settings = readSettings({ NODE_ENV: 'test', DATA_DIR: join(home.folder, 'data') });
  expect(await deleteOldDumps({ settings, clock: () => now })).toBe(2);
  expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted());
  const without = readSettings({ NODE_ENV: 'test', DATA_DIR: join(home.folder, 'none') });
  expect(await deleteOldDumps({ settings: without, clock: () => now })).toBe(0);
});
