import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { takenPort } from './taken-port.mjs';

test('a port that something listens on is named', async () => {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  expect(await takenPort([port])).toBe(port);
  await new Promise((resolve) => server.close(resolve));
  expect(await takenPort([port])).toBeUndefined();
});
