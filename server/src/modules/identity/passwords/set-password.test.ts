import { randomUUID } from 'node:crypto';
import {
  type MailedLink,
  openMailedLink,
  requestPasswordRecovery,
  setPassword,
} from '@samay/contract/identity/passwords';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, buildPerson, type BuiltPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant } from '../../../../test/fixtures/builders.ts';
import { testEngine } from '../../../../test/fixtures/database.ts';
import { isFull, printInvariant } from '../../../../test/fixtures/invariants/invariant.ts';
import { type AppWithMail, startAppWithMail } from '../../../../test/fixtures/third-parties/app-with-mail.ts';
import { snapshot } from '../../../../test/fixtures/rows.ts';
import { asPlatform } from '../../../db/tenant.ts';

let office: AppWithMail;
let browser: Browser;
beforeAll(async () => {
  office = await startAppWithMail();
  browser = new Browser(office.app);
});
afterAll(() => office.close());

async function recoverable(): Promise<{ person: BuiltPerson; link: MailedLink }> {
  const person = await buildPerson(office, await buildTenant(office));
  await browser.send(requestPasswordRecovery, { body: { email: person.email } });
  return { person, link: await office.linkTo(person.email) };
}

describe('a link', () => {
  it('works once for fifty concurrent calls [P-2.33, T-3.4]', { timeout: 900_000 }, async () => {
    const rounds = isFull ? 10 : 1;
    let violations = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { person, link } = await recoverable();
      const tries = Array.from({ length: 50 }, (_, at) =>
        browser.send(setPassword, { body: { link, password: `password-${at}` } }),
      );
      const replies = await Promise.all(tries);
      const winners = replies.flatMap(({ status }, at) => (status === 204 ? [at] : []));
      // Refused as spent, or because the hash queue is full.
      const refused = replies.filter(
        ({ error }) => error?.code === 'link.spent' || error?.code === 'server.unavailable',
      );
      const signsIn = await new Browser(office.app).signIn(person.email, `password-${winners[0]}`);
      if (winners.length !== 1 || refused.length !== 49 || signsIn.status !== 201) violations += 1;
    }
    printInvariant({
      id: 'P-2.33',
      driver: testEngine,
      n: 50 * rounds,
      violations,
      what: 'a mailed link works once',
    });
    expect(violations).toBe(0);
  });

  it('is not used up by reading it, nor by a password that is too short', async () => {
    const { link } = await recoverable();
    for (let look = 0; look < 3; look += 1)
      expect(await browser.send(openMailedLink, { body: { link } })).toMatchObject({ status: 200 });
    expect(await browser.send(setPassword, { body: { link, password: 'short' } })).toMatchObject({
      status: 400,
      error: { code: 'request.invalid', fields: { password: 'Please use at least 6 characters' } },
    });
    expect(await browser.send(setPassword, { body: { link, password: 'sixsix' } })).toMatchObject({
      status: 204,
    });
  });

  it('invalidates other links for the same purpose', async () => {
    const { person, link } = await recoverable();
    await browser.send(requestPasswordRecovery, { body: { email: person.email } });
    const newer = await office.linkTo(person.email);
    expect(newer).not.toEqual(link);
    expect(await browser.send(setPassword, { body: { link: newer, password: 'sixsix' } })).toMatchObject({
      status: 204,
    });
    expect(await browser.send(setPassword, { body: { link, password: 'eight888' } })).toMatchObject({
      error: { code: 'link.spent' },
    });
  });

  it('is stored as a hash only [P-2.33]', async () => {
    const { link } = await recoverable();
    if (!('accessToken' in link)) throw new Error('a link of the wrong form');
    expect(await snapshot(office, { withBookkeeping: true })).not.toContain(link.accessToken);
  });

  it('is rejected if any part of it differs, in both forms, and changes nothing [T-3.4]', async () => {
    const { person, link } = await recoverable();
    if (!('accessToken' in link)) throw new Error('a link of the wrong form');
    const { accessToken, refreshToken } = link;
    const { email } = person;
    const wrong: MailedLink[] = [
      { accessToken: `${accessToken.slice(0, -1)}${accessToken.endsWith('A') ? 'B' : 'A'}`, refreshToken },
      { accessToken, refreshToken: randomUUID() },
      { token: accessToken, type: 'signup', email },
      { token: accessToken, type: 'invite', email },
      { token: accessToken, type: 'recovery', email: 'somebody@people.example' },
      { token: refreshToken, type: 'recovery', email },
    ];
    const before = await snapshot(office, { withBookkeeping: true });
    for (const each of wrong) {
      expect(await browser.send(openMailedLink, { body: { link: each } })).toMatchObject({
        status: 403,
        error: { code: 'link.unknown' },
      });
      expect(await browser.send(setPassword, { body: { link: each, password: 'sixsix' } })).toMatchObject({
        error: { code: 'link.spent' },
      });
    }
    expect(await snapshot(office, { withBookkeeping: true })).toBe(before);
    // The query form of the same link works, with the address in upper or lower case.
    const asQuery = { token: accessToken, type: 'recovery', email: email.toUpperCase() };
    expect(await browser.send(setPassword, { body: { link: asQuery, password: 'sixsix' } })).toMatchObject({
      status: 204,
    });
  });

  it('is rejected after the account was deleted', async () => {
    const { person, link } = await recoverable();
    await asPlatform(office, (tx) =>
      tx
        .updateTable('users')
        .set({ deleted_at: office.dependencies.clock() })
        .where('id', '=', person.id)
        .execute(),
    );
    expect(await browser.send(setPassword, { body: { link, password: 'sixsix' } })).toMatchObject({
      error: { code: 'link.spent' },
    });
  });
});
