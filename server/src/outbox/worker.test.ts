import { randomUUID } from 'node:crypto';
import { now } from '@samay/contract/core/time';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../test/fixtures/app.ts';
import { buildTenant } from '../../test/fixtures/builders.ts';
import { type Mailbox, startMailbox } from '../../test/fixtures/third-parties/mailbox.ts';
import { asPlatform, inTenant } from '../db/tenant.ts';
import { tenantIdOf } from '../context/tenant-id.ts';
import type { Dependencies } from '../context/dependencies.ts';
import { getOutboxHandlers } from '../outbox-handlers.ts';
import { enqueueMail, startDelivery, writeBookingEvent } from './index.ts';
import { concurrency } from './retry-policy.ts';

let app: TestApp;
let box: Mailbox;
let dependencies: Dependencies;
let stop: () => Promise<void> = async () => undefined;
beforeAll(async () => {
  box = await startMailbox({ connectMs: 6000, wholeMs: 6000 });
  app = await testApp();
  dependencies = { ...app.dependencies, mail: box.mailer, clock: now };
});
afterEach(async () => {
  await stop();
  box.setMode('ok');
  await asPlatform(app, (tx) => tx.deleteFrom('outbox').execute());
});
afterAll(async () => {
  await app.close();
  await box.close();
});

const soon = { interval: 10, timeout: 15_000 };

function write(to: string): Promise<void> {
  return asPlatform(app, (tx) =>
    enqueueMail(tx, now(), { tenantId: null, to, subject: 'Hello', text: 'Hello' }),
  );
}

async function arrive(to: string, modes: string[]): Promise<void> {
  await expect.poll(() => box.emails(to).map(({ mode }) => mode), soon).toEqual(modes);
}

async function undelivered() {
  return asPlatform(app, (tx) =>
    tx.selectFrom('outbox').selectAll().where('delivered_at', 'is', null).execute(),
  );
}

it('delivers what was waiting, and what comes as soon as it is committed', async () => {
  await write('before@people.example');
  stop = await startDelivery(dependencies, getOutboxHandlers(dependencies));
  await arrive('before@people.example', ['ok']);
  await write('after@people.example');
  await arrive('after@people.example', ['ok']);
});

it('tries again by itself', async () => {
  stop = await startDelivery(dependencies, getOutboxHandlers(dependencies));
  box.setMode('later');
  await write('again@people.example');
  await arrive('again@people.example', ['later']);
  box.setMode('ok');
  await arrive('again@people.example', ['later', 'ok']);
}, 30_000);

it('goes on with others while one hangs [P-2.42]', async () => {
  stop = await startDelivery(dependencies, getOutboxHandlers(dependencies));
  box.setMode('hang');
  await write('hanging@people.example');
  await arrive('hanging@people.example', ['hang']);
  box.setMode('ok');
  for (let at = 0; at < 10; at += 1) await write(`quick-${at}@people.example`);
  for (let at = 0; at < 10; at += 1) await arrive(`quick-${at}@people.example`, ['ok']);
  expect(box.emails('hanging@people.example')).toHaveLength(1);
  const [hanging] = (await undelivered()).filter(({ payload }) =>
    JSON.stringify(payload).includes('hanging'),
  );
  expect(hanging?.lease_until).not.toBeNull();
}, 30_000);

it('handles events while every delivery hangs', async () => {
  stop = await startDelivery(dependencies, getOutboxHandlers(dependencies));
  box.setMode('hang');
  for (let at = 0; at < concurrency; at += 1) await write(`hanging-${at}@people.example`);
  for (let at = 0; at < concurrency; at += 1) await arrive(`hanging-${at}@people.example`, ['hang']);
  const clinic = await buildTenant(app);
  const work = { database: app.database, tenantId: tenantIdOf(clinic.id), now: now() };
  const event = { appointmentId: randomUUID(), change: 'arrived' as const };
  await inTenant(work, async (tx) => writeBookingEvent(tx, work, event));
  const waiting = async () => (await undelivered()).map(({ kind }) => kind);
  await expect.poll(waiting, soon).not.toContain('appointment.changed');
  expect(await waiting()).toContain('mail');
}, 30_000);

it('takes nothing more once it is told to stop, and waits for what is under way', async () => {
  stop = await startDelivery(dependencies, getOutboxHandlers(dependencies));
  box.setMode('hang');
  await write('last@people.example');
  await arrive('last@people.example', ['hang']);
  box.setMode('ok');
  await stop();
  expect(await undelivered()).toMatchObject([
    { lease_until: null, last_error: 'the mail server did not answer in time' },
  ]);
  await write('too-late@people.example');
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect(box.emails('too-late@people.example')).toEqual([]);
}, 30_000);
