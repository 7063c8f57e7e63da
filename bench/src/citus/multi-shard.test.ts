import { expect, test } from 'vitest';
import { multiShardIn } from './multi-shard.ts';

test('a statement that asked several shards is found in the log once, with all of its lines, whatever others log between [O-4.14]', () => {
  const log = [
    '2026-11-23 13:00:00.000 UTC [7] LOG:  multi-task query about to be executed',
    '2026-11-23 13:00:00.000 UTC [8] ERROR:  division by zero',
    '2026-11-23 13:00:00.000 UTC [8] STATEMENT:  select 1 / 0',
    '2026-11-23 13:00:00.000 UTC [7] HINT:  Queries are split to multiple tasks if they have to be split into several queries on the workers.',
    '2026-11-23 13:00:00.000 UTC [7] STATEMENT:  select count(*)',
    '\tfrom appointments',
    '2026-11-23 13:00:01.000 UTC [7] LOG:  multi-task query about to be executed',
    '2026-11-23 13:00:01.000 UTC [7] STATEMENT:  select count(*) from appointments',
    '',
  ].join('\n');
  expect(multiShardIn(log)).toEqual(['select count(*) from appointments']);
});
