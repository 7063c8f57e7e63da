import { randomUUID } from 'node:crypto';
import { getSession } from '@samay/contract/identity/session';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, testNow } from '../../../../test/fixtures/app.ts';
import { Browser, type BrowserReply, buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant } from '../../../../test/fixtures/builders.ts';
import { startMailbox } from '../../../../test/fixtures/third-parties/mailbox.ts';
import { isFull, printInvariant } from '../../../../test/fixtures/invariants/invariant.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';

let test: TestApp;
const noLimit = { signInFailuresPerAccount: 1_000_000, signInFailuresPerAddress: 1_000_000 };
const rounds = isFull ? 10 : 2;

beforeAll(async () => {
  test = await testApp({ limits: noLimit });
});
afterEach(() => test.setNow(testNow));
afterAll(async () => test.close());

describe('refreshing', () => {
  it('returns a new access token and rotates the cookie [P-2.5]', async () => {
    const browser = await signedIn();
    const before = browser.copy();
    later(13 * 60);
    const reply = await browser.refresh();
    expect(reply).toMatchObject({ status: 200, body: { expiresAt: '2026-11-21T04:58:00.000Z' } });
    expect(browser.cookies.get('samay-refresh')).not.toBe(before.cookies.get('samay-refresh'));
    expect(browser.cookies.get('samay-device')).toBe(before.cookies.get('samay-device'));
    expect(await browser.send(getSession)).toMatchObject({ status: 200 });
    expect(await before.send(getSession)).toMatchObject({ status: 200 }); // the earlier access token stays valid until it expires
  });

  it('accepts other names of this machine, on the same port', async () => {
    const browser = await signedIn();
    expect(
      await browser.refresh({ origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' }),
    ).toMatchObject({ status: 200 });
  });

  it.each([
    ['another site’s origin', { origin: 'https://evil.example' }],
    ['no origin at all', { origin: 'null' }],
    ['our host on another port', { origin: 'http://localhost:3001' }],
    ['what a browser calls cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['what a browser calls same-site', { 'sec-fetch-site': 'same-site' }],
    ['an address typed by hand', { 'sec-fetch-site': 'none' }],
    ['no header that a form cannot send', { 'x-requested-with': '' }],
    ['another value in that header', { 'x-requested-with': 'XMLHttpRequest' }],
  ])('rejects %s, and does not change the session', async (_what, headers) => {
    const browser = await signedIn();
    const reply = await browser.refresh(headers);
    expect(reply).toMatchObject({ status: 403, error: { code: 'access.denied' }, cookies: [] });
    expect(
      await browser.refresh({ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }),
    ).toMatchObject({ status: 200 });
    expect(await readSession(browser)).toMatchObject({ refresh_counter: 1 });
  });

  it.each([
    ['no cookie', () => undefined],
    ['an empty one', () => ''],
    ['garbage', () => 'garbage'],
    ['an unknown session', (genuine: string) => genuine.replace(/^[^.]+/, randomUUID())],
    ['a counter of their own', (genuine: string) => genuine.replace('.0.', '.1.')],
    [
      'a broken signature',
      (genuine: string) => `${genuine.slice(0, -2)}${genuine.endsWith('AA') ? 'BB' : 'AA'}`,
    ],
  ])('requires a sign-in for %s, and deletes the cookies', async (_what, change) => {
    const browser = await signedIn();
    const hostile = browser.copy();
    const cookie = change(hostile.cookies.get('samay-refresh') ?? '');
    if (cookie === undefined) hostile.cookies.delete('samay-refresh');
    else hostile.cookies.set('samay-refresh', cookie);
    expectError(await hostile.refresh(), 'session.required');
    expect(await browser.refresh()).toMatchObject({ status: 200 });
  });

  it('requires a sign-in for the cookie without its device cookie', async () => {
    const browser = await signedIn();
    const [without, other] = [browser.copy(), browser.copy()];
    without.cookies.delete('samay-device');
    other.cookies.set('samay-device', 'AAAAAAAAAAAAAAAAAAAAAA');
    expectError(await without.refresh(), 'session.required');
    expectError(await other.refresh(), 'session.required');
    expect(await browser.refresh()).toMatchObject({ status: 200 });
  });

  it('ends for a deleted person', async () => {
    const { browser, person } = await signedInPerson();
    await asPlatform(test, (tx) =>
      tx
        .updateTable('users')
        .set({ deleted_at: new Date(testNow) })
        .where('id', '=', person.id)
        .execute(),
    );
    expectError(await browser.refresh(), 'session.ended');
  });
});

describe('a session', () => {
  it('that is not remembered ends twelve hours after it began, however often it is refreshed', async () => {
    const browser = await signedIn();
    later(11 * 3600);
    expect((await browser.refresh()).cookies.map(({ maxAge }) => maxAge)).toEqual([undefined, undefined]);
    later(12 * 3600 - 1);
    expect(await browser.refresh()).toMatchObject({ status: 200 });
    later(12 * 3600);
    expect(await browser.send(getSession)).toMatchObject({ error: { code: 'session.ended' } });
    expectError(await browser.refresh(), 'session.ended');
  });

  it('that is remembered ends after seven idle days', async () => {
    const browser = await signedIn(true);
    later(7 * 86_400);
    expectError(await browser.refresh(), 'session.ended');
  });

  it('that is remembered ends thirty days after it began, and its cookies with it', async () => {
    const browser = await signedIn(true);
    for (const day of [6, 12, 18, 24]) {
      later(day * 86_400);
      const reply = await browser.refresh();
      expect(reply.cookies.map(({ maxAge }) => maxAge)).toEqual([(30 - day) * 86_400, (30 - day) * 86_400]);
    }
    later(30 * 86_400 - 1);
    expect(await browser.refresh()).toMatchObject({ status: 200 });
    later(30 * 86_400);
    expectError(await browser.refresh(), 'session.ended');
  });
});

describe('a refresh token works once [I-6]', () => {
  it('(a) twenty concurrent calls cause one rotation and get the same successor [I-6]', async () => {
    let violations = 0;
    for (let round = 0; round < rounds; round += 1) {
      const browser = await signedIn();
      const tabs = Array.from({ length: 20 }, () => browser.copy());
      const replies = await Promise.all(tabs.map((tab) => tab.refresh()));
      const successors = new Set(tabs.map((tab) => tab.cookies.get('samay-refresh')));
      const { refresh_counter: counter } = await readSession(browser);
      if (replies.some(({ status }) => status !== 200) || successors.size !== 1 || counter !== 1)
        violations += 1;
    }
    printInvariant({ id: 'I-6 a', driver: test.database.kind, n: 20 * rounds, violations });
    expect(violations).toBe(0);
  });

  it('(b) the token before the last one ends the session with all of its tokens [I-6]', async () => {
    let violations = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { browser, person } = await signedInPerson();
      const stolen = browser.copy();
      await browser.refresh();
      const previous = browser.copy();
      await browser.refresh();
      const replay = await stolen.refresh();
      expectError(replay, 'session.ended');
      const row = await readSession(browser);
      const audited = await toAudit(replay);
      const after = [
        await browser.send(getSession),
        await stolen.send(getSession),
        await previous.refresh(),
        await browser.refresh(),
      ];
      const dead = row.ended_because === 'reuse' && after.every(({ status }) => status === 401);
      const noted =
        audited?.action === 'session.ended' && audited.object === row.id && audited.actor_id === person.id;
      if (!dead || !noted) violations += 1;
    }
    printInvariant({ id: 'I-6 b', driver: test.database.kind, n: rounds, violations });
    expect(violations).toBe(0);
  });

  it('(c) a retry after a lost reply gets the same reply [I-6]', async () => {
    let violations = 0;
    for (let round = 0; round < rounds; round += 1) {
      const browser = await signedIn();
      const unanswered = browser.copy();
      await browser.refresh();
      later(10);
      const retry = await unanswered.refresh();
      const same = unanswered.cookies.get('samay-refresh') === browser.cookies.get('samay-refresh');
      if (retry.status !== 200 || !same || (await unanswered.refresh()).status !== 200) violations += 1;
      test.setNow(testNow);
    }
    printInvariant({ id: 'I-6 c', driver: test.database.kind, n: rounds, violations });
    expect(violations).toBe(0);
  });

  it('sends the owner one email with the next step [I-6]', async () => {
    const box = await startMailbox();
    const { browser, person } = await signedInPerson();
    const stolen = browser.copy();
    await browser.refresh();
    await browser.refresh();
    for (let again = 0; again < 2; again += 1) expectError(await stolen.copy().refresh(), 'session.ended');
    await deliverDue({ ...test.dependencies, mail: box.mailer });
    const [message, ...more] = box.emails(person.email);
    expect([message?.subject, more]).toEqual(['We have ended a Samay session of yours', []]);
    expect(message?.text).toContain(`${test.dependencies.settings.publicUrl}/login`);
    await box.close();
  });

  it('after ten seconds the previous token counts as reuse too', async () => {
    const browser = await signedIn();
    const stolen = browser.copy();
    await browser.refresh();
    later(10.001);
    expectError(await stolen.refresh(), 'session.ended');
    expectError(await browser.refresh(), 'session.ended');
  });
});

async function signedIn(remember = false): Promise<Browser> {
  return (await signedInPerson(remember)).browser;
}

async function signedInPerson(remember = false) {
  const person = await buildPerson(test, await buildTenant(test));
  const browser = new Browser(test.app);
  await browser.signIn(person.email, person.password, remember);
  return { browser, person };
}

function later(seconds: number): void {
  test.setNow(new Date(new Date(testNow).getTime() + seconds * 1000).toISOString());
}

function expectError(reply: BrowserReply, code: string): void {
  expect(reply).toMatchObject({ status: 401, error: { code } });
  expect(reply.cookies.map(({ name, value }) => `${name}=${value}`).toSorted()).toEqual([
    'samay-device=',
    'samay-refresh=',
  ]);
}

async function readSession(browser: Browser) {
  const id = browser.cookies.get('samay-refresh')?.split('.')[0] ?? '';
  return asPlatform(test, (tx) =>
    tx.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
}

async function toAudit(reply: BrowserReply) {
  const requestId = String(reply.headers['x-request-id']);
  return asPlatform(test, (tx) =>
    tx.selectFrom('audit_log').selectAll().where('request_id', '=', requestId).executeTakeFirst(),
  );
}
