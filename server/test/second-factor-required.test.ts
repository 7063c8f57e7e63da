import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asPlatform } from '../src/db/tenant.ts';
import { AccessTokens } from '../src/http/access-token.ts';
import { hashOfDevice } from '../src/http/cookies.ts';
import { testApp, type TestApp, testNow } from './fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from './fixtures/builders.ts';
import { Client } from './fixtures/client.ts';
import { assure, buildFactor } from './fixtures/factor.ts';
import { rowVersions } from './fixtures/rows.ts';
import { everyEndpoint, sendSample } from './fixtures/samples.ts';
import { sampleFor } from './fixtures/samples/sample-world.ts';

// T-3.3, for every endpoint of the contract: a session with a password but without the second factor
// can only call endpoints that raise its assurance.

const guarded = everyEndpoint.filter(([, { access }]) => access !== 'public');
const closed = guarded.filter(([, { assurance }]) => assurance !== 'any');
const sensitive = guarded.filter(([, { assurance }]) => assurance === 'aal2-when-enrolled');

let app: TestApp;
let clinic: BuiltTenant;
beforeAll(async () => {
  app = await testApp();
  clinic = await buildTenant(app, { plan: 'enterprise' });
});
afterEach(() => app.setNow(testNow));
afterAll(() => app.close());

it('opens only what a person needs to enter the code or enrol a factor [T-3.3]', () => {
  const open = guarded.filter(([, { assurance }]) => assurance === 'any').map(([name]) => name);
  expect(open.toSorted()).toEqual(['getSession', 'raiseAssurance']);
  const toEnrol = guarded.filter(([, { assurance }]) => assurance === 'enrolment').map(([name]) => name);
  expect(toEnrol.toSorted()).toEqual(['confirmEnrolment', 'getSecondFactor', 'startEnrolment']);
});

describe.each(closed)('%s', (name, endpoint) => {
  it('refuses a session without the second factor [P-2.23, T-3.3]', async () => {
    const client = await signInAs(app, clinic, 'BUSINESS_OWNER');
    const sample = await sampleFor(app, name, clinic, client);
    await lowerAssurance(client);
    const before = await rowVersions(app);
    const refused = await sendSample(client, endpoint, sample);
    expect([refused.status, refused.error?.code]).toEqual([403, 'session.insufficient_assurance']);
    expect(await rowVersions(app)).toBe(before);
  });

  it('refuses a super admin without a second factor, except for enrolling one [P-2.24]', async () => {
    const client = await signInAs(app, null, 'SUPER_ADMIN');
    const sample = await sampleFor(app, name, clinic, client);
    await sampleFor(app, 'startEnrolment', clinic, client);
    const answered = await sendSample(client, endpoint, sample);
    if (endpoint.assurance === 'enrolment') expect(answered.error?.code).not.toBe('session.factor_required');
    else expect([answered.status, answered.error?.code]).toEqual([403, 'session.factor_required']);
  });
});

describe.each(sensitive)('%s', (name, endpoint) => {
  it('requires a second factor proven within the last hour, if the person has one [P-2.25]', async () => {
    const isOfPlatform = endpoint.access === 'platform.manage';
    const client = await signInAs(
      app,
      isOfPlatform ? null : clinic,
      isOfPlatform ? 'SUPER_ADMIN' : 'BUSINESS_OWNER',
    );
    await buildFactor(app, client.identity?.userId ?? '');
    await assure(app, client.identity?.sessionId ?? '');
    const sample = await sampleFor(app, name, clinic, client);
    app.setNow('2026-11-21T05:35:00.000Z');
    const renewed = await renewedToken(client);
    const before = await rowVersions(app);
    const refused = await sendSample(renewed, endpoint, sample);
    expect([refused.status, refused.error?.code]).toEqual([403, 'session.insufficient_assurance']);
    expect(await rowVersions(app)).toBe(before);
    await assure(app, client.identity?.sessionId ?? '');
    expect((await sendSample(renewed, endpoint, sample)).error?.code).not.toBe(
      'session.insufficient_assurance',
    );
  });
});

/**
 * Puts the session in the state after the password: the person has a second factor and has not
 * entered a code.
 */
async function lowerAssurance(client: Client): Promise<void> {
  await buildFactor(app, client.identity?.userId ?? '');
  await asPlatform(app, (tx) =>
    tx
      .updateTable('sessions')
      .set({ assurance: 'aal1', assured_at: null })
      .where('id', '=', client.identity?.sessionId ?? '')
      .execute(),
  );
}

/** Returns the same session with a new access token that is valid at the application's time. */
async function renewedToken({ identity }: Client): Promise<Client> {
  if (!identity) throw new Error('the client has no session');
  const tokens = new AccessTokens(app.dependencies.secrets, app.dependencies.settings.publicUrl);
  const claims = { ...identity, assurance: 'aal2' as const, deviceHash: hashOfDevice(identity.device) };
  return new Client(app.app, { ...identity, ...(await tokens.sign(claims, app.dependencies.clock())) });
}
