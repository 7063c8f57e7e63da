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
    phases: ['alone', 'beside', 'burst'],
    turns: 5,
    connections: [1, 16, 64],
    otherRows: 1_000_000,
    whole: true,
  });
});

test('chosen operations are measured alone, unless phases are chosen too [S-2.19]', () => {
  expect(readOptions(['--operations=create,list'])).toMatchObject({
    operations: ['list', 'create'],
    phases: ['alone'],
  });
  expect(readOptions(['--operations=list', '--phases=beside']).phases).toEqual(['beside']);
});

test('the results of a part of a run, of fewer turns or of a quick one are not for committing [S-2.19]', () => {
  for (const given of ['--operations=list', '--phases=alone', '--turns=2', '--seconds=1', '--quick'])
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
  ['--only=api,speed', 'there are api, cpu, plans'],
  ['--operations=lists', 'there are list, unchanged'],
  ['--phases=after', 'there are alone, beside, burst'],
  ['--turns=none', '--turns=none'],
  ['--seconds=0', '--seconds=0'],
  ['--connections=16,', '--connections=16,'],
])('%s is refused', (given, message) => {
  expect(() => readOptions([given])).toThrow(message);
});
