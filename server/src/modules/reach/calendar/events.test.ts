import {
  cancelAppointment,
  completeAppointment,
  markNoShow,
  reopenAppointment,
  undoCancel,
  undoCompletion,
} from '@samay/contract/bookings/transitions';
import {
  correctAppointment,
  createAppointment,
  rescheduleAppointment,
} from '@samay/contract/bookings/appointments';
import { addMissingEvents, disconnectCalendar, getCalendarConnection } from '@samay/contract/reach/calendar';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import {
  type Calendars,
  connect,
  holder,
  openCalendars,
} from '../../../../test/fixtures/third-parties/calendar.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import type { CalendarProvider } from '../../../adapters/calendar/port.ts';
import { asPlatform } from '../../../db/tenant.ts';
import { deliverDue, handleEvents } from '../../../../test/fixtures/deliver-due.ts';

let calendars: Calendars;
let app: TestApp;
let clinic: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  calendars = await openCalendars(60_000);
  app = await testApp({ dependencies: { calendar: calendars.provider } });
});
beforeEach(async () => {
  // Deletes the effects of an earlier test, which would be delivered in this one, to the same
  // calendar.
  await asPlatform(app.dependencies, (tx) => tx.deleteFrom('outbox').execute());
  clinic = await buildTenant(app);
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  for (const { id } of calendars.events.standing(holder)) calendars.events.answer('DELETE', holder, id, {});
});
afterEach(() => {
  calendars.setMode('ok');
  app.setNow(testNow);
});
afterAll(async () => {
  await app.close();
  await calendars.close();
});

describe('the calendar follows a booking', () => {
  it('that is created, moved, renamed, missed, reopened, completed, undone, cancelled and taken back [P-5.5, P-5.72, P-6.67, P-12.3]', async () => {
    await connect(app, clinic, owner);
    const { body: booking } = await owner.call(createAppointment, { body: newAppointment });
    await deliverDue(app.dependencies);
    expect(await failures()).toEqual([]);
    expect(calendars.events.standing(holder)).toMatchObject([
      {
        id: getId(booking.id),
        summary: 'Kavita Menon',
        location: 'Default Doctor',
        status: 'confirmed',
        start: { dateTime: '2026-11-24T12:00:00+05:30', timeZone: 'Asia/Kolkata' },
        end: { dateTime: '2026-11-24T12:30:00+05:30', timeZone: 'Asia/Kolkata' },
      },
    ]);
    const params = { id: booking.id };
    await owner.call(rescheduleAppointment, { params, body: { date: '2026-11-21', time: '23:45' } });
    await deliverDue(app.dependencies);
    expect(calendars.events.standing(holder)).toMatchObject([
      { start: { dateTime: '2026-11-21T23:45:00+05:30' }, end: { dateTime: '2026-11-22T00:15:00+05:30' } },
    ]);
    await owner.call(correctAppointment, {
      params,
      body: { personName: 'Kavita Menon-Rao', amount: 60_000 },
    });
    await deliverDue(app.dependencies);
    expect(calendars.events.standing(holder)).toMatchObject([{ summary: 'Kavita Menon-Rao' }]);
    await owner.call(correctAppointment, { params, body: { amount: 70_000 } });
    await owner.call(markNoShow, { params });
    await owner.call(reopenAppointment, { params });
    await deliverDue(app.dependencies);
    expect(calendars.events.standing(holder)).toHaveLength(1);
    for (const endpoint of [completeAppointment, undoCompletion])
      expect((await owner.call(endpoint, { params })).status).toBe(200);
    await deliverDue(app.dependencies);
    expect(calendars.events.standing(holder)).toMatchObject([{ status: 'confirmed' }]);
    await owner.call(cancelAppointment, { params });
    await deliverDue(app.dependencies);
    expect(calendars.events.standing(holder)).toEqual([]);
    expect((await owner.call(undoCancel, { params })).status).toBe(200);
    await deliverDue(app.dependencies);
    expect(calendars.events.standing(holder)).toMatchObject([{ status: 'confirmed' }]);
    expect(await outbox()).toMatchObject(
      Array.from({ length: 6 }, () => ({ payload: {}, last_error: null })),
    );
  });

  it('that is completed, where it has an event, when its time or length is corrected, and nobody else hears of it [P-12.4]', async () => {
    const [early] = [
      await buildAppointment(app, clinic, { date: '2026-11-21', time: '08:00', status: 'completed' }),
    ];
    await connect(app, clinic, owner);
    const { body: booking } = await owner.call(createAppointment, {
      body: { ...newAppointment, date: '2026-11-21', time: '09:00' },
    });
    await owner.call(completeAppointment, { params: { id: booking.id } });
    await deliverDue(app.dependencies);
    const body = { date: '2026-11-20', time: '18:30', duration: 45 };
    for (const id of [booking.id, early])
      expect((await owner.call(rescheduleAppointment, { params: { id }, body })).status).toBe(200);
    await handleEvents(app.dependencies);
    expect(
      (await outbox())
        .filter(({ delivered_at: at }) => at === null)
        .map(({ kind, subject }) => [kind, subject]),
    ).toEqual([['calendar.move', booking.id]]);
    await deliverDue(app.dependencies);
    expect(calendars.events.standing(holder)).toMatchObject([
      {
        id: getId(booking.id),
        start: { dateTime: '2026-11-20T18:30:00+05:30' },
        end: { dateTime: '2026-11-20T19:15:00+05:30' },
      },
    ]);
  });

  it('whose length was never kept, for as long as the first service lasts [P-6.40]', async () => {
    const turf = await buildTenant(app, { businessType: 'turf', times: 'apart' });
    const desk = await signInAs(app, turf, 'BUSINESS_OWNER');
    await connect(app, turf, desk);
    const id = await buildAppointment(app, turf, { date: '2026-11-20', time: '23:30', claimsNothing: true });
    await desk.call(correctAppointment, { params: { id }, body: { personName: 'Green Park Eleven' } });
    await deliverDue(app.dependencies);
    expect(calendars.events.standing(holder)).toMatchObject([
      {
        id: getId(id),
        start: { dateTime: '2026-11-20T23:30:00+05:30' },
        end: { dateTime: '2026-11-21T00:30:00+05:30' },
      },
    ]);
  });

  it('that is cancelled before it was synchronized, and one whose event was deleted in the calendar', async () => {
    await connect(app, clinic, owner);
    const { body: short } = await owner.call(createAppointment, { body: newAppointment });
    await owner.call(cancelAppointment, { params: { id: short.id } });
    const { body: kept } = await owner.call(createAppointment, { body: newAppointment });
    await deliverDue(app.dependencies);
    expect(calendars.events.standing(holder).map(({ id }) => id)).toEqual([getId(kept.id)]);
    calendars.events.answer('DELETE', holder, getId(kept.id), {});
    await owner.call(rescheduleAppointment, {
      params: { id: kept.id },
      body: { date: '2026-11-27', time: '10:00' },
    });
    await deliverDue(app.dependencies);
    expect(calendars.events.standing(holder)).toMatchObject([
      { id: getId(kept.id), start: { dateTime: '2026-11-27T10:00:00+05:30' } },
    ]);
    calendars.events.answer('DELETE', holder, getId(kept.id), {});
    await owner.call(cancelAppointment, { params: { id: kept.id } });
    await deliverDue(app.dependencies);
    expect(await failures()).toEqual([]);
  });

  it('that moves while the request for its previous time is running', async () => {
    await connect(app, clinic, owner);
    const { body: booking } = await owner.call(createAppointment, { body: newAppointment });
    let isMoved = false;
    const putEvent: CalendarProvider['putEvent'] = async (...event) => {
      if (!isMoved) {
        isMoved = true;
        app.setNow('2026-11-21T04:30:05.000Z');
        await owner.call(rescheduleAppointment, {
          params: { id: booking.id },
          body: { date: '2026-11-27', time: '10:00' },
        });
        await deliverDue(app.dependencies);
      }
      await calendars.provider.putEvent(...event);
    };
    await deliverDue({ ...app.dependencies, calendar: { ...calendars.provider, putEvent } });
    expect(calendars.events.standing(holder)).toMatchObject([
      { start: { dateTime: '2026-11-27T10:00:00+05:30' } },
    ]);
  });

  it('only where one is connected', async () => {
    await owner.call(createAppointment, { body: newAppointment });
    await handleEvents(app.dependencies);
    expect(await outbox()).toEqual([]);
    await connect(app, clinic, owner);
    await owner.call(createAppointment, { body: newAppointment });
    await handleEvents(app.dependencies);
    await owner.call(disconnectCalendar);
    await deliverDue(app.dependencies);
    expect(calendars.events.standing(holder)).toEqual([]);
    expect(await failures()).toEqual([]);
  });

  it.each(['down', 'slow', 'error', 'forbidden', 'quota', 'late'])(
    'once, after Google was %s',
    async (mode) => {
      await connect(app, clinic, owner);
      calendars.setMode(mode);
      const { status, body } = await owner.call(createAppointment, { body: newAppointment });
      expect(status).toBe(201);
      await deliverDue({
        ...app.dependencies,
        calendar: mode === 'slow' ? calendars.impatient : calendars.provider,
      });
      expect(await failures()).toEqual([expect.stringMatching(/^Google/)]);
      calendars.setMode('ok');
      app.setNow('2026-11-21T04:31:00.000Z');
      await deliverDue(app.dependencies);
      expect(calendars.events.standing(holder).map(({ id }) => id)).toEqual([getId(body.id)]);
      expect(await failures()).toEqual([]);
    },
  );
});

it('is disconnected when Google revokes the access, reports it, and continues when it is connected again [P-12.7]', async () => {
  await connect(app, clinic, owner);
  calendars.setMode('invalid_grant');
  const { body: booking } = await owner.call(createAppointment, { body: newAppointment });
  await deliverDue(app.dependencies);
  expect((await owner.call(getCalendarConnection)).body).toMatchObject({
    isConnected: false,
    needsReconnect: true,
    embedUrl: null,
  });
  const { body: second } = await owner.call(createAppointment, { body: newAppointment });
  calendars.setMode('ok');
  await connect(app, clinic, owner);
  app.setNow('2026-11-21T04:31:00.000Z');
  await deliverDue(app.dependencies);
  const there = calendars.events.standing(holder).map(({ id }) => id);
  expect(there.toSorted()).toEqual([getId(booking.id), getId(second.id)].toSorted());
  expect((await owner.call(getCalendarConnection)).body).toMatchObject({
    isConnected: true,
    needsReconnect: false,
    missingEvents: 0,
  });
});

it('gets the moves and cancellations of the time without a connection once it is connected again, and nothing else [P-12.6]', async () => {
  await connect(app, clinic, owner);
  const [moved, cancelled] = [
    await owner.call(createAppointment, { body: newAppointment }),
    await owner.call(createAppointment, { body: newAppointment }),
  ];
  await owner.call(createAppointment, { body: newAppointment });
  await deliverDue(app.dependencies);
  app.setNow('2026-11-21T04:35:00.000Z');
  await owner.call(disconnectCalendar);
  await owner.call(rescheduleAppointment, {
    params: { id: moved.body.id },
    body: { date: '2026-11-27', time: '10:00' },
  });
  await owner.call(cancelAppointment, { params: { id: cancelled.body.id } });
  await connect(app, clinic, owner);
  app.setNow('2026-11-21T04:36:00.000Z');
  const before = calendars.asked().length;
  await deliverDue(app.dependencies);
  expect(calendars.events.standing(holder)).toMatchObject([
    { start: { dateTime: '2026-11-24T12:00:00+05:30' } },
    { id: getId(moved.body.id), start: { dateTime: '2026-11-27T10:00:00+05:30' } },
  ]);
  const asked = calendars.asked().slice(before);
  expect(asked.filter((line) => line.includes('/events'))).toHaveLength(2);
});

describe('bookings from before', () => {
  it('are offered while they are in the future, and added once, even if the button is pressed twice [P-12.6]', async () => {
    const ids = [
      await buildAppointment(app, clinic, { date: '2026-11-24' }),
      await buildAppointment(app, clinic, { date: '2026-11-23' }),
    ];
    await buildAppointment(app, clinic, { date: '2026-11-20' });
    await buildAppointment(app, clinic, { date: '2026-11-25', status: 'cancelled' });
    await connect(app, clinic, owner);
    expect((await owner.call(getCalendarConnection)).body.missingEvents).toBe(2);
    const doctor = await signInAs(app, clinic, 'DOCTOR');
    expect((await doctor.call(getCalendarConnection)).body.missingEvents).toBe(0);
    const pressed = await Promise.all([owner.call(addMissingEvents), owner.call(addMissingEvents)]);
    expect(pressed.map(({ body }) => body.queued).toSorted((a, b) => a - b)).toEqual([0, 2]);
    expect((await owner.call(getCalendarConnection)).body.missingEvents).toBe(0);
    app.setNow('2026-11-21T04:30:01.000Z');
    await deliverDue(app.dependencies);
    const there = calendars.events.standing(holder).map(({ id }) => id);
    expect(there).toEqual([ids[1], ids[0]].map((id) => getId(id ?? '')));
    expect((await owner.call(getCalendarConnection)).body.missingEvents).toBe(0);
  });

  it('cannot be added without a connection', async () => {
    const refused = await owner.call(addMissingEvents);
    expect([refused.status, refused.error?.code]).toEqual([409, 'calendar.not_connected']);
  });
});

function getId(uuid: string): string {
  return BigInt(`0x${uuid.replaceAll('-', '')}`)
    .toString(32)
    .padStart(26, '0');
}

async function outbox() {
  return asPlatform(app.dependencies, (tx) =>
    tx.selectFrom('outbox').selectAll().where('tenant_id', '=', clinic.id).execute(),
  );
}

async function failures(): Promise<string[]> {
  return (await outbox()).flatMap(({ last_error: reason }) => reason ?? []);
}
