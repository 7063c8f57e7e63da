import { cancelAppointment } from '@samay/contract/bookings/transitions';
import { createAppointment, rescheduleAppointment } from '@samay/contract/bookings/appointments';
import { changeBookingMails } from '@samay/contract/reach/booking-mails';
import { changeWebhooks } from '@samay/contract/reach/webhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import { type Calendars, connect, openCalendars } from '../../../../test/fixtures/third-parties/calendar.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { runAsOwner, isCitus } from '../../../../test/fixtures/database/postgres-template.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import { testEngine } from '../../../../test/fixtures/database.ts';
import { asPlatform } from '../../../db/tenant.ts';

// Tests that the event of a booking is written in the booking's own transaction: both exist, or
// neither. A row of the outbox that is written elsewhere outlives a transaction that fails at its
// very end, or is missing from one that has succeeded.

let app: TestApp;
let calendars: Calendars;
let clinic: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  calendars = await openCalendars();
  app = await testApp({ dependencies: { calendar: calendars.provider } });
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  await connect(app, clinic, owner);
  await owner.call(changeWebhooks, {
    body: { calendarEventUrl: 'http://127.0.0.1:9/booked', cancelUrl: 'http://127.0.0.1:9/cancelled' },
  });
  await owner.call(changeBookingMails, { body: { isOn: true } });
  await asTableOwner(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused by the test'; end $$`,
  );
});
afterEach(async () => {
  await asTableOwner('drop trigger if exists refuse on appointments');
  await asTableOwner('drop trigger if exists refuse on outbox');
});
afterAll(async () => {
  await app.close();
  await calendars.close();
});

const changes: readonly [string, (id: string) => ReturnType<Client['send']>][] = [
  ['making', () => owner.send(createAppointment, { body: newAppointment })],
  [
    'moving',
    (id) =>
      owner.send(rescheduleAppointment, { params: { id }, body: { date: '2026-11-25', time: '16:30' } }),
  ],
  ['cancelling', (id) => owner.send(cancelAppointment, { params: { id } })],
];

describe.each(changes)('%s a booking', (_what, change) => {
  it('leaves nothing in the outbox when its transaction fails at the end [P-12.12]', async () => {
    const id = await buildAppointment(app, clinic, { date: '2026-11-24' });
    const before = await standing();
    // Fails at the commit, when every statement of the verb has succeeded.
    await asTableOwner(
      'create constraint trigger refuse after insert or update on appointments deferrable initially deferred for each row execute function refuse()',
    );
    // Expects the coordinator's error, which is equal for a commit that a worker refuses and for a
    // worker that ended (decision 0078).
    expect((await change(id)).status).toBe(isCitus ? 503 : 500);
    expect(await standing()).toEqual(before);
  });

  it('does not happen when the outbox cannot be written [P-12.12]', async () => {
    const id = await buildAppointment(app, clinic, { date: '2026-11-24' });
    const before = await standing();
    await asTableOwner(
      'create trigger refuse before insert on outbox for each row execute function refuse()',
    );
    expect((await change(id)).status).toBe(500);
    expect(await standing()).toEqual(before);
  });

  it('leaves both when nothing fails', async () => {
    const id = await buildAppointment(app, clinic, { date: '2026-11-24' });
    const before = await standing();
    expect((await change(id)).status).toBeLessThan(300);
    const after = await standing();
    expect(after.bookings).not.toEqual(before.bookings);
    expect(after.events).toBe(before.events + 1);
  });
});

/** Reads all bookings, and counts the waiting rows of the outbox. */
async function standing(): Promise<{ bookings: unknown[]; events: number }> {
  return asPlatform(app, async (tx) => ({
    bookings: await tx
      .selectFrom('appointments')
      .select(['id', 'status', 'appointment_date', 'appointment_time'])
      .orderBy('id')
      .execute(),
    events: (await tx.selectFrom('outbox').select('id').execute()).length,
  }));
}

async function asTableOwner(statement: string): Promise<void> {
  if (testEngine === 'embedded') await app.database.pool.query(statement);
  else await runAsOwner(app.database, (owned) => owned.query(statement));
}
