import { cancelAppointment, markNoShow, reopenAppointment } from '@samay/contract/bookings/transitions';
import {
  correctAppointment,
  createAppointment,
  rescheduleAppointment,
} from '@samay/contract/bookings/appointments';
import { changeBookingMails } from '@samay/contract/reach/booking-mails';
import { changeWebhooks } from '@samay/contract/reach/webhooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import { type Calendars, connect, openCalendars } from '../../../../test/fixtures/third-parties/calendar.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { type Mailbox, startMailbox } from '../../../../test/fixtures/third-parties/mailbox.ts';
import { type Receiver, startReceiver } from '../../../../test/fixtures/third-parties/webhook-receiver.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { deliverDue, handleEvents } from '../../../../test/fixtures/deliver-due.ts';

// A booking takes the same time whether Google, the receiver and the mail server are up, down
// or hanging, because it calls none of them. Counted, not timed: a request cannot wait for a call
// that it does not make.

let app: TestApp;
let calendars: Calendars;
let receiver: Receiver;
let box: Mailbox;
let clinic: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  [calendars, receiver, box] = await Promise.all([
    openCalendars(400),
    startReceiver(),
    startMailbox({ connectMs: 2000, wholeMs: 2000 }),
  ]);
  app = await testApp({
    dependencies: { calendar: calendars.provider, webhooks: receiver.sender, mail: box.mailer },
  });
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  await connect(app, clinic, owner);
  const { address } = receiver.party;
  await owner.call(changeWebhooks, {
    body: { calendarEventUrl: `${address}booked`, cancelUrl: `${address}cancelled` },
  });
  await owner.call(changeBookingMails, { body: { isOn: true } });
});
afterAll(async () => {
  await app.close();
  await Promise.all([calendars.close(), receiver.close(), box.close()]);
});

/** Lists the kinds of the waiting rows of the outbox, oldest first. */
async function waiting(): Promise<string[]> {
  const rows = await asPlatform(app, (tx) =>
    tx.selectFrom('outbox').select('kind').orderBy('written_at').execute(),
  );
  return rows.map(({ kind }) => kind);
}

/** Counts the requests to each third party about bookings. */
function asked(): number[] {
  return [
    calendars.asked().filter((line) => line.includes('/events')).length,
    receiver.party.arrivals.length,
    box.emails().length,
  ];
}

it.each([
  ['up', 'ok', 'ok', 'ok'],
  ['down', 'down', 'fail', 'refuse'],
  ['hanging', 'slow', 'hang', 'hang'],
])(
  'sends no request while they are %s: it writes its event, from which the worker enqueues the effects [I-22]',
  async (_state, calendar, webhook, mail) => {
    calendars.setMode(calendar);
    expect(receiver.party.setMode(webhook)).toBe(true);
    box.setMode(mail);
    await asPlatform(app, (tx) => tx.deleteFrom('outbox').execute());
    const before = asked();
    await owner.call(createAppointment, { body: newAppointment });
    const { body: made } = await owner.call(createAppointment, { body: newAppointment });
    const params = { id: made.id };
    const statuses = [
      (await owner.call(rescheduleAppointment, { params, body: { date: '2026-11-21', time: '16:30' } }))
        .status,
      (await owner.call(correctAppointment, { params, body: { personName: 'Kavita Menon-Rao' } })).status,
      (await owner.call(markNoShow, { params })).status,
      (await owner.call(reopenAppointment, { params })).status,
      (await owner.call(cancelAppointment, { params })).status,
    ];
    expect(statuses).toEqual([200, 200, 200, 200, 200]);
    expect(await waiting()).toEqual(Array.from({ length: 7 }, () => 'appointment.changed'));
    await handleEvents(app.dependencies);
    expect(asked()).toEqual(before);
    const kinds = await waiting();
    expect(kinds.filter((kind) => !kind.startsWith('calendar.'))).toEqual([
      'webhook.calendar_event',
      'booking.mail',
      'webhook.calendar_event',
      'reminder.mail',
      'webhook.cancel',
    ]);
    expect(kinds.filter((kind) => kind.startsWith('calendar.')).length).toBeGreaterThan(0);
    // Checks the counts: each third party gets a request now.
    await deliverDue(app.dependencies);
    expect(asked().map((count, at) => count > (before[at] ?? 0))).toEqual([true, true, true]);
  },
);
