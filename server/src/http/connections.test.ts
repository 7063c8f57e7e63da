import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { errorKinds, ErrorReply } from '@samay/contract/core/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../test/fixtures/app.ts';

let app: TestApp;
let port: number;
const open: Socket[] = [];

beforeAll(async () => {
  app = await testApp({ limits: { requestSeconds: 1 }, secure: true });
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await app.close();
});

interface RawAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly reply: ErrorReply;
}

/** Sends bytes, then one more at each `drip`, and reads until the server closes the connection. */
async function sendRaw(bytes: string, { drip = '' } = {}): Promise<RawAnswer> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  open.push(socket);
  await once(socket, 'connect');
  socket.on('error', () => undefined); // the server may close while the last bytes are on their way
  socket.write(bytes);
  const dripping = drip && setInterval(() => socket.write(drip), 100);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  clearInterval(dripping || undefined);
  socket.destroy();
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]));
  return { status: Number(first.split(' ')[1]), headers, reply: ErrorReply.parse(JSON.parse(body)) };
}

/** Waits for the end of the socket, with or without an error. */
async function closing(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.resume().once('close', () => resolve()));
}

const post = (path: string, more: string) => `POST ${path} HTTP/1.1\r\nhost: a\r\n${more}\r\n\r\n`;
const slowBody = post('/api/session', 'content-type: application/json\r\ncontent-length: 60000');

describe('what Node cannot read as a request', () => {
  it.each([
    [
      'headers beyond 16 kB',
      'request.headers_too_large',
      `GET / HTTP/1.1\r\nhost: a\r\ncookie: ${'a'.repeat(20_000)}\r\n\r\n`,
      '',
    ],
    ['what is not HTTP', 'request.malformed', 'who is there?\r\n\r\n', ''],
    ['a request without a host', 'request.malformed', 'GET / HTTP/1.1\r\nhost a\r\n\r\n', ''],
    ['headers that take too long', 'request.too_slow', 'GET / HTTP/1.1\r\n', 'a'],
  ] as const)('is answered in the form of the contract: %s [T-1.6]', async (_what, code, bytes, drip) => {
    const { status, headers, reply } = await sendRaw(bytes, { drip });
    const { status: expected, sentence } = errorKinds[code];
    expect([status, reply.error]).toEqual([
      expected,
      { code, message: sentence, requestId: headers['x-request-id'] },
    ]);
    expect(reply.error.requestId).toMatch(/^[\da-f-]{36}$/);
    const usual = await app.app.inject('/api/nothing');
    const missing = Object.keys(usual.headers).filter(
      (name) => !(name in headers) && !['date', 'vary'].includes(name),
    );
    expect(missing).toEqual([]);
    for (const [name, value] of Object.entries(headers)) {
      if (name in usual.headers && !['x-request-id', 'content-length', 'connection'].includes(name))
        expect([name, value]).toEqual([name, usual.headers[name]]);
    }
  });
});

describe('a body that comes byte by byte', () => {
  it('is ended within the limit, with an error, without a session [T-1.6]', async () => {
    const { status, reply, headers } = await sendRaw(slowBody, { drip: ' ' });
    expect([status, reply.error.code, headers['connection']]).toEqual([408, 'request.too_slow', 'close']);
  });

  it.each([
    [
      'that no endpoint reads',
      post('/api/session', 'content-type: multipart/form-data; boundary=a\r\ncontent-length: 60000'),
    ],
    [
      'of an address that is not there',
      post('/api/nothing', 'content-type: application/json\r\ncontent-length: 60000'),
    ],
    [
      'of an upload that is refused',
      `PUT /api/appointments/1/prescription HTTP/1.1\r\nhost: a\r\ncontent-type: multipart/form-data; boundary=a\r\ncontent-length: 60000\r\n\r\n`,
    ],
    [
      'of a request that needs none',
      'GET /api/health/live HTTP/1.1\r\nhost: a\r\ncontent-length: 60000\r\n\r\n',
    ],
  ])('does not keep its connection open either: one %s [T-1.6]', async (_what, bytes) => {
    const socket = connect(port, '127.0.0.1');
    open.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(bytes);
    const dripping = setInterval(() => socket.write(' '), 100);
    await closing(socket);
    clearInterval(dripping);
  });

  it('leaves a body alone that comes in time, in pieces', async () => {
    const body = JSON.stringify({ email: 'a@b.example', password: 'wrong-password' });
    const socket = connect(port, '127.0.0.1');
    open.push(socket);
    await once(socket, 'connect');
    socket.write(
      post(
        '/api/session',
        `connection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`,
      ),
    );
    for (const piece of [body.slice(0, 10), body.slice(10)])
      await new Promise((resolve) => socket.write(piece, resolve));
    expect(await text(socket)).toContain('session.invalid_credentials');
  });
});

/** Some kinds of request whose body no parser reads, as a request line and its headers. */
const unread: [what: string, line: string, headers?: string][] = [
  ['of a type that no endpoint takes', 'POST /api/session', 'content-type: text/xml'],
  ['of no type', 'POST /api/session'],
  ['with many parts for an endpoint of JSON', 'POST /api/session', multipartType()],
  ['of an upload without a session', 'PUT /api/appointments/1/prescription', multipartType()],
  ['of JSON for an upload', 'PUT /api/appointments/1/prescription', 'content-type: text/csv'],
  ['for an endpoint that is not there', 'POST /api/nothing', 'content-type: text/xml'],
  ['for a page that is not there', 'PUT /nothing.php', 'content-type: text/xml'],
  ['of a read', 'GET /api/health/live', 'content-type: application/json'],
  ['of a read without a session', 'GET /api/appointments', 'content-type: application/json'],
  ['of a read for what is not there', 'GET /api/nothing'],
  ['of a page', 'GET /', 'content-type: text/xml'],
  ['of a HEAD', 'HEAD /api/health/live'],
  ['of an OPTIONS', 'OPTIONS /api/session', 'content-type: text/xml'],
  ['of a DELETE', 'DELETE /api/session', 'content-type: text/xml'],
  ['of a method that HTTP has and Samay has not', 'PROPFIND /api/session', 'content-type: text/xml'],
  ['for an address that cannot be read', 'POST /api/%zz', 'content-type: application/json'],
  ['for an address that is too long', `POST /api/appointments/${'a'.repeat(200)}/cancellation`],
  ['that waits for a word', 'POST /api/nothing', 'content-type: text/xml\r\nexpect: 100-continue'],
];

describe('a body that nobody reads', () => {
  it.each(unread)(
    'does not hold up the next request of its connection: one %s [T-1.9]',
    async (_what, line, headers) => {
      const body = 'a'.repeat(2_000_000);
      expect(await answersAround(line, [headers, `content-length: ${body.length}`], body)).toEqual({
        closes: false,
        next: 200,
      });
    },
  );

  it.each(unread)(
    'of unknown length closes its connection with the reply: one %s [T-1.9]',
    async (_what, line, headers) => {
      const body = `1e8480\r\n${'a'.repeat(2_000_000)}\r\n0\r\n\r\n`;
      expect(await answersAround(line, [headers, 'transfer-encoding: chunked'], body)).toEqual({
        closes: true,
        next: undefined,
      });
    },
  );

  it('longer than any upload closes its connection with the reply [T-1.9]', async () => {
    const body = 'a'.repeat(2_000_000);
    for (const [, line, headers] of unread)
      expect(await answersAround(line, [headers, 'content-length: 20000000'], body)).toEqual({
        closes: true,
        next: undefined,
      });
  });
});

function multipartType(): string {
  return 'content-type: multipart/form-data; boundary=a';
}

/**
 * Sends a request and behind it a small one on the same connection, as a proxy does that has a
 * connection free. Returns whether the first answer closes the connection, and the second's status.
 */
async function answersAround(line: string, headers: (string | undefined)[], body: string) {
  const socket = connect(port, '127.0.0.1');
  open.push(socket);
  socket.on('error', () => undefined); // the server may close while the body is on its way
  await once(socket, 'connect');
  const head = [`${line} HTTP/1.1`, 'host: a', ...headers.filter((header) => header !== undefined)].join(
    '\r\n',
  );
  socket.write(`${head}\r\n\r\n${body}`);
  socket.write('GET /api/health/live HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1');
  });
  await new Promise((resolve) => socket.once('close', resolve));
  const [first = '', second] = received.replace('HTTP/1.1 100 Continue\r\n\r\n', '').split(/(?=HTTP\/1\.1 )/);
  return {
    closes: /^connection: close\r$/im.test(first),
    next: second === undefined ? undefined : Number(second.split(' ')[1]),
  };
}
