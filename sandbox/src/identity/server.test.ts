import { createHash, randomBytes } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startIdentityServer } from './server.ts';
import { IdentityVisitor } from './visitor.ts';

const returnTo = 'http://localhost:9/oauth/callback';
let identity: Awaited<ReturnType<typeof startIdentityServer>>;

beforeEach(async () => {
  identity = await startIdentityServer(0, { slowMs: 1500 });
});

afterEach(() => identity.close());

test('a person chooses an account and allows it; the ID token says who it is [P-2.54]', async () => {
  const browser = new IdentityVisitor();
  const { verifier, address } = request();
  const chooser = await browser.get(address);
  expect(chooser.text).toContain('owner@citycare.example');
  const consent = await browser.post(chooser.url, { email: 'owner@citycare.example' });
  expect(consent.text).toContain('wants to know openid email profile of <b>owner@citycare.example</b>');
  const back = new URL((await browser.post(consent.url, { consent: 'yes' })).url);
  expect(back.href).toMatch(/^http:\/\/localhost:9\/oauth\/callback\?/);
  expect([back.searchParams.get('state'), back.searchParams.get('iss')]).toEqual([
    'the-state',
    identity.party.address,
  ]);

  const tokens = await redeem(back, verifier);
  expect(tokens.status).toBe(200);
  const keys = createRemoteJWKSet(new URL(`${identity.party.address}/jwks`));
  const { payload } = await jwtVerify(tokens.body['id_token'] ?? '', keys, {
    issuer: identity.party.address,
    audience: 'sandbox-client',
  });
  expect(payload).toMatchObject({
    email: 'owner@citycare.example',
    email_verified: true,
    name: 'Anita Deshmukh',
    nonce: 'the-nonce',
  });
  expect(payload.sub).toMatch(/^1\d{20}$/);
  expect((await redeem(back, verifier)).body['error']).toBe('invalid_grant');
});

test('the verifier of another sign-in redeems nothing', async () => {
  const back = await signIn({ email: 'owner@citycare.example' });
  expect((await redeem(new URL(back), 'x'.repeat(43))).body['error']).toBe('invalid_grant');
});

test.each([
  ['yes', true],
  ['no', false],
  ['text', 'true'],
  ['silent', undefined],
])('of a typed address the provider says %s', async (verification, expected) => {
  const { verifier, address } = request();
  const back = await signIn(
    { email: 'Who@People.example', name: 'Who', verification, subject: '42' },
    address,
  );
  const { body } = await redeem(new URL(back), verifier);
  const claims = JSON.parse(
    Buffer.from(body['id_token']?.split('.')[1] ?? '', 'base64url').toString(),
  ) as Record<string, unknown>;
  expect(claims).toMatchObject({ sub: '42', email: 'Who@People.example', name: 'Who' });
  expect(claims['email_verified']).toBe(expected);
});

test.each(['chooser', 'consent'])(
  'a person who cancels at the %s is sent back with access_denied',
  async (where) => {
    const browser = new IdentityVisitor();
    const chooser = await browser.get(request().address);
    const page =
      where === 'chooser' ? chooser : await browser.post(chooser.url, { email: 'desk@citycare.example' });
    const back = new URL((await browser.post(page.url, { cancel: 'yes' })).url);
    expect([back.pathname, back.searchParams.get('error'), back.searchParams.get('state')]).toEqual([
      '/oauth/callback',
      'access_denied',
      'the-state',
    ]);
  },
);

test('in mode deny nobody is asked', async () => {
  identity.party.setMode('deny');
  const back = new URL((await new IdentityVisitor().get(request().address)).url);
  expect(back.searchParams.get('error')).toBe('access_denied');
});

test('its other modes are a provider that fails, is slow, is away, or talks nonsense [P-2.54]', async () => {
  const discovery = `${identity.party.address}/.well-known/openid-configuration`;
  identity.party.setMode('error');
  expect((await fetch(discovery)).status).toBe(500);
  identity.party.setMode('slow');
  await expect(fetch(discovery, { signal: AbortSignal.timeout(1000) })).rejects.toMatchObject({
    name: 'TimeoutError',
  });
  expect((await fetch(discovery)).status).toBe(200);
  identity.party.setMode('nonsense');
  expect((await fetch(discovery)).headers.get('content-type')).toBe('text/html');
  identity.party.setMode('down');
  await expect(fetch(discovery)).rejects.toThrow();
  expect(identity.party.arrivals.map(({ mode }) => mode)).toEqual([
    'down',
    'nonsense',
    'slow',
    'slow',
    'error',
  ]);
});

test.each(['forged', 'replayed'])('in mode %s the ID token is not the true one', async (mode) => {
  const { verifier, address } = request();
  const back = await signIn({ email: 'desk@citycare.example' }, address);
  identity.party.setMode(mode);
  const token = (await redeem(new URL(back), verifier)).body['id_token'] ?? '';
  const keys = createRemoteJWKSet(new URL(`${identity.party.address}/jwks`));
  if (mode === 'forged')
    await expect(jwtVerify(token, keys)).rejects.toMatchObject({
      code: 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED',
    });
  else expect((await jwtVerify(token, keys)).payload['nonce']).toBe('of-another-sign-in');
});

test('a page without a sign-in under way says so, and what was typed is text', async () => {
  const lost = await fetch(`${identity.party.address}/interaction/nothing`);
  expect([lost.status, await lost.text()]).toEqual([400, expect.stringContaining('Nothing to sign in to')]);
  const browser = new IdentityVisitor();
  const chooser = await browser.get(request().address);
  const consent = await browser.post(chooser.url, { email: '"><script>x</script>', verification: 'yes' });
  expect(consent.text).not.toContain('<script');
});

function request() {
  const verifier = randomBytes(32).toString('base64url');
  const address = `${identity.party.address}/auth?${new URLSearchParams({
    client_id: 'sandbox-client',
    redirect_uri: returnTo,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'the-state',
    nonce: 'the-nonce',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    access_type: 'offline',
    prompt: 'select_account consent',
  })}`;
  return { verifier, address };
}

function signIn(account: Record<string, string>, address = request().address): Promise<string> {
  return new IdentityVisitor().signIn(address, account);
}

async function redeem(
  back: URL,
  verifier: string,
): Promise<{ status: number; body: Record<string, string> }> {
  const response = await fetch(`${identity.party.address}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: returnTo,
      code_verifier: verifier,
      client_id: 'sandbox-client',
      client_secret: 'sandbox-secret',
    }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}
