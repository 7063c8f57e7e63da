import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../test/fixtures/database.ts';

let held: TestDatabase;

beforeAll(async () => {
  held = await testDatabase();
});

afterAll(() => held.close());

async function readValue(expression: string): Promise<unknown> {
  const { rows } = await held.database.pool.query<{ value: unknown }>(`select ${expression} as value`);
  return rows[0]?.value;
}

test.each([
  [`date '2026-02-28'`, '2026-02-28'],
  [`time '09:30'`, '09:30:00'],
  [`array[date '2026-02-28', null]`, ['2026-02-28', null]],
  [`'{}'::date[]`, []],
  ['9007199254740991::bigint', 9_007_199_254_740_991],
  ['null::bigint', null],
  ['count(*)', 1],
  [`timestamptz '2026-02-28 09:30+05:30'`, new Date('2026-02-28T04:00:00Z')],
  [`timestamptz '2026-02-28 09:30:01.123456+00'`, new Date('2026-02-28T09:30:01.123Z')],
  [`timestamptz '2026-12-31 23:59:59.9+00'`, new Date('2026-12-31T23:59:59.900Z')],
  [`timestamptz '2024-02-29 00:00:00.05+00'`, new Date('2024-02-29T00:00:00.050Z')],
  [`timestamptz '0044-03-15 12:00+00'`, new Date('0044-03-15T12:00:00Z')],
  [`timestamptz '12026-03-15 12:00+00'`, new Date('+012026-03-15T12:00:00Z')],
  [`timestamptz '0044-03-15 12:00+00 BC'`, new Date('-000043-03-15T12:00:00Z')],
  [`timestamptz 'infinity'`, Infinity],
  [`'{"a": [1]}'::jsonb`, { a: [1] }],
  [`array['a', 'b,c']`, ['a', 'b,c']],
])('%s is read as %j', async (expression, value) => {
  expect(await readValue(expression)).toEqual(value);
});

test('a number that JavaScript would round is refused', async () => {
  await expect(readValue('9007199254740993::bigint')).rejects.toThrow(
    new RangeError('9007199254740993 does not fit a JavaScript number'),
  );
});
