import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SessionContext } from '../../../context/request-context.ts';
import { RecordedStream } from '../../../../test/fixtures/recorded-stream.ts';
import type { LiveHub } from './live-hub.ts';
import { ResponseStream } from './live-stream.ts';
import { OpenStreams } from './open-streams.ts';
import { streamChanges } from './stream.ts';

let server: Server;
let response: ServerResponse;
let client: Socket;

beforeEach(async () => {
  server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
});
afterEach(() => {
  client.destroy();
  server.close();
});

it('disconnects a client that does not read, and keeps at most 64 kB and one write for it [S-2.21]', async () => {
  client.pause();
  const stream = streamOver(response);
  const bytes = Buffer.alloc(8 * 1024, 'x');
  let most = 0;
  // Fills the kernel's buffers, which take some megabytes before anything waits here.
  for (let count = 0; count < 5_000 && !response.destroyed; count += 1) {
    stream.send(bytes);
    most = Math.max(most, response.writableLength);
    await turn();
  }
  expect(response.destroyed).toBe(true);
  expect(most).toBeLessThan(64 * 1024 + 8 * 1024 + 1024);
  // Ignores an announcement that comes before the hub has removed the stream.
  stream.send(bytes);
  stream.end();
});

it('keeps a client that reads, however much it is sent', async () => {
  let received = 0;
  client.on('data', (chunk) => (received += chunk.length));
  const stream = streamOver(response);
  for (let count = 0; count < 2_000; count += 1) {
    // Sends a second write while the first is unsent, as a gap follows the opening comment.
    for (let write = 0; write < 2; write += 1) stream.send(Buffer.alloc(4 * 1024, 'x'));
    while (response.writableLength > 0) await turn();
  }
  expect(response.destroyed).toBe(false);
  await expect.poll(() => received).toBeGreaterThan(2_000 * 8 * 1024);
});

it('sends nothing after its end, which is complete', async () => {
  let text = '';
  client.on('data', (chunk) => (text += chunk.toString()));
  const stream = streamOver(response);
  stream.send(Buffer.from(': one\n\n'));
  stream.end('retry: 5\n\n');
  stream.end('retry: 6\n\n');
  stream.send(Buffer.from(': two\n\n'));
  await expect.poll(() => text).toMatch(/: one\n\n[^]*retry: 5\n\n\r\n0\r\n\r\n$/);
  expect(text).not.toContain('two');
});

it('is released immediately if its client went while the session was looked up', async () => {
  const open = new OpenStreams();
  const limits = { streamsPerUser: 1, streamsPerTenant: 1 };
  const added: unknown[] = [];
  const hub = {
    add: (stream: unknown) => (added.push(stream), () => added.splice(added.indexOf(stream), 1)),
  };
  const app = Fastify();
  const opened = new Promise<number>((resolve) => {
    app.get('/', async (request, reply) => {
      request.raw.destroy();
      await once(reply.raw, 'close');
      const caller = { userId: 'a user', sessionId: 'a session', tenant: { id: 'a tenant' } };
      const context = { caller, reply, requestId: 'r', dependencies: { settings: { limits } } };
      await streamChanges(context as unknown as SessionContext, hub as unknown as LiveHub, open);
      resolve(added.length);
      return reply;
    });
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  await expect(fetch(address)).rejects.toThrow('fetch failed');
  expect(await opened).toBe(0);
  expect(() => open.enter('a user', 'a tenant', limits as never)).not.toThrow();
  await app.close();
});

function streamOver(raw: ServerResponse): ResponseStream {
  return new ResponseStream(raw, new RecordedStream('a tenant'));
}
