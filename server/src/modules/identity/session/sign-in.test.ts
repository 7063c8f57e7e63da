import { createHook } from 'node:async_hooks';
import { argon2Sync } from 'node:crypto';
import { signIn } from '@samay/contract/identity/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, testNow } from '../../../../test/fixtures/app.ts';
import { Browser, type BrowserReply, buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant } from '../../../../test/fixtures/builders.ts';
import { countHashes } from '../../../../test/fixtures/measurements.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { inHashQueue } from './password.ts';

let test: TestApp;
const noLimit = { signInFailuresPerAccount: 1_000_000, signInFailuresPerAddress: 1_000_000 };

beforeAll(async () => {
  test = await testApp({ limits: noLimit });
});
afterAll(async () => test.close());

describe('signing in', () => {
  it('returns a token for fifteen minutes and sets the refresh secret as an HttpOnly cookie [P-2.5]', async () => {
    const person = await buildPerson(test, await buildTenant(test));
    const browser = new Browser(test.app);
    const reply = await browser.signIn(person.email, person.password);
    expect(reply.status).toBe(201);
    expect(reply.body).toEqual({
      accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expiresAt: '2026-11-21T04:45:00.000Z',
    });
    expect(reply.cookies.map(({ name }) => name).toSorted()).toEqual(['samay-device', 'samay-refresh']);
    for (const cookie of reply.cookies)
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(JSON.stringify(reply.body)).not.toContain(browser.cookies.get('samay-refresh'));
  });

  it('lasts as long as the browser is open, or thirty days with Remember me [P-2.11]', async () => {
    const person = await buildPerson(test);
    const closed = await new Browser(test.app).signIn(person.email, person.password, false);
    for (const cookie of closed.cookies) expect(cookie.maxAge).toBeUndefined();
    const remembered = await new Browser(test.app).signIn(person.email, person.password, true);
    for (const cookie of remembered.cookies) expect(cookie.maxAge).toBe(30 * 86_400);
    const rows = await readSessions(person.id);
    const hours = rows.map((row) => (row.expires_at.getTime() - new Date(testNow).getTime()) / 3_600_000);
    expect(hours.toSorted((a, b) => a - b)).toEqual([12, 7 * 24]);
  });

  it('creates no session if the password was changed during the check', async () => {
    const person = await buildPerson(test);
    const change = async () =>
      asPlatform(test, (tx) =>
        tx.updateTable('users').set({ password_hash: null }).where('id', '=', person.id).execute(),
      );
    let changed: Promise<unknown> | undefined;
    // Waits until the hash has been read and its verification starts.
    const checking = createHook({
      init: (_id, type) => void (type === 'ARGON2REQUEST' && (changed ??= change())),
    }).enable();
    const refused = await new Browser(test.app).signIn(person.email, person.password);
    checking.disable();
    await changed;
    expect([refused.status, refused.error?.code]).toEqual([401, 'session.invalid_credentials']);
    expect(await readSessions(person.id)).toEqual([]);
  });

  it('compares addresses ignoring case and surrounding space [P-2.3]', async () => {
    const person = await buildPerson(test, null, 'EMPLOYEE', { email: 'Meera.Joshi@People.Example' });
    expect(await new Browser(test.app).signIn(' meera.JOSHI@people.example ', person.password)).toMatchObject(
      { status: 201 },
    );
  });

  it('rejects every wrong pair with the same answer, after exactly one hash [P-2.2, T-3.1]', async () => {
    const person = await buildPerson(test);
    const withoutPassword = await buildPerson(test, null, 'EMPLOYEE', { passwordHash: null });
    const gone = await buildPerson(test);
    await asPlatform(test, (tx) =>
      tx
        .updateTable('users')
        .set({ deleted_at: new Date(testNow) })
        .where('id', '=', gone.id)
        .execute(),
    );
    const tries = [
      [person.email, 'wrong horse'],
      ['nobody@people.example', person.password],
      [withoutPassword.email, person.password],
      [gone.email, gone.password],
    ] as const;
    const hashes = countHashes();
    for (const [email, password] of tries) {
      const before = hashes.count;
      const reply = await new Browser(test.app).signIn(email, password);
      expect(reply.status).toBe(401);
      expect(reply.error).toEqual({
        code: 'session.invalid_credentials',
        message: 'Invalid email or password. Please try again.',
        requestId: expect.any(String),
      });
      expect(reply.cookies).toEqual([]);
      expect(hashes.count - before).toBe(1);
    }
    hashes.stop();
  });

  it('rejects input that the contract does not define, with an error at the field', async () => {
    const browser = new Browser(test.app);
    const refused = async (body: unknown) => (await browser.send(signIn, { body })).error;
    expect(await refused({ email: 'no address', password: 'x' })).toMatchObject({
      fields: { email: 'Please enter a valid email address' },
    });
    expect(await refused({ email: 'a@b.example', password: '' })).toMatchObject({
      fields: { password: 'Please enter your password' },
    });
    expect(await refused({ email: 'a@b.example', password: 'x', role: 'SUPER_ADMIN' })).toMatchObject({
      code: 'request.invalid',
    });
    expect(await refused({ email: 'a@b.example', password: 'x'.repeat(1001) })).toMatchObject({
      code: 'request.invalid',
    });
    expect(await refused({ email: ['a@b.example'], password: { $ne: '' } })).toMatchObject({
      code: 'request.invalid',
    });
    expect(await refused(undefined)).toMatchObject({ code: 'request.invalid' });
  });

  it('keeps the device cookie of a browser over sign-ins, and ends its previous session', async () => {
    const person = await buildPerson(test);
    const browser = new Browser(test.app);
    await browser.signIn(person.email, person.password);
    const device = browser.cookies.get('samay-device');
    const before = browser.copy();
    await browser.signIn(person.email, person.password);
    expect(device).toMatch(/^[\w-]{22}$/);
    expect(browser.cookies.get('samay-device')).toBe(device);
    expect(await before.refresh()).toMatchObject({ status: 401, error: { code: 'session.ended' } });
    expect(new Set((await readSessions(person.id)).map((row) => row.ended_because))).toEqual(
      new Set(['replaced', null]),
    );
  });

  it('replaces a device cookie that is not ours', async () => {
    const person = await buildPerson(test);
    const browser = new Browser(test.app, { cookies: new Map([['samay-device', 'x']]) });
    await browser.signIn(person.email, person.password);
    expect(browser.cookies.get('samay-device')).toMatch(/^[\w-]{22}$/);
  });

  it('keeps at most ten sessions of a person, also for concurrent sign-ins; the oldest end', async () => {
    const person = await buildPerson(test);
    const oldest = new Browser(test.app);
    await oldest.signIn(person.email, person.password);
    test.setNow('2026-11-21T04:31:00.000Z');
    const others = Array.from({ length: 12 }, () => new Browser(test.app));
    const replies = await Promise.all(others.map((browser) => browser.signIn(person.email, person.password)));
    test.setNow(testNow);
    expect(replies.map(({ status }) => status)).toEqual(Array<number>(12).fill(201));
    const rows = await readSessions(person.id);
    expect(rows.filter((row) => row.ended_at === null)).toHaveLength(10);
    expect(rows.filter((row) => row.ended_because === 'displaced')).toHaveLength(3);
    expect(await oldest.refresh()).toMatchObject({ status: 401, error: { code: 'session.ended' } });
  });

  it('hashes a password again when its parameters are outdated [P-2.19]', async () => {
    const salt = Buffer.from('0123456789abcdef');
    const tag = argon2Sync('argon2id', {
      message: 'old horse',
      nonce: salt,
      parallelism: 1,
      tagLength: 32,
      memory: 4096,
      passes: 1,
    });
    const passwordHash = `$argon2id$v=19$m=4096,t=1,p=1$${unpadded(salt)}$${unpadded(tag)}`;
    const person = await buildPerson(test, null, 'EMPLOYEE', { passwordHash });
    expect(await new Browser(test.app).signIn(person.email, 'old horse')).toMatchObject({ status: 201 });
    const row = await asPlatform(test, (tx) =>
      tx.selectFrom('users').select('password_hash').where('id', '=', person.id).executeTakeFirstOrThrow(),
    );
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await new Browser(test.app).signIn(person.email, 'old horse')).toMatchObject({ status: 201 });
  });

  it('is audited for the person’s business, or for the platform without one', async () => {
    const tenant = await buildTenant(test);
    const person = await buildPerson(test, tenant);
    const outsider = await buildPerson(test);
    const wrong = await new Browser(test.app).signIn(person.email, 'wrong horse');
    const right = await new Browser(test.app).signIn(person.email, person.password);
    await new Browser(test.app).signIn(outsider.email, outsider.password);
    expect(await toAudit(wrong)).toMatchObject({
      tenant_id: tenant.id,
      actor_id: null,
      action: 'session.refused',
      object: person.id,
    });
    const [session] = await readSessions(person.id);
    expect(await toAudit(right)).toMatchObject({
      tenant_id: tenant.id,
      actor_id: person.id,
      action: 'session.started',
      object: session?.id,
    });
    const rows = await asPlatform(test, (tx) =>
      tx.selectFrom('audit_log').selectAll().where('actor_id', '=', outsider.id).execute(),
    );
    expect(rows).toMatchObject([
      { tenant_id: '00000000-0000-0000-0000-000000000000', action: 'session.started' },
    ]);
  });

  it('answers that it is busy beyond four running and 32 queued hashes, and does not count that as a failure', async () => {
    const strict = await testApp({ limits: { signInFailuresPerAccount: 2 } });
    const person = await buildPerson(strict);
    const signInWith = async (password: string) => new Browser(strict.app).signIn(person.email, password);
    const released = Promise.withResolvers<void>();
    const hashes = Array.from({ length: 36 }, () => inHashQueue(async () => released.promise));
    for (let count = 0; count < 3; count += 1)
      expect(await signInWith('wrong horse')).toMatchObject({
        status: 503,
        error: { code: 'server.unavailable' },
        headers: { 'retry-after': '2' },
      });
    released.resolve();
    await Promise.all(hashes);
    expect(await signInWith(person.password)).toMatchObject({ status: 201 });
    await strict.close();
  });
});

describe('over https', () => {
  it('uses cookies that are bound to the host', async () => {
    const secure = await testApp({ secure: true });
    const person = await buildPerson(secure);
    const browser = new Browser(secure.app);
    const reply = await browser.signIn(person.email, person.password);
    expect(reply.cookies.map(({ name }) => name).toSorted()).toEqual([
      '__Host-samay-device',
      '__Host-samay-refresh',
    ]);
    for (const cookie of reply.cookies) {
      expect(cookie).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Strict', path: '/' });
      expect(cookie).not.toHaveProperty('domain');
    }
    expect(await browser.refresh({ origin: 'https://samay.example' })).toMatchObject({ status: 200 });
    await secure.close();
  });
});

async function readSessions(userId: string) {
  return asPlatform(test, (tx) =>
    tx.selectFrom('sessions').selectAll().where('user_id', '=', userId).execute(),
  );
}

async function toAudit(reply: BrowserReply) {
  const requestId = String(reply.headers['x-request-id']);
  return asPlatform(test, (tx) =>
    tx.selectFrom('audit_log').selectAll().where('request_id', '=', requestId).executeTakeFirstOrThrow(),
  );
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
