import { expect, test } from 'vitest';
import { readableLine } from './readable-log.mjs';

test.each([
  ['{"level":30,"msg":"request completed"}', undefined],
  [
    '{"level":60,"msg":"cannot start","err":{"message":"DATABASE_URL is missing"}}',
    'cannot start: DATABASE_URL is missing',
  ],
  ['{"level":50,"msg":"same","err":{"message":"same"}}', 'same'],
  ['Error: no JSON', 'Error: no JSON'],
  ['{broken', '{broken'],
])('of the log line %s the terminal shows %s', (line, shown) => {
  expect(readableLine(line)).toBe(shown);
});
