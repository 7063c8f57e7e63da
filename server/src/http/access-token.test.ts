import {
  createHmac,
  createPublicKey,
  createSign,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import { getSession } from '@samay/contract/identity/session';
import { importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, testNow } from '../../test/fixtures/app.ts';
import { buildTenant, signInAs } from '../../test/fixtures/builders.ts';
import type { Client } from '../../test/fixtures/client.ts';
import { isFull, printInvariant } from '../../test/fixtures/invariants/invariant.ts';
import { newSecrets } from '../core/secrets.ts';
import { AccessTokens } from './access-token.ts';

let test: TestApp;
let client: Client;

const issuer = 'http://localhost:3000';
const now = Math.floor(new Date(testNow).getTime() / 1000);
const texts = {
  algorithm: 'Invalid alg claim',
  signature: 'Invalid JWT signature',
  missing: 'Missing exp claim',
  expired: 'JWT has expired',
} as const;

beforeAll(async () => {
  test = await testApp();
  client = await signInAs(test, await buildTenant(test));
});
afterAll(async () => test.close());

/**
 * Forged tokens for the signed-in person's own session, so that only the trick can be the reason of
 * a refusal.
 */
const tricks: Record<string, [expected: keyof typeof texts, forge: () => Promise<string> | string]> = {
  'no algorithm': ['algorithm', () => unsigned({ alg: 'none' })],
  'no algorithm, in capitals': ['algorithm', () => unsigned({ alg: 'NONE' })],
  'a header without alg': ['algorithm', () => unsigned({})],
  'HS256 with the public key': ['algorithm', () => symmetric(publicPem())],
  'a key id that is a path': ['signature', () => symmetricAs('ES256', '../../../../dev/null')],
  'a key id that is SQL': ['signature', () => symmetricAs('ES256', "x' union select 'key' --")],
  'a key address of their own (jku)': ['signature', () => foreign({ jku: 'https://evil.example/keys.json' })],
  'a key of their own in the header (jwk)': ['signature', () => foreign({ jwk: foreignJwk() })],
  'another key under our key’s id': ['signature', () => foreign({ kid: ownKey().kid })],
  'RS256 with our key’s id': ['signature', () => foreignRsa()],
  'another audience': ['signature', () => signed({ aud: 'https://other.example' })],
  'another issuer': ['signature', () => signed({ iss: 'https://other.example' })],
  'an ID token, by its type': ['signature', () => signed({}, { typ: 'JWT' })],
  'no type': ['signature', () => signed({}, { typ: undefined })],
  'no key id': ['signature', () => signed({}, { kid: undefined })],
  'no expiry': ['missing', () => signed({ exp: undefined })],
  'an expiry that is text': ['missing', () => signed({ exp: String(now + 900) })],
  'an expiry beyond all numbers': ['missing', () => signedRaw(`{"exp":1e999,${claimsText()}}`)],
  'a start in the future': ['signature', () => signed({ nbf: now + 60 })],
  'an expiry that has passed': ['expired', () => signed({ exp: now - 1 })],
  'an expiry that is now': ['expired', () => signed({ exp: now })],
  'a changed claim': ['signature', async () => changed(await signed({}))],
  'a cut signature': ['signature', async () => (await signed({})).slice(0, -4)],
  'a critical extension': [
    'signature',
    () => signedRaw(`{"exp":${now + 900},${claimsText()}}`, { crit: ['exp'] }),
  ],
  'no session': ['signature', () => signed({ sid: undefined })],
  'no device': ['signature', () => signed({ fph: undefined })],
  garbage: ['algorithm', () => 'garbage'],
  'three parts of garbage': ['algorithm', () => '###.###.###'],
  'a header that is no object': ['algorithm', () => `${encode('[]')}.${encode('{}')}.x`],
  'an algorithm that is a list': ['algorithm', () => unsigned({ alg: ['ES256'] })],
};

describe('a forged access token', () => {
  it.each(Object.entries(tricks))('with %s is refused [T-3.2]', async (_trick, [expected, forge]) => {
    expect(await answerTo(await forge())).toEqual([401, texts[expected]]);
  });

  it('is refused by the first of the four texts that fits: algorithm, signature, missing expiry, expired [P-2.7]', async () => {
    expect(await answerTo(unsigned({ alg: 'none' }, { exp: now - 1, iss: 'x' }))).toEqual([
      401,
      texts.algorithm,
    ]);
    expect(await answerTo(await signed({ iss: 'x', exp: undefined }))).toEqual([401, texts.signature]);
    expect(await answerTo(await signed({ iss: 'x', exp: now - 1 }))).toEqual([401, texts.signature]);
    expect(await answerTo(await signed({ exp: 'soon' }))).toEqual([401, texts.missing]);
    expect(await answerTo(await signed({ exp: now - 1 }))).toEqual([401, texts.expired]);
  });

  it('is refused every time', async () => {
    let violations = 0;
    for (const [expected, forge] of Object.values(tricks)) {
      const [status, message] = await answerTo(await forge());
      if (status !== 401 || message !== texts[expected]) violations += 1;
    }
    printInvariant({ id: 'T-3.2', driver: test.database.kind, n: Object.keys(tricks).length, violations });
    expect(violations).toBe(0);
  });

  it('never makes the server fail, however it is mangled [T-3.2]', async () => {
    const genuine = await signed({});
    const bytes = isFull ? 5000 : 500;
    for (let index = 0; index < bytes; index += 1) {
      const at = Math.floor(Math.random() * genuine.length);
      const mangled = `${genuine.slice(0, at)}${randomBytes(2).toString('base64url')}${genuine.slice(at + Math.floor(Math.random() * 4))}`;
      if (mangled === genuine) continue;
      const [status, message] = await answerTo(mangled);
      expect([status, Object.values(texts).includes(message as never)], mangled).toEqual([401, true]);
    }
  });
});

describe('an access token', () => {
  it('lives fifteen minutes, says who, for which session and device, and nothing of role or business [T-3.2]', async () => {
    const token = client.identity?.accessToken ?? '';
    const [header, payload] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
    expect(JSON.parse(header ?? '')).toEqual({ alg: 'ES256', kid: ownKey().kid, typ: 'at+jwt' });
    expect(JSON.parse(payload ?? '')).toEqual({
      iss: issuer,
      aud: issuer,
      sub: client.identity?.userId,
      sid: client.identity?.sessionId,
      aal: 'aal1',
      amr: ['pwd'],
      fph: expect.stringMatching(/^[\w-]{43}$/),
      iat: now,
      exp: now + 900,
    });
    expect((await answerTo(token))[0]).toBe(200);
  });

  it('is rejected once it has expired, and so is a forged one [T-3.2]', async () => {
    const claims = {
      userId: randomUUID(),
      sessionId: randomUUID(),
      assurance: 'aal1',
      deviceHash: 'x',
    } as const;
    const tokens = new AccessTokens(newSecrets(), issuer);
    const { accessToken } = await tokens.sign(claims, new Date(testNow));
    const at = (seconds: number) => new Date((now + seconds) * 1000);
    expect(await tokens.verify(accessToken, at(0))).toEqual(claims);
    expect(await tokens.verify(accessToken, at(899))).toEqual(claims);
    await expect(tokens.verify(accessToken, at(900))).rejects.toMatchObject({ code: 'token.expired' });
    await expect(tokens.verify(changed(accessToken), at(0))).rejects.toMatchObject({
      code: 'token.invalid_signature',
    });
    expect(await tokens.verify(accessToken, at(1))).toEqual(claims);
  });

  it('of an earlier key is good while that key is published; new ones are signed with the first [T-6.4]', async () => {
    const [earlier, later] = [newSecrets(), newSecrets()];
    const claims = {
      userId: randomUUID(),
      sessionId: randomUUID(),
      assurance: 'aal1',
      deviceHash: 'x',
    } as const;
    const { accessToken } = await new AccessTokens(earlier, issuer).sign(claims, new Date(testNow));
    const both = new AccessTokens(
      { ...later, signingKeys: [...later.signingKeys, ...earlier.signingKeys] },
      issuer,
    );
    expect(await both.verify(accessToken, new Date(testNow))).toEqual(claims);
    expect(
      await both.verify((await both.sign(claims, new Date(testNow))).accessToken, new Date(testNow)),
    ).toEqual(claims);
    await expect(
      new AccessTokens(later, issuer).verify(accessToken, new Date(testNow)),
    ).rejects.toMatchObject({
      code: 'token.invalid_signature',
    });
  });

  it('may be signed with RS256 by one of our keys [P-2.8]', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const rsa = { ...privateKey.export({ format: 'jwk' }), kid: 'rsa', alg: 'RS256', use: 'sig' };
    const tokens = new AccessTokens({ ...newSecrets(), signingKeys: [rsa] }, issuer);
    const input = `${encode(JSON.stringify({ alg: 'RS256', kid: 'rsa', typ: 'at+jwt' }))}.${encode(`{"exp":${now + 9},${claimsText()}}`)}`;
    const signature = createSign('RSA-SHA256').update(input).sign(privateKey).toString('base64url');
    expect(await tokens.verify(`${input}.${signature}`, new Date(testNow))).toMatchObject({
      userId: client.identity?.userId,
    });
    expect(Object.keys(tokens.publicKeys().keys[0] ?? {}).toSorted()).toEqual([
      'alg',
      'e',
      'kid',
      'kty',
      'n',
      'use',
    ]);
  });
});

describe('the published keys', () => {
  it('contain nothing private and may be cached for ten minutes [P-2.8]', async () => {
    const response = await test.app.inject('/.well-known/jwks.json');
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('public, max-age=600');
    const { keys } = response.json<{ keys: JWK[] }>();
    expect(keys.map((key) => Object.keys(key).toSorted())).toEqual([
      ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'],
    ]);
    expect(response.body).not.toContain(ownKey().d);
  });
});

async function answerTo(token: string): Promise<[status: number, message: string | undefined]> {
  const { status, error } = await client.send(getSession, { headers: { authorization: `Bearer ${token}` } });
  return [status, error?.message];
}

function ownKey() {
  const [key] = test.dependencies.secrets.signingKeys;
  if (!key) throw new Error('there is no key');
  return key;
}

function claims(): JWTPayload {
  const [, payload = ''] = (client.identity?.accessToken ?? '').split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload;
}

/** Returns the genuine claims without the expiry, as the inside of a JSON object. */
function claimsText(): string {
  const { exp: _exp, ...rest } = claims();
  return JSON.stringify(rest).slice(1, -1);
}

/** Signs with the server's own key, so that only a claim or a header can be wrong. */
async function signed(
  change: { [claim: string]: unknown },
  header: { typ?: undefined | string; kid?: undefined } = {},
): Promise<string> {
  const payload = Object.fromEntries(
    Object.entries({ ...claims(), ...change }).filter(([, value]) => value !== undefined),
  );
  return signedRaw(JSON.stringify(payload), header);
}

async function signedRaw(payload: string, header: object = {}): Promise<string> {
  const protectedHeader = JSON.stringify({ alg: 'ES256', kid: ownKey().kid, typ: 'at+jwt', ...header });
  const input = `${encode(protectedHeader)}.${encode(payload)}`;
  const signature = createSign('SHA256')
    .update(input)
    .sign({ key: { ...ownKey() } as JWK, format: 'jwk', dsaEncoding: 'ieee-p1363' });
  return `${input}.${signature.toString('base64url')}`;
}

function unsigned(header: object, change: JWTPayload = {}): string {
  return `${encode(JSON.stringify({ typ: 'at+jwt', ...header }))}.${encode(JSON.stringify({ ...claims(), ...change }))}.`;
}

function symmetric(key: string, header: object = { alg: 'HS256' }): string {
  const input = `${encode(JSON.stringify({ kid: ownKey().kid, typ: 'at+jwt', ...header }))}.${encode(JSON.stringify(claims()))}`;
  return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`;
}

/** Signs with the empty key, to which the named key would lead if it were followed. */
function symmetricAs(alg: string, kid: string): string {
  return symmetric('', { alg, kid });
}

const foreignKey = generateKeyPairSync('ec', { namedCurve: 'P-256' });

function foreignJwk(): object {
  return foreignKey.publicKey.export({ format: 'jwk' });
}

async function foreign(header: object): Promise<string> {
  const key = await importJWK({ ...foreignKey.privateKey.export({ format: 'jwk' }) }, 'ES256');
  return new SignJWT(claims())
    .setProtectedHeader({ alg: 'ES256', kid: 'theirs', typ: 'at+jwt', ...header })
    .sign(key);
}

async function foreignRsa(): Promise<string> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return new SignJWT(claims())
    .setProtectedHeader({ alg: 'RS256', kid: ownKey().kid, typ: 'at+jwt' })
    .sign(privateKey);
}

function publicPem(): string {
  const { kty, crv, x, y } = ownKey();
  return createPublicKey({ key: { kty, crv, x, y } as JWK, format: 'jwk' }).export({
    type: 'spki',
    format: 'pem',
  });
}

function changed(token: string): string {
  const [header, , signature] = token.split('.');
  return `${header}.${encode(JSON.stringify({ ...claims(), sub: randomUUID() }))}.${signature}`;
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}
