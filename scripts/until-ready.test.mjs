import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { readyAddress, untilReady } from './until-ready.mjs';

test('readiness is requested where the server listens', () => {
  expect(readyAddress(3000, undefined)).toBe('http://127.0.0.1:3000/api/health/ready');
  expect(readyAddress(3000, '0.0.0.0')).toBe('http://127.0.0.1:3000/api/health/ready');
  expect(readyAddress(3000, '::1')).toBe('http://[::1]:3000/api/health/ready');
});

test('waiting ends with the first 200', async () => {
  const statuses = [503, 503, 200];
  const server = createServer((_request, response) => response.writeHead(statuses.shift() ?? 500).end());
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  await untilReady(`http://127.0.0.1:${server.address().port}/`, { every: 5, atMost: Infinity });
  expect(statuses).toEqual([]);
  await new Promise((resolve) => server.close(resolve));
});

test('waiting gives up after its time', async () => {
  await expect(untilReady('http://127.0.0.1:1/', { every: 5, atMost: 30 })).rejects.toThrow(
    'Nothing answers at http://127.0.0.1:1/ after 0.03 seconds.',
  );
});
