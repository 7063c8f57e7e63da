import { CompiledQuery, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../test/fixtures/app.ts';
import { buildTenant } from '../../test/fixtures/builders.ts';
import { claimEffects, deliverDue } from '../../test/fixtures/deliver-due.ts';
import { type Mailbox, startMailbox } from '../../test/fixtures/third-parties/mailbox.ts';
import { asPlatform } from '../db/tenant.ts';
import { getOutboxHandlers } from '../outbox-handlers.ts';
import { ready } from '../db/statement.ts';
import { deleteFinishedEffects, enqueueEffect, enqueueMail } from './index.ts';
import { leaseDue, listDueBusinesses } from './queries.ts';
import { maxAttempts } from './retry-policy.ts';
import { Turns } from './turns.ts';

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

describe('an effect with an end', () => {
  const endsAfter = (minutes: number) => new Date(new Date(testNow).getTime() + minutes * 60_000);
  async function writeUntil(end: Date): Promise<string> {
    const to = `reader-${(count += 1)}@people.example`;
    const payload = { to, subject: 'A subject', text: 'A text.' };
    const effect = { tenantId: null, kind: 'mail' as const, subject: 'email', payload, expiresAt: end };
    await asPlatform(app, (tx) => enqueueEffect(tx, app.dependencies.clock(), effect));
    return to;
  }

  it('is tried until then and dropped with the reason, never sent late [O-2.30]', async () => {
    box.setMode('later');
    const to = await writeUntil(endsAfter(60));
    while ((await onlyRow()).given_up_at === null) {
      expect(await deliverDue(app.dependencies)).toBe(1);
      const { next_at } = await onlyRow();
      expect(next_at.getTime()).toBeLessThan(endsAfter(60).getTime());
      app.setNow(next_at.toISOString());
    }
    expect(await onlyRow()).toMatchObject({
      payload: {},
      last_error: 'it could not leave in time: the mail server answered 451',
    });
    box.setMode('ok');
    later(86_400);
    expect([await deliverDue(app.dependencies), box.emails(to).filter(({ mode }) => mode === 'ok')]).toEqual([
      0,
      [],
    ]);
  });

  it('is dropped where nothing sent it, also without a mail server [O-2.30]', async () => {
    const to = await writeUntil(endsAfter(60));
    later(3_600);
    await deliverDue({ ...app.dependencies, mail: undefined });
    expect(await onlyRow()).toMatchObject({ last_error: 'it could not leave in time' });
    expect([await deliverDue(app.dependencies), box.emails(to)]).toEqual([0, []]);
  });
});

describe('businesses take turns', () => {
  it('so that ten effects of one do not wait behind many of another [O-2.31]', async () => {
    const [many, few] = [(await buildTenant(app)).id, (await buildTenant(app)).id];
    for (let written = 0; written < 60; written += 1) await write(many);
    later(1);
    for (let written = 0; written < 10; written += 1) await write(few);
    const turns = new Turns(app.dependencies, getOutboxHandlers(app.dependencies));
    const order: string[] = [];
    for (let claims = 0; claims < 70; claims += 1) {
      const claimed = await turns.claim(claims % 2 ? 8 : 3);
      expect(claimed.filter((effect) => effect.tenant_id === many).length).toBeLessThanOrEqual(8);
      order.push(...claimed.map((effect) => effect.tenant_id));
    }
    expect(order).toHaveLength(70);
    // At most a turn of the other for each turn of the one.
    expect(order.lastIndexOf(few)).toBeLessThan(30);
  });

  it('found by an index, however many effects are finished [O-2.31]', async () => {
    const { id: business } = await buildTenant(app);
    const finished = sql`insert into outbox (tenant_id, kind, subject, payload, next_at, created_at, delivered_at)
      select ${business}, 'mail', 'email', '{}', now(), now(), now() from generate_series(1, 2000)`;
    await asPlatform(app, (tx) => tx.executeQuery(finished.compile(tx)));
    await write(business);
    const now = app.dependencies.clock();
    const [kinds, until] = [['mail'], new Date(now.getTime() + 60_000)];
    const plans: string[] = [];
    for (const statement of [
      listDueBusinesses({ kinds, now }),
      leaseDue({ business, kinds, now, leaseUntil: until, most: 8 }),
    ]) {
      const { text, values = [] } = ready(statement, business);
      const { rows } = await asPlatform(app, async (tx) => {
        await tx.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'));
        return tx.executeQuery(CompiledQuery.raw(`explain ${text}`, [...values]));
      });
      plans.push(JSON.stringify(rows));
    }
    expect(plans.filter((plan) => plan.includes('Seq Scan on outbox'))).toEqual([]);
    expect(plans[1]).toContain('outbox_due_of_business');
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

it('is given up also where its payload is of another release, which no record of it can read [O-2.30]', async () => {
  const { id: tenantId } = await buildTenant(app);
  const expiresAt = new Date(testNow);
  const effect = {
    tenantId,
    kind: 'booking.notice',
    subject: 'booking',
    payload: { of: 'tomorrow' },
    expiresAt,
  } as const;
  await asPlatform(app, (tx) => enqueueEffect(tx, app.dependencies.clock(), effect));
  await deliverDue(app.dependencies);
  expect(await onlyRow()).toMatchObject({ given_up_at: new Date(testNow), last_error: expect.any(String) });
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
