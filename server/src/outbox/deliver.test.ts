import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../test/fixtures/app.ts';
import { buildTenant } from '../../test/fixtures/builders.ts';
import { claimEffects, deliverDue } from '../../test/fixtures/deliver-due.ts';
import { type Mailbox, startMailbox } from '../../test/fixtures/third-parties/mailbox.ts';
import { asPlatform } from '../db/tenant.ts';
import { deleteFinishedEffects, enqueueMail } from './index.ts';
import { maxAttempts } from './retry-policy.ts';

let app: TestApp;
let box: Mailbox;
beforeAll(async () => {
  box = await startMailbox({ connectMs: 3000, wholeMs: 3000 });
  app = await testApp({ dependencies: { mail: box.mailer } });
});
afterAll(async () => {
  await app.close();
  await box.close();
});
afterEach(async () => {
  box.setMode('ok');
  app.setNow(testNow);
  await asPlatform(app, (tx) => tx.deleteFrom('outbox').execute());
});

let count = 0;
async function write(tenantId: string | null = null): Promise<string> {
  const to = `reader-${(count += 1)}@people.example`;
  await asPlatform(app, (tx) =>
    enqueueMail(tx, app.dependencies.clock(), { tenantId, to, subject: 'A subject', text: 'A secret text.' }),
  );
  return to;
}

async function onlyRow() {
  return asPlatform(app, (tx) => tx.selectFrom('outbox').selectAll().executeTakeFirstOrThrow());
}

function later(seconds: number): void {
  app.setNow(new Date(app.dependencies.clock().getTime() + seconds * 1000).toISOString());
}

describe('an email', () => {
  it('leaves once the transaction has committed, once, and nothing of it stays [P-2.41]', async () => {
    const to = await write();
    expect([await deliverDue(app.dependencies), await deliverDue(app.dependencies)]).toEqual([1, 0]);
    expect(box.emails(to)).toMatchObject([
      { from: 'no-reply@samay.example', subject: 'A subject', text: 'A secret text.\n' },
    ]);
    expect(await onlyRow()).toMatchObject({
      delivered_at: new Date(testNow),
      lease_until: null,
      payload: {},
      last_error: null,
    });
  });

  it('does not leave when its transaction is rolled back [P-2.41]', async () => {
    const message = { tenantId: null, to: 'never@people.example', subject: 'Never', text: 'Never' };
    const broken = asPlatform(app, async (tx) => {
      await enqueueMail(tx, app.dependencies.clock(), message);
      throw new Error('changed my mind');
    });
    await expect(broken).rejects.toThrow('changed my mind');
    expect([await deliverDue(app.dependencies), box.emails(message.to)]).toEqual([0, []]);
  });

  it.each([
    ['later', 'the mail server answered 451'],
    ['refuse', 'the mail server answered 550'],
    ['close', 'the mail server could not be reached (ECONNECTION)'],
    ['hang', 'the mail server did not answer in time'],
  ])(
    'comes again after a mail server in mode %s, in two seconds and a little, and says why without a name [P-2.42]',
    async (mode, reason) => {
      box.setMode(mode);
      const to = await write();
      expect(await deliverDue(app.dependencies)).toBe(1);
      const { attempts, next_at, last_error, payload } = await onlyRow();
      expect([attempts, last_error]).toEqual([1, reason]);
      expect(payload).toMatchObject({ to });
      const delay = next_at.getTime() - new Date(testNow).getTime();
      expect([delay >= 2000, delay <= 2400]).toEqual([true, true]);
      box.setMode('ok');
      later(1);
      expect(await deliverDue(app.dependencies)).toBe(0);
      later(2);
      expect(await deliverDue(app.dependencies)).toBe(1);
      expect(box.emails(to).at(-1)).toMatchObject({ mode: 'ok' });
      expect(await onlyRow()).toMatchObject({ attempts: 2, payload: {}, last_error: null });
    },
  );

  it('is given up after a day of tries, and nothing of it stays [P-2.41]', async () => {
    box.setMode('later');
    await write();
    let hours = 0;
    for (let tries = 0; tries < maxAttempts; tries += 1) {
      expect((await onlyRow()).given_up_at).toBeNull();
      expect(await deliverDue(app.dependencies)).toBe(1);
      const { next_at } = await onlyRow();
      hours = (next_at.getTime() - new Date(testNow).getTime()) / 3_600_000;
      app.setNow(next_at.toISOString());
    }
    expect(await onlyRow()).toMatchObject({
      attempts: maxAttempts,
      payload: {},
      last_error: 'the mail server answered 451',
    });
    expect((await onlyRow()).given_up_at).not.toBeNull();
    expect([hours > 23, hours < 29]).toEqual([true, true]);
    later(100_000);
    expect(await deliverDue(app.dependencies)).toBe(0);
  });

  it('is forgotten thirty days after it left', async () => {
    await write();
    await deliverDue(app.dependencies);
    later(29 * 86_400);
    expect(await deleteFinishedEffects(app.dependencies)).toBe(0);
    later(2 * 86_400);
    expect(await deleteFinishedEffects(app.dependencies)).toBe(1);
  });
});

describe('several processes', () => {
  it('share what is due, and none of it leaves twice [O-4.8]', async () => {
    const readers = await Promise.all(Array.from({ length: 20 }, () => write()));
    const tried = await Promise.all([
      deliverDue(app.dependencies),
      deliverDue({ ...app.dependencies }),
      deliverDue({ ...app.dependencies }),
    ]);
    expect(tried.reduce((sum, some) => sum + some, 0)).toBe(20);
    for (const to of readers) expect(box.emails(to)).toHaveLength(1);
  });

  it('take over what one that died had taken, after a minute and not before [O-4.8]', async () => {
    const to = await write();
    expect(await claimEffects(app.dependencies, 8)).toHaveLength(1); // its worker dies here
    later(59);
    expect([await deliverDue(app.dependencies), box.emails(to)]).toEqual([0, []]);
    later(2);
    expect(await deliverDue(app.dependencies)).toBe(1);
    expect(box.emails(to)).toHaveLength(1);
  });
});

it('waits while its business is suspended, and loses nothing [P-2.41]', async () => {
  const clinic = await buildTenant(app, { status: 'suspended' });
  const to = await write(clinic.id);
  later(40 * 86_400);
  expect(await deliverDue(app.dependencies)).toBe(0);
  await asPlatform(app, (tx) =>
    tx.updateTable('tenants').set({ status: 'active' }).where('id', '=', clinic.id).execute(),
  );
  expect(await deliverDue(app.dependencies)).toBe(1);
  expect(box.emails(to)).toHaveLength(1);
});

it('waits where no mail server is set up [P-2.40]', async () => {
  const to = await write();
  expect(await deliverDue({ ...app.dependencies, mail: undefined })).toBe(0);
  expect(await onlyRow()).toMatchObject({ attempts: 0, lease_until: null });
  expect(await deliverDue(app.dependencies)).toBe(1);
  expect(box.emails(to)).toHaveLength(1);
});
