import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { waiting, waitingFirst } from './test-order.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

test('files that mostly wait begin first, and the others keep their order', () => {
  const others = ['/samay/server/src/a.test.ts', '/samay/server/src/b.test.ts'];
  const [first = ''] = waiting;
  expect(waitingFirst([...others, `/samay/${first}`], (path) => path)).toEqual([
    `/samay/${first}`,
    ...others,
  ]);
});

test('each file that mostly waits exists', () => {
  expect(waiting.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
});
