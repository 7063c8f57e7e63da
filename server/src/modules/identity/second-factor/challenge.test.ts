import { createAppointment, listAppointments } from '@samay/contract/bookings/appointments';
import { openLive } from '@samay/contract/reach/live';
import {
  confirmEnrolment,
  raiseAssurance,
  removeSecondFactor,
  renewRecoveryCodes,
  startEnrolment,
} from '@samay/contract/identity/second-factor';
import { getSession } from '@samay/contract/identity/session';
import { listSessions } from '@samay/contract/identity/sessions';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, testNow } from '../../../../test/fixtures/app.ts';
import {
  Browser,
  type BrowserReply,
  type BuiltPerson,
  buildPerson,
} from '../../../../test/fixtures/browser.ts';
import { type BuiltTenant, buildTenant } from '../../../../test/fixtures/builders.ts';
import { testEngine } from '../../../../test/fixtures/database.ts';
import { countWaiting } from '../../../../test/fixtures/database/postgres-template.ts';
import { type Authenticator, buildFactor } from '../../../../test/fixtures/factor.ts';
import { printInvariant } from '../../../../test/fixtures/invariants/invariant.ts';
import { readSettings } from '../../../core/settings.ts';
import { AccessTokens } from '../../../http/access-token.ts';
import { hashOfDevice } from '../../../http/cookies.ts';
import { asPlatform, type Tx } from '../../../db/tenant.ts';
import { hashOfRecoveryCode } from './codes.ts';
import { replaceRecoveryCodes } from './queries.ts';
import { takeFactorAway } from './change.ts';

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterEach(() => test.setNow(testNow));
afterAll(() => test.close());

interface Pending {
  readonly browser: Browser;
  readonly person: BuiltPerson;
  readonly tenant: BuiltTenant;
  readonly app: Authenticator;
}

describe('signing in with a second factor', () => {
  it('creates a session without permissions until a code raises it [P-2.23]', async () => {
    const { browser, app, tenant } = await passwordOnly();
    expect(await browser.send(getSession)).toMatchObject({
      status: 200,
      body: { awaits: 'code', assurance: 'aal1', permissions: [], tenant: { id: tenant.id } },
    });
    const raised = await browser.send(raiseAssurance, { body: { code: codeAfter(app) } });
    expect(raised.status).toBe(200);
    expect(getClaims(raised)).toMatchObject({ aal: 'aal2', amr: ['pwd', 'otp'] });
    browser.accessToken = raised.body.accessToken;
    expect(await browser.send(getSession)).toMatchObject({ body: { awaits: null, assurance: 'aal2' } });
    expect(await browser.send(listAppointments)).toMatchObject({ status: 200 });
  });

  it('keeps the assurance over a refresh, and requires a code again after the next sign-in', async () => {
    const { browser, person, app } = await passwordOnly();
    await browser.send(raiseAssurance, { body: { code: codeAfter(app) } });
    expect(getClaims(await browser.refresh())).toMatchObject({ aal: 'aal2' });
    expect(await browser.send(listAppointments)).toMatchObject({ status: 200 });
    await browser.signIn(person.email, person.password);
    expect(await browser.send(getSession)).toMatchObject({ body: { awaits: 'code' } });
  });

  it('accepts the previous and the next code, and no other', async () => {
    const outcomes: Record<string, number> = {};
    for (const seconds of [-90, -60, -30, 0, 30, 60, 90]) {
      const { browser, app } = await passwordOnly();
      outcomes[seconds] = (
        await browser.send(raiseAssurance, { body: { code: codeAfter(app, seconds) } })
      ).status;
    }
    expect(outcomes).toEqual({
      '-90': 422,
      '-60': 422,
      '-30': 200,
      '0': 200,
      '30': 200,
      '60': 422,
      '90': 422,
    });
  });

  it('can be ended by signing out', async () => {
    const { browser } = await passwordOnly();
    expect(await browser.signOut()).toMatchObject({ status: 204 });
    expect(await browser.send(getSession)).toMatchObject({ status: 401 });
  });
});

describe('the password alone is not enough', () => {
  const attempts: Record<string, (who: Pending) => Promise<BrowserReply>> = {
    'reads bookings': ({ browser }) => browser.send(listAppointments),
    books: ({ browser }) => browser.send(createAppointment, { body: {} }),
    'reads where the owner is signed in': ({ browser }) => browser.send(listSessions),
    'listens to changes': ({ browser }) => browser.send(openLive),
    'begins another second factor': ({ browser }) => browser.send(startEnrolment),
    'confirms another second factor': ({ browser, app }) =>
      browser.send(confirmEnrolment, { body: { code: codeAfter(app) } }),
    'turns it off with a right code, without having proven it first': ({ browser, app }) =>
      browser.send(removeSecondFactor, { body: { code: codeAfter(app) } }),
    'renews the recovery codes': ({ browser, app }) =>
      browser.send(renewRecoveryCodes, { body: { code: codeAfter(app) } }),
    'refreshes and tries again': async ({ browser }) => {
      await browser.refresh();
      return browser.send(listAppointments);
    },
    'brings a token that claims aal2': async ({ browser, person }) => {
      const tokens = new AccessTokens(test.dependencies.secrets, test.dependencies.settings.publicUrl);
      const sessionId = browser.cookies.get('samay-refresh')?.split('.')[0] ?? '';
      const deviceHash = hashOfDevice(browser.cookies.get('samay-device') ?? '');
      const { accessToken } = await tokens.sign(
        { userId: person.id, sessionId, assurance: 'aal2', deviceHash },
        test.dependencies.clock(),
      );
      browser.accessToken = accessToken;
      return browser.send(listAppointments);
    },
    'brings a code that was used': async (who) => {
      await who.browser.send(raiseAssurance, { body: { code: codeAfter(who.app) } });
      await who.browser.signIn(who.person.email, who.person.password);
      await who.browser.send(raiseAssurance, { body: { code: codeAfter(who.app) } });
      return who.browser.send(listAppointments);
    },
    "brings a code of somebody else's app": async ({ browser }) => {
      await browser.send(raiseAssurance, { body: { code: codeAfter((await passwordOnly()).app) } });
      return browser.send(listAppointments);
    },
  };

  it('is rejected in all 12 cases, and changes nothing [T-3.3]', async () => {
    const letIn: string[] = [];
    for (const [what, attempt] of Object.entries(attempts)) {
      const who = await passwordOnly();
      const refused = await attempt(who);
      if (refused.status !== 403 || refused.error?.code !== 'session.insufficient_assurance')
        letIn.push(what);
      expect(await readFactor(who.person.id), what).toMatchObject({ verified_at: new Date(testNow) });
    }
    printInvariant({ id: 'T-3.3', driver: test.database.kind, n: 12, violations: letIn.length });
    expect(letIn).toEqual([]);
    expect(Object.keys(attempts)).toHaveLength(12);
  });

  it('one code raises one of many sessions that use it concurrently [T-3.3]', async () => {
    const { browser, app } = await passwordOnly();
    const replies = await Promise.all(
      Array.from({ length: 50 }, () =>
        browser.copy().send(raiseAssurance, { body: { code: codeAfter(app) } }),
      ),
    );
    const ok = replies.filter(({ status }) => status === 200).length;
    printInvariant({
      id: 'T-3.3 same code',
      driver: test.database.kind,
      n: 50,
      violations: Math.abs(ok - 1),
    });
    expect(ok).toBe(1);
    expect(new Set(replies.map(({ status, error }) => `${status} ${error?.code ?? ''}`))).toEqual(
      new Set(['200 ', '422 factor.invalid_code']),
    );
    expect(await browser.send(getSession)).toMatchObject({ status: 200, body: { awaits: null } });
  });
});

describe('guessing', () => {
  it('ends the session with the fifth wrong code in a row, and audits each [P-2.27]', async () => {
    const { browser, app } = await passwordOnly();
    const guess = () => browser.send(raiseAssurance, { body: { code: '000000' } });
    for (let tried = 0; tried < 4; tried += 1)
      expect(await guess()).toMatchObject({ error: { code: 'factor.invalid_code' } });
    const last = await guess();
    expect(last).toMatchObject({ status: 401, error: { code: 'session.ended' } });
    expect(await browser.send(raiseAssurance, { body: { code: codeAfter(app) } })).toMatchObject({
      status: 401,
    });
    expect(await browser.refresh()).toMatchObject({ status: 401 });
    const requestId = String(last.headers['x-request-id']);
    const noted = await asPlatform(test, (tx) =>
      tx
        .selectFrom('audit_log')
        .select('action')
        .where('request_id', '=', requestId)
        .orderBy('action')
        .execute(),
    );
    expect(noted.map(({ action }) => action)).toEqual(['session.code_refused', 'session.ended']);
  });

  it('restarts the count after a right code, and does not count a second submit', async () => {
    const { browser, app } = await passwordOnly();
    const wrong = async () => (await browser.send(raiseAssurance, { body: { code: '000000' } })).status;
    for (let tried = 0; tried < 4; tried += 1) await wrong();
    expect(await browser.send(raiseAssurance, { body: { code: codeAfter(app) } })).toMatchObject({
      status: 200,
    });
    for (let tried = 0; tried < 6; tried += 1) {
      expect(await browser.send(raiseAssurance, { body: { code: codeAfter(app) } })).toMatchObject({
        status: 422,
        error: { fields: { code: 'This code was already used' } },
      });
    }
    for (let tried = 0; tried < 4; tried += 1) expect(await wrong()).toBe(422);
    expect(await wrong()).toBe(401);
  });

  it('respects the limit for concurrent calls: five of fifty are checked', async () => {
    const { browser, person } = await passwordOnly();
    await Promise.all(
      Array.from({ length: 50 }, () => browser.copy().send(raiseAssurance, { body: { code: '000000' } })),
    );
    const rows = await asPlatform(test, (tx) =>
      tx.selectFrom('sessions').selectAll().where('user_id', '=', person.id).execute(),
    );
    expect(rows).toMatchObject([{ ended_because: 'wrong_codes' }]);
    const refused = await asPlatform(test, (tx) =>
      tx
        .selectFrom('audit_log')
        .selectAll()
        .where('actor_id', '=', person.id)
        .where('action', '=', 'session.code_refused')
        .execute(),
    );
    expect(refused).toHaveLength(5);
  });

  it('is limited by default to 15 a minute from an address and 10 wrong ones of a person in 15 minutes [P-2.27]', async () => {
    const { codesPerAddress, wrongCodesPerPerson } = readSettings({ NODE_ENV: 'test' }).limits;
    const limited = await testApp({ limits: { codesPerAddress, wrongCodesPerPerson } });
    const tenant = await buildTenant(limited);
    const person = await buildPerson(limited, tenant);
    await buildFactor(limited, person.id);
    const tries: number[] = [];
    for (let session = 0; session < 3; session += 1) {
      const browser = new Browser(limited.app, { address: `203.0.113.${session}` });
      await browser.signIn(person.email, person.password);
      for (let tried = 0; tried < 5; tried += 1)
        tries.push((await browser.send(raiseAssurance, { body: { code: '000000' } })).status);
    }
    expect(tries).toEqual([422, 422, 422, 422, 401, 422, 422, 422, 422, 401, 429, 429, 429, 429, 429]);

    const other = await buildPerson(limited, tenant);
    await buildFactor(limited, other.id);
    const browser = new Browser(limited.app, { address: '203.0.113.77' });
    await browser.signIn(other.email, other.password);
    const codes = [];
    for (let tried = 0; tried < 20; tried += 1) {
      codes.push((await browser.send(raiseAssurance, { body: { recoveryCode: 'aaaaa-aaaaa' } })).status);
      if (codes.at(-1) === 401) await browser.signIn(other.email, other.password);
    }
    expect(codes.filter((status) => status === 429)).toHaveLength(5);
    await limited.close();
  });
});

// The embedded database runs one transaction at a time.
if (testEngine === 'postgres') {
  it('may be taken away while its owner enters a recovery code [O-3.14]', async () => {
    const { browser, person } = await passwordOnly();
    const { dependencies } = test;
    const recoveryCode = 'x7k2m-9qrt4';
    const hash = hashOfRecoveryCode(dependencies.secrets, person.id, recoveryCode);
    await asPlatform(test, (tx) => replaceRecoveryCodes(tx, person.id, [hash]));
    const takeAway = (tx: Tx) => takeFactorAway(tx, { now: dependencies.clock(), dependencies }, person);
    const { taking, raising } = await asPlatform(test, async (tx) => {
      await tx
        .selectFrom('recovery_codes')
        .select('code_hash')
        .where('user_id', '=', person.id)
        .forUpdate()
        .execute();
      const taking = asPlatform(test, takeAway);
      await expect.poll(() => countWaiting(test.database), { interval: 10, timeout: 4_000 }).toBe(1);
      const raising = browser.send(raiseAssurance, { body: { recoveryCode } });
      await expect.poll(() => countWaiting(test.database), { interval: 10, timeout: 4_000 }).toBe(2);
      return { taking, raising };
    });
    await taking;
    expect((await raising).error?.code).toBe('factor.missing');
    expect(await readFactor(person.id)).toBeUndefined();
  });
}

/** Builds a person with a second factor who has signed in with the password only. */
async function passwordOnly(): Promise<Pending> {
  const tenant = await buildTenant(test);
  const person = await buildPerson(test, tenant, 'BUSINESS_OWNER');
  const app = await buildFactor(test, person.id);
  const browser = new Browser(test.app);
  await browser.signIn(person.email, person.password);
  return { browser, person, tenant, app };
}

function codeAfter(app: Authenticator, seconds = 0): string {
  return app.codeAt(new Date(test.dependencies.clock().getTime() + seconds * 1000));
}

async function readFactor(userId: string) {
  return asPlatform(test, (tx) =>
    tx.selectFrom('second_factors').selectAll().where('user_id', '=', userId).executeTakeFirst(),
  );
}

function getClaims({ body }: BrowserReply): unknown {
  return JSON.parse(Buffer.from(body.accessToken.split('.')[1] ?? '', 'base64url').toString());
}
