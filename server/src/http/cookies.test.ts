import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../core/settings.ts';
import { clearCookie, hashOfDevice, readCookie, sameSecret, setCookie } from './cookies.ts';

const plain = readSettings({ NODE_ENV: 'test' });
const secure = readSettings({ NODE_ENV: 'test', PUBLIC_URL: 'https://samay.example/' });

describe('the session’s cookies', () => {
  it('belong to the host alone over https [P-2.5]', async () => {
    expect(await headersOf(secure)).toEqual([
      '__Host-samay-refresh=a.b; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Strict',
      '__Host-samay-device=c; Path=/; HttpOnly; Secure; SameSite=Strict',
    ]);
  });

  it('are plain on this machine’s own address', async () => {
    expect(await headersOf(plain)).toEqual([
      'samay-refresh=a.b; Max-Age=60; Path=/; HttpOnly; SameSite=Strict',
      'samay-device=c; Path=/; HttpOnly; SameSite=Strict',
    ]);
  });

  it('are taken away under the name they were given', async () => {
    const app = Fastify();
    await app.register(cookie);
    app.get('/', (_request, reply) => {
      clearCookie(reply, secure, 'refresh');
      return reply.send();
    });
    const { headers } = await app.inject('/');
    expect(headers['set-cookie']).toMatch(/^__Host-samay-refresh=; .*Path=\/; Expires=Thu, 01 Jan 1970/);
    expect(headers['set-cookie']).toContain('Secure');
  });

  it('are read under that name only', async () => {
    const app = Fastify();
    await app.register(cookie);
    app.get('/', (request, reply) => reply.send({ read: readCookie(request, secure, 'device') ?? null }));
    const read = async (header: string) =>
      (await app.inject({ url: '/', headers: { cookie: header } })).json<{ read: string | null }>().read;
    expect(await read('__Host-samay-device=mine')).toBe('mine');
    expect(await read('samay-device=planted')).toBeNull();
    expect(await read('')).toBeNull();
  });
});

describe('secrets', () => {
  it('are the same or not, whatever their lengths', () => {
    expect(sameSecret('abc', 'abc')).toBe(true);
    expect(sameSecret('abc', 'abd')).toBe(false);
    expect(sameSecret('abc', 'abcd')).toBe(false);
    expect(sameSecret('', 'a')).toBe(false);
  });

  it('are known by their SHA-256', () => {
    expect(hashOfDevice('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
  });
});

async function headersOf(settings: typeof plain): Promise<unknown> {
  const app = Fastify();
  await app.register(cookie);
  app.get('/', (_request, reply) => {
    setCookie(reply, settings, 'refresh', 'a.b', 60);
    setCookie(reply, settings, 'device', 'c');
    return reply.send();
  });
  return (await app.inject('/')).headers['set-cookie'];
}
