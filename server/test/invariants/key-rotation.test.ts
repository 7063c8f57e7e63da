import { getSession } from '@samay/contract/identity/session';
import type { FastifyInstance } from 'fastify';
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { newKey, type Secrets, getSecrets } from '../../src/core/secrets.ts';
import { AccessTokens } from '../../src/http/access-token.ts';
import { hashOfDevice } from '../../src/http/cookies.ts';
import { testApp, type TestApp, testNow } from '../fixtures/app.ts';
import { buildTenant, signInAs } from '../fixtures/builders.ts';
import { Client } from '../fixtures/client.ts';
import { testEngine } from '../fixtures/database.ts';
import { isFull, printInvariant } from '../fixtures/invariants/invariant.ts';

// The key is changed in the steps of docs/operations.md, one server after the other, while both
// serve and a third party caches the public keys for ten minutes. No request is refused.

const requests = isFull ? 1000 : 100;
const minute = 60_000;
const [old, next] = [newKey(), newKey()];

/** The keys that each server has from a minute on: each step takes one server longer. */
const steps: readonly { readonly from: number; readonly server: 0 | 1; readonly keys: readonly string[] }[] =
  [
    { from: 20, server: 0, keys: [old, next] },
    { from: 24, server: 1, keys: [old, next] },
    { from: 35, server: 0, keys: [next, old] },
    { from: 39, server: 1, keys: [next, old] },
    { from: 60, server: 0, keys: [next] },
    { from: 64, server: 1, keys: [next] },
  ];

let app: TestApp;
let other: FastifyInstance;
const secretsOfServers = [getSecrets([old]), getSecrets([old])] as const;
beforeAll(async () => {
  app = await testApp({ dependencies: { secrets: secretsOfServers[0] } });
  other = await buildApp({ ...app.dependencies, secrets: secretsOfServers[1] });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

it('changes the key without refusing a request [T-6.4]', async () => {
  const { identity } = await signInAs(app, await buildTenant(app), 'BUSINESS_OWNER');
  if (!identity) throw new Error('nobody is signed in');
  const { publicUrl } = app.dependencies.settings;
  const apps = [app.app, other] as const;
  const tokensOf = (server: 0 | 1) => new AccessTokens(secretsOfServers[server], publicUrl);
  const signers = [tokensOf(0), tokensOf(1)] as const;
  const claims = { ...identity, assurance: 'aal1' as const, deviceHash: hashOfDevice(identity.device) };
  const thirdParty = { until: 0, keys: undefined as JSONWebKeySet | undefined };
  const kids = new Set<unknown>();
  const used = [{ token: '' }, { token: '' }];
  let failures = 0;
  for (let count = 0; count < requests; count += 1) {
    const minutes = (count * 90) / requests;
    const at = new Date(Date.parse(testNow) + minutes * minute);
    app.setNow(at.toISOString());
    for (const { from, server, keys } of steps)
      if (from <= minutes && from > minutes - 90 / requests) replace(secretsOfServers[server], keys);
    const signer = (count % 2) as 0 | 1;
    const answerer = apps[1 - signer] ?? other;
    // Uses a token until shortly before its expiry, at the server that did not sign it.
    const mine = used[signer] ?? { token: '' };
    if (Math.floor(count / 2) % Math.floor(requests / 14) === 0)
      mine.token = (await signers[signer].sign(claims, at)).accessToken;
    kids.add(decodeProtectedHeader(mine.token).kid);
    const answered = await new Client(answerer, { ...identity, accessToken: mine.token }).call(getSession);
    if (thirdParty.until <= at.getTime())
      Object.assign(thirdParty, { until: at.getTime() + 10 * minute, keys: await jwksOf(answerer) });
    const isKnown = await jwtVerify(mine.token, createLocalJWKSet(thirdParty.keys!), {
      currentDate: at,
    }).then(
      () => true,
      () => false,
    );
    if (answered.status !== 200 || !isKnown) failures += 1;
  }
  printInvariant({
    id: 'rotation',
    driver: testEngine,
    n: requests,
    violations: failures,
    what: 'requests refused over a rotation',
  });
  expect([failures, kids.size]).toEqual([0, 2]);
  const { keys } = await jwksOf(other);
  expect(keys.map(({ kid }) => kid)).toEqual([[...kids].at(-1)]);
});

/** Gives a server other keys, as a restart does. */
function replace(secrets: Secrets, keys: readonly string[]): void {
  Object.assign(secrets, getSecrets(keys));
}

async function jwksOf(at: FastifyInstance): Promise<JSONWebKeySet> {
  return (await at.inject('/.well-known/jwks.json')).json();
}
