import { getGoogleLink, unlinkGoogle } from '@samay/contract/identity/google-sign-in';
import { getSession } from '@samay/contract/identity/session';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { Browser, buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant } from '../../../../test/fixtures/builders.ts';
import {
  type Google,
  signInWithGoogle,
  startGoogle,
} from '../../../../test/fixtures/third-parties/google.ts';
import { readAudit } from '../../../../test/fixtures/rows.ts';
import { asPlatform } from '../../../db/tenant.ts';

let app: TestApp;
let google: Google;
beforeAll(async () => {
  google = await startGoogle();
  app = await testApp({ dependencies: { identity: google.identity } });
});
afterAll(async () => {
  await app.close();
  await google.close();
});

it('unlinks an account with a password, sends an email, and accepts another Google account afterwards [P-2.52]', async () => {
  const { email, password } = await buildPerson(app, await buildTenant(app));
  const browser = new Browser(app.app, { address: '203.0.113.61' });
  await signInWithGoogle(browser, { email, subject: 'first' });
  expect((await browser.send(getGoogleLink)).body).toEqual({
    since: app.dependencies.clock().toISOString(),
    mayUnlink: true,
  });
  // Another Google subject with the same address is refused until then.
  const other = new Browser(app.app, { address: '203.0.113.62' });
  expect((await signInWithGoogle(other, { email, subject: 'second' })).error?.code).toBe(
    'google.other_account',
  );

  const done = await browser.send(unlinkGoogle);
  expect([
    done.status,
    (await readAudit(app, done.headers['x-request-id'])).map(({ action }) => action),
  ]).toEqual([204, ['identity.unlinked']]);
  expect(await emailsTo(email)).toEqual(['Google was unlinked from your Samay account']);
  expect((await browser.send(getGoogleLink)).body).toEqual({ since: null, mayUnlink: false });
  expect((await browser.send(getSession)).status).toBe(200);
  const again = await browser.send(unlinkGoogle);
  expect([again.status, await readAudit(app, again.headers['x-request-id'])]).toEqual([204, []]);
  expect((await other.signIn(email, password)).status).toBe(201);
  expect((await signInWithGoogle(other, { email, subject: 'second' })).status).toBe(201);
});

it('is rejected for the only way to sign in [P-2.52]', async () => {
  const { email } = await buildPerson(app, await buildTenant(app), 'EMPLOYEE', { passwordHash: null });
  const browser = new Browser(app.app, { address: '203.0.113.63' });
  await signInWithGoogle(browser, { email });
  expect((await browser.send(getGoogleLink)).body['mayUnlink']).toBe(false);
  expect((await browser.send(unlinkGoogle)).error?.code).toBe('account.only_google');
  expect((await browser.send(getGoogleLink)).body['since']).not.toBeNull();
});

async function emailsTo(email: string): Promise<unknown[]> {
  const rows = await asPlatform(app, (tx) =>
    tx.selectFrom('outbox').select('payload').where('kind', '=', 'mail').execute(),
  );
  return rows
    .map(({ payload }) => payload as { to?: string; subject?: string })
    .filter(({ to }) => to === email)
    .map(({ subject }) => subject);
}
