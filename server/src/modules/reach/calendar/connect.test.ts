import {
  beginCalendarConnection,
  completeCalendarConnection,
  disconnectCalendar,
  getCalendarConnection,
} from '@samay/contract/reach/calendar';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import {
  buildReturn,
  type Calendars,
  connect,
  consent,
  holder,
  openCalendars,
} from '../../../../test/fixtures/third-parties/calendar.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { printInvariant } from '../../../../test/fixtures/invariants/invariant.ts';
import { testEngine } from '../../../../test/fixtures/database.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';
import { decryptToken } from './token.ts';

let calendars: Calendars;
let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  calendars = await openCalendars();
  app = await testApp({ dependencies: { calendar: calendars.provider } });
});
beforeEach(async () => {
  clinic = await buildTenant(app);
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
});
afterEach(() => {
  calendars.setMode('ok');
  app.setNow(testNow);
});
afterAll(async () => {
  await app.close();
  await calendars.close();
});

describe('connecting', () => {
  it('leads to the consent page, and back to a connected calendar [P-12.1]', async () => {
    const begun = await owner.call(beginCalendarConnection);
    const asked = new URL(begun.body.url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      scope: 'https://www.googleapis.com/auth/calendar',
      response_type: 'code',
      access_type: 'offline',
      prompt: 'consent',
      redirect_uri: `${app.dependencies.settings.publicUrl}/oauth/callback`,
      code_challenge_method: 'S256',
    });
    expect(JSON.parse(asked.get('state') ?? '')).toMatchObject({
      user_id: owner.identity?.userId,
      tenant_id: clinic.id,
    });
    const cookie = String(begun.headers['set-cookie']);
    expect(cookie).toMatch(/^samay-calendar=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/);

    const { code = '', state = '' } = await consent(begun.body.url);
    const done = await completed(owner, { code, state }, cookie.split(';')[0]);
    expect([done.status, done.body]).toMatchObject([
      201,
      {
        isConnected: true,
        needsReconnect: false,
        calendarId: holder,
        embedUrl: 'https://calendar.google.com/calendar/embed?src=owner%40citycare.example&ctz=Asia/Kolkata',
        may: { connect: true },
      },
    ]);
    const doctor = await signInAs(app, clinic, 'DOCTOR');
    expect((await doctor.call(getCalendarConnection)).body).toMatchObject({
      isConnected: true,
      may: { connect: false },
    });
  });

  it('stores the token encrypted, for this business only [P-12.2, T-6.3]', async () => {
    await connect(app, clinic, owner);
    const { encrypted_token: encrypted } = await readIntegration(clinic);
    expect(encrypted?.toString('latin1')).not.toContain('1//');
    expect(decryptToken(app.dependencies.secrets, clinic.id, encrypted ?? Buffer.alloc(0))).toMatch(/^1\/\//);
    const other = await buildTenant(app);
    expect(() => decryptToken(app.dependencies.secrets, other.id, encrypted ?? Buffer.alloc(0))).toThrow();
  });

  it('is refused where Google is not set up', async () => {
    const bare = await testApp();
    const elsewhere = await signInAs(bare, await buildTenant(bare), 'BUSINESS_OWNER');
    const refused = await elsewhere.call(beginCalendarConnection);
    expect([refused.status, refused.error?.message]).toEqual([503, 'Failed to initiate Google OAuth']);
    await bare.close();
  });

  it.each([
    ['error', 502, 'calendar.token_exchange_failed', 'Failed to exchange token with Google.'],
    ['down', 502, 'calendar.token_exchange_failed', 'Failed to exchange token with Google.'],
    ['slow', 502, 'calendar.token_exchange_failed', 'Failed to exchange token with Google.'],
    ['invalid_grant', 502, 'calendar.token_exchange_failed', 'Failed to exchange token with Google.'],
    ['forbidden', 502, 'calendar.integration_failed', 'Failed to connect Google Calendar. Please try again.'],
    ['quota', 502, 'calendar.integration_failed', 'Failed to connect Google Calendar. Please try again.'],
  ])('connects nothing while Google is %s, and says so', async (mode, status, code, message) => {
    const returned = await returnOf(owner);
    calendars.setMode(mode);
    const refused = await completed(owner, returned.body, returned.cookie);
    expect([refused.status, refused.error]).toMatchObject([status, { code, message }]);
    expect((await owner.call(getCalendarConnection)).body).toMatchObject({
      isConnected: false,
      calendarId: null,
      embedUrl: null,
    });
  });
});

it('links no calendar by a return that is not the caller’s own [P-12.1, T-3.6]', async () => {
  const attacker = await signInAs(app, await buildTenant(app), 'BUSINESS_OWNER');
  const colleague = await signInAs(app, clinic, 'BUSINESS_OWNER');
  const own = await returnOf(owner);
  const theirs = await returnOf(attacker);
  const ofColleague = await returnOf(colleague);
  const parsed = JSON.parse(own.body.state) as Record<string, string>;
  const forged = (changes: object) => JSON.stringify({ ...parsed, ...changes });
  const tries: [what: string, body: { code: string; state: string }, cookie: string | undefined][] = [
    ["the attacker's code and state, the victim's cookie", theirs.body, own.cookie],
    ["the attacker's code, state and cookie", theirs.body, theirs.cookie],
    [
      "the attacker's return with the victim named in it",
      { ...theirs.body, state: forged({ nonce: 'x'.repeat(32) }) },
      theirs.cookie,
    ],
    ["a colleague's return", ofColleague.body, ofColleague.cookie],
    ['no cookie', own.body, undefined],
    ["another attempt's cookie", own.body, (await returnOf(owner)).cookie],
    ['another nonce', { ...own.body, state: forged({ nonce: 'x'.repeat(32) }) }, own.cookie],
    [
      'another business',
      { ...own.body, state: forged({ tenant_id: attacker.identity?.userId }) },
      own.cookie,
    ],
    [
      'no signature',
      { ...own.body, state: JSON.stringify({ user_id: parsed['user_id'], tenant_id: parsed['tenant_id'] }) },
      own.cookie,
    ],
    ['a state that is no JSON', { ...own.body, state: 'of-nobody' }, own.cookie],
  ];
  const late = await returnOf(owner);
  let refusedCount = 0;
  for (const [what, body, cookie] of tries) {
    const refused = await completed(owner, body, cookie);
    expect([what, refused.status, refused.error?.message]).toEqual([
      what,
      400,
      'Invalid authentication callback.',
    ]);
    refusedCount += 1;
  }
  app.setNow('2026-11-21T04:40:01.000Z');
  expect((await completed(owner, late.body, late.cookie)).error?.code).toBe('google.invalid_callback');
  app.setNow(testNow);
  expect((await integrationsIn(clinic)).length).toBe(0);

  const answers = await Promise.all(Array.from({ length: 5 }, () => completed(owner, own.body, own.cookie)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400, 400]);
  printInvariant({
    id: 'P-12.1',
    driver: testEngine,
    n: tries.length,
    violations: tries.length - refusedCount,
    what: 'calendar links refused',
  });
});

describe('disconnecting', () => {
  it('deletes the token immediately, revokes it at Google, and can be repeated [P-12.8]', async () => {
    await connect(app, clinic, owner);
    expect((await owner.call(disconnectCalendar)).status).toBe(204);
    expect(await readIntegration(clinic)).toMatchObject({ is_connected: false, encrypted_token: null });
    expect((await owner.call(getCalendarConnection)).body).toMatchObject({
      isConnected: false,
      needsReconnect: false,
      embedUrl: null,
    });
    expect((await owner.call(disconnectCalendar)).status).toBe(204);
    await deliverDue(app.dependencies);
    expect(calendars.asked().filter((line) => line === 'POST /revoke')).toHaveLength(1);
  });

  it('works while Google is away, and gives the access back later', async () => {
    await connect(app, clinic, owner);
    calendars.setMode('down');
    expect((await owner.call(disconnectCalendar)).status).toBe(204);
    await deliverDue(app.dependencies);
    calendars.setMode('ok');
    app.setNow('2026-11-21T04:31:00.000Z');
    const before = calendars.asked().length;
    await deliverDue(app.dependencies);
    expect(calendars.asked().slice(before)).toEqual(['POST /revoke']);
    const effects = await asPlatform(app.dependencies, (tx) =>
      tx.selectFrom('outbox').selectAll().where('tenant_id', '=', clinic.id).execute(),
    );
    expect(effects).toMatchObject([{ kind: 'calendar.revoke', payload: {}, last_error: null }]);
  });

  it('does not revoke access that was connected again meanwhile', async () => {
    await connect(app, clinic, owner);
    await owner.call(disconnectCalendar);
    await connect(app, clinic, owner);
    const before = calendars.asked().length;
    await deliverDue(app.dependencies);
    expect(calendars.asked().slice(before)).not.toContain('POST /revoke');
    expect((await owner.call(getCalendarConnection)).body.isConnected).toBe(true);
  });

  it.each([
    ['was connected again meanwhile', async () => owner.call(disconnectCalendar)],
    ['takes its place', async () => undefined],
  ])('gives the access of one account back where another one %s [P-12.8]', async (_what, before) => {
    await connect(app, clinic, owner);
    const { encrypted_token: first } = await readIntegration(clinic);
    await before();
    await connect(app, clinic, owner, 'other@citycare.example');
    await deliverDue(app.dependencies);
    const tokens = [first, (await readIntegration(clinic)).encrypted_token].map((encrypted) =>
      decryptToken(app.dependencies.secrets, clinic.id, encrypted ?? Buffer.alloc(0)),
    );
    const opened = await Promise.allSettled(tokens.map((token) => calendars.provider.calendarOf(token)));
    expect(opened).toMatchObject([{ reason: { kind: 'revoked' } }, { value: 'other@citycare.example' }]);
  });

  it('revokes nothing if the same account is connected again', async () => {
    await connect(app, clinic, owner);
    const before = calendars.asked().length;
    await connect(app, clinic, owner);
    await deliverDue(app.dependencies);
    expect(calendars.asked().slice(before)).not.toContain('POST /revoke');
  });
});

async function returnOf(client: Client) {
  const tenant = client === owner ? clinic.id : await tenantOf(client);
  if (!client.identity) throw new Error('nobody is signed in');
  const { body, headers } = await buildReturn(app, tenant, client.identity);
  return { body, cookie: /samay-calendar=[^;]+/.exec(headers.cookie)?.[0] ?? '' };
}

async function tenantOf({ identity }: Client): Promise<string> {
  const { tenant_id: id } = await asPlatform(app.dependencies, (tx) =>
    tx
      .selectFrom('memberships')
      .select('tenant_id')
      .where('user_id', '=', identity?.userId ?? '')
      .executeTakeFirstOrThrow(),
  );
  return id;
}

async function completed(client: Client, body: { code: string; state: string }, cookie = '') {
  const headers = { cookie: `samay-device=${client.identity?.device}; ${cookie}` };
  return client.send(completeCalendarConnection, { body, headers });
}

async function integrationsIn({ id }: BuiltTenant) {
  return asPlatform(app.dependencies, (tx) =>
    tx.selectFrom('tenant_integrations').selectAll().where('tenant_id', '=', id).execute(),
  );
}

async function readIntegration(tenant: BuiltTenant) {
  const [integration] = await integrationsIn(tenant);
  if (!integration) throw new Error('nothing is connected');
  return integration;
}
