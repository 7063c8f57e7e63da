import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clocks, journeyClocks, removeLeftovers } from './clocks.mjs';

test('each clock is that of India, also while it is another day elsewhere', () => {
  expect(at(clocks, '2026-12-30T20:00:00Z')).toEqual({
    tomorrow: '2026-12-31T20:00:00.000Z',
    'before-midnight': '2026-12-31T18:20:00.000Z',
    'after-midnight': '2026-12-31T18:40:00.000Z',
    'february-28': '2028-02-28T06:30:00.000Z',
    'february-29': '2028-02-29T06:30:00.000Z',
    'december-31': '2026-12-31T06:30:00.000Z',
  });
});

test('the journeys are on every weekday at ten, on Saturday and Sunday around midnight, and on 31 December', () => {
  // A Sunday in India, and still Saturday in Greenwich.
  expect(at(journeyClocks, '2026-11-28T19:00:00Z')).toEqual({
    monday: '2026-11-30T04:30:00.000Z',
    tuesday: '2026-12-01T04:30:00.000Z',
    wednesday: '2026-12-02T04:30:00.000Z',
    thursday: '2026-12-03T04:30:00.000Z',
    friday: '2026-12-04T04:30:00.000Z',
    saturday: '2026-12-05T04:30:00.000Z',
    sunday: '2026-12-06T04:30:00.000Z',
    'saturday-after-midnight': '2026-12-04T18:40:00.000Z',
    'saturday-before-midnight': '2026-12-05T18:20:00.000Z',
    'sunday-after-midnight': '2026-12-05T18:40:00.000Z',
    'sunday-before-midnight': '2026-12-06T18:20:00.000Z',
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

/** Returns the instants of the clocks at a present one. */
function at(all, now) {
  return Object.fromEntries(Object.entries(all).map(([name, of]) => [name, of(new Date(now)).toISOString()]));
}
