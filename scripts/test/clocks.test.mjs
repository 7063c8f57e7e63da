import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clocks, removeLeftovers } from './clocks.mjs';

test('each clock is that of India, also while it is another day elsewhere', () => {
  const at = (now) =>
    Object.fromEntries(Object.entries(clocks).map(([name, of]) => [name, of(new Date(now)).toISOString()]));
  expect(at('2026-12-30T20:00:00Z')).toEqual({
    tomorrow: '2026-12-31T20:00:00.000Z',
    'before-midnight': '2026-12-31T18:20:00.000Z',
    'after-midnight': '2026-12-31T18:40:00.000Z',
    'february-28': '2028-02-28T06:30:00.000Z',
    'february-29': '2028-02-29T06:30:00.000Z',
    'december-31': '2026-12-31T06:30:00.000Z',
  });
});

test('what ended processes left of faketime goes, and what running ones use stays', () => {
  const folder = mkdtempSync(join(tmpdir(), 'samay-shm-'));
  const ended = 2 ** 30;
  const kept = [`faketime_shm_${process.pid}`, 'sem.other', `sem.faketime_sem_${process.pid}`];
  for (const name of [...kept, `faketime_shm_${ended}`, `sem.faketime_sem_${ended}`])
    writeFileSync(join(folder, name), '');
  removeLeftovers(folder);
  expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted());
  rmSync(folder, { recursive: true });
});
