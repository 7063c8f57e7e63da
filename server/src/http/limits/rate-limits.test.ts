import { linkPrescription } from '@samay/contract/bookings/prescriptions';
import { getSession, refreshSession, signOut } from '@samay/contract/identity/session';
import { describe, expect, it } from 'vitest';
import { testApp, testNow } from '../../../test/fixtures/app.ts';
import { Browser, buildPerson } from '../../../test/fixtures/browser.ts';
import { buildAppointment, buildTenant, signInAs } from '../../../test/fixtures/builders.ts';
import { readSettings } from '../../core/settings.ts';
import { addressKey, Limits } from './rate-limits.ts';

describe('an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3::203.0.113.7', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is counted as %s [S-1.4]', (ip, key) => {
    expect(addressKey(ip)).toBe(key);
  });
});

const defaults = readSettings({ NODE_ENV: 'test' }).limits;

describe('the limits, unless set otherwise', () => {
  it('are these [S-1.1, S-1.3]', () => {
    expect(defaults).toMatchObject({
      perUser: 300,
      anonymous: 60,
      writes: 20,
      writesPerTenant: 60,
      refreshes: 30,
      fileLinks: 60,
      streamsPerUser: 5,
      streamsPerTenant: 100,
      signInFailuresPerAccount: 5,
      signInFailuresPerAddress: 20,
    });
  });

  it('allow a person 20 writes a minute and a business 60, also concurrent ones [S-1.1]', async () => {
    const limits = new Limits(defaults);
    expect(await passing(30, () => limits.countWrite('asha', 'clinic'))).toBe(20);
    const people = ['ravi', 'meera', 'sunil', 'kavita'];
    const passed = await Promise.all(
      people.map((person) => passing(20, () => limits.countWrite(person, 'clinic'))),
    );
    expect(passed.reduce((sum, count) => sum + count, 0)).toBe(40);
    expect(await passing(20, () => limits.countWrite('nisha', 'another clinic'))).toBe(20);
  });

  it('answer an address 60 times a minute without a session, and then say how long to wait [S-1.1]', async () => {
    const test = await testApp({ limits: defaults });
    const browser = new Browser(test.app, { address: '203.0.113.9' });
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) => browser.send(index % 2 ? signOut : getSession)),
    );
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(40);
    expect(refused[0]).toMatchObject({
      error: { code: 'request.too_many', message: 'Too many attempts. Please wait a moment and try again.' },
    });
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect(await new Browser(test.app, { address: '203.0.113.10' }).send(signOut)).toMatchObject({
      status: 204,
    });
    await test.close();
  });

  it.each([
    ['what is not there', { method: 'GET', url: '/api/nothing' }, 404],
    ['another method', { method: 'DELETE', url: '/api/health/live' }, 404],
    ['a body of a type that nobody takes', { ...withBody('<a/>', 'text/xml'), url: '/api/session' }, 415],
    ['a body that is no JSON', { ...withBody('{', 'application/json'), url: '/api/session' }, 400],
    [
      'a body that is too long',
      { ...withBody('1'.repeat(300_000), 'application/json'), url: '/api/session' },
      413,
    ],
    ['an address that cannot be read', { method: 'GET', url: '/api/%zz' }, 400],
  ] as const)(
    'count a request for %s for its address, before any endpoint has it [S-1.1]',
    async (_what, request, status) => {
      const test = await testApp({ limits: { ...defaults, anonymous: 3 } });
      const from = (remoteAddress: string) => test.app.inject({ ...request, remoteAddress });
      const answered = [];
      for (let sent = 0; sent < 5; sent += 1) answered.push((await from('203.0.113.9')).statusCode);
      expect(answered).toEqual([status, status, status, 429, 429]);
      expect(Number((await from('203.0.113.9')).headers['retry-after'])).toBeGreaterThan(0);
      expect((await from('203.0.113.10')).statusCode).toBe(status);
      await test.close();
    },
  );

  it('answer a person 300 times a minute [S-1.1]', async () => {
    const test = await testApp({ limits: defaults });
    const tenant = await buildTenant(test);
    const [asha, ravi] = [await signInAs(test, tenant), await signInAs(test, tenant)];
    const statuses = await Promise.all(
      Array.from({ length: 320 }, async () => (await asha.call(getSession)).status),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    expect(await ravi.call(getSession)).toMatchObject({ status: 200 });
    await test.close();
  });
});

describe('what has a limit of its own', () => {
  it('renews 30 sessions of an address together, with another limit than strangers [S-1.2]', async () => {
    const test = await testApp({ limits: { ...defaults, anonymous: 10 } });
    const browser = new Browser(test.app, { address: '203.0.113.9' });
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => (await browser.send(refreshSession)).status),
    );
    // Nobody is signed in there: accepted requests get 403.
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    expect((await browser.send(signOut)).status).toBe(204);
    expect((await new Browser(test.app, { address: '203.0.113.10' }).send(refreshSession)).status).toBe(403);
    await test.close();
  });

  it('answers expired tokens of a clinic’s screens, however many wake together, under another limit than strangers [S-1.2]', async () => {
    const test = await testApp({ limits: { ...defaults, anonymous: 10, perUser: 50 } });
    const browser = new Browser(test.app, { address: '203.0.113.9' });
    const person = await buildPerson(test, await buildTenant(test));
    await browser.signIn(person.email, person.password);
    test.setNow(new Date(Date.parse(testNow) + 16 * 60_000).toISOString());
    const asked = await Promise.all(Array.from({ length: 60 }, () => browser.send(getSession)));
    expect(asked.map(({ error }) => String(error?.code)).toSorted()).toEqual([
      ...Array<string>(10).fill('request.too_many'),
      ...Array<string>(50).fill('token.expired'),
    ]);
    // Sign-ins from there still work: they are counted separately.
    expect(
      (await new Browser(test.app, { address: '203.0.113.9' }).signIn(person.email, person.password)).status,
    ).toBe(201);
    await test.close();
  });

  it('makes a person 60 links to files a minute, whatever is left of their writes [S-1.2]', async () => {
    const test = await testApp({ limits: { ...defaults, writes: 1 } });
    const tenant = await buildTenant(test);
    const [asha, ravi] = [await signInAs(test, tenant), await signInAs(test, tenant)];
    const params = { id: await buildAppointment(test, tenant) };
    const statuses = await Promise.all(
      Array.from({ length: 70 }, async () => (await asha.send(linkPrescription, { params })).status),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    expect((await ravi.send(linkPrescription, { params })).status).toBe(404);
    await test.close();
  });
});

async function passing(times: number, count: () => Promise<void>): Promise<number> {
  const outcomes = await Promise.allSettled(Array.from({ length: times }, count));
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

function withBody(payload: string, type: string) {
  return { method: 'POST', payload, headers: { 'content-type': type } } as const;
}
