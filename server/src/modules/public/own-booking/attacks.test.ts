import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildAppointment, buildTenant, type BuiltTenant } from '../../../../test/fixtures/builders.ts';
import { buildApp } from '../../../app.ts';
import {
  composeBookingLink,
  composeBookingSecret,
  readBookingSecret,
} from '../../../context/booking-link.ts';
import { getSecrets, newKey } from '../../../core/secrets.ts';
import { readSettings } from '../../../core/settings.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { logOptions } from '../../../process/log-options.ts';

// Tests what a stranger gets who guesses, alters, keeps or repeats a link.

const reference = 'booking_1795235400000';
const number = '+91 98200 11223';

let app: TestApp;
let clinic: BuiltTenant;
let id: string;
let secret: string;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.setNow(testNow);
  clinic = await buildTenant(app);
  id = await buildAppointment(app, clinic, { contact: number, date: '2026-11-23' });
  await update({ reference });
  secret = await secretOf(clinic);
});

async function update(values: object): Promise<void> {
  await asPlatform(app, (tx) =>
    tx
      .updateTable('appointments')
      .set(values)
      .where('tenant_id', '=', clinic.id)
      .where('id', '=', id)
      .execute(),
  );
}

async function secretOf(tenant: BuiltTenant, named = reference, version = 0): Promise<string> {
  const { short_id: shortId } = await asPlatform(app, (tx) =>
    tx.selectFrom('tenants').select('short_id').where('id', '=', tenant.id).executeTakeFirstOrThrow(),
  );
  return composeBookingSecret(app.dependencies.secrets, { shortId, reference: named, version }) ?? '';
}

const open = async (asked = secret, serving: FastifyInstance = app.app) => serving.inject(`/m/${asked}`);
const withoutNonce = (body: string) => body.replace(/nonce="[^"]*"/, '');

describe('a link that is not valid', () => {
  it('has one answer: wrong, altered, too long, old, over, of nobody or of another business [T-2.45]', async () => {
    expect((await open()).statusCode).toBe(200);
    const answers = [
      await open('x'),
      await open(randomBytes(29).toString('base64url')),
      await open('a'.repeat(3000)),
      await open(`${secret}/anything`),
      await open(altered(secret)),
      await open(await secretOf(clinic, 'booking_1795235400001')),
      await open(await secretOf(await buildTenant(app))),
      await open(await secretOf(clinic, reference, 1)),
    ];
    await update({ link_version: 1 });
    answers.push(await open());
    await update({ link_version: 0 });
    app.setNow('2026-12-23T18:29:59.999Z');
    expect((await open()).statusCode).toBe(200);
    app.setNow('2026-12-23T18:30:00.000Z');
    answers.push(await open());
    app.setNow(testNow);
    await asPlatform(app, (tx) =>
      tx
        .updateTable('tenants')
        .set({ deleted_at: new Date(testNow) })
        .where('id', '=', clinic.id)
        .execute(),
    );
    answers.push(await open());
    for (const form of ['/coming', '/cancel', '/move', '/notices'])
      answers.push(await app.app.inject({ method: 'POST', url: `/m/${secret}${form}`, ...asForm('') }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 404));
    expect(new Set(answers.map(({ body }) => withoutNonce(body))).size).toBe(1);
    expect(answers[0]?.body).toContain('This link does not work');
    expect(answers[0]?.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    });
  });

  it('has one spelling, and is signed for its business, booking and version [T-2.45]', () => {
    const secrets = getSecrets([newKey()]);
    const linked = { shortId: '0123456789', reference, version: 7 };
    const made = composeBookingSecret(secrets, linked) ?? '';
    expect(made).toMatch(/^[\w-]{39}$/);
    expect(readBookingSecret(secrets, made)).toEqual(linked);
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('');
    for (const [at, sign] of made.split('').entries()) {
      const other = alphabet.find((each) => each !== sign) ?? '';
      expect(readBookingSecret(secrets, made.slice(0, at) + other + made.slice(at + 1))).toBeUndefined();
    }
    const spellings = alphabet.filter((last) => readBookingSecret(secrets, made.slice(0, -1) + last));
    expect(spellings).toHaveLength(1);
    expect(composeBookingSecret(secrets, { ...linked, reference: 'A-1' })).toBeNull();
  });

  it('asks no database, and is counted for its address, which opens good links all the same [T-2.46]', async () => {
    const limited = await limitedTo({ anonymous: 3 });
    const guess = randomBytes(29).toString('base64url');
    const statuses = [];
    for (let sent = 0; sent < 5; sent += 1) statuses.push((await open(guess, limited)).statusCode);
    expect(statuses).toEqual([404, 404, 404, 429, 429]);
    expect((await open(secret, limited)).statusCode).toBe(200);
    await limited.close();
    const unread = new Proxy(app.dependencies.database, {
      get: () => {
        throw new Error('the database was asked');
      },
    });
    const { findBySecret } = await import('./find.ts');
    expect(await findBySecret({ ...app.dependencies, database: unread }, guess, 'r')).toBeUndefined();
    await expect(findBySecret({ ...app.dependencies, database: unread }, secret, 'r')).rejects.toThrow(
      'asked',
    );
  });
});

describe('a link', () => {
  it('outlives a new first key, and ends with its own [T-2.51]', async () => {
    const { secrets } = app.dependencies;
    const before = secrets.bookingLinkKeys;
    const next = getSecrets([newKey()]).bookingLinkKeys;
    Object.assign(secrets, { bookingLinkKeys: [...next, ...before] });
    expect(await secretOf(clinic)).not.toBe(secret);
    expect((await open()).statusCode).toBe(200);
    Object.assign(secrets, { bookingLinkKeys: next });
    expect((await open()).statusCode).toBe(404);
    Object.assign(secrets, { bookingLinkKeys: before });
  });

  it('is not kept, framed, loaded from, indexed or told to others [T-2.47]', async () => {
    const { headers, body } = await open();
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'nonce-[\w-]{22}'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(headers['set-cookie']).toBeUndefined();
    expect(body).not.toMatch(/<(?:script|link|img|iframe)\b|@import|url\(/);
  });

  it('changes nothing by GET or HEAD, nor by a body that is no form or too long [T-2.48]', async () => {
    const stamp = async () =>
      asPlatform(app, (tx) =>
        tx.selectFrom('appointments').select('updated_at').where('id', '=', id).executeTakeFirstOrThrow(),
      );
    const before = await stamp();
    for (const path of ['', '/cancel', '/move', '/notices', '/calendar.ics', '/coming'])
      for (const method of ['GET', 'HEAD'] as const)
        await app.app.inject({ method, url: `/m/${secret}${path}` });
    const url = `/m/${secret}/coming`;
    const json = { headers: { 'content-type': 'application/json' }, payload: '{}' };
    expect((await app.app.inject({ method: 'POST', url, ...json })).statusCode).toBe(404);
    expect((await app.app.inject({ method: 'POST', url, ...asForm('x'.repeat(1025)) })).statusCode).toBe(404);
    expect(
      (await app.app.inject({ method: 'POST', url: `/m/${secret}/move`, ...asForm('date=now') })).statusCode,
    ).toBe(404);
    expect(await stamp()).toEqual(before);
  });

  it('opens sixty times a minute, those of a business 600 times, and changes ten times an hour [T-2.50]', async () => {
    expect(readSettings({ NODE_ENV: 'test' }).limits).toMatchObject({
      ownBooking: 60,
      ownBookingsPerTenant: 600,
      ownChanges: 10,
    });
    const statuses = async (
      limits: object,
      ask: (serving: FastifyInstance) => Promise<{ statusCode: number }>,
    ) => {
      const limited = await limitedTo(limits);
      const found = [];
      for (let sent = 0; sent < 3; sent += 1) found.push((await ask(limited)).statusCode);
      await limited.close();
      return found;
    };
    expect(await statuses({ ownBooking: 2 }, async (serving) => open(secret, serving))).toEqual([
      200, 200, 429,
    ]);
    expect(await statuses({ ownBookingsPerTenant: 2 }, async (serving) => open(secret, serving))).toEqual([
      200, 200, 429,
    ]);
    const come = async (serving: FastifyInstance) =>
      serving.inject({ method: 'POST', url: `/m/${secret}/coming`, ...asForm('') });
    expect(await statuses({ ownChanges: 2 }, come)).toEqual([303, 303, 429]);
  });

  it('is in no line of the log, nor is what it opens [T-2.49]', async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    const log = pino(logOptions({ logLevel: 'trace' }), sink);
    const logging = await buildApp({ ...app.dependencies, log });
    await open(secret, logging);
    await open(altered(secret), logging);
    await logging.inject(`/m?${secret}`);
    for (const path of ['/coming', '/move', '/cancel'])
      await logging.inject({
        method: 'POST',
        url: `/m/${secret}${path}`,
        ...asForm('fromDate=2026-11-23&fromTime=11:00'),
      });
    const failing = await buildApp({
      ...app.dependencies,
      log,
      clock: () => {
        throw new Error('no time');
      },
    });
    expect((await open(secret, failing)).body).toContain('Something went wrong');
    await Promise.all([logging.close(), failing.close()]);
    const written = lines.join('');
    expect(written).toContain('"route":"/m/:secret"');
    for (const hidden of [secret, secret.slice(0, 20), altered(secret), 'Meera', '98200', clinic.id])
      expect(written).not.toContain(hidden);
  });

  it('is an address of this installation', async () => {
    const link = composeBookingLink(app.dependencies, { shortId: '0123456789', reference, version: 0 });
    expect(link).toMatch(/^http:\/\/localhost:3000\/m\/[\w-]{39}$/);
  });
});

function altered(text: string): string {
  return (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
}

function asForm(payload: string) {
  return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload };
}

async function limitedTo(limits: object): Promise<FastifyInstance> {
  const { settings } = app.dependencies;
  return buildApp({
    ...app.dependencies,
    settings: { ...settings, limits: { ...settings.limits, ...limits } },
  });
}
