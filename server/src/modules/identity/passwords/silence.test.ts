import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnyEndpoint } from '@samay/contract/core/endpoint';
import {
  getStarted,
  openMailedLink,
  requestPasswordRecovery,
  setPassword,
} from '@samay/contract/identity/passwords';
import { signIn } from '@samay/contract/identity/session';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser, type BrowserReply, buildPerson } from '../../../../test/fixtures/browser.ts';
import { buildTenant } from '../../../../test/fixtures/builders.ts';
import { testEngine } from '../../../../test/fixtures/database.ts';
import { isFull, printInvariant } from '../../../../test/fixtures/invariants/invariant.ts';
import { linkIn } from '../../../../test/fixtures/third-parties/mailbox.ts';
import {
  linkOf,
  type AppWithMail,
  startAppWithMail,
} from '../../../../test/fixtures/third-parties/app-with-mail.ts';
import { buildApp } from '../../../app.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';

// No message, timing or status tells whether an address has an account.

let office: AppWithMail;
let known: string;
beforeAll(async () => {
  office = await startAppWithMail({
    limits: { signInFailuresPerAccount: 1_000_000, signInFailuresPerAddress: 1_000_000 },
  });
  known = (await buildPerson(office, await buildTenant(office))).email;
});
afterAll(() => office.close());

const unknown = 'nobody-has-this-address@people.example';
const pairs = isFull ? 200 : 20;

const probes: [name: string, endpoint: AnyEndpoint, body: (email: string) => object][] = [
  ['a forgotten password', requestPasswordRecovery, (email) => ({ email })],
  ['get started', getStarted, (email) => ({ businessName: 'Probe Clinic', email })],
  ['signing in', signIn, (email) => ({ email, password: 'wrong horse' })],
  [
    'a guessed link',
    openMailedLink,
    (email) => ({ link: { token: 'x'.repeat(43), type: 'recovery', email } }),
  ],
  [
    'a password by a guessed link',
    setPassword,
    (email) => ({ link: { token: 'x'.repeat(43), type: 'signup', email }, password: 'sixsix' }),
  ],
];

describe.each(probes)('%s', (name, endpoint, getBody) => {
  const ask = (email: string) => new Browser(office.app).send(endpoint, { body: getBody(email) });

  it('gets the same answer for an address that has an account and one that has none [T-3.5]', async () => {
    expect(visibleIn(await ask(known))).toEqual(visibleIn(await ask(unknown)));
    const malformed = await ask('no address');
    expect(malformed.status).toBe(400);
  });

  it('in the same time [T-3.5]', { timeout: 900_000 }, async () => {
    for (let warm = 0; warm < 3; warm += 1) await ask(known);
    let measured = await measure(ask);
    // Measures three times: a real difference shows in each, one caused by other load does not.
    for (let again = 0; again < 2 && measured.isTold; again += 1) measured = await measure(ask);
    const violations = measured.isTold ? 1 : 0;
    printInvariant({
      id: 'P-2.33',
      driver: testEngine,
      n: pairs,
      violations,
      gap_ms: measured.gapMs,
      what: `silence of ${name}`,
    });
    expect(violations).toBe(0);
  });
});

it('writes no secret and no address into the log or the audit log, for any use of a link [P-2.32]', async () => {
  await asPlatform(office, (tx) => tx.deleteFrom('outbox').execute());
  const lines: string[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'samay-web-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Samay</title>');
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const dependencies = { ...office.dependencies, log, webDirectory: folder };
  const app = await buildApp(dependencies);
  const browser = new Browser(app);
  const person = await buildPerson(office);
  const newcomer = 'stranger@people.example';
  const secrets = [person.email, newcomer, 'battery staple'];
  await browser.send(requestPasswordRecovery, { body: { email: person.email } });
  await browser.send(getStarted, { body: { businessName: 'Quiet Clinic', email: newcomer } });
  office.box.setMode('refuse');
  await deliverDue(dependencies);
  office.box.setMode('ok');
  office.setNow(new Date(office.dependencies.clock().getTime() + 3000).toISOString());
  await deliverDue(dependencies);
  for (const email of [person.email, newcomer]) {
    const message = office.box.emails(email).at(-1);
    if (!message) throw new Error('there is no email');
    const address = linkIn(message);
    const link = linkOf(address);
    secrets.push('accessToken' in link ? link.accessToken : link.token);
    await app.inject(`${address.pathname}${address.search}`);
    await browser.send(openMailedLink, { body: { link } });
    for (const password of ['short', 'battery staple', 'battery staple'])
      await browser.send(setPassword, { body: { link, password } });
  }
  await app.close();
  await rm(folder, { recursive: true, force: true });

  const audit = await asPlatform(office, (tx) => tx.selectFrom('audit_log').selectAll().execute());
  const written = `${lines.join('')}${JSON.stringify(audit)}`;
  expect([...secrets].filter((secret) => written.includes(secret))).toEqual([]);
  expect([lines.length > 12, secrets.length]).toEqual([true, 5]);
});

/**
 * Measures how many milliseconds later the response for an address with an account comes: the
 * median of pairs under equal load. It counts as a difference above 10 ms and above three standard
 * errors of that median.
 */
async function measure(
  ask: (email: string) => Promise<unknown>,
): Promise<{ gapMs: number; isTold: boolean }> {
  const differences: number[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    const times = new Map<string, number>();
    for (const email of pair % 2 === 0 ? [known, unknown] : [unknown, known]) {
      const began = performance.now();
      await ask(email);
      times.set(email, performance.now() - began);
    }
    differences.push((times.get(known) ?? 0) - (times.get(unknown) ?? 0));
  }
  const sorted = differences.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(pairs * part)] ?? 0;
  const standardError = (0.93 * (at(0.75) - at(0.25))) / Math.sqrt(pairs);
  return {
    gapMs: Math.round(at(0.5) * 100) / 100,
    isTold: Math.abs(at(0.5)) >= Math.max(10, 3 * standardError),
  };
}

/** Removes the parts of a response that differ for every request. */
function visibleIn({ status, body, error, headers, cookies }: BrowserReply): unknown {
  const { date: _date, 'x-request-id': _id, ...rest } = headers;
  const { requestId: _requestId, ...said } = error ?? { requestId: '' };
  return { status, body: error ? {} : body, said, rest, cookies };
}
