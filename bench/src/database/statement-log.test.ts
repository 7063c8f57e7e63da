import { expect, test } from 'vitest';
import { parseLog, transactionIn } from './statement-log.ts';

test('statements and their values are read from the log, over several lines and connections, with quotes and nulls', () => {
  const log = [
    '2026-11-21 08:13:13.863 UTC [6374] LOG:  statement: begin',
    '2026-11-21 08:13:13.863 UTC [6374] LOG:  execute <unnamed>: select $1::text,',
    '\t  $2::text',
    '2026-11-21 08:13:13.863 UTC [6375] LOG:  statement: vacuum',
    "2026-11-21 08:13:13.863 UTC [6374] DETAIL:  parameters: $1 = 'D''Souza', $2 = NULL",
    '2026-11-21 08:13:13.864 UTC [6374] LOG:  statement: commit',
    '',
  ].join('\n');
  expect(parseLog(log)).toEqual([
    { process: '6374', sql: 'begin', values: [] },
    { process: '6374', sql: 'select $1::text,\n  $2::text', values: ["D'Souza", null] },
    { process: '6375', sql: 'vacuum', values: [] },
    { process: '6374', sql: 'commit', values: [] },
  ]);
});

const settings = [
  'set local role samay_app',
  `set local app.tenant_id = 'a'`,
  'set local random_page_cost = 1.1',
];
const ofOne = (...texts: string[]) => texts.map((sql) => ({ process: '1', sql, values: [] }));

test.each([
  ['one by one', ofOne('begin read only', ...settings)],
  ['in one message with what begins it', ofOne(`begin; ${settings.join('; ')}`)],
])('a transaction begins with its settings, sent %s, and ends with its commit', (_how, beginning) => {
  const queries = [...ofOne('select name from plans'), ...ofOne('\n  with latest as (select 1) select 2')];
  const logged = [
    ...ofOne(
      'select place from sessions_of_requests($1, $2)',
      'begin; set local role samay_platform',
      'commit',
    ),
    ...beginning,
    { process: '2', sql: 'select 1', values: [] },
    ...queries,
    ...ofOne('commit', 'select 3'),
  ];
  expect(transactionIn(logged.slice(0, -2))).toBeUndefined();
  expect(transactionIn(logged)).toEqual({ opening: settings.join('; '), statements: queries });
});
