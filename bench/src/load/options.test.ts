import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

test('a whole run measures everything five times [S-2.19]', () => {
  expect(readOptions([])).toMatchObject({
    operations: [
      'list',
      'unchanged',
      'search',
      'revenue',
      'create',
      'spread',
      'slots',
      'claimed',
      'pay',
      'move',
      'cancel',
    ],
    turns: 5,
    connections: [1, 16],
    otherRows: 1_000_000,
    whole: true,
  });
});

test('chosen operations are measured in their own order [S-2.19]', () => {
  expect(readOptions(['--operations=create,list']).operations).toEqual(['list', 'create']);
});

test('the results of a part of a run, of fewer turns or of a quick one are not for committing [S-2.19]', () => {
  for (const given of ['--operations=list', '--turns=2', '--seconds=1', '--quick'])
    expect(readOptions([given]).whole).toBe(false);
  expect(readOptions(['--only=start', '--connections=16']).whole).toBe(true);
  expect(readOptions(['--only=cpu', '--before=HEAD~1'])).toMatchObject({ before: 'HEAD~1', whole: true });
});

test('numbers given with --quick count', () => {
  expect(readOptions(['--quick', '--turns=2', '--seconds=3', '--connections=16,64'])).toMatchObject({
    turns: 2,
    seconds: 3,
    connections: [16, 64],
    otherRows: 100_000,
  });
});

test.each([
  ['--only=cpu,speed', 'there are cpu, plans, start'],
  ['--operations=lists', 'there are list, unchanged'],
  ['--turns=none', '--turns=none'],
  ['--seconds=0', '--seconds=0'],
  ['--connections=16,', '--connections=16,'],
])('%s is refused', (given, message) => {
  expect(() => readOptions([given])).toThrow(message);
});
