import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { getSession } from '@samay/contract/identity/session';
import type { FastifyInstance } from 'fastify';
import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { AccessTokens } from '../../src/http/access-token.ts';
import { hashOfDevice } from '../../src/http/cookies.ts';
import { rotateKey } from '../../src/core/rotate-keys.ts';
import { followKeys, type Secrets } from '../../src/core/secrets.ts';
import { secretsFile } from '../../src/core/secrets-file.ts';
import { testApp, type TestApp, testNow } from '../fixtures/app.ts';
import { buildTenant, signInAs } from '../fixtures/builders.ts';
import { Client } from '../fixtures/client.ts';
import { testEngine } from '../fixtures/database.ts';
import { isFull, printInvariant, temporaryFolder } from '../fixtures/invariants/invariant.ts';
import { inheritedEnvironment } from '../fixtures/inherited-environment.ts';

// A signing key is rotated while two processes serve and a third party caches the public keys for
// ten minutes. No request is refused.

const requests = isFull ? 1000 : 100;
const minute = 60_000;

const kept = temporaryFolder('rotation');
const path = join(kept.folder, 'secrets.json');
let app: TestApp;
let other: FastifyInstance;
let otherSecrets: Secrets;
beforeAll(async () => {
  app = await testApp({ dependencies: { secrets: await secretsFile(path).readOrMake() } });
  otherSecrets = await secretsFile(path).read();
  other = await buildApp({ ...app.dependencies, secrets: otherSecrets });
});
afterAll(async () => {
  await other.close();
  await app.close();
  kept.remove();
});

it('rotates the signing key without refusing a request [T-6.4]', async () => {
  const { identity } = await signInAs(app, await buildTenant(app), 'BUSINESS_OWNER');
  if (!identity) throw new Error('nobody is signed in');
  const { publicUrl } = app.dependencies.settings;
  const processes = [
    { app: app.app, tokens: new AccessTokens(app.dependencies.secrets, publicUrl) },
    { app: other, tokens: new AccessTokens(otherSecrets, publicUrl) },
  ] as const;
  const claims = { ...identity, assurance: 'aal1' as const, deviceHash: hashOfDevice(identity.device) };
  const thirdParty = { until: 0, keys: undefined as JSONWebKeySet | undefined };
  const kids = new Set<unknown>();
  let token = '';
  let failures = 0;
  for (let count = 0; count < requests; count += 1) {
    const at = new Date(Date.parse(testNow) + (count * 90 * minute) / requests);
    app.setNow(at.toISOString());
    // Chooses the worst moment: just before a token is signed, and after the third party has
    // fetched the public keys.
    if (count === Math.floor(requests * 0.26)) await rotateAndFollow(at);
    const [signer, answerer] = count % 2 === 0 ? processes : [processes[1], processes[0]];
    // Uses a token until 90 seconds before its expiry, at the process that did not sign it.
    if (count % Math.floor(requests / 7) === 0) token = (await signer.tokens.sign(claims, at)).accessToken;
    kids.add(decodeProtectedHeader(token).kid);
    const answered = await new Client(answerer.app, { ...identity, accessToken: token }).call(getSession);
    if (thirdParty.until <= at.getTime())
      Object.assign(thirdParty, { until: at.getTime() + 10 * minute, keys: await jwksOf(answerer.app) });
    const isKnown = await jwtVerify(token, createLocalJWKSet(thirdParty.keys!), { currentDate: at }).then(
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

it('refuses a second rotation while the first is pending, for any kind of key [T-6.4]', async () => {
  const at = new Date('2027-01-01T00:00:00Z');
  const begins = {
    signing: '2027-01-01T00:30:00.000Z',
    links: '2027-01-01T00:02:00.000Z',
    encryption: '2027-01-01T00:02:00.000Z',
  } as const;
  for (const kind of ['signing', 'links', 'encryption'] as const) {
    expect((await rotateKey(secretsFile(path), kind, at)).toISOString()).toBe(begins[kind]);
    await expect(rotateKey(secretsFile(path), kind, at)).rejects.toThrow(`is used from ${begins[kind]} on`);
  }
  const { signingKeys, fileLinkKeys, encryptionKeys } = await secretsFile(path).read();
  expect([signingKeys.length, fileLinkKeys.length, encryptionKeys.length]).toEqual([2, 2, 2]);
});

it('is a command, also for the embedded database', async () => {
  const script = fileURLToPath(new URL('../../src/rotate.ts', import.meta.url));
  const run = async (directory: string, what: string) => {
    const child = spawn(process.execPath, [script, what], {
      env: { ...inheritedEnvironment, DATA_DIR: directory },
    });
    const said = Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = (await once(child, 'close')) as [number];
    return [code, (await said).join('')];
  };
  const directory = join(kept.folder, 'command');
  expect(await run(directory, 'all')).toEqual([
    1,
    expect.stringContaining('secrets.json is not there. Start Samay once, or set DATA_DIR.'),
  ]);
  const before = await secretsFile(join(directory, 'secrets.json')).readOrMake();
  expect(await run(directory, 'links')).toEqual([
    0,
    expect.stringContaining('links: a new key is published'),
  ]);
  expect(await run(directory, 'links')).toEqual([
    1,
    expect.stringContaining('A new key is published already'),
  ]);
  expect(await run(directory, 'status')).toEqual([0, expect.stringMatching(/encryption first: in use/)]);
  expect(await run(directory, 'everything')).toEqual([
    1,
    expect.stringContaining('Say what: npm run rotate -- signing | links'),
  ]);
  const { fileLinkKeys, ...others } = await secretsFile(join(directory, 'secrets.json')).read();
  expect([fileLinkKeys.length, others]).toEqual([
    2,
    { signingKeys: before.signingKeys, encryptionKeys: before.encryptionKeys },
  ]);
});

it('keeps the keys that it has while they cannot be read', async () => {
  const secrets = await secretsFile(path).read();
  const before = { ...secrets };
  const log: string[] = [];
  const stop = followKeys(
    secretsFile(join(kept.folder, 'gone.json')),
    secrets,
    { error: (_about, message) => log.push(message) },
    5,
  );
  await expect.poll(() => log.length).toBeGreaterThan(1);
  await stop();
  expect([secrets, existsSync(join(kept.folder, 'gone.json'))]).toEqual([before, false]);
});

/**
 * Rotates the key and lets both processes reload the file, at a shorter interval than in
 * production.
 */
async function rotateAndFollow(at: Date): Promise<void> {
  await rotateKey(secretsFile(path), 'signing', at);
  const stops = [app.dependencies.secrets, otherSecrets].map((secrets) =>
    followKeys(secretsFile(path), secrets, undefined, 5),
  );
  await expect
    .poll(() => [app.dependencies.secrets, otherSecrets].map(({ signingKeys }) => signingKeys.length))
    .toEqual([2, 2]);
  for (const stop of stops) await stop();
  await wait(5);
}

async function jwksOf(at: FastifyInstance): Promise<JSONWebKeySet> {
  return (await at.inject('/.well-known/jwks.json')).json();
}
