import { getSession } from '@samay/contract/identity/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, testNow } from '../../../../test/fixtures/app.ts';
import { Browser, type BrowserReply, buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant } from '../../../../test/fixtures/builders.ts';
import { asPlatform } from '../../../db/tenant.ts';

let test: TestApp;

beforeAll(async () => {
  test = await testApp();
});
afterAll(async () => test.close());

describe('signing out', () => {
  it('ends the session, deletes the cookies and clears the browser’s cache [P-2.13]', async () => {
    const { browser, person, tenant } = await signedIn();
    const copy = browser.copy();
    const reply = await browser.signOut();
    expectSignedOut(reply);
    expect(await copy.send(getSession)).toMatchObject({ status: 401, error: { code: 'session.ended' } });
    expect(await copy.refresh()).toMatchObject({ status: 401, error: { code: 'session.ended' } });
    expect(await toAudit(reply)).toMatchObject([
      {
        tenant_id: tenant.id,
        actor_id: person.id,
        action: 'session.ended',
        detail: { because: 'signed_out' },
      },
    ]);
  });

  it('works with the refresh cookie only, when the access token is lost [P-2.13]', async () => {
    const { browser } = await signedIn();
    const copy = browser.copy();
    browser.accessToken = undefined;
    expectSignedOut(await browser.signOut());
    expect(await copy.send(getSession)).toMatchObject({ error: { code: 'session.ended' } });
  });

  it('works with the access token only, when the refresh cookie is lost', async () => {
    const { browser } = await signedIn();
    const copy = browser.copy();
    browser.cookies.delete('samay-refresh');
    expectSignedOut(await browser.signOut());
    expect(await copy.refresh()).toMatchObject({ error: { code: 'session.ended' } });
  });

  it('works when the access token has expired', async () => {
    const { browser } = await signedIn();
    const copy = browser.copy();
    test.setNow('2026-11-21T05:30:00.000Z');
    expectSignedOut(await browser.signOut());
    expect(await copy.refresh()).toMatchObject({ error: { code: 'session.ended' } });
    test.setNow(testNow);
  });

  it('ends both sessions when cookie and token belong to two', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    const mixed = one.browser.copy();
    mixed.cookies.set('samay-refresh', other.browser.cookies.get('samay-refresh') ?? '');
    const reply = await mixed.signOut();
    expectSignedOut(reply);
    expect(await toAudit(reply)).toHaveLength(2);
    expect(await one.browser.send(getSession)).toMatchObject({ status: 401 });
    expect(await other.browser.send(getSession)).toMatchObject({ status: 401 });
  });

  it('succeeds without a session, with invalid cookies, and twice, and audits nothing more', async () => {
    const { browser } = await signedIn();
    const copy = browser.copy();
    await browser.signOut();
    const nobody = new Browser(test.app);
    const garbage = new Browser(test.app, { cookies: new Map([['samay-refresh', 'x.y.z']]) });
    garbage.accessToken = 'x.y.z';
    for (const again of [copy, nobody, garbage]) {
      const reply = await again.signOut();
      expectSignedOut(reply);
      expect(await toAudit(reply)).toEqual([]);
    }
  });

  it('does not end a session on a forged cookie', async () => {
    const { browser } = await signedIn();
    const forged = new Browser(test.app);
    forged.cookies.set('samay-refresh', `${browser.cookies.get('samay-refresh')?.slice(0, -4)}AAAA`);
    expectSignedOut(await forged.signOut());
    expect(await browser.send(getSession)).toMatchObject({ status: 200 });
  });

  it.each([{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])(
    'is not done for another site: %j',
    async (headers) => {
      const { browser } = await signedIn();
      expect(await browser.signOut(headers)).toMatchObject({
        status: 403,
        error: { code: 'access.denied' },
        cookies: [],
      });
      expect(await browser.send(getSession)).toMatchObject({ status: 200 });
    },
  );
});

async function signedIn() {
  const tenant = await buildTenant(test);
  const person = await buildPerson(test, tenant);
  const browser = new Browser(test.app);
  await browser.signIn(person.email, person.password);
  return { browser, person, tenant };
}

function expectSignedOut(reply: BrowserReply): void {
  expect(reply.status).toBe(204);
  expect(reply.headers['clear-site-data']).toBe('"cache"');
  expect(reply.cookies.map(({ name, value }) => `${name}=${value}`).toSorted()).toEqual([
    'samay-device=',
    'samay-refresh=',
  ]);
}

async function toAudit(reply: BrowserReply) {
  const requestId = String(reply.headers['x-request-id']);
  return asPlatform(test, (tx) =>
    tx.selectFrom('audit_log').selectAll().where('request_id', '=', requestId).execute(),
  );
}
