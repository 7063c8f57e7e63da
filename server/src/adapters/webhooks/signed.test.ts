import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { signedWebhooks } from './signed.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const limits = { connectMs: 300, wholeMs: 600, answerBytes: 65_536, nameMs: 200 };
const at = new Date('2026-11-21T04:30:00Z');

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

async function listening(answer: RequestListener): Promise<number> {
  server = createServer(answer);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function message(url: string, sentAt = at) {
  return { url, id: 'one-message', sentAt, secret, body: '{"summary":"Meera"}' };
}

describe('allowed addresses [T-4.3]', () => {
  const inside = signedWebhooks({ toLoopback: false, limits });
  it.each([
    'https://127.0.0.1/',
    'https://127.1.2.3/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://localhost/',
    'https://a.localhost/',
    'https://0.0.0.0/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[::127.0.0.1]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'http://hooks.example/',
  ])('rejects %s [T-4.3]', async (url) => {
    expect(inside.mayName(url)).toBe(false);
    await expect(inside.send(message(url))).rejects.toThrow('messages cannot be sent to this address');
  });

  it.each<[string, () => Promise<{ address: string; family: number }[]>]>([
    ['leads to a private address', async () => [{ address: '10.1.2.3', family: 4 }]],
    ['leads to the metadata service', async () => [{ address: '169.254.169.254', family: 4 }]],
    [
      'leads to a public and a private address',
      async () => [
        { address: '93.184.216.34', family: 4 },
        { address: '::1', family: 6 },
      ],
    ],
    ['is not known', () => Promise.reject(new Error('getaddrinfo ENOTFOUND'))],
    ['has no address', async () => []],
    ['is looked up without end', () => new Promise(() => undefined)],
  ])(
    'rejects a name that %s, with the same error and in the same time for all of them [T-4.3]',
    async (_what, resolve) => {
      const sender = signedWebhooks({ toLoopback: false, limits, resolve });
      const refused = sender
        .send(message('https://hooks.example/'))
        .catch(({ message, cause }: Error) => [message, cause]);
      // A timer that is due earlier always runs earlier.
      const earlier = wait(limits.nameMs / 2).then(() => 'not yet');
      expect(await Promise.race([refused, earlier])).toBe('not yet');
      expect(await refused).toEqual(['the name of the receiver has no address on the internet', undefined]);
    },
  );

  it('resolves a name once, and connects to the resolved address [T-4.3]', async () => {
    let hits = 0;
    const port = await listening((_request, response) => {
      hits += 1;
      response.end('{}');
    });
    let asked = 0;
    const resolve = async () => [{ address: (asked += 1) === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    await signedWebhooks({ toLoopback: true, limits, resolve }).send(
      message(`http://rebinding.localhost:${port}/`),
    );
    expect([asked, hits]).toEqual([1, 1]);
  });

  it('allows https, and plain http only to this machine and only if it is enabled', () => {
    expect(inside.mayName('https://hooks.example/booked?key=1')).toBe(true);
    expect(inside.mayName('https://user:word@hooks.example/')).toBe(false);
    const demo = signedWebhooks({ toLoopback: true });
    expect([
      demo.mayName('http://127.0.0.1:3003/'),
      demo.mayName('http://hooks.example/'),
      demo.mayName('ftp://127.0.0.1/'),
    ]).toEqual([true, false, false]);
  });
});

describe('a message', () => {
  const sender = () => signedWebhooks({ toLoopback: true, limits });

  it('is signed so that the receiver can prove it', async () => {
    let proven: unknown;
    const port = await listening((request, response) => {
      void text(request).then((body) => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        const signed = new Webhook(secret).sign(headers['webhook-id'] ?? '', at, body);
        proven = {
          body,
          isSigned: signed === headers['webhook-signature'],
          id: headers['webhook-id'],
          at: headers['webhook-timestamp'],
        };
        response.end();
      });
    });
    await sender().send(message(`http://127.0.0.1:${port}/hook`));
    expect(proven).toEqual({
      body: '{"summary":"Meera"}',
      isSigned: true,
      id: 'one-message',
      at: '1795235400',
    });
  });

  it('follows no redirect [T-4.3]', async () => {
    const port = await listening((_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    );
    await expect(sender().send(message(`http://127.0.0.1:${port}/`))).rejects.toThrow(
      'the receiver answered 302',
    );
  });

  it.each<[string, RequestListener, string]>([
    ['answers an error', (_request, response) => response.writeHead(500).end(), 'the receiver answered 500'],
    ['never answers', () => undefined, 'the receiver did not answer in time'],
    [
      'never ends its answer',
      (_request, response) => response.write('{'),
      'the receiver did not answer in time',
    ],
    [
      'breaks off',
      (_request, response) =>
        response.writeHead(200, { 'content-length': '9' }).write('{', () => response.destroy()),
      'could not be reached',
    ],
    [
      'answers nonsense',
      (_request, response) => response.socket?.end('who is there?\r\n\r\n'),
      'answered something that is not HTTP',
    ],
    [
      'answers too much',
      (_request, response) => response.end(Buffer.alloc(70_000)),
      'the answer of the receiver was too long',
    ],
  ])('counts as not taken by a receiver that %s', async (_what, answer, reason) => {
    const port = await listening(answer);
    await expect(sender().send(message(`http://127.0.0.1:${port}/`))).rejects.toThrow(reason);
  });

  it('is not even tried for a minute once five in a row have failed, and then again [T-4.3]', async () => {
    let hits = 0;
    const port = await listening((_request, response) => {
      hits += 1;
      response.writeHead(hits > 6 ? 200 : 500).end();
    });
    const one = sender();
    const url = `http://127.0.0.1:${port}/`;
    for (let tries = 0; tries < 5; tries += 1)
      await expect(one.send(message(url))).rejects.toThrow('answered 500');
    await expect(one.send(message(url))).rejects.toThrow('the next try is in a minute');
    await expect(one.send({ ...message(url), isAskedFor: true })).rejects.toThrow('answered 500');
    // Another address of the service may belong to another business.
    await one.send(message(`${url}another`));
    await one.send(message(url, new Date(at.getTime() + 60_000)));
    expect(hits).toBe(8);
  });
});
