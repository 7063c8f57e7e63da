import { completeAppointment, markArrived, startVisit } from '@samay/contract/bookings/transitions';
import {
  createAppointment,
  getAppointment,
  rescheduleAppointment,
} from '@samay/contract/bookings/appointments';
import {
  cancelSeries,
  countSeries,
  createSeries,
  moveSeries,
  previewSeries,
} from '@samay/contract/bookings/series';
import { changeBookingMails } from '@samay/contract/reach/booking-mails';
import { addDays } from '@samay/contract/core/time';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildResource, businessClaims } from '../../../../test/fixtures/availability.ts';
import {
  buildAppointment,
  buildTenant,
  type BuiltTenant,
  signInAs,
} from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { testEngine } from '../../../../test/fixtures/database.ts';
import { countWaiting } from '../../../../test/fixtures/database/postgres-template.ts';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';
import { type Mailbox, startMailbox } from '../../../../test/fixtures/third-parties/mailbox.ts';
import { asPlatform } from '../../../db/tenant.ts';

/** A team that plays on Tuesdays at seven. */
const team = {
  personName: 'Sunday Strikers',
  personEmail: 'team@people.example',
  personContact: '+91 98200 11223',
};
const tuesdays = ['2026-11-24', '2026-12-01', '2026-12-08', '2026-12-15'];
const repeat = { everyWeeks: 1, weekdays: [2], until: null, count: 4 };

let box: Mailbox;
let app: TestApp;
let ground: BuiltTenant;
let desk: Client;
beforeAll(async () => {
  box = await startMailbox({ connectMs: 3000, wholeMs: 3000 });
  app = await testApp({ dependencies: { mail: box.mailer } });
});
beforeEach(async () => {
  app.setNow(testNow);
  ground = await buildTenant(app, { businessType: 'turf', times: 'apart', plan: 'premium' });
  desk = await signInAs(app, ground);
});
afterAll(async () => {
  await app.close();
  await box.close();
});

const book = async (date: string, time: string) =>
  (await desk.call(createAppointment, { body: { ...team, date, time } })).body;
const series = async (at: readonly { date: string; time: string; overbookedReason?: string }[]) =>
  desk.send(createSeries, { body: { ...team, occurrences: [...at] } });
const weekly = async () =>
  (await series(tuesdays.map((date) => ({ date, time: '15:00' })))).body as Awaited<
    ReturnType<typeof create>
  >;
const create = async () => (await desk.call(createSeries, { body: { ...team, occurrences: [] } })).body;
const datesOf = (items: readonly { date: string; time: string }[]) =>
  items.map(({ date, time }) => `${date} ${time}`);
const standing = async () =>
  asPlatform(app, (tx) =>
    tx
      .selectFrom('appointments')
      .select(['appointment_date', 'status', 'overbooked_reason'])
      .where('tenant_id', '=', ground.id)
      .orderBy('appointment_date')
      .orderBy('created_at')
      .execute(),
  );

describe('making a series', () => {
  it('makes all of its bookings, each with its claim, and mails its person once [P-5.65]', async () => {
    const owner = await signInAs(app, ground, 'BUSINESS_OWNER');
    await owner.call(changeBookingMails, { body: { isOn: true } });
    const made = await weekly();
    expect(datesOf(made.items)).toEqual(tuesdays.map((date) => `${date} 15:00`));
    expect(new Set(made.items.map(({ seriesId }) => seriesId))).toEqual(new Set([made.seriesId]));
    expect(new Set(made.items.map(({ reference }) => reference)).size).toBe(4);
    expect(await businessClaims(app, ground)).toHaveLength(4);
    await deliverDue(app.dependencies);
    const emails = box.emails(team.personEmail);
    expect(emails).toHaveLength(1);
    expect(emails[0]?.text).toContain('all of these 4 dates:\nTuesday, 24 Nov 2026 at 3:00 pm');
  });

  it('has what was paid with its first booking alone, in whatever order they are asked for [P-5.67, P-9.6]', async () => {
    const paid = { amount: 1_500_00, paymentMethod: 'UPI', paymentId: 'pay_1' };
    const occurrences = tuesdays.toReversed().map((date) => ({ date, time: '15:00' }));
    const { body } = await desk.call(createSeries, { body: { ...team, ...paid, occurrences } });
    const unpaid = { amount: null, paymentMethod: null, paymentId: null };
    expect(body.items).toMatchObject([paid, unpaid, unpaid, unpaid]);
    expect(body.items[0]?.date).toBe(tuesdays[0]);
  });

  it('makes none where one is taken, and says which; with a reason that one is booked over [P-5.65]', async () => {
    await book('2026-12-01', '15:30');
    const wanted = tuesdays.map((date) => ({ date, time: '15:00' }));
    const refused = await series(wanted);
    expect([refused.status, refused.error?.code, refused.error?.fields]).toEqual([
      409,
      'slot.taken',
      { 'occurrences.1': 'This time is taken.' },
    ]);
    expect(refused.error?.alternatives?.next[0]?.date).toBe('2026-12-01');
    expect(await standing()).toHaveLength(1);
    const over = await series(
      wanted.map((at) => (at.date === '2026-12-01' ? { ...at, overbookedReason: 'They share' } : at)),
    );
    expect(over.status).toBe(201);
    expect((await standing()).filter((row) => row.overbooked_reason !== null)).toMatchObject([
      { appointment_date: '2026-12-01', overbooked_reason: 'They share' },
    ]);
  });

  it('books over many that are taken in one transaction [P-5.65]', async () => {
    const dates = Array.from({ length: 12 }, (_, week) => addDays('2026-11-24', week * 7));
    for (const date of dates) await book(date, '15:30');
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const over = await series(dates.map((date) => ({ date, time: '15:00', overbookedReason: 'They share' })));
    const undone = (query.mock.calls as unknown[][]).filter(([sent]) => sent === 'rollback').length;
    query.mockRestore();
    expect([over.status, undone]).toEqual([201, 0]);
    const claims = (await businessClaims(app, ground)).filter((claim) => claim.endsWith('overbooked'));
    expect(claims).toEqual(dates.map((date) => `Ground ${date} 15:00-16:00 overbooked`));
  });

  it('names a doctor in each of its bookings or in all, as a clinic', async () => {
    const clinic = await buildTenant(app, { plan: 'premium' });
    desk = await signInAs(app, clinic);
    const [rao, iyer] = [
      await buildResource(app, clinic, { name: 'Dr. Rao' }),
      await buildResource(app, clinic, { name: 'Dr. Iyer', position: 1 }),
    ];
    const send = async (ids: readonly (string | undefined)[]) =>
      desk.send(createSeries, {
        body: {
          ...team,
          occurrences: ids.map((resourceId, at) => ({ date: tuesdays[at] ?? '', time: '15:00', resourceId })),
        },
      });
    const refused = await send([rao, undefined]);
    expect([refused.status, Object.keys(refused.error?.fields ?? {})]).toEqual([400, ['doctor']]);
    const made = await send([rao, iyer]);
    expect(made.status).toBe(201);
    expect((made.body as { items: { doctor: string }[] }).items.map(({ doctor }) => doctor)).toEqual([
      'Dr. Rao',
      'Dr. Iyer',
    ]);
  });

  it('refuses two of its own at one time, and more than the plan has places for in their cycle', async () => {
    const twice = await series(['15:00', '15:30'].map((time) => ({ date: '2026-11-24', time })));
    expect([twice.error?.code, twice.error?.fields]).toEqual([
      'slot.taken',
      { 'occurrences.1': 'This time is taken.' },
    ]);
    ground = await buildTenant(app, { businessType: 'turf', times: 'apart', plan: 'basic' });
    desk = await signInAs(app, ground);
    for (let count = 0; count < 24; count += 1)
      await buildAppointment(app, ground, { date: '2026-11-02', status: 'cancelled' });
    const november = await series(['2026-11-24', '2026-11-25'].map((date) => ({ date, time: '15:00' })));
    expect(november.error?.code).toBe('plan.limit_reached');
    expect(await standing()).toHaveLength(24);
    expect((await series(['2026-11-24', '2026-12-01'].map((date) => ({ date, time: '15:00' })))).status).toBe(
      201,
    );
  });
});

it('shows each date before: free, taken with other starts of its day, closed, or over the limit [P-5.64]', async () => {
  await book('2026-12-01', '15:00');
  const preview = async (more: object) =>
    (await desk.call(previewSeries, { body: { date: '2026-11-24', time: '15:00', repeat, ...more } })).body
      .occurrences;
  const found = await preview({});
  expect(found.map(({ date, state }) => [date, state])).toEqual([
    ['2026-11-24', 'free'],
    ['2026-12-01', 'taken'],
    ['2026-12-08', 'free'],
    ['2026-12-15', 'free'],
  ]);
  expect(datesOf(found[1]?.others ?? [])).toEqual(
    ['13:00', '14:00', '16:00', '17:00'].map((time) => `2026-12-01 ${time}`),
  );
  expect((await preview({ time: '21:00' })).map(({ state }) => state)).toEqual([
    'closed',
    'closed',
    'closed',
    'closed',
  ]);
  const full = await buildTenant(app, { businessType: 'turf', times: 'apart', plan: 'basic' });
  for (let count = 0; count < 24; count += 1)
    await buildAppointment(app, full, { date: '2026-11-02', status: 'cancelled' });
  desk = await signInAs(app, full);
  const beyond = await preview({ repeat: { ...repeat, weekdays: [2, 3], count: 4 } });
  expect(beyond.map(({ state }) => state)).toEqual(['free', 'full', 'free', 'free']);
});

it('shows a date of any court as taken where only a part is free, which is offered, as is each start of a whole one once [P-6.42]', async () => {
  const { rows } = await asPlatform(app, (tx) =>
    sql<{ id: string }>`select id from resources where tenant_id = ${ground.id}`.execute(tx),
  );
  const first = rows[0]?.id ?? '';
  const [left, right] = [
    await buildResource(app, ground, { whole_id: first }),
    await buildResource(app, ground, { whole_id: first }),
  ];
  const second = await buildResource(app, ground, { position: 1 });
  const taken = { ...team, date: '2026-11-24', time: '15:00' };
  for (const resourceId of [left, second])
    await desk.call(createAppointment, { body: { ...taken, resourceId } });
  const { body } = await desk.call(previewSeries, { body: { date: '2026-11-24', time: '15:00', repeat } });
  const [{ state, others } = { state: undefined, others: [] }] = body.occurrences;
  expect([state, others.map(({ resourceId, time }) => [resourceId, time])]).toEqual([
    'taken',
    [
      [first, '13:00'],
      [first, '14:00'],
      [right, '15:00'],
      [first, '16:00'],
    ],
  ]);
  expect((await desk.call(createAppointment, { body: taken })).error?.code).toBe('slot.taken');
});

it('previews and makes the dates of any part, or of any whole court, by the size that is meant [P-6.75]', async () => {
  const whole = await buildResource(app, ground, { name: 'Second', position: 1 });
  for (const name of ['Left', 'Right']) await buildResource(app, ground, { name, whole_id: whole });
  const at = { date: '2026-11-24', time: '15:00' };
  for (const size of ['part', 'whole'] as const)
    await desk.call(createAppointment, { body: { ...team, ...at, size } });
  const ask = async (size: 'whole' | 'part') => {
    const { body } = await desk.call(previewSeries, { body: { ...at, repeat, size } });
    return body.occurrences[0];
  };
  expect((await ask('part'))?.state).toBe('free');
  expect(await ask('whole')).toMatchObject({ state: 'taken' });
  const made = await desk.call(createSeries, { body: { ...team, size: 'part', occurrences: [at] } });
  expect(made.body.items.map(({ resourceName }) => resourceName)).toEqual(['Right']);
});

describe('changing a series', () => {
  const first = { date: '2026-11-24', time: '15:00' };
  const second = { date: '2026-12-01', time: '15:00' };
  const idAt = (items: readonly { id: string }[], number: number) => items[number]?.id ?? '';
  const move = async (id: string, body: object, idempotencyKey?: string) =>
    desk.send(moveSeries, { params: { id }, body, ...(idempotencyKey && { idempotencyKey }) });
  const cancel = async (id: string, body: object, idempotencyKey?: string) =>
    desk.send(cancelSeries, { params: { id }, body, ...(idempotencyKey && { idempotencyKey }) });
  const getItems = (answer: { body: unknown }) =>
    (answer.body as { items: { date: string; time: string; status: string }[] }).items;
  const days = async () => (await standing()).map((row) => row.appointment_date);
  const later = (count: number) => tuesdays.map((date) => addDays(date, count));

  it('moves a booking and the following ones together, though they come to where others of it were [P-5.68]', async () => {
    const { items } = await weekly();
    const id = idAt(items, 1);
    const moved = await move(id, { scope: 'following', before: second, date: '2026-12-08', time: '15:00' });
    expect(datesOf(getItems(moved))).toEqual(['2026-12-08 15:00', '2026-12-15 15:00', '2026-12-22 15:00']);
    expect(await businessClaims(app, ground)).toHaveLength(4);
    await book('2026-12-30', '15:00');
    const before = { date: '2026-12-08', time: '15:00' };
    const refused = await move(id, { scope: 'all', before, date: '2026-12-23', time: '15:00' });
    expect(refused.error?.code).toBe('slot.taken');
    const beyond = await move(id, { scope: 'all', before, date: '2199-12-28', time: '15:00' });
    expect([beyond.status, Object.keys(beyond.error?.fields ?? {})]).toEqual([400, ['date']]);
    expect(await days()).toEqual(['2026-11-24', '2026-12-08', '2026-12-15', '2026-12-22', '2026-12-30']);
  });

  it('moves once what two desks move at the same moment: the other is told that it has changed [P-5.62]', async () => {
    const { items } = await weekly();
    const to = { scope: 'all', before: first, date: '2026-11-25', time: '15:00' };
    const answers = await Promise.all([move(idAt(items, 0), to), move(idAt(items, 0), to)]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect(answers.find(({ error }) => error)?.error).toMatchObject({
      code: 'booking.changed',
      message: 'Somebody else has moved this booking meanwhile. Please look at it again.',
    });
    expect(await days()).toEqual(later(1));
  });

  // The embedded database runs one transaction at a time.
  it.runIf(testEngine === 'postgres')(
    'leaves out a booking that is cancelled while the others wait for it',
    async () => {
      const { items } = await weekly();
      const to = { scope: 'all', before: first, date: '2026-11-25', time: '15:00' };
      const { moving } = await asPlatform(app, async (tx) => {
        await tx
          .updateTable('appointments')
          .set({ status: 'cancelled' })
          .where('tenant_id', '=', ground.id)
          .where('id', '=', idAt(items, 2))
          .execute();
        const moving = move(idAt(items, 0), to);
        await expect.poll(() => countWaiting(app.database), { interval: 10, timeout: 4_000 }).toBe(1);
        return { moving };
      });
      expect((await moving).status).toBe(200);
      expect(await days()).toEqual(tuesdays.map((date, at) => (at === 2 ? date : addDays(date, 1))));
    },
  );

  it('has one effect and one reply for a press that is sent twice [P-5.65, P-5.70]', async () => {
    const { items } = await weekly();
    const to = { scope: 'all', before: first, date: '2026-11-25', time: '15:00' };
    const [one, other] = await Promise.all([1, 2].map(() => move(idAt(items, 0), to, 'one-press-of-move')));
    expect([one?.status, other?.body]).toEqual([200, one?.body]);
    expect(await days()).toEqual(later(1));
    const asked = { scope: 'all', before: { date: '2026-11-25', time: '15:00' } };
    const cancelled = [
      await cancel(idAt(items, 0), asked, 'one-press-of-cancel'),
      await cancel(idAt(items, 0), asked, 'one-press-of-cancel'),
    ];
    expect(cancelled.map(({ status }) => status)).toEqual([200, 200]);
    expect(cancelled[1]?.body).toEqual(cancelled[0]?.body);
  });

  it.each([
    ['another day', '2026-11-27', '15:00'],
    ['another time of its day', '2026-11-24', '10:00'],
  ])(
    'is refused where the named booking was moved to %s meanwhile [P-5.62, P-5.70]',
    async (_, date, time) => {
      const { items } = await weekly();
      const [id, to] = [idAt(items, 0), { date: '2026-11-25', time: '15:00' }];
      await desk.call(rescheduleAppointment, { params: { id }, body: { date, time } });
      const refused = [
        await move(id, { scope: 'all', before: first, ...to }),
        await cancel(id, { scope: 'following', before: first }),
        await desk.send(rescheduleAppointment, { params: { id }, body: { ...to, before: first } }),
      ];
      expect(refused.map(({ error }) => error?.code)).toEqual(refused.map(() => 'booking.changed'));
      expect(await days()).toEqual([date, ...tuesdays.slice(1)].toSorted());
      // Accepts a value that is already stored.
      const same = await desk.send(rescheduleAppointment, {
        params: { id },
        body: { date, time, before: first },
      });
      expect(same.status).toBe(200);
    },
  );

  it('touches what is to come: scheduled, not arrived or started, today or later; it says how many stand and when [P-5.69, P-5.84]', async () => {
    const at = [
      '2026-11-19 15:00',
      '2026-11-20 15:00',
      '2026-11-21 07:00',
      '2026-11-21 08:00',
      '2026-11-21 09:00',
      '2026-11-24 15:00',
      '2026-12-01 15:00',
    ].map((text) => ({ date: text.slice(0, 10), time: text.slice(11) }));
    const { items } = (await series(at)).body as Awaited<ReturnType<typeof create>>;
    const id = (number: number) => idAt(items, number);
    await desk.call(completeAppointment, { params: { id: id(1) } });
    await desk.call(markArrived, { params: { id: id(2) } });
    await desk.call(startVisit, { params: { id: id(3) } });
    const getCount = async (number: number) =>
      (await desk.call(countSeries, { params: { id: id(number) } })).body;
    const paid = { following: 0, all: 0 };
    // The count is asked for a past booking, and for one that is to come.
    expect([await getCount(0), await getCount(5)]).toEqual([
      { following: 3, all: 3, paid, total: 7, from: '2026-11-19', until: '2026-12-01' },
      { following: 2, all: 3, paid, total: 7, from: '2026-11-19', until: '2026-12-01' },
    ]);
    const untouched = datesOf(at.slice(0, 4));
    const standingNow = async () =>
      datesOf(
        (await Promise.all(items.map(({ id }) => desk.call(getAppointment, { params: { id } })))).map(
          ({ body }) => body,
        ),
      );
    const moved = await move(id(5), { scope: 'all', before: at[5], date: '2026-11-25', time: '16:00' });
    const inNewPlace = ['2026-11-22 16:00', '2026-11-25 16:00', '2026-12-02 16:00'];
    expect(datesOf(getItems(moved))).toEqual(inNewPlace);
    expect(await standingNow()).toEqual([...untouched, ...inNewPlace]);
    const cancelled = await cancel(id(0), { scope: 'all', before: at[0] });
    expect(getItems(cancelled).map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect((await standing()).map(({ status }) => status)).toEqual([
      'scheduled',
      'completed',
      'scheduled',
      'scheduled',
      'cancelled',
      'cancelled',
      'cancelled',
    ]);
    expect(await getCount(0)).toEqual({
      following: 0,
      all: 0,
      paid,
      total: 4,
      from: '2026-11-19',
      until: '2026-11-21',
    });
    expect((await cancel(id(0), { scope: 'all', before: at[0] })).error?.code).toBe(
      'appointment.not_cancellable',
    );
  });

  it('keeps arrival and start where only the court changes, and writes nothing where nothing does [P-5.70]', async () => {
    const resourceId = await buildResource(app, ground, { name: 'Second', position: 1 });
    const at = ['2026-11-21', ...tuesdays].map((date) => ({ date, time: '15:00' }));
    const { items } = (await series(at)).body as Awaited<ReturnType<typeof create>>;
    const here = await desk.call(startVisit, { params: { id: idAt(items, 0) } });
    const to = { scope: 'all', before: first, ...first, resourceId };
    const moved = await move(idAt(items, 1), to);
    expect(datesOf(getItems(moved))).toEqual(datesOf(at.slice(1)));
    const { body: today } = await desk.call(getAppointment, { params: { id: idAt(items, 0) } });
    expect(today).toEqual(here.body);
    const again = await move(idAt(items, 1), to);
    expect([again.status, getItems(again)]).toEqual([200, []]);
    expect(await businessClaims(app, ground)).toEqual([
      'Ground 2026-11-21 15:00-16:00',
      ...tuesdays.map((date) => `Second ${date} 15:00-16:00`),
    ]);
  });

  it('cancels those that are still scheduled, and frees their times [P-5.68]', async () => {
    const { items } = await weekly();
    app.setNow('2026-11-24T12:00:00.000Z');
    desk = await signInAs(app, ground);
    await desk.call(completeAppointment, { params: { id: idAt(items, 0) } });
    const before = { date: '2026-12-08', time: '15:00' };
    const cancelled = await cancel(idAt(items, 2), { scope: 'all', before });
    expect(getItems(cancelled).map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect((await standing()).map(({ status }) => status)).toEqual([
      'completed',
      'cancelled',
      'cancelled',
      'cancelled',
    ]);
    expect(await businessClaims(app, ground)).toHaveLength(1);
    const again = await cancel(idAt(items, 2), { scope: 'all', before });
    expect(again.error?.code).toBe('appointment.not_cancellable');
  });

  it('leaves a booking that was moved alone in its series, and knows no booking without one', async () => {
    const { items } = await weekly();
    const alone = await desk.call(rescheduleAppointment, {
      params: { id: idAt(items, 3) },
      body: { date: '2026-12-17', time: '10:00' },
    });
    expect(alone.body.seriesId).toBe(items[3]?.seriesId);
    const single = await book('2026-12-20', '10:00');
    const before = { date: '2026-12-20', time: '10:00' };
    const refused = [
      await cancel(single.id, { scope: 'all', before }),
      await desk.send(countSeries, { params: { id: single.id } }),
    ];
    expect(refused.map(({ error }) => error?.code)).toEqual(['not_found', 'not_found']);
  });
});
