import { openMailedLink, requestPasswordRecovery, setPassword } from '@samay/contract/passwords';
import { getSession } from '@samay/contract/session';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testNow } from '../../../test/app.ts';
import { Browser, buildPerson } from '../../../test/browser.ts';
import { buildTenant } from '../../../test/builders.ts';
import { linkIn } from '../../../test/mailbox.ts';
import { type PostOffice, postOffice } from '../../../test/post-office.ts';
import { auditOf } from '../../../test/rows.ts';
import { buildApp } from '../../app.ts';
import { asPlatform } from '../../db/tenant.ts';

let office: PostOffice;
let browser: Browser;
beforeAll(async () => {
  office = await postOffice();
  browser = new Browser(office.app);
});
afterEach(() => office.setNow(testNow));
afterAll(() => office.close());

const password = 'battery staple';

function later(minutes: number): void {
  office.setNow(new Date(office.parts.clock().getTime() + minutes * 60_000).toISOString());
}

describe('a forgotten password', () => {
  it('is replaced by a mailed link: the old one opens nothing, and every session has ended', async () => {
    const tenant = await buildTenant(office);
    const person = await buildPerson(office, tenant);
    const signedIn = [new Browser(office.app), new Browser(office.app)];
    for (const each of signedIn) await each.signIn(person.email, person.password);
    expect(await browser.send(requestPasswordRecovery, { body: { email: person.email } })).toMatchObject({ status: 204, body: {} });
    const link = await office.linkTo(person.email);
    expect(await browser.send(openMailedLink, { body: { link } })).toMatchObject({
      status: 200,
      body: { email: person.email, purpose: 'recovery' },
    });
    const set = await browser.send(setPassword, { body: { link, password } });
    expect([set.status, set.cookies]).toEqual([204, []]);
    for (const each of signedIn) expect(await each.send(getSession)).toMatchObject({ status: 401, error: { code: 'session.ended' } });
    expect(await new Browser(office.app).signIn(person.email, person.password)).toMatchObject({ status: 401 });
    expect(await new Browser(office.app).signIn(person.email, password)).toMatchObject({ status: 201 });
    expect(await auditOf(office, set.headers['x-request-id'])).toEqual(
      expect.arrayContaining([{ tenant_id: tenant.id, action: 'password.set', object: person.id }]),
    );
  });

  it('is mailed in the form that reaches no server: after the #, to our own address whatever a request claims to be for', async () => {
    const person = await buildPerson(office);
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      origin: 'https://evil.example',
      forwarded: 'host=evil.example',
    };
    await browser.send(requestPasswordRecovery, { body: { email: person.email }, headers });
    const [letter] = await office.lettersTo(person.email);
    if (!letter) throw new Error('there is no letter');
    const { origin, pathname, search, hash } = linkIn(letter);
    expect([origin, pathname, search]).toEqual([office.parts.settings.publicUrl, '/update-password', '']);
    expect([...new URLSearchParams(hash.slice(1)).keys()]).toEqual(['access_token', 'refresh_token', 'type']);
    expect(letter.text).not.toContain('evil');
    expect(letter.subject).toBe('Set a new password for Samay');
  });

  it('is mailed to the address as its owner wrote it, never to another spelling', async () => {
    const person = await buildPerson(office, null, 'EMPLOYEE', { email: 'Meera.Pillai@people.example' });
    await browser.send(requestPasswordRecovery, { body: { email: ' meera.PILLAI@people.example ' } });
    expect(await office.lettersTo(person.email)).toHaveLength(1);
    expect(await office.lettersTo('meera.PILLAI@people.example')).toHaveLength(0);
  });

  it('of somebody who came with Google may be set too; of nobody, and of a deleted account, nothing is mailed', async () => {
    const withoutPassword = await buildPerson(office, null, 'EMPLOYEE', { passwordHash: null });
    const gone = await buildPerson(office);
    await asPlatform(office, (tx) =>
      tx
        .updateTable('users')
        .set({ deleted_at: new Date(testNow) })
        .where('id', '=', gone.id)
        .execute(),
    );
    for (const email of [withoutPassword.email, gone.email, 'nobody@people.example']) {
      expect(await browser.send(requestPasswordRecovery, { body: { email } })).toMatchObject({ status: 204 });
    }
    expect([(await office.lettersTo(gone.email)).length, (await office.lettersTo('nobody@people.example')).length]).toEqual([0, 0]);
    const link = await office.linkTo(withoutPassword.email);
    expect(await browser.send(setPassword, { body: { link, password } })).toMatchObject({ status: 204 });
    expect(await new Browser(office.app).signIn(withoutPassword.email, password)).toMatchObject({ status: 201 });
  });

  it('has fifteen minutes, which begin when the letter leaves', async () => {
    const person = await buildPerson(office);
    await browser.send(requestPasswordRecovery, { body: { email: person.email } });
    later(60); // as long as the mail server was away
    const link = await office.linkTo(person.email);
    later(14.9);
    expect(await browser.send(openMailedLink, { body: { link } })).toMatchObject({ status: 200 });
    later(0.1);
    expect(await browser.send(openMailedLink, { body: { link } })).toMatchObject({
      status: 403,
      error: { code: 'link.unknown', message: 'Failed to establish an authenticated session.' },
    });
    expect(await browser.send(setPassword, { body: { link, password } })).toMatchObject({
      status: 403,
      error: { code: 'link.spent', message: 'No active session. Please request a new link.' },
    });
  });
});

describe('the server refuses', () => {
  it('to promise a letter where no mail server is set up', async () => {
    const app = await buildApp({ ...office.parts, mail: undefined });
    expect(await new Browser(app).send(requestPasswordRecovery, { body: { email: 'somebody@people.example' } })).toMatchObject({
      status: 503,
      error: { code: 'mail.unavailable', message: 'E-mail is not set up on this server.' },
    });
    await app.close();
  });

  it('a fourth letter in an hour to one e-mail, however it is written, and an eleventh from one address, known or not', async () => {
    const limited = await postOffice({ limits: { linksPerEmail: 3, linksPerAddress: 10 } });
    const person = await buildPerson(limited);
    const from = (address: string) => new Browser(limited.app, { address });
    for (const [at, email] of [person.email, 'nobody@people.example'].entries()) {
      const one = from(`198.51.100.${at}`);
      for (const spelling of [email, email.toUpperCase(), ` ${email}`]) {
        expect(await one.send(requestPasswordRecovery, { body: { email: spelling } })).toMatchObject({ status: 204 });
      }
      const refused = await from(`198.51.100.${at + 10}`).send(requestPasswordRecovery, { body: { email } });
      expect(refused).toMatchObject({ status: 429, error: { code: 'request.too_many' } });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500);
    }
    const other = from('198.51.100.99');
    const statuses: number[] = [];
    for (let at = 0; at < 11; at += 1) {
      statuses.push((await other.send(requestPasswordRecovery, { body: { email: `somebody-${at}@people.example` } })).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(204), 429]);
    expect(await limited.lettersTo(person.email)).toHaveLength(3);
    await limited.close();
  });
});
