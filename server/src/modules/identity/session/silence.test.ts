import { getSession, signIn } from '@samay/contract/identity/session';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../../test/fixtures/app.ts';
import { Browser, buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant } from '../../../../test/fixtures/builders.ts';
import { buildApp } from '../../../app.ts';
import { asPlatform } from '../../../db/tenant.ts';

let test: TestApp;

beforeAll(async () => {
  test = await testApp();
});
afterAll(async () => test.close());

it('says nothing secret in its log or its audit log, whatever happens to a session [T-6.7]', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const app = await buildApp({ ...test.dependencies, log });
  const person = await buildPerson(test, await buildTenant(test));
  const broken = await buildPerson(test, null, 'EMPLOYEE', { passwordHash: 'not a hash' });
  const browser = new Browser(app);
  const secrets = new Set([
    person.password,
    'wrong horse',
    'secret-in-address',
    'half-a-body',
    person.email,
    broken.email,
  ]);
  const remember = () =>
    [browser.accessToken, ...browser.cookies.values()].forEach((secret) => secret && secrets.add(secret));

  await browser.signIn(person.email, 'wrong horse');
  await browser.signIn(person.email, person.password, true);
  remember();
  await browser.send(signIn, { body: { email: 'no address', password: 'half-a-body' } });
  expect(await browser.signIn(broken.email, 'wrong horse')).toMatchObject({
    status: 500,
    error: { code: 'server.fault' },
  });
  await app.inject({
    method: 'POST',
    url: '/api/session',
    headers: { 'content-type': 'application/json' },
    payload: '{"password":"half-a-body',
  });
  await browser.send(getSession, { query: { access_token: 'secret-in-address' } });
  await app.inject(`/oauth/callback?access_token=secret-in-address`);
  await browser.send(getSession, { headers: { authorization: `Bearer ${browser.accessToken}x` } });
  const stolen = browser.copy();
  await browser.refresh();
  remember();
  await browser.refresh();
  remember();
  expect(await stolen.refresh()).toMatchObject({ status: 401 });
  await browser.signOut();
  await app.close();

  const audit = await asPlatform(test, (tx) => tx.selectFrom('audit_log').selectAll().execute());
  const written = `${lines.join('')}${JSON.stringify(audit)}`;
  expect(lines.length).toBeGreaterThan(10);
  expect(audit.length).toBeGreaterThan(2);
  expect([...secrets].filter((secret) => written.includes(secret))).toEqual([]);
  expect(secrets.size).toBeGreaterThan(10);
});
