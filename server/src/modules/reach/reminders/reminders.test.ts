import { createAppointment, rescheduleAppointment } from '@samay/contract/bookings/appointments';
import { cancelAppointment, undoCancel } from '@samay/contract/bookings/transitions';
import { changeBookingMails } from '@samay/contract/reach/booking-mails';
import { getDeliveries } from '@samay/contract/reach/deliveries';
import { changeReminders, getBookingNotices, getNoticeSettings } from '@samay/contract/reach/notices';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { claimEffects, deliver, deliverDue, handleEvents } from '../../../../test/fixtures/deliver-due.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import {
  type Mailbox,
  recordedMailbox,
  startMailbox,
} from '../../../../test/fixtures/third-parties/mailbox.ts';
import { asPlatform, type TenantId } from '../../../db/tenant.ts';
import { beginReminders, noteOptOut } from '../index.ts';

let app: TestApp;
const box = recordedMailbox();
/** The mail server of the sandbox, for what it alone shows. */
let sandbox: Mailbox | undefined;
let clinic: BuiltTenant;
let owner: Client;
beforeAll(async () => {
  const mail: Mailbox['mailer'] = { send: async (email) => (sandbox ?? box).mailer.send(email) };
  app = await testApp({ dependencies: { mail } });
});
afterAll(() => app.close());
afterEach(async () => {
  await sandbox?.close();
  sandbox = undefined;
});
beforeEach(async () => {
  box.setMode('ok');
  app.setNow(testNow);
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  await owner.call(changeBookingMails, { body: { isOn: true } });
});

let people = 0;
const newAddress = () => `person-${(people += 1)}@people.example`;
async function book(about: object): Promise<string> {
  const body = { ...newAppointment, amount: null, paymentMethod: null, paymentId: null, ...about };
  return (await owner.call(createAppointment, { body })).body.id;
}
/** Moves the clock to a time of November in India, and delivers what is due then. */
async function goTo(india: string): Promise<void> {
  app.setNow(new Date(`2026-11-${india.replace(' ', 'T')}:00+05:30`).toISOString());
  await deliverDue(app.dependencies);
}
const reminders = (to: string) =>
  (sandbox ?? box).emails(to).filter(({ subject, mode }) => subject.startsWith('Reminder') && mode === 'ok');
async function noticesOf(id: string) {
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  return (await owner.call(getBookingNotices, { params: { id } })).body;
}

describe('a reminder by mail', () => {
  it('leaves a day before, says when and where, and is noted on the booking [P-12.54]', async () => {
    const personEmail = newAddress();
    const id = await book({ personEmail });
    await deliverDue(app.dependencies);
    expect(await noticesOf(id)).toEqual({
      notices: [],
      replies: [],
      due: ['2026-11-23T06:30:00.000Z'],
      optedOutAt: null,
    });
    await goTo('23 11:59');
    expect(reminders(personEmail)).toEqual([]);
    await goTo('23 12:00');
    await goTo('23 12:40');
    const [sent, ...more] = reminders(personEmail);
    expect([sent?.subject, more]).toEqual([
      expect.stringMatching(/^Reminder: your appointment at Business \w+$/),
      [],
    ]);
    expect(sent?.text).toContain('Hello Kavita Menon,');
    expect(sent?.text).toContain('Tuesday, 24 November 2026, 12:00 pm');
    expect(sent?.text).toContain('/privacy-policy');
    expect(sent?.text).toMatch(/\nSee, move or cancel it here: https?:\S+\/m\/[\w-]{39}\n/);
    expect(sent?.text).toMatch(/say so here: https?:\S+\/m\/[\w-]{39}\/notices\s*$/);
    expect(await noticesOf(id)).toMatchObject({
      notices: [{ lead: 1440, language: 'en', state: 'sent', reason: null, at: '2026-11-23T06:30:00.000Z' }],
      due: [],
    });
  });

  it('is due for no one without an email while only emails are sent [P-12.53]', async () => {
    const number = { personEmail: null, personContact: '+91 98200 11223' };
    await book({ personEmail: newAddress() });
    const id = await book({ ...number, time: '15:00' });
    await deliverDue(app.dependencies);
    expect((await noticesOf(id)).due).toEqual([]);
  });

  it('waits where its booking was moved just now, so that none tells what the desk takes back [P-12.170]', async () => {
    const personEmail = newAddress();
    const params = { id: await book({ personEmail, date: '2026-11-26', time: '10:00' }) };
    await goTo('24 16:20');
    owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
    const move = async (date: string, time: string) =>
      owner.call(rescheduleAppointment, { params, body: { date, time } });
    await move('2026-11-25', '16:00');
    await goTo('24 16:21');
    await move('2026-11-26', '10:00');
    await goTo('24 16:30');
    expect(reminders(personEmail)).toEqual([]);
    await move('2026-11-25', '16:00');
    await goTo('24 16:31');
    expect(reminders(personEmail)).toEqual([]);
    await goTo('24 16:33');
    expect(reminders(personEmail)).toHaveLength(1);
  });

  it('goes by the present time of a booking, and is none of one that is cancelled [P-12.54]', async () => {
    const personEmail = newAddress();
    const id = await book({ personEmail });
    const params = { id };
    await owner.call(rescheduleAppointment, { params, body: { date: '2026-11-26', time: '15:00' } });
    await owner.call(cancelAppointment, { params });
    await owner.call(undoCancel, { params });
    const cancelled = await book({ personEmail, date: '2026-11-27', time: '15:00' });
    await owner.call(cancelAppointment, { params: { id: cancelled } });
    await goTo('23 12:00');
    expect(reminders(personEmail)).toEqual([]);
    await goTo('25 15:00');
    await goTo('26 15:00');
    expect(
      reminders(personEmail).map(({ text }) => /Thursday, 26 November 2026, 3:00 pm/.test(text)),
    ).toEqual([true]);
  });

  it('compares with the booking when it leaves, whatever was planned [P-12.54]', async () => {
    const personEmail = newAddress();
    const id = await book({ personEmail });
    await handleEvents(app.dependencies);
    await asPlatform(app, (tx) =>
      tx.updateTable('appointments').set({ appointment_time: '12:30' }).where('id', '=', id).execute(),
    );
    await goTo('23 12:10');
    expect(reminders(personEmail)).toEqual([]);
  });

  it('lists all bookings of an address on a day, and is one [P-12.55]', async () => {
    const personEmail = newAddress();
    const first = await book({ personEmail, time: '10:00' });
    const second = await book({ personEmail, time: '17:00', personName: 'Arun Menon' });
    await goTo('23 10:00');
    await goTo('23 17:00');
    const [sent, ...more] = reminders(personEmail);
    expect(more).toEqual([]);
    expect(sent?.text).toContain('Kavita Menon · Tuesday, 24 November 2026, 10:00 am');
    expect(sent?.text).toContain('Arun Menon · Tuesday, 24 November 2026, 5:00 pm');
    for (const id of [first, second])
      expect((await noticesOf(id)).notices.map(({ state }) => state)).toEqual(['sent']);
  });

  it('has an address to which a mail program posts that no more are wanted [P-12.64]', async () => {
    sandbox = await startMailbox();
    const personEmail = newAddress();
    await book({ personEmail });
    await goTo('23 12:00');
    const headers = reminders(personEmail)[0]?.headers ?? [];
    expect(headers).toContain('list-unsubscribe-post: List-Unsubscribe=One-Click');
    const [, path = ''] =
      headers.map((line) => /^list-unsubscribe: <http:\/\/localhost:3000(\S+)>$/.exec(line)).find(Boolean) ??
      [];
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = 'List-Unsubscribe=One-Click';
    const answer = await app.app.inject({ method: 'POST', url: path, headers: form, payload });
    expect(answer.statusCode).toBe(200);
    const kept = await asPlatform(app, (tx) =>
      tx.selectFrom('opt_outs').select('address').where('tenant_id', '=', clinic.id).execute(),
    );
    expect(kept.map(({ address }) => address)).toContain(personEmail);
  });

  it('is none once the person wants no more, by email or by number, and says so [P-12.56]', async () => {
    const wantsNoMore = newAddress();
    const id = await book({ personEmail: wantsNoMore });
    const work = { tenantId: clinic.id as TenantId, now: app.dependencies.clock() };
    await asPlatform(app, (tx) => noteOptOut(tx, work, { bookingId: id, wording: 'No more notices' }));
    const sameNumber = newAddress();
    const other = await book({ personEmail: sameNumber, time: '12:00' });
    await goTo('23 12:00');
    expect([wantsNoMore, sameNumber].flatMap(reminders)).toEqual([]);
    for (const each of [id, other])
      expect(await noticesOf(each)).toMatchObject({
        notices: expect.arrayContaining([
          expect.objectContaining({
            kind: 'reminder',
            state: 'failed',
            reason: 'the person wants no more notices',
          }),
        ]),
        optedOutAt: testNow,
      });
  });

  it('is none within three hours of another to the address, which is no failure [P-12.57, P-12.197]', async () => {
    await owner.call(changeReminders, { body: { isOn: true, leads: [1440, 2880] } });
    const personEmail = newAddress();
    await book({ personEmail, date: '2026-11-24', time: '12:00' });
    const later = await book({ personEmail, date: '2026-11-25', time: '14:30' });
    await goTo('23 12:00');
    await goTo('23 14:30');
    expect(reminders(personEmail).filter(({ text }) => text.includes('25 November'))).toEqual([]);
    expect((await noticesOf(later)).notices).toMatchObject([
      { lead: 2880, state: 'failed', reason: 'another reminder went to this person within three hours' },
    ]);
    expect((await owner.call(getDeliveries)).body).toMatchObject({ needsAttention: false, givenUp: [] });
    await goTo('24 14:30');
    expect(reminders(personEmail).filter(({ text }) => text.includes('25 November'))).toHaveLength(1);
  });

  it('that cannot leave within its hour is dropped and says so, and the next of the day is tried [P-12.58]', async () => {
    const personEmail = newAddress();
    const first = await book({ personEmail, time: '10:00' });
    const second = await book({ personEmail, time: '17:00' });
    await deliverDue(app.dependencies);
    box.setMode('later');
    for (const minute of ['00', '10', '30', '59']) await goTo(`23 10:${minute}`);
    box.setMode('ok');
    await goTo('23 11:00');
    expect(reminders(personEmail)).toEqual([]);
    expect((await noticesOf(first)).notices).toMatchObject([
      { state: 'failed', reason: expect.stringMatching(/^it could not leave in time/) },
    ]);
    expect((await owner.call(getDeliveries)).body).toMatchObject({
      needsAttention: false,
      givenUp: [{ kind: 'reminder', isOver: true }],
    });
    await goTo('23 17:00');
    expect(reminders(personEmail)).toHaveLength(1);
    expect((await noticesOf(second)).notices).toMatchObject([{ state: 'sent' }]);
  });

  it('that lists two bookings and cannot leave says so on both, whichever is dropped first [P-12.58]', async () => {
    const personEmail = newAddress();
    const ids = [await book({ personEmail, time: '07:00' }), await book({ personEmail, time: '07:30' })];
    box.setMode('later');
    await goTo('23 08:00');
    const { effect_id: carrier } = await asPlatform(app, (tx) =>
      tx
        .selectFrom('notices')
        .select('effect_id')
        .distinct()
        .where('appointment_id', 'in', ids)
        .executeTakeFirstOrThrow(),
    );
    app.setNow('2026-11-23T03:30:00.000Z');
    const due = await claimEffects(app.dependencies, 8);
    for (const effect of due.toSorted(
      (one, other) => Number(one.id === carrier) - Number(other.id === carrier),
    ))
      await deliver(app.dependencies, effect);
    for (const id of ids)
      expect((await noticesOf(id)).notices).toMatchObject([
        { state: 'failed', reason: expect.stringMatching(/^it could not leave in time/) },
      ]);
  });
});

describe("the owner's choice", () => {
  it('holds for the bookings to come too, and is a day before for one that never chose [P-12.59]', async () => {
    const personEmail = newAddress();
    const id = await book({ personEmail });
    await deliverDue(app.dependencies);
    expect((await owner.call(getNoticeSettings)).body).toMatchObject({
      remindersOn: true,
      leads: [1440],
      isAvailable: true,
      mailsOn: true,
      sent: 0,
      failed: 0,
      latest: [],
    });
    await owner.call(changeReminders, { body: { isOn: true, leads: [2880, 120] } });
    await deliverDue(app.dependencies);
    expect((await noticesOf(id)).due).toEqual(['2026-11-22T06:30:00.000Z', '2026-11-24T04:30:00.000Z']);
    await goTo('22 12:00');
    owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
    expect((await owner.call(getNoticeSettings)).body).toMatchObject({
      leads: [120, 2880],
      sent: 1,
      latest: [{ appointmentId: id, state: 'sent' }],
    });
    await owner.call(changeReminders, { body: { isOn: false, leads: [120] } });
    await goTo('24 10:00');
    expect([reminders(personEmail).length, (await noticesOf(id)).due]).toEqual([1, []]);
    const { error } = await owner.send(changeReminders, { body: { isOn: true, leads: [120, 120] } });
    expect(error).toBeDefined();
  });

  it('begins for businesses that mailed their people before there were reminders [P-12.59]', async () => {
    const personEmail = newAddress();
    const id = await book({ personEmail });
    await handleEvents(app.dependencies);
    await asPlatform(app, (tx) => tx.deleteFrom('outbox').where('kind', 'like', 'reminder%').execute());
    expect((await noticesOf(id)).due).toEqual([]);
    expect(await beginReminders({ ...app.dependencies, mail: undefined })).toBe(0);
    expect(await beginReminders(app.dependencies)).toBeGreaterThan(0);
    expect(await beginReminders(app.dependencies)).toBe(0);
    await deliverDue(app.dependencies);
    expect((await noticesOf(id)).due).toHaveLength(1);
  });
});
