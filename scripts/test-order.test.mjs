import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { waiting, waitingEarly } from './test-order.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

test('files that mostly wait begin early, each with two that compute, and the others keep their order', () => {
  const others = ['a', 'b', 'c', 'd', 'e'].map((name) => `/samay/server/src/${name}.test.ts`);
  const [one, two] = waiting.map((path) => `/samay/${path}`);
  expect(waitingEarly([...others, one, two], (path) => path)).toEqual([
    one,
    ...others.slice(0, 2),
    two,
    ...others.slice(2),
  ]);
});

test('each file that mostly waits exists', () => {
  expect(waiting.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
});
