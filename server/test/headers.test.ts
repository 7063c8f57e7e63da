import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { endpoints } from '@samay/contract/index';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../src/app.ts';
import { readSettings } from '../src/core/settings.ts';
import { testApp, type TestApp } from './fixtures/app.ts';
import { buildTenant, signInAs } from './fixtures/builders.ts';

// Tests that every kind of response has the headers that protect a browser.

let app: TestApp;
let serving: FastifyInstance;
let folder: string;
let headers: Record<string, string>;
beforeAll(async () => {
  app = await testApp({ secure: true });
  folder = await mkdtemp(join(tmpdir(), 'samay-web-'));
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><meta name="nonce" content="__CSP_NONCE__"><title>Samay</title><link href="/l.js" data-page="/login">',
  );
  for (const name of [
    '.stamp',
    'app-12345678.js',
    'app-12345678.js.br',
    'icon.svg',
    'icon.svg.br',
    'js/12345678.js',
    'js/12345678.js.br',
    'manifest.json',
    'manifest.json.br',
    'offline/worker.js',
    'offline/worker.js.br',
  ]) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), 'export {};');
  }
  serving = await buildApp({ ...app.dependencies, webDirectory: folder });
  const owner = await signInAs(app, await buildTenant(app), 'BUSINESS_OWNER');
  headers = {
    authorization: `Bearer ${owner.identity?.accessToken}`,
    cookie: `__Host-samay-device=${owner.identity?.device}`,
  };
});
afterAll(async () => {
  await serving.close();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const responses: [what: string, url: string, status: number][] = [
  ['JSON', '/api/appointments', 200],
  ['a public endpoint', '/api/health/live', 200],
  ['an error', '/api/appointments/not-an-id', 400],
  ['an unknown path of the API', '/api/nothing', 404],
  ['the public keys', '/.well-known/jwks.json', 200],
  ['the OpenAPI description', '/api/openapi.json', 200],
  ['a page', '/login', 200],
  ['a file', '/app-12345678.js', 200],
  ['a missing file', '/app-87654321.js', 404],
];

describe.each(responses)('%s', (_what, url, status) => {
  it('has the headers [S-2.10, T-1.7]', async () => {
    const answer = await serving.inject({ url, headers });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/) as string,
    });
    const policy = policyOf(answer);
    expect(policy['default-src']).toBe("'none'");
    // API responses may not run scripts: default-src applies to every directive that is not set.
    expect(policy['script-src']).toBe(url.startsWith('/api/') ? undefined : "'self'");
    expect(policy['frame-ancestors']).toBe("'none'");
    expect(policy['base-uri']).toBe("'none'");
    expect(JSON.stringify(policy)).not.toMatch(/unsafe-|\*|http:/);
    if (url.startsWith('/api')) expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['x-powered-by'] ?? answer.headers['server']).toBeUndefined();
    if (status >= 400)
      expect(answer.json<{ error: { requestId: string } }>().error.requestId).toBe(
        answer.headers['x-request-id'],
      );
  });
});

it.each(['/.stamp', '/app-12345678.js.br', '/../package.json'])(
  'does not serve %s as a file',
  async (url) => {
    expect((await serving.inject(url)).statusCode).toBe(404);
  },
);

it('allows styles by a nonce that is new for each page [T-1.7]', async () => {
  const [first, second] = [await serving.inject('/login'), await serving.inject('/login')];
  const nonces = [first, second].map(
    (answer) => /'nonce-([\w-]{22})'/.exec(policyOf(answer)['style-src'] ?? '')?.[1] ?? '',
  );
  expect(new Set(nonces).size).toBe(2);
  for (const [at, answer] of [first, second].entries())
    expect(answer.body).toContain(`content="${nonces[at]}"`);
});

it('preloads only the scripts that the requested page needs', async () => {
  expect((await serving.inject('/login?redirect=%2Fdashboard')).body).toContain('href="/l.js"');
  expect((await serving.inject('/dashboard')).body).not.toContain('href="/l.js"');
});

it.each([
  '/update-password',
  '/update-password/',
  '/update-password?token=x&type=invite',
  '/oauth/callback?code=x&state=y',
])('sends no referrer from %s and forbids caching it [P-2.32, T-1.7]', async (url) => {
  const { headers: sent, statusCode } = await serving.inject(url);
  expect([statusCode, sent['referrer-policy'], sent['cache-control']]).toEqual([
    200,
    'no-referrer',
    'no-store',
  ]);
});

it.each(['/login', '/?update-password', '/dashboard/update-password'])(
  'treats %s like any other page',
  async (url) => {
    const { headers: sent } = await serving.inject(url);
    expect([sent['referrer-policy'], sent['cache-control']]).toEqual([
      'strict-origin-when-cross-origin',
      'no-cache',
    ]);
  },
);

it('allows form submissions to the checkout only, where payments are configured [P-4.33]', async () => {
  expect(policyOf(await serving.inject('/login'))['form-action']).toBe("'self'");
  const razorpay = readSettings({
    RAZORPAY_KEY_ID: 'k',
    RAZORPAY_KEY_SECRET: 's',
    RAZORPAY_WEBHOOK_SECRETS: 'w',
  }).razorpay;
  const paying = await buildApp({
    ...app.dependencies,
    webDirectory: folder,
    settings: { ...app.dependencies.settings, razorpay },
  });
  expect(policyOf(await paying.inject('/login'))['form-action']).toBe("'self' https://api.razorpay.com");
  expect(policyOf(await paying.inject('/api/health/live'))['form-action']).toBe("'none'");
  await paying.close();
});

it('allows frames of Google Calendar only, where calendars are configured [P-12.11]', async () => {
  expect(policyOf(await serving.inject('/login'))['frame-src']).toBe("'self'");
  const google = { GOOGLE_CLIENT_ID: 'i', GOOGLE_CLIENT_SECRET: 's' };
  const { calendar, calendarPagesUrl } = readSettings(google);
  const connecting = await buildApp({
    ...app.dependencies,
    webDirectory: folder,
    settings: { ...app.dependencies.settings, calendar, calendarPagesUrl },
  });
  expect(policyOf(await connecting.inject('/login'))['frame-src']).toBe("'self' https://calendar.google.com");
  await connecting.close();
});

it('sends Strict-Transport-Security only over https [T-1.7]', async () => {
  const plain = await testApp();
  expect((await plain.app.inject('/api/health/live')).headers['strict-transport-security']).toBeUndefined();
  await plain.close();
});

it('describes exactly the endpoints of the contract [O-5.5]', async () => {
  const description = (await serving.inject('/api/openapi.json')).json<{
    openapi: string;
    paths: Record<string, Record<string, { summary: string; security?: object[] }>>;
  }>();
  expect(description.openapi).toMatch(/^3\./);
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'head')
      .map(([method, { summary, security }]) => [
        `${method.toUpperCase()} ${path}`,
        summary,
        security !== undefined,
      ]),
  );
  const expected = Object.values(endpoints).map(({ method, path, summary, access }) => [
    `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    summary,
    access !== 'public',
  ]);
  const inOrder = (list: unknown[][]) => list.map((parts) => parts.join(' | ')).toSorted();
  expect(inOrder(described)).toEqual(inOrder(expected));
});

function policyOf(answer: LightMyRequestResponse): Record<string, string> {
  const parts = String(answer.headers['content-security-policy']).split(';');
  return Object.fromEntries(
    parts.map((part) => {
      const [name = '', ...values] = part.trim().split(' ');
      return [name, values.join(' ')];
    }),
  );
}

it.each([
  ['/app-12345678.js', 'public, max-age=31536000, immutable'],
  ['/js/12345678.js', 'public, max-age=31536000, immutable'],
  ['/manifest.json', 'public, max-age=300'],
  ['/icon.svg', 'public, max-age=300'],
  ['/offline/worker.js', 'no-store'],
])('caches %s as long as its name allows, compressed or not', async (url, cacheControl) => {
  for (const encoding of ['identity', 'br']) {
    const { headers: sent } = await serving.inject({ url, headers: { 'accept-encoding': encoding } });
    expect([sent['content-encoding'] ?? 'identity', sent['cache-control']]).toEqual([encoding, cacheControl]);
    expect(sent['service-worker-allowed']).toBe(url.includes('worker') ? '/' : undefined);
  }
});
