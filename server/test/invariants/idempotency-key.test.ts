import { createAppointment } from '@samay/contract/bookings/appointments';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asPlatform } from '../../src/db/tenant.ts';
import { testApp, type TestApp } from '../fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../fixtures/builders.ts';
import type { Client } from '../fixtures/client.ts';
import { testEngine } from '../fixtures/database.ts';
import { newAppointment } from '../fixtures/samples.ts';
import { isFull, printInvariant } from '../fixtures/invariants/invariant.ts';

// I-4: one Idempotency-Key makes one booking with one response, also when the first response was
// lost.

let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await testApp();
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.app.server.address() as AddressInfo);
});
afterAll(() => app.close());

it('makes one booking for a hundred concurrent requests, with the same response for all [I-4]', async () => {
  const clinic = await buildTenant(app);
  const desk = await signInAs(app, clinic);
  const key = { idempotencyKey: 'a-hundred-at-once' };
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => desk.call(createAppointment, { body: newAppointment, ...key })),
  );
  const bodies = new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`));
  printInvariant({
    id: 'I-4',
    driver: testEngine,
    n: 100,
    violations: bodies.size - 1 + (await getCount(clinic)) - 1,
  });
  expect([bodies.size, await getCount(clinic), answers[0]?.status]).toEqual([1, 1, 201]);
  const other = await desk.call(createAppointment, {
    body: { ...newAppointment, personName: 'Somebody Else' },
    ...key,
  });
  expect([other.status, other.error?.code]).toEqual([422, 'idempotency.mismatch']);
});

it('makes one booking when the connection breaks before the response and the request is repeated [I-4]', async () => {
  const clinic = await buildTenant(app, { plan: 'enterprise' });
  const desk = await signInAs(app, clinic);
  const tries = isFull ? 100 : 10;
  for (let index = 0; index < tries; index += 1) {
    const idempotencyKey = `lost-reply-${index}`;
    await sendAndDisconnect(desk, idempotencyKey, index % 10);
    const retried = await desk.call(createAppointment, { body: newAppointment, idempotencyKey });
    const again = await desk.call(createAppointment, { body: newAppointment, idempotencyKey });
    expect([retried.status, again.body]).toEqual([201, retried.body]);
  }
  printInvariant({
    id: 'I-4',
    driver: testEngine,
    n: tries,
    violations: (await getCount(clinic)) - tries,
    reply: 'lost',
  });
  expect(await getCount(clinic)).toBe(tries);
});

/**
 * Sends the request and breaks the connection some milliseconds later: before, during or after the
 * commit.
 */
async function sendAndDisconnect(desk: Client, idempotencyKey: string, ms: number): Promise<void> {
  const headers = {
    ...desk.headers(),
    'content-type': 'application/json',
    'idempotency-key': idempotencyKey,
  };
  const sending = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/appointments', headers });
  const closed = new Promise<void>((resolve) => sending.on('close', () => resolve()));
  sending.on('error', () => undefined); // the error is expected
  sending.end(JSON.stringify(newAppointment));
  await wait(ms);
  sending.destroy();
  await closed;
}

async function getCount({ id }: BuiltTenant): Promise<number> {
  const rows = await asPlatform(app, (tx) =>
    tx.selectFrom('appointments').select('id').where('tenant_id', '=', id).execute(),
  );
  return rows.length;
}
