import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { consent, type Google, startGoogle } from '../../../test/fixtures/third-parties/google.ts';
import { googleIdentity } from './google.ts';
import type { Challenge } from './port.ts';

/**
 * The timeout: a healthy answer comes within it on a busy machine too; a slow one takes fifteen
 * seconds.
 */
const timeoutMs = 1500;
const challenge: Challenge = {
  redirectUri: 'http://localhost:9/oauth/callback',
  state: 'the-state',
  nonce: 'the-nonce',
  codeVerifier: 'v'.repeat(43),
};
const owner = { email: 'owner@citycare.example', name: 'Anita Deshmukh' };
let google: Google;

beforeAll(async () => {
  google = await startGoogle(timeoutMs);
});
afterAll(() => google.close());
beforeEach(() => google.setMode('ok'));

describe('the question', () => {
  it('asks who it is, and ties the answer to this one question [P-2.44]', async () => {
    const { origin, searchParams } = new URL(await google.identity.begin(challenge));
    expect(origin).toBe(google.issuer);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'sandbox-client',
      response_type: 'code',
      redirect_uri: challenge.redirectUri,
      scope: 'openid email profile',
      access_type: 'offline',
      prompt: 'select_account consent',
      state: 'the-state',
      nonce: 'the-nonce',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(searchParams.get('code_challenge')).not.toBe(challenge.codeVerifier);
  });

  it.each([
    ['error', 'unreachable'],
    ['down', 'unreachable'],
    ['slow', 'unreachable'],
    ['nonsense', 'unverifiable'],
  ] as const)('of a provider in mode %s fails as %s, in time', async (mode, kind) => {
    google.setMode(mode);
    const began = performance.now();
    await expect(google.identity.begin(challenge)).rejects.toMatchObject({ kind });
    expect(performance.now() - began).toBeLessThan(4 * timeoutMs);
  });

  it('goes to nobody who gives another name than the one asked for', async () => {
    const impostor = createServer((_request, response) => {
      const metadata = {
        issuer: 'https://accounts.google.com',
        authorization_endpoint: 'http://127.0.0.1/auth',
        jwks_uri: 'http://127.0.0.1/jwks',
      };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata));
    });
    await new Promise<void>((resolve) => impostor.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(impostor.address() as AddressInfo).port}`;
    const provider = googleIdentity({ issuer, clientId: 'a', clientSecret: 'b' });
    await expect(provider.begin(challenge)).rejects.toMatchObject({ kind: 'unverifiable' });
    impostor.close();
  });
});

describe('the answer', () => {
  it('says who it is', async () => {
    expect(await google.identity.complete(await answer(), challenge)).toEqual({
      issuer: google.issuer,
      subject: expect.stringMatching(/^1\d{20}$/),
      email: owner.email,
      emailVerified: true,
      name: owner.name,
    });
  });

  it('can be redeemed by a server that has only just started', async () => {
    const fresh = googleIdentity({
      issuer: google.issuer,
      clientId: 'sandbox-client',
      clientSecret: 'sandbox-secret',
    });
    expect(await fresh.complete(await answer(), challenge)).toMatchObject({ email: owner.email });
  });

  it.each(['no', 'silent', 'text'] as const)(
    'proves no address when its verification is %s',
    async (verification) => {
      expect(
        await google.identity.complete(await answer({ ...owner, verification }), challenge),
      ).toMatchObject({ emailVerified: false });
    },
  );

  it('counts once', async () => {
    const sent = await answer();
    await google.identity.complete(sent, challenge);
    await expect(google.identity.complete(sent, challenge)).rejects.toMatchObject({ kind: 'refused' });
  });

  it.each([
    ['another verifier', { codeVerifier: 'w'.repeat(43) }, 'refused'],
    ['another nonce', { nonce: 'other' }, 'unverifiable'],
    ['another state', { state: 'other' }, 'unverifiable'],
    ['another address to return to', { redirectUri: 'http://localhost:9/elsewhere' }, 'refused'],
  ] as const)('counts for nothing under %s', async (_what, change, kind) => {
    await expect(google.identity.complete(await answer(), { ...challenge, ...change })).rejects.toMatchObject(
      { kind },
    );
  });

  it('counts for nothing from another issuer, or from none', async () => {
    const sent = await answer();
    await expect(
      google.identity.complete({ ...sent, iss: 'https://accounts.example' }, challenge),
    ).rejects.toMatchObject({
      kind: 'incomplete',
    });
    await expect(google.identity.complete({ ...sent, iss: undefined }, challenge)).rejects.toMatchObject({
      kind: 'incomplete',
    });
  });

  it.each([
    ['forged', 'unverifiable'],
    ['replayed', 'unverifiable'],
    ['nonsense', 'unverifiable'],
    ['error', 'unreachable'],
    ['down', 'unreachable'],
    ['slow', 'unreachable'],
  ] as const)('of a provider in mode %s fails as %s, in time', async (mode, kind) => {
    const sent = await answer();
    google.setMode(mode);
    const began = performance.now();
    await expect(google.identity.complete(sent, challenge)).rejects.toMatchObject({ kind });
    expect(performance.now() - began).toBeLessThan(4 * timeoutMs);
  });

  it('of a client that Google does not know is refused, and the log gets the reason alone', async () => {
    const stranger = googleIdentity({
      issuer: google.issuer,
      clientId: 'sandbox-client',
      clientSecret: 'wrong',
    });
    await expect(stranger.complete(await answer(), challenge)).rejects.toMatchObject({
      kind: 'refused',
      message: 'invalid_client',
    });
  });
});

async function answer(account: Parameters<typeof consent>[1] = owner) {
  const { code = '', state = '', iss } = await consent(await google.identity.begin(challenge), account);
  return { code, state, iss };
}
