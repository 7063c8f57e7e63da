import { randomUUID } from 'node:crypto';
import {
  endOtherSessions,
  endSession,
  listSessions,
  type SessionLine,
} from '@samay/contract/identity/sessions';
import { getSession } from '@samay/contract/identity/session';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp, testNow } from '../../../../test/fixtures/app.ts';
import { Browser, type BuiltPerson, buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant } from '../../../../test/fixtures/builders.ts';
import { readAudit } from '../../../../test/fixtures/rows.ts';

const agents = {
  phone:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  laptop:
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
};

let test: TestApp;
beforeAll(async () => {
  test = await testApp();
});
afterEach(() => test.setNow(testNow));
afterAll(() => test.close());

describe('where one is signed in', () => {
  it('names browsers and systems, this session first, then the most recently used [P-2.17]', async () => {
    const person = await buildPerson(test, await buildTenant(test));
    const laptop = await signedIn(person, agents.laptop);
    test.setNow('2026-11-21T04:34:00.000Z');
    const phone = await signedIn(person, agents.phone);
    const program = await signedIn(person, 'x'.repeat(2000));
    test.setNow('2026-11-21T04:44:00.000Z');
    await phone.refresh();
    expect(await getItems(laptop)).toEqual([
      {
        id: getId(laptop),
        isCurrent: true,
        browser: 'Safari',
        system: 'macOS',
        startedAt: testNow,
        lastUsedAt: testNow,
      },
      {
        id: getId(phone),
        isCurrent: false,
        browser: 'Chrome',
        system: 'Android',
        startedAt: '2026-11-21T04:34:00.000Z',
        lastUsedAt: '2026-11-21T04:44:00.000Z',
      },
      expect.objectContaining({ id: getId(program), browser: null, system: null }),
    ]);
  });

  it('contains no ended session, and none of another person', async () => {
    const tenant = await buildTenant(test);
    const [person, colleague] = [await buildPerson(test, tenant), await buildPerson(test, tenant)];
    const [left, here] = [await signedIn(person), await signedIn(person)];
    await signedIn(colleague);
    await left.signOut();
    expect((await getItems(here)).map(({ id }) => id)).toEqual([getId(here)]);
  });

  it('requires a session', async () => {
    for (const endpoint of [listSessions, endSession, endOtherSessions]) {
      expect(await new Browser(test.app).send(endpoint)).toMatchObject({
        status: 401,
        error: { code: 'session.required' },
      });
    }
  });
});

describe('ending one', () => {
  it('signs that browser out at its next request, and no other [P-2.17]', async () => {
    const tenant = await buildTenant(test);
    const person = await buildPerson(test, tenant);
    const [lost, here, other] = [await signedIn(person), await signedIn(person), await signedIn(person)];
    const lostId = getId(lost);
    const reply = await here.send(endSession, { params: { id: lostId } });
    expect(reply.status).toBe(204);
    expect(await lost.send(getSession)).toMatchObject({ status: 401, error: { code: 'session.ended' } });
    expect(await lost.refresh()).toMatchObject({ status: 401 });
    for (const kept of [here, other]) expect(await kept.send(getSession)).toMatchObject({ status: 200 });
    expect(await readAudit(test, reply.headers['x-request-id'])).toEqual([
      { tenant_id: tenant.id, action: 'session.ended', object: lostId },
    ]);
  });

  it('does not find sessions of others, ended ones, and unknown ones', async () => {
    const [person, stranger] = [await buildPerson(test), await buildPerson(test)];
    const [here, over, theirs] = [await signedIn(person), await signedIn(person), await signedIn(stranger)];
    const ids = [getId(theirs), getId(over), randomUUID()];
    await over.signOut();
    for (const id of ids) {
      expect(await here.send(endSession, { params: { id } })).toMatchObject({
        status: 404,
        error: { code: 'not_found' },
      });
    }
    expect(await theirs.send(getSession)).toMatchObject({ status: 200 });
  });
});

describe('ending all others', () => {
  it('returns their number, and keeps this session', async () => {
    const tenant = await buildTenant(test);
    const person = await buildPerson(test, tenant);
    const [here, one, two] = [await signedIn(person), await signedIn(person), await signedIn(person)];
    const colleague = await signedIn(await buildPerson(test, tenant));
    const reply = await here.send(endOtherSessions);
    expect(reply.body).toEqual({ ended: 2 });
    for (const ended of [one, two])
      expect(await ended.send(getSession)).toMatchObject({ error: { code: 'session.ended' } });
    for (const kept of [here, colleague]) expect(await kept.send(getSession)).toMatchObject({ status: 200 });
    expect(await readAudit(test, reply.headers['x-request-id'])).toEqual([
      { tenant_id: tenant.id, action: 'sessions.ended', object: person.id },
    ]);
    const again = await here.send(endOtherSessions);
    expect(again.body).toEqual({ ended: 0 });
    expect(await readAudit(test, again.headers['x-request-id'])).toEqual([]);
  });
});

async function signedIn(person: BuiltPerson, agent = agents.phone): Promise<Browser> {
  const browser = new Browser(test.app);
  await browser.signIn(person.email, person.password, false, { 'user-agent': agent });
  return browser;
}

async function getItems(browser: Browser): Promise<SessionLine[]> {
  return (await browser.send(listSessions)).body['items'] as SessionLine[];
}

function getId(browser: Browser): string {
  return browser.cookies.get('samay-refresh')?.split('.')[0] ?? '';
}
