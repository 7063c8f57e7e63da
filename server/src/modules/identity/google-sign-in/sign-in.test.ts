import { beginGoogleSignIn } from '@samay/contract/identity/google-sign-in';
import { getSession } from '@samay/contract/identity/session';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, testApp, testNow } from '../../../../test/fixtures/app.ts';
import { Browser, buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant } from '../../../../test/fixtures/builders.ts';
import { testEngine } from '../../../../test/fixtures/database.ts';
import {
  begin,
  type Google,
  signInWithGoogle,
  startGoogle,
} from '../../../../test/fixtures/third-parties/google.ts';
import { isFull, printInvariant } from '../../../../test/fixtures/invariants/invariant.ts';
import { readAudit } from '../../../../test/fixtures/rows.ts';
import { buildInvitation, listMemberships, listPending } from '../../../../test/fixtures/staff.ts';
import { asPlatform } from '../../../db/tenant.ts';

/** The number of concurrent first sign-ins of one person (I-17). */
const crowd = isFull ? 50 : 8;
let google: Google;
let test: TestApp;
let count = 0;
const newEmail = () => `person${(count += 1)}@people.example`;

beforeAll(async () => {
  google = await startGoogle(10_000);
  test = await testApp({ dependencies: { identity: google.identity } });
});
afterAll(async () => {
  await test.close();
  await google.close();
});
beforeEach(() => {
  google.setMode('ok');
  test.setNow(testNow);
});

describe('signing in with Google', () => {
  it('creates a session for a person whose address Google has verified', async () => {
    const clinic = await buildTenant(test);
    const person = await buildPerson(test, clinic, 'DOCTOR');
    const browser = new Browser(test.app);
    const reply = await signInWithGoogle(browser, { email: person.email.toUpperCase() });
    expect(reply).toMatchObject({
      status: 201,
      body: { accessToken: expect.any(String), expiresAt: '2026-11-21T04:45:00.000Z', remember: false },
    });
    expect(reply.cookies.map(({ name }) => name).toSorted()).toEqual([
      'samay-device',
      'samay-oauth',
      'samay-refresh',
    ]);
    expect(browser.cookies.has('samay-oauth')).toBe(false);
    expect((await browser.send(getSession)).body).toMatchObject({
      user: { id: person.id, role: 'DOCTOR' },
      assurance: 'aal1',
    });
    const { id: sessionId } = await readSession(person.id);
    expect(await readAudit(test, reply.headers['x-request-id'])).toEqual([
      { tenant_id: clinic.id, action: 'identity.linked', object: person.id },
      { tenant_id: clinic.id, action: 'session.started', object: sessionId },
    ]);
  });

  it('binds the callback to the browser with an HttpOnly cookie of ten minutes', async () => {
    const secure = await testApp({ secure: true, dependencies: { identity: google.identity } });
    const reply = await new Browser(secure.app).send(beginGoogleSignIn, {
      body: { remember: true },
      headers: { origin: 'https://samay.example', 'sec-fetch-site': 'same-origin' },
    });
    expect(reply.cookies).toMatchObject([
      {
        name: '__Host-samay-oauth',
        maxAge: 600,
        httpOnly: true,
        secure: true,
        sameSite: 'Strict',
        path: '/',
      },
    ]);
    expect(String(reply.body['url'])).toContain(
      `redirect_uri=${encodeURIComponent('https://samay.example/oauth/callback')}`,
    );
    expect(String(reply.body['url'])).not.toContain(reply.cookies[0]?.value);
    await secure.close();
  });

  it.each([
    [true, 30 * 86_400],
    [false, undefined],
  ])('keeps Remember me (%s) until the callback [P-2.48]', async (remember, maxAge) => {
    const person = await buildPerson(test);
    const reply = await signInWithGoogle(new Browser(test.app), { email: person.email }, remember);
    expect(reply.body).toMatchObject({ remember });
    expect(reply.cookies.find(({ name }) => name === 'samay-refresh')?.maxAge).toBe(maxAge);
    expect(await readSession(person.id)).toMatchObject({ remember });
  });

  it('identifies a person by Google’s subject, even after their address changed [P-2.49]', async () => {
    const person = await buildPerson(test);
    await signInWithGoogle(new Browser(test.app), { email: person.email, subject: '7001' });
    const moved = new Browser(test.app);
    expect(
      await signInWithGoogle(moved, { email: newEmail(), subject: '7001', verification: 'no' }),
    ).toMatchObject({ status: 201 });
    expect((await moved.send(getSession)).body).toMatchObject({
      user: { id: person.id, email: person.email },
    });
    expect(await readIdentities(person.id)).toMatchObject([{ issuer: google.issuer, subject: '7001' }]);
  });

  it('ends the session that the browser had', async () => {
    const [first, second] = [await buildPerson(test), await buildPerson(test)];
    const browser = new Browser(test.app);
    await signInWithGoogle(browser, { email: first.email });
    const before = browser.copy();
    await signInWithGoogle(browser, { email: second.email });
    expect(await before.send(getSession)).toMatchObject({ status: 401 });
    expect(await readSession(first.id)).toMatchObject({ ended_because: 'replaced' });
  });

  it('signs in a person without a business, without any permission', async () => {
    const person = await buildPerson(test);
    const browser = new Browser(test.app);
    await signInWithGoogle(browser, { email: person.email });
    expect((await browser.send(getSession)).body).toMatchObject({ tenant: null, permissions: [] });
  });
});

describe('an invited person', () => {
  it('becomes a member with their first sign-in, with the name from Google and the invited role [P-11.2]', async () => {
    const turf = await buildTenant(test, { businessType: 'turf' });
    const email = newEmail();
    await buildInvitation(test, turf, email, { role: 'EMPLOYEE' });
    const browser = new Browser(test.app);
    const reply = await signInWithGoogle(browser, { email, name: 'Leela Fernandes' });
    expect((await browser.send(getSession)).body).toMatchObject({
      user: { email, name: 'Leela Fernandes', role: 'EMPLOYEE' },
      tenant: { id: turf.id },
      businessType: 'turf',
    });
    const rows = await readAudit(test, reply.headers['x-request-id']);
    expect(rows.map(({ action }) => action).toSorted()).toEqual([
      'identity.linked',
      'invitation.activated',
      'session.started',
    ]);
    expect(new Set(rows.map(({ tenant_id }) => tenant_id))).toEqual(new Set([turf.id]));
    expect(await listPending(test, turf)).toEqual([]);
  });

  it('with an account but no business joins at the next sign-in', async () => {
    const person = await buildPerson(test);
    await signInWithGoogle(new Browser(test.app), { email: person.email });
    const clinic = await buildTenant(test);
    await buildInvitation(test, clinic, person.email, { role: 'DOCTOR' });
    await signInWithGoogle(new Browser(test.app), { email: person.email });
    expect(await listMemberships(test, person.id)).toEqual([{ tenant_id: clinic.id, role: 'DOCTOR' }]);
  });

  it('is created once for many concurrent first sign-ins', async () => {
    const clinic = await buildTenant(test);
    const email = newEmail();
    await buildInvitation(test, clinic, email);
    const replies = await Promise.all(
      Array.from({ length: crowd }, () => signInWithGoogle(new Browser(test.app), { email })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array<number>(crowd).fill(201));
    const people = await asPlatform(test, (tx) =>
      tx.selectFrom('users').select('id').where('email_key', '=', email).execute(),
    );
    expect(people).toHaveLength(1);
    expect(await listMemberships(test, people[0]?.id ?? '')).toEqual([
      { tenant_id: clinic.id, role: 'EMPLOYEE' },
    ]);
    const activated = await asPlatform(test, (tx) =>
      tx
        .selectFrom('audit_log')
        .select('id')
        .where('tenant_id', '=', clinic.id)
        .where('action', '=', 'invitation.activated')
        .execute(),
    );
    printInvariant({
      id: 'I-17 first Google sign-in',
      driver: testEngine,
      n: crowd,
      violations: activated.length - 1,
    });
    expect(activated).toHaveLength(1);
  });
});

it('is rejected without a Google client, and the server runs anyway [P-2.51]', async () => {
  const without = await testApp();
  const reply = await new Browser(without.app).send(beginGoogleSignIn, { body: {} });
  expect(reply).toMatchObject({ status: 503, error: { code: 'google.not_available' } });
  expect(reply.cookies).toEqual([]);
  await without.close();
});

it('deletes attempts that were never completed', async () => {
  await begin(new Browser(test.app));
  test.setNow('2026-11-21T04:41:00.000Z');
  await begin(new Browser(test.app));
  const left = await asPlatform(test, (tx) => tx.selectFrom('oauth_attempts').select('expires_at').execute());
  expect(left).toHaveLength(1);
});

async function readSession(userId: string) {
  return asPlatform(test, (tx) =>
    tx.selectFrom('sessions').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow(),
  );
}

async function readIdentities(userId: string) {
  return asPlatform(test, (tx) =>
    tx.selectFrom('identities').selectAll().where('user_id', '=', userId).execute(),
  );
}
