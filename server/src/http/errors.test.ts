import { gzipSync } from 'node:zlib';
import { cancelAppointment } from '@samay/contract/bookings/transitions';
import { correctAppointment, rescheduleAppointment } from '@samay/contract/bookings/appointments';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../test/fixtures/app.ts';
import { buildAppointment, buildTenant, type BuiltTenant, signInAs } from '../../test/fixtures/builders.ts';
import type { Client } from '../../test/fixtures/client.ts';
import { testEngine } from '../../test/fixtures/database.ts';
import { countWaiting } from '../../test/fixtures/database/postgres-template.ts';
import { isStatementCancelled, Overtaken } from '../db/errors.ts';
import { handleErrors } from './errors.ts';
import { Limits } from './limits/rate-limits.ts';
import { readSettings } from '../core/settings.ts';
import { asPlatform, type Tx } from '../db/tenant.ts';

let app: TestApp;
let clinic: BuiltTenant;
let desk: Client;
let booking: string;
const { limits: defaults } = readSettings({ NODE_ENV: 'test' });
const limits = new Limits(defaults);

beforeAll(async () => {
  app = await testApp();
  clinic = await buildTenant(app);
  desk = await signInAs(app, clinic);
  booking = await buildAppointment(app, clinic, { date: '2026-11-23' });
});
afterAll(() => app.close());

it.each([
  ['57014', true],
  ['40P01', true],
  ['23505', false],
])('an error of PostgreSQL with the code %s was given up: %s [O-2.9]', async (code, given) => {
  const raising = app.database.pool.query(
    `do $$ begin raise exception 'so' using errcode = '${code}'; end $$`,
  );
  expect(isStatementCancelled(await raising.catch((error: unknown) => error))).toBe(given);
});

it.each([
  ['26000', 503, '1'],
  ['42P05', 503, '1'],
  ['57014', 503, '1'],
  ['23505', 500, undefined],
])('what fails with the code %s of PostgreSQL is answered with %s', async (code, status, retryAfter) => {
  const failing = Fastify();
  handleErrors(failing, limits, undefined);
  failing.get('/', async () =>
    app.database.pool.query(`do $$ begin raise exception 'so' using errcode = '${code}'; end $$`),
  );
  const { statusCode, headers } = await failing.inject('/');
  expect([statusCode, headers['retry-after']]).toEqual([status, retryAfter]);
});

it('answers that a verb may be tried again that met other transactions at each attempt [O-2.9]', async () => {
  const failing = Fastify();
  handleErrors(failing, limits, undefined);
  failing.get('/', async () => Promise.reject(new Overtaken()));
  expect((await failing.inject('/')).statusCode).toBe(503);
});

it('says of each field what to enter, and nothing of how that was found [P-5.17]', async () => {
  const { status, error } = await desk.send(correctAppointment, {
    params: { id: booking },
    body: { amount: -1, personContact: 5, more: 1 },
  });
  expect([status, error?.fields]).toEqual([
    400,
    {
      amount: 'Please enter an amount from ₹0 to ₹1,00,00,000',
      personContact: 'Please enter text',
      more: 'This field is not known here',
    },
  ]);
});

it('opens no packed body, however much it would become [T-1.4]', async () => {
  const payload = gzipSync(
    JSON.stringify({ email: 'a@people.example', password: ' '.repeat(10_000_000), remember: false }),
  );
  expect(payload.length).toBeLessThan(20_000);
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const { statusCode, body } = await app.app.inject({
    method: 'POST',
    url: '/api/session',
    headers,
    payload,
  });
  expect([statusCode, JSON.parse(body).error.code]).toEqual([400, 'request.invalid']);
});

// Skipped for the embedded database, whose one connection waits for no other.
if (testEngine === 'postgres') {
  const unavailable = { status: 503, error: { code: 'server.unavailable' } };

  it('asks to try again what took too long, and calls it no fault', async () => {
    await asPlatform(app, async (tx) => {
      await lockBooking(tx);
      expect(await desk.call(cancelAppointment, { params: { id: booking } })).toMatchObject(unavailable);
    });
  });

  it('answers that a call may be retried after a lock timeout, and the retry succeeds [O-2.9]', async () => {
    const body = { date: '2026-12-23', time: '11:00' };
    const moved = await asPlatform(app, async (tx) => {
      await tx
        .selectFrom('subscriptions')
        .select('id')
        .where('tenant_id', '=', clinic.id)
        .forUpdate()
        .execute();
      const call = desk.call(rescheduleAppointment, { params: { id: booking }, body });
      // PostgreSQL checks for a deadlock once, after a second: the cycle must exist by then.
      await expect.poll(() => countWaiting(app.database), { interval: 10 }).toBeGreaterThan(0);
      await lockBooking(tx);
      return call;
    });
    expect(moved).toMatchObject(unavailable);
    expect((await desk.call(rescheduleAppointment, { params: { id: booking }, body })).status).toBe(200);
  });
}

async function lockBooking(tx: Tx): Promise<void> {
  await tx
    .selectFrom('appointments')
    .select('id')
    .where('tenant_id', '=', clinic.id)
    .where('id', '=', booking)
    .forUpdate()
    .execute();
}
