import { expect, it } from 'vitest';
import { formatLoops } from '../../e2e/loops/table.ts';

it('lists loops by name, the desk before the phone, in columns', () => {
  const walkIn = { name: 'Walk-in', presses: 2, most: 3, fields: 1, seconds: 0.84 };
  const loops = [
    { ...walkIn, width: 360, presses: 3, most: 4, seconds: 1.06 },
    { ...walkIn, width: 1366 },
    { name: 'Money', width: 1366, presses: 2, most: 2, fields: 0, seconds: 12 },
  ];
  expect(formatLoops(loops).split('\n')).toEqual([
    'Loop     Width  Presses  At most  Fields  Seconds',
    'Money     1366        2        2       0     12.0',
    'Walk-in   1366        2        3       1      0.8',
    'Walk-in    360        3        4       1      1.1',
    '',
  ]);
});
