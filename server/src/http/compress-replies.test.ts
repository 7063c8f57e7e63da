import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compressReplies } from './compress-replies.ts';

const text = 'समय '.repeat(400);
const app = Fastify();
beforeAll(async () => {
  await compressReplies(app);
  app.get('/long', (_request, reply) => reply.type('application/json; charset=utf-8').send({ text }));
  app.get('/short', (_request, reply) => reply.type('text/plain').send('short'));
  app.get('/events', (_request, reply) => reply.type('text/event-stream').send(text));
  app.get('/picture', (_request, reply) => reply.type('image/png').send(text));
  app.get('/pdf', (_request, reply) => reply.type('application/pdf').send(text));
  app.get('/part', (_request, reply) => reply.code(206).type('text/plain').send(text));
  app.post('/sent', (request) => ({ body: request.body }));
});
afterAll(() => app.close());

const get = (url: string, accepted?: string) =>
  app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

it.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0.2, gzip;q=0.9', 'gzip', gunzipSync],
] as const)('answers %s by %s [S-2.17]', async (accepted, encoding, open) => {
  const { headers, rawPayload } = await get('/long', accepted);
  expect([headers['content-encoding'], headers['vary']]).toEqual([encoding, 'accept-encoding']);
  expect(JSON.parse(open(rawPayload).toString())).toEqual({ text });
});

it.each([undefined, 'identity', 'compress'])(
  'sends to a client that takes %s what it takes [S-2.17]',
  async (accepted) => {
    const { headers, body } = await get('/long', accepted);
    expect(headers['content-encoding']).toBeUndefined();
    expect(body).toContain(text);
  },
);

it.each(['/short', '/events', '/picture', '/pdf', '/part'])('leaves %s as it is [S-2.17]', async (url) => {
  expect((await get(url, 'br')).headers['content-encoding']).toBeUndefined();
});

it('opens no compressed request [S-2.17]', async () => {
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/sent',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: '{"a":1}',
  });
  expect(statusCode, 'is read as it came').toBe(200);
});
