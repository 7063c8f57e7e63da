import { expect, it } from 'vitest';
import { resourceNames } from './resource-names.ts';

const ground = (name: string, archivedAt: string | null = null) => ({
  id: name,
  name,
  archivedAt,
  parts: ['Half A', 'Half B'].map((half) => ({ id: `${name} ${half}`, name: half })),
});
const getNames = (...grounds: ReturnType<typeof ground>[]) => [...resourceNames(grounds).values()];

it('names a part with its court where there are several, and alone where there is one [P-6.45]', () => {
  expect(getNames(ground('Ground 1'))).toEqual(['Ground 1', 'Half A', 'Half B']);
  expect(getNames(ground('Ground 1'), ground('Ground 2'))).toEqual([
    'Ground 1',
    'Half A (Ground 1)',
    'Half B (Ground 1)',
    'Ground 2',
    'Half A (Ground 2)',
    'Half B (Ground 2)',
  ]);
});

it('names parts of an archived court with it, as earlier bookings are of them, and those of the only one left alone [P-6.45]', () => {
  const archived = ground('Old', '2026-11-01T00:00:00.000Z');
  expect(getNames(ground('Ground 1'), archived).slice(1)).toEqual([
    'Half A',
    'Half B',
    'Old',
    'Half A (Old)',
    'Half B (Old)',
  ]);
});
