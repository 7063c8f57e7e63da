import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { compressReplies } from './compress-replies.ts';

const text = 'समय '.repeat(400);
const app = Fastify();
compressReplies(app);
app.get('/long', (_request, reply) =>
  reply.type('application/json; charset=utf-8').send(JSON.stringify({ text })),
);
app.get('/bytes', (_request, reply) => reply.type('application/ld+json').send(Buffer.from(text)));
app.get('/stream', (_request, reply) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-length', 5)
    .send(Readable.from([text, text])),
);
app.get('/short', (_request, reply) => reply.type('text/plain').send('short'));
app.get('/events', (_request, reply) => reply.type('text/event-stream').send(text));
app.get('/picture', (_request, reply) => reply.type('image/png').send(text));
app.get('/part', (_request, reply) => reply.code(206).type('text/plain').send(text));
app.get('/built', (_request, reply) => reply.type('text/plain').header('content-encoding', 'br').send(text));
app.get('/varied', (_request, reply) => reply.type('text/plain').header('vary', 'Origin').send(text));

const get = (url: string, accepted?: string) =>
  app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

it.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0.2, gzip;q=0.9', 'gzip', gunzipSync],
] as const)('answers %s by %s [S-2.17]', async (accepted, encoding, open) => {
  const { headers, rawPayload } = await get('/long', accepted);
  expect([headers['content-encoding'], headers['content-length'], headers['vary']]).toEqual([
    encoding,
    String(rawPayload.length),
    'accept-encoding',
  ]);
  expect(JSON.parse(open(rawPayload).toString())).toEqual({ text });
});

it('compresses bytes and streams', async () => {
  const [bytes, stream] = [await get('/bytes', 'br'), await get('/stream', 'br')];
  expect(brotliDecompressSync(bytes.rawPayload).toString()).toBe(text);
  expect(brotliDecompressSync(stream.rawPayload).toString()).toBe(text + text);
  expect(stream.headers['content-length'], 'of what is sent, or none').not.toBe('5');
});

it.each([undefined, 'identity', 'zstd'])(
  'sends to a client that takes %s what it takes [S-2.17]',
  async (accepted) => {
    const { headers, body } = await get('/long', accepted);
    expect([headers['content-encoding'], headers['vary']]).toEqual([undefined, 'accept-encoding']);
    expect(body).toContain(text);
  },
);

it.each(['/short', '/events', '/picture', '/part'])('leaves %s as it is [S-2.17]', async (url) => {
  const { headers } = await get(url, 'br');
  expect([headers['content-encoding'], headers['vary']]).toEqual([undefined, undefined]);
});

it('leaves what was compressed before, and answers HEAD without a body', async () => {
  expect((await get('/built', 'br')).body).toBe(text);
  const { headers, body } = await app.inject({
    method: 'HEAD',
    url: '/long',
    headers: { 'accept-encoding': 'br' },
  });
  expect([headers['content-encoding'], body]).toEqual([undefined, '']);
});

it('adds to what the reply varies by', async () => {
  expect((await get('/varied', 'br')).headers['vary']).toBe('Origin, accept-encoding');
});
