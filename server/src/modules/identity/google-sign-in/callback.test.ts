import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beginGoogleSignIn, completeGoogleSignIn } from '@samay/contract/identity/google-sign-in';
import { type TestApp, testApp, testNow } from '../../../../test/fixtures/app.ts';
import {
  Browser,
  type BrowserReply,
  type BuiltPerson,
  buildPerson,
} from '../../../../test/fixtures/browser.ts';
import { buildTenant } from '../../../../test/fixtures/builders.ts';
import { testEngine } from '../../../../test/fixtures/database.ts';
import {
  consent,
  begin,
  complete,
  type Google,
  signInWithGoogle,
  startGoogle,
} from '../../../../test/fixtures/third-parties/google.ts';
import { printInvariant } from '../../../../test/fixtures/invariants/invariant.ts';
import { snapshot } from '../../../../test/fixtures/rows.ts';

let google: Google;
let test: TestApp;
let victim: BuiltPerson;
let attacker: BuiltPerson;
let refused = 0;
beforeAll(async () => {
  google = await startGoogle();
  test = await testApp({ dependencies: { identity: google.identity } });
  const clinic = await buildTenant(test);
  [victim, attacker] = [await buildPerson(test, clinic), await buildPerson(test, clinic)];
  // Linked from here on, so that a later sign-in writes nothing but its session.
  for (const { email } of [victim, attacker]) await signInWithGoogle(new Browser(test.app), { email });
});
afterAll(async () => {
  await test.close();
  await google.close();
});
beforeEach(() => {
  google.setMode('ok');
  test.setNow(testNow);
});

/** Each returns a request sent from the victim's browser, or with data stolen from it. */
const tricks: Record<string, () => Promise<BrowserReply>> = {
  'the attacker’s own way back, opened by the victim': async () =>
    complete(new Browser(test.app), await answerFor(new Browser(test.app), attacker)),
  'the same, while the victim is signing in': async () => {
    const browser = new Browser(test.app);
    await begin(browser);
    return complete(browser, await answerFor(new Browser(test.app), attacker));
  },
  'the attacker’s code with the victim’s state': async () => {
    const browser = new Browser(test.app);
    const state = new URL(await begin(browser)).searchParams.get('state') ?? '';
    return complete(browser, { ...(await answerFor(new Browser(test.app), attacker)), state });
  },
  'the victim’s way back, caught and opened elsewhere': async () =>
    complete(new Browser(test.app), await answerFor(new Browser(test.app), victim)),
  'the victim’s way back, in an attacker’s browser that is signing in': async () => {
    const browser = new Browser(test.app);
    await begin(browser);
    return complete(browser, await answerFor(new Browser(test.app), victim));
  },
  'a state that was used': async () => {
    const browser = new Browser(test.app);
    const answer = await answerFor(browser, victim);
    const secret = browser.cookies.get('samay-oauth') ?? '';
    await complete(browser, answer);
    browser.cookies.set('samay-oauth', secret);
    return complete(browser, answer);
  },
  'a state after ten minutes': async () => {
    const browser = new Browser(test.app);
    const answer = await answerFor(browser, victim);
    test.setNow('2026-11-21T04:40:00.000Z');
    return complete(browser, answer);
  },
  'a state that nobody began': async () => {
    const browser = new Browser(test.app);
    return complete(browser, { ...(await answerFor(browser, victim)), state: 'x'.repeat(43) });
  },
  'a code of an earlier sign-in of the same browser': async () => {
    const browser = new Browser(test.app);
    const first = await answerFor(browser, victim);
    const second = await answerFor(browser, victim);
    return complete(browser, { ...second, code: first['code'] ?? '' });
  },
  'a page of another site that posts it': async () => {
    const browser = new Browser(test.app);
    const body = await answerFor(browser, victim);
    return browser.send(completeGoogleSignIn, {
      body,
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      token: false,
    });
  },
};

describe('a callback that was not started in this browser creates no session [P-2.44, T-3.6]', () => {
  it.each(Object.entries(tricks))('%s', async (_what, play) => {
    const reply = await play();
    expect(['google.invalid_callback', 'google.oauth_failed', 'access.denied']).toContain(reply.error?.code);
    expect(reply.cookies.filter(({ value }) => value !== '')).toEqual([]);
    expect(reply.body.accessToken).toBeUndefined();
    refused += 1;
  });

  it('was all of ten', () => {
    printInvariant({
      id: 'P-2.44',
      driver: testEngine,
      n: 10,
      violations: 10 - refused,
      what: 'ways back refused',
    });
    expect([Object.keys(tricks).length, refused]).toEqual([10, 10]);
  });

  it('does not break the sign-in that the victim has started', async () => {
    const browser = new Browser(test.app);
    const own = await answerFor(browser, victim);
    expect(await complete(browser, await answerFor(new Browser(test.app), attacker))).toMatchObject({
      status: 400,
      error: { code: 'google.invalid_callback', message: 'Invalid authentication callback.' },
    });
    expect(await complete(browser, own)).toMatchObject({ status: 201 });
  });

  it.each(['iss', 'code', 'state'] as const)(
    'is answered 400 without its %s, or an empty one',
    async (part) => {
      const browser = new Browser(test.app);
      const answer = await answerFor(browser, victim);
      const { [part]: _missing, ...rest } = answer;
      const replies = [await complete(browser, rest), await complete(browser, { ...answer, [part]: '' })];
      expect(replies.map(({ status }) => status)).toEqual([400, 400]);
    },
  );

  it('is accepted once for many concurrent calls [P-2.44, T-3.6]', async () => {
    const browser = new Browser(test.app);
    const answer = await answerFor(browser, victim);
    const replies = await Promise.all(Array.from({ length: 10 }, () => complete(browser.copy(), answer)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array<number>(9).fill(400),
    ]);
  });

  it.each([
    ['token', { access_token: 'x', state: 'y' }],
    ['token beside the code', { code: 'x', state: 'y', access_token: 'z' }],
    ['code without a state', { code: 'x' }],
    ['state without a code', { state: 'x' }],
    ['person, whom only Google names', { code: 'x', state: 'y', user_id: 'z' }],
    ['empty hand', {}],
  ])('rejects %s [P-2.46]', async (_what, body) => {
    expect(await new Browser(test.app).send(completeGoogleSignIn, { body })).toMatchObject({
      status: 400,
      error: { code: 'request.invalid' },
    });
  });

  it('is rejected for pages of another site', async () => {
    const reply = await new Browser(test.app).send(beginGoogleSignIn, {
      body: {},
      headers: { 'sec-fetch-site': 'same-site' },
    });
    expect(reply).toMatchObject({ status: 403, error: { code: 'access.denied' } });
  });
});

describe('when Google fails', () => {
  it.each([
    ['error', 'google.unreachable'],
    ['down', 'google.unreachable'],
    ['slow', 'google.unreachable'],
    ['nonsense', 'google.no_url'],
  ] as const)('in mode %s, no sign-in starts: %s [P-2.53]', async (mode, code) => {
    google.setMode(mode);
    const before = await snapshot(test, { withBookkeeping: true });
    const reply = await new Browser(test.app).send(beginGoogleSignIn, { body: {} });
    expect(reply).toMatchObject({ status: 502, error: { code }, cookies: [] });
    expect(await snapshot(test, { withBookkeeping: true })).toBe(before);
  });

  it.each([
    ['error', 'google.unreachable'],
    ['down', 'google.unreachable'],
    ['slow', 'google.unreachable'],
    ['nonsense', 'google.unverifiable'],
    ['forged', 'google.unverifiable'],
    ['replayed', 'google.unverifiable'],
  ] as const)(
    'in mode %s during the callback, nothing is created: %s [P-2.53, T-4.4]',
    async (mode, code) => {
      const browser = new Browser(test.app);
      const answer = await answerFor(browser, victim);
      google.setMode(mode);
      const people = await snapshot(test, { withBookkeeping: true });
      const reply = await complete(browser, answer);
      expect(reply).toMatchObject({
        status: 502,
        error: { code, message: expect.stringMatching(/^Google login failed: /) },
      });
      expect(reply.cookies.filter(({ value }) => value !== '')).toEqual([]);
      expect(withoutAttempts(await snapshot(test, { withBookkeeping: true }))).toBe(withoutAttempts(people));
      google.setMode('ok');
      expect(await signInWithGoogle(browser, { email: victim.email })).toMatchObject({ status: 201 });
    },
  );
});

async function answerFor(browser: Browser, { email }: BuiltPerson): Promise<Record<string, string>> {
  return consent(await begin(browser), { email });
}

/** Removes the attempt, which is used in each outcome. */
function withoutAttempts(text: string): string {
  return text.replace(/oauth_attempts\n[\s\S]*?\n\n/, '');
}
