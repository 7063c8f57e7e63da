import {
  getStarted,
  openMailedLink,
  requestPasswordRecovery,
  setPassword,
} from '@samay/contract/identity/passwords';
import { getSession } from '@samay/contract/identity/session';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testNow } from '../../../../test/fixtures/app.ts';
import { Browser, buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant } from '../../../../test/fixtures/builders.ts';
import { linkIn } from '../../../../test/fixtures/third-parties/mailbox.ts';
import { type AppWithMail, startAppWithMail } from '../../../../test/fixtures/third-parties/app-with-mail.ts';
import { readAudit } from '../../../../test/fixtures/rows.ts';
import { buildApp } from '../../../app.ts';
import { asPlatform } from '../../../db/tenant.ts';

let office: AppWithMail;
let browser: Browser;
beforeAll(async () => {
  office = await startAppWithMail();
  browser = new Browser(office.app);
});
afterEach(() => office.setNow(testNow));
afterAll(() => office.close());

const password = 'battery staple';

function later(minutes: number): void {
  office.setNow(new Date(office.dependencies.clock().getTime() + minutes * 60_000).toISOString());
}

describe('a forgotten password', () => {
  it('is replaced with a mailed link: the old one is invalid, and all sessions are ended [P-2.36]', async () => {
    const tenant = await buildTenant(office);
    const person = await buildPerson(office, tenant);
    const signedIn = [new Browser(office.app), new Browser(office.app)];
    for (const each of signedIn) await each.signIn(person.email, person.password);
    expect(await browser.send(requestPasswordRecovery, { body: { email: person.email } })).toMatchObject({
      status: 204,
      body: {},
    });
    const link = await office.linkTo(person.email);
    expect(await browser.send(openMailedLink, { body: { link } })).toMatchObject({
      status: 200,
      body: { email: person.email, purpose: 'recovery' },
    });
    const set = await browser.send(setPassword, { body: { link, password } });
    expect([set.status, set.cookies]).toEqual([204, []]);
    for (const each of signedIn)
      expect(await each.send(getSession)).toMatchObject({ status: 401, error: { code: 'session.ended' } });
    expect(await new Browser(office.app).signIn(person.email, person.password)).toMatchObject({
      status: 401,
    });
    expect(await new Browser(office.app).signIn(person.email, password)).toMatchObject({ status: 201 });
    expect(await readAudit(office, set.headers['x-request-id'])).toEqual(
      expect.arrayContaining([{ tenant_id: tenant.id, action: 'password.set', object: person.id }]),
    );
  });

  it('is mailed with the secret after the #, and with our own host whatever a request header says [P-2.32, T-3.4]', async () => {
    const person = await buildPerson(office);
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      origin: 'https://evil.example',
      forwarded: 'host=evil.example',
    };
    await browser.send(requestPasswordRecovery, { body: { email: person.email }, headers });
    const [message] = await office.emailsTo(person.email);
    if (!message) throw new Error('there is no email');
    const { origin, pathname, search, hash } = linkIn(message);
    expect([origin, pathname, search]).toEqual([
      office.dependencies.settings.publicUrl,
      '/update-password',
      '',
    ]);
    expect([...new URLSearchParams(hash.slice(1)).keys()]).toEqual(['access_token', 'refresh_token', 'type']);
    expect(message.text).not.toContain('evil');
    expect(message.subject).toBe('Set a new password for Samay');
  });

  it('is mailed to the address as its owner wrote it, never to another spelling', async () => {
    const person = await buildPerson(office, null, 'EMPLOYEE', { email: 'Meera.Pillai@people.example' });
    await browser.send(requestPasswordRecovery, { body: { email: ' meera.PILLAI@people.example ' } });
    expect(await office.emailsTo(person.email)).toHaveLength(1);
    expect(await office.emailsTo('meera.PILLAI@people.example')).toHaveLength(0);
  });

  it('can be set for a Google account too; nothing is mailed for an unknown or deleted account', async () => {
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
    expect([
      (await office.emailsTo(gone.email)).length,
      (await office.emailsTo('nobody@people.example')).length,
    ]).toEqual([0, 0]);
    const link = await office.linkTo(withoutPassword.email);
    expect(await browser.send(setPassword, { body: { link, password } })).toMatchObject({ status: 204 });
    expect(await new Browser(office.app).signIn(withoutPassword.email, password)).toMatchObject({
      status: 201,
    });
  });

  it('is valid for fifteen minutes from the sending of the email [P-2.33]', async () => {
    const person = await buildPerson(office);
    await browser.send(requestPasswordRecovery, { body: { email: person.email } });
    later(60); // for as long as the mail server was down
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
  it('any mailed link without a mail server [P-2.40]', async () => {
    const app = await buildApp({ ...office.dependencies, mail: undefined });
    expect(
      await new Browser(app).send(requestPasswordRecovery, { body: { email: 'somebody@people.example' } }),
    ).toMatchObject({
      status: 503,
      error: { code: 'mail.unavailable', message: 'Email is not set up on this server.' },
    });
    await app.close();
  });

  it('an eleventh request in an hour from one network address, for any link [P-2.39]', async () => {
    const limited = await startAppWithMail({ limits: { linksPerAddress: 10 } });
    const other = new Browser(limited.app, { address: '198.51.100.99' });
    const statuses: number[] = [];
    for (let at = 0; at < 11; at += 1) {
      statuses.push(
        (await other.send(requestPasswordRecovery, { body: { email: `somebody-${at}@people.example` } }))
          .status,
      );
    }
    expect(statuses).toEqual([...Array<number>(10).fill(204), 429]);
    await limited.close();
  });
});

describe('repeated requests for the password of another person', () => {
  const limits = { linksPerEmail: 3, linksPerAddress: 1_000_000 };

  it('are answered as usual, send few emails and do not lock the owner out [P-2.39]', async () => {
    const limited = await startAppWithMail({ limits });
    const person = await buildPerson(limited);
    const ask = async (email: string, count: number) => {
      for (let at = 0; at < count; at += 1) {
        const answered = await new Browser(limited.app).send(
          at % 2 === 0 ? requestPasswordRecovery : getStarted,
          {
            body: {
              email: at % 3 === 0 ? email.toUpperCase() : email,
              ...(at % 2 === 1 && { businessName: 'Probe Clinic' }),
            },
          },
        );
        expect([answered.status, answered.headers['retry-after']]).toEqual([204, undefined]);
      }
    };
    for (const email of [person.email, 'nobody@people.example']) await ask(email, 40);
    const emails = (await limited.emailsTo(person.email)).filter(({ subject }) =>
      subject.includes('password'),
    );
    // In either order, one of the emails sets the password.
    expect(emails.length).toBeGreaterThan(0);
    expect((await limited.emailsTo(person.email)).length).toBeLessThanOrEqual(4);
    const works = await limited.linkTo(person.email);
    expect(await new Browser(limited.app).send(openMailedLink, { body: { link: works } })).toMatchObject({
      status: 200,
    });

    // The mailed links have expired within the hour: the owner asks again and gets a link.
    const before = (await limited.emailsTo(person.email)).length;
    limited.setNow('2026-11-21T04:50:00.000Z');
    await ask(person.email, 1);
    await ask(person.email, 9);
    expect((await limited.emailsTo(person.email)).length).toBe(before + 1);
    const link = await limited.linkTo(person.email);
    expect(await new Browser(limited.app).send(setPassword, { body: { link, password } })).toMatchObject({
      status: 204,
    });
    expect(await new Browser(limited.app).signIn(person.email, password)).toMatchObject({ status: 201 });
    await limited.close();
  });

  it('do not hold back an email that the mail server rejected temporarily', async () => {
    const limited = await startAppWithMail({ limits: { ...limits, linksPerEmail: 1 } });
    const person = await buildPerson(limited);
    const ask = () =>
      new Browser(limited.app).send(requestPasswordRecovery, { body: { email: person.email } });
    await ask();
    await limited.emailsTo(person.email);
    limited.setNow('2026-11-21T04:50:00.000Z');
    await ask();
    limited.box.setMode('later');
    await limited.emailsTo(person.email);
    limited.box.setMode('ok');
    limited.setNow('2026-11-21T04:50:03.000Z');
    expect((await limited.emailsTo(person.email)).map(({ mode }) => mode)).toEqual(['ok', 'later', 'ok']);
    await limited.close();
  });
});
