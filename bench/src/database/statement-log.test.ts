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

test.each(['', 'start transaction read only; '])(
  'a transaction begins with its settings, sent after "%s", and ends with its commit',
  (start) => {
    const settings = `select where concat(set_config('role', 'samay_app', true), set_config('app.tenant_id', 'a', true)) is null`;
    const logged = [
      { process: '1', sql: 'select place from authenticate($1, $2)', values: [] },
      { process: '1', sql: `${start}${settings}`, values: [] },
      { process: '2', sql: 'select 1', values: [] },
      { process: '1', sql: 'select name from plans', values: [] },
      { process: '1', sql: 'commit', values: [] },
    ];
    expect(transactionIn(logged.slice(0, -1))).toBeUndefined();
    expect(transactionIn(logged)).toEqual({ opening: { process: '1', sql: settings, values: [] }, statements: [logged[3]] });
  },
);
