import { cancelAppointment, markArrived } from '@samay/contract/bookings/transitions';
import { createAppointment } from '@samay/contract/bookings/appointments';
import { changeWebhooks, getWebhooks } from '@samay/contract/reach/webhooks';
import { getDeliveries } from '@samay/contract/reach/deliveries';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../test/fixtures/builders.ts';
import type { Client } from '../../test/fixtures/client.ts';
import { testEngine } from '../../test/fixtures/database.ts';
import { runAsOwner } from '../../test/fixtures/database/postgres-template.ts';
import { handleEvents } from '../../test/fixtures/deliver-due.ts';
import { newAppointment } from '../../test/fixtures/samples.ts';
import { asPlatform } from '../db/tenant.ts';
import { maxAttempts } from './retry-policy.ts';

let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  app = await testApp();
  await asTableOwner(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused by the test'; end $$`,
  );
});
beforeEach(async () => {
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
});
afterEach(async () => {
  app.setNow(testNow);
  await asTableOwner('drop trigger if exists refuse on outbox');
  await asPlatform(app, (tx) => tx.deleteFrom('outbox').execute());
});
afterAll(() => app.close());

const both = { calendarEventUrl: 'http://127.0.0.1:9/booked', cancelUrl: 'http://127.0.0.1:9/cancelled' };
const listen = async () => owner.call(changeWebhooks, { body: both });
const book = async () => (await owner.call(createAppointment, { body: newAppointment })).body.id;

describe('an event', () => {
  it('leaves nothing where nothing listens, and where no receiver is for it [P-12.13]', async () => {
    expect((await owner.call(getWebhooks)).body).toMatchObject({ calendarEventUrl: null });
    const id = await book();
    await handleEvents(app.dependencies);
    expect(await kinds()).toEqual([]);
    await listen();
    await owner.call(markArrived, { params: { id } });
    expect(await kinds()).toEqual(['appointment.changed']);
    await handleEvents(app.dependencies);
    expect(await kinds()).toEqual([]);
  });

  it('becomes its effects once, however many workers take it [P-12.13]', async () => {
    await listen();
    const ids = await Promise.all(Array.from({ length: 10 }, book));
    for (const id of ids) await owner.call(cancelAppointment, { params: { id } });
    await Promise.all(Array.from({ length: 4 }, () => handleEvents(app.dependencies)));
    // A worker leaves alone the events that another one holds.
    await handleEvents(app.dependencies);
    const written = await effects();
    for (const id of ids)
      expect(written.filter(({ subject }) => subject === id).map(({ kind }) => kind)).toEqual([
        'webhook.calendar_event',
        'webhook.cancel',
      ]);
    expect(written).toHaveLength(20);
  });

  it('is neither lost nor doubled where the commit of its effects fails [P-12.13]', async () => {
    await listen();
    await book();
    await asTableOwner(
      'create constraint trigger refuse after insert on outbox deferrable initially deferred for each row execute function refuse()',
    );
    await handleEvents(app.dependencies);
    expect(await kinds()).toEqual(['appointment.changed']);
    await asTableOwner('drop trigger refuse on outbox');
    app.setNow('2026-11-21T04:30:03.000Z');
    await handleEvents(app.dependencies);
    expect(await kinds()).toEqual(['webhook.calendar_event']);
    await handleEvents(app.dependencies);
    expect(await kinds()).toEqual(['webhook.calendar_event']);
  });

  it('waits for the earlier one of its booking, and not for those of others [P-12.13]', async () => {
    await listen();
    const first = await book();
    await asTableOwner(
      'create trigger refuse before insert on outbox for each row execute function refuse()',
    );
    await handleEvents(app.dependencies);
    await asTableOwner('drop trigger refuse on outbox');
    await owner.call(cancelAppointment, { params: { id: first } });
    const other = await book();
    await handleEvents(app.dependencies);
    expect(await effects()).toMatchObject([{ subject: other }]);
    app.setNow('2026-11-21T04:30:03.000Z');
    await handleEvents(app.dependencies);
    expect((await effects()).filter(({ subject }) => subject === first)).toMatchObject([
      { kind: 'webhook.calendar_event' },
      { kind: 'webhook.cancel' },
    ]);
  });

  it('comes again alone where it failed with others, and is given up after a day', async () => {
    await listen();
    const broken = await book();
    const whole = await book();
    await asPlatform(app, (tx) =>
      tx.updateTable('outbox').set({ payload: '{}' }).where('subject', '=', broken).execute(),
    );
    for (let tries = 0; tries < maxAttempts; tries += 1) {
      await handleEvents(app.dependencies);
      app.setNow(new Date(app.dependencies.clock().getTime() + 4_400_000).toISOString());
    }
    expect(await effects()).toMatchObject([{ subject: whole, kind: 'webhook.calendar_event' }]);
    const [row] = (await rows()).filter(({ kind }) => kind === 'appointment.changed');
    expect(row).toMatchObject({ subject: broken, attempts: maxAttempts });
    expect(row?.given_up_at).not.toBeNull();
  });

  it('waits while its business is suspended', async () => {
    await listen();
    await book();
    const standing = (status: 'active' | 'suspended') =>
      asPlatform(app, (tx) =>
        tx.updateTable('tenants').set({ status }).where('id', '=', clinic.id).execute(),
      );
    await standing('suspended');
    await handleEvents(app.dependencies);
    expect(await kinds()).toEqual(['appointment.changed']);
    await standing('active');
    await handleEvents(app.dependencies);
    expect(await kinds()).toEqual(['webhook.calendar_event']);
  });

  it('is not among the deliveries that owners see', async () => {
    await listen();
    await book();
    const { kinds: shown, givenUp } = (await owner.call(getDeliveries)).body;
    expect(shown.map(({ waiting, delivered }) => waiting + delivered)).toEqual(shown.map(() => 0));
    expect(givenUp).toEqual([]);
  });
});

async function rows() {
  return asPlatform(app, (tx) => tx.selectFrom('outbox').selectAll().orderBy('written_at').execute());
}

async function kinds(): Promise<string[]> {
  return (await rows()).map(({ kind }) => kind);
}

/** Lists the effects that were written, oldest first. */
async function effects() {
  return (await rows()).filter(({ kind }) => kind !== 'appointment.changed');
}

async function asTableOwner(statement: string): Promise<void> {
  if (testEngine === 'embedded') await app.database.pool.query(statement);
  else await runAsOwner(app.database, (owned) => owned.query(statement));
}
