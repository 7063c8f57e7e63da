import { createAppointment, rescheduleAppointment } from '@samay/contract/bookings/appointments';
import { getLateness, endLateness, setLateness } from '@samay/contract/bookings/lateness';
import { cancelAppointment, markArrived, startVisit, undoCancel } from '@samay/contract/bookings/transitions';
import { setWaitingRoom } from '@samay/contract/bookings/waiting-room';
import { addWhatsAppMessage, getWhatsAppOffer } from '@samay/contract/bookings/whatsapp-messages';
import { formatWhen, messageWords } from '@samay/contract/bookings/whatsapp-messages/compose';
import { addMinutes, formatDate, formatTime } from '@samay/contract/core/time';
import { changeBookingMails } from '@samay/contract/reach/booking-mails';
import { retryDeliveries } from '@samay/contract/reach/deliveries';
import { changeWhatsApp, getBookingNotices, getNoticeSettings } from '@samay/contract/reach/notices';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { testEngine } from '../../../../test/fixtures/database.ts';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';
import { reportFailed } from '../../../../test/fixtures/notices/report-failed.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import { recordedMailbox } from '../../../../test/fixtures/third-parties/mailbox.ts';
import { openWhatsApp, type WhatsAppParty } from '../../../../test/fixtures/third-parties/whatsapp.ts';
import { countWaiting } from '../../../../test/fixtures/database/postgres-template.ts';
import { asPlatform, type TenantId } from '../../../db/tenant.ts';
import { SeededRandom } from '../../../demo/seeded-random.ts';
import { noteOptOut } from '../index.ts';

let app: TestApp;
let whatsApp: WhatsAppParty;
const box = recordedMailbox();
let clinic: BuiltTenant;
let owner: Client;
let now: Date;
beforeAll(async () => {
  whatsApp = await openWhatsApp({ timeoutMs: 10_000 });
  app = await testApp({ dependencies: { mail: box.mailer, whatsApp: whatsApp.provider } });
});
afterAll(async () => {
  await app.close();
  await whatsApp.close();
});
beforeEach(async () => {
  box.setMode('ok');
  whatsApp.setMode('ok');
  await at('2026-11-23 08:00');
  clinic = await buildTenant(app, { plan: 'enterprise', times: 'apart' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  await owner.call(changeBookingMails, { body: { isOn: true } });
  await owner.call(changeWhatsApp, { body: { isOn: true } });
});

/** Sets the time in India, delivers what is due, and signs the owner in again. */
async function at(india: string): Promise<void> {
  now = new Date(`${india.replace(' ', 'T')}:00+05:30`);
  app.setNow(now.toISOString());
  await deliverDue(app.dependencies);
  if (clinic) owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
}
/** Lets some minutes pass. */
async function pass(minutes: number): Promise<void> {
  now = new Date(now.getTime() + minutes * 60_000);
  app.setNow(now.toISOString());
  await deliverDue(app.dependencies);
  // A session lasts an hour.
  if (minutes > 0) owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
}

interface Person {
  readonly number: string;
  readonly email: string | null;
}
let people = 0;
/** Returns a new person: each has their own number and address. */
function newPerson(hasEmail = true): Person {
  people += 1;
  return {
    number: `98763${String(10_000 + people)}`,
    email: hasEmail ? `told-${people}@people.example` : null,
  };
}
async function book(
  { number, email }: Person,
  about: object = {},
): Promise<{ id: string; resourceId: string | null }> {
  const free = { amount: null, paymentMethod: null, paymentId: null };
  const body = {
    ...newAppointment,
    ...free,
    date: '2026-11-26',
    time: '10:00',
    personName: 'Asha',
    personContact: number,
    personEmail: email,
    ...about,
  };
  const made = await owner.call(createAppointment, { body });
  expect(made.error).toBeUndefined();
  return { id: made.body.id, resourceId: made.body.resourceId ?? null };
}
const move = async (id: string, date: string, time: string) =>
  expect((await owner.call(rescheduleAppointment, { params: { id }, body: { date, time } })).status).toBe(
    200,
  );
const texts = ({ number }: Person) =>
  whatsApp
    .phone(number)
    .messages.filter(({ from, state }) => from === 'business' && state !== 'failed')
    .map(({ text }) => text)
    .toReversed();
const mails = ({ email }: Person) => box.emails(email ?? '').filter(({ mode }) => mode === 'ok');
async function noticesOf(id: string) {
  const { notices } = (await owner.call(getBookingNotices, { params: { id } })).body;
  return notices.map(({ kind, state }) => `${kind} ${state}`);
}
const used = async () => (await owner.call(getNoticeSettings)).body.whatsApp.used;

describe('the person of a booking', () => {
  it('is told by WhatsApp when it is made, moved and cancelled, instead of by email [P-12.167]', async () => {
    const asha = newPerson();
    const { id } = await book(asha);
    await pass(0);
    await move(id, '2026-11-27', '11:30');
    await pass(0);
    await pass(1);
    expect(texts(asha)).toHaveLength(1);
    await pass(1);
    await owner.call(cancelAppointment, { params: { id } });
    await pass(0);
    await pass(2);
    expect(texts(asha)).toEqual([
      expect.stringMatching(
        /^Hello! Appointment booked for Asha at .*: Thursday, 26 November 2026, 10:00 am/,
      ),
      expect.stringMatching(/has moved[.] The new time: Friday, 27 November 2026, 11:30 am/),
      expect.stringMatching(/is cancelled: Friday, 27 November 2026, 11:30 am/),
    ]);
    expect(mails(asha)).toEqual([]);
    expect(await noticesOf(id)).toEqual(['cancelled sent', 'moved sent', 'booked sent']);
    expect(await used()).toBe(3);
  });

  it('is not offered to the desk to be told a second time, which sees how far the message is [P-12.117]', async () => {
    const sentOf = async (id: string) => (await owner.call(getWhatsAppOffer, { params: { id } })).body.sent;
    const { id } = await book(newPerson());
    expect(await sentOf(id)).toContainEqual({ kind: 'booked', state: 'queued' });
    await pass(0);
    expect(await sentOf(id)).toEqual([{ kind: 'booked', state: 'sent' }]);
    await move(id, '2026-11-27', '11:30');
    await pass(0);
    expect(await sentOf(id)).toContainEqual({ kind: 'moved', state: 'queued' });
    await pass(2);
    expect(await sentOf(id)).toContainEqual({ kind: 'moved', state: 'sent' });
    await owner.call(changeWhatsApp, { body: { isOn: true, tellsChanges: false } });
    const { id: other } = await book(newPerson(), { time: '12:00' });
    expect(await sentOf(other)).toEqual([]);
  });

  it('is told nothing of what a desk takes back within two minutes, and of the last state alone [P-12.168]', async () => {
    const asha = newPerson();
    const { id } = await book(asha);
    await pass(0);
    await owner.call(cancelAppointment, { params: { id } });
    await pass(0);
    await pass(1);
    await owner.call(undoCancel, { params: { id } });
    await move(id, '2026-11-27', '11:30');
    await pass(1);
    await pass(0);
    await move(id, '2026-11-26', '10:00');
    await pass(0);
    await pass(5);
    expect(texts(asha)).toHaveLength(1);
    await move(id, '2026-11-27', '11:30');
    await move(id, '2026-11-27', '12:00');
    await pass(0);
    await pass(2);
    expect(texts(asha).slice(1)).toEqual([expect.stringContaining('12:00 pm')]);
  });

  it('gets an email where WhatsApp does not reach them or the owner wants no such messages [P-12.169]', async () => {
    whatsApp.setMode('error-131026');
    const [asha, silent, abroad] = [
      newPerson(),
      newPerson(false),
      { ...newPerson(), number: '+44 20 7946 0000' },
    ];
    const { id } = await book(asha);
    const unreached = await book(silent, { time: '11:00' });
    await book(abroad, { time: '12:00' });
    await pass(0);
    expect([texts(asha).length, mails(asha).length, mails(abroad).length]).toEqual([0, 1, 1]);
    expect([await noticesOf(id), await noticesOf(unreached.id)]).toEqual([
      ['booked failed'],
      ['booked failed'],
    ]);
    expect(await used()).toBe(0);
    whatsApp.setMode('ok');
    await owner.call(changeWhatsApp, { body: { isOn: true, tellsChanges: false } });
    await move(id, '2026-11-27', '11:30');
    await pass(0);
    await pass(2);
    expect([texts(asha).length, mails(asha).length]).toEqual([0, 2]);
  });

  it('has a booking that says why no channel reaches them, also where nothing was begun [P-12.169]', async () => {
    whatsApp.setMode('error-190');
    const [first, second] = [await book(newPerson(false)), await book(newPerson(false), { time: '11:00' })];
    await pass(0);
    whatsApp.setMode('ok');
    expect([await noticesOf(first.id), await noticesOf(second.id)]).toEqual([
      ['booked failed'],
      ['booked failed'],
    ]);
    await owner.call(changeBookingMails, { body: { isOn: false } });
    const third = await book(newPerson(), { time: '12:00' });
    await pass(0);
    expect(await noticesOf(third.id)).toEqual(['booked failed']);
    // The operator mends it, and the owner presses Retry.
    await owner.call(changeWhatsApp, { body: { isOn: true } });
    await owner.call(retryDeliveries, { body: {} });
    await pass(0);
    expect((await noticesOf(first.id)).toSorted()).toEqual(['booked failed', 'booked sent']);
  });

  it('is told by a press of Retry, also where its first try breaks off before it began [P-12.169]', async () => {
    whatsApp.setMode('error-190');
    const asha = newPerson(false);
    const { id } = await book(asha);
    await pass(0);
    whatsApp.setMode('ok');
    await owner.call(changeWhatsApp, { body: { isOn: true } });
    await owner.call(retryDeliveries, { body: {} });
    // The worker that took it died.
    await asPlatform(app, (tx) =>
      tx.updateTable('outbox').set({ attempts: 1 }).where('subject', '=', id).execute(),
    );
    await pass(0);
    expect(texts(asha)).toHaveLength(1);
    expect((await noticesOf(id)).toSorted()).toEqual(['booked failed', 'booked sent']);
  });

  // The embedded database runs one transaction at a time.
  it.runIf(testEngine === 'postgres')(
    'gets no email of a booking that is cancelled in the moment in which it would be written [P-12.169]',
    async () => {
      whatsApp.setMode('error-131026');
      const asha = newPerson();
      const { id } = await book(asha);
      const delivering = await asPlatform(app, async (tx) => {
        await tx
          .updateTable('appointments')
          .set({ status: 'cancelled' })
          .where('tenant_id', '=', clinic.id)
          .where('id', '=', id)
          .execute();
        const round = pass(0);
        await expect.poll(() => countWaiting(app.database), { interval: 10, timeout: 10_000 }).toBe(1);
        return { round };
      });
      await delivering.round;
      const kinds = await asPlatform(app, (tx) =>
        tx.selectFrom('outbox').select('kind').where('subject', '=', id).execute(),
      );
      expect(kinds.map(({ kind }) => kind)).not.toContain('booking.mail');
      expect(mails(asha)).toEqual([]);
    },
  );

  it('is reminded also soon after such a message [P-12.167]', async () => {
    const asha = newPerson();
    const { id } = await book(asha, { time: '11:00' });
    await pass(0);
    await at('2026-11-25 09:30');
    await move(id, '2026-11-26', '11:30');
    await pass(0);
    await pass(2);
    await at('2026-11-25 11:30');
    expect(texts(asha).at(-1)).toMatch(/^Hello Asha, This is a reminder/);
  });

  it('gets an email where a message failed after it was taken, and none after STOP [P-12.169]', async () => {
    const asha = newPerson();
    const { id } = await book(asha);
    await pass(0);
    await reportFailed(app, id);
    await pass(0);
    expect([mails(asha).length, await used()]).toEqual([1, 0]);
    const work = { tenantId: clinic.id as TenantId, now };
    await asPlatform(app, (tx) => noteOptOut(tx, work, { bookingId: id, wording: 'STOP' }));
    await move(id, '2026-11-27', '11:30');
    await pass(0);
    await pass(2);
    expect([texts(asha).length, mails(asha).length]).toEqual([1, 1]);
  });

  it('is told of a move once where the message before is reported as failed in that moment [P-12.170]', async () => {
    const asha = newPerson();
    const { id } = await book(asha);
    await pass(0);
    await move(id, '2026-11-27', '11:30');
    await reportFailed(app, id);
    const waiting = await asPlatform(app, (tx) =>
      tx
        .selectFrom('outbox')
        .select('kind')
        .where('subject', '=', id)
        .where('delivered_at', 'is', null)
        .execute(),
    );
    expect(waiting.map(({ kind }) => kind)).not.toContain('booking.notice');
    await pass(0);
    await pass(2);
    expect([texts(asha).slice(1), mails(asha)]).toEqual([[expect.stringContaining('11:30 am')], []]);
  });

  it(
    'knows the last state, whatever was changed while WhatsApp failed [P-12.170]',
    { timeout: 600_000 },
    async () => {
      const random = new SeededRandom(20_261_130);
      // The pauses between tries are random too.
      const jitter = vi.spyOn(Math, 'random').mockReturnValue(0.5);
      onTestFinished(() => jitter.mockRestore());
      const times = ['09:00', '10:00', '11:00', '12:00', '15:00', '16:00'];
      const free = ['2026-11-28', '2026-11-30'].flatMap((date) => times.map((time) => ({ date, time })));
      const take = () =>
        free.splice(random.between(0, free.length - 1), 1)[0] ?? { date: '2026-12-01', time: '09:00' };
      const all: Followed[] = [];
      const hearAll = async (minutes: number) => {
        await pass(minutes);
        for (const each of all) {
          const [messages, emails] = [texts(each.person), mails(each.person).map(({ text }) => text)];
          const fresh = [...messages.slice(each.messages), ...emails.slice(each.emails)];
          if (fresh.length > 0) each.latest = fresh;
          Object.assign(each, { messages: messages.length, emails: emails.length });
        }
      };
      for (let step = 0; step < 40; step += 1) {
        whatsApp.setMode(random.pick(['ok', 'ok', 'down', 'error-131026']));
        const chosen = all.length > 0 && random.chance(0.75) ? random.pick(all) : undefined;
        if (!chosen && free.length > 0) {
          const [person, slot] = [newPerson(), take()];
          all.push({ ...(await book(person, slot)), person, slot, messages: 0, emails: 0, latest: [] });
        } else if (chosen?.slot && random.chance(0.6) && free.length > 0) {
          const slot = take();
          await move(chosen.id, slot.date, slot.time);
          free.push(chosen.slot);
          chosen.slot = slot;
        } else if (chosen?.slot) {
          await owner.call(cancelAppointment, { params: { id: chosen.id } });
          await hearAll(random.pick([0, 3]));
          if (random.chance(0.5)) await owner.call(undoCancel, { params: { id: chosen.id } });
          else {
            free.push(chosen.slot);
            chosen.slot = null;
          }
        }
        await hearAll(0);
        await hearAll(random.pick([0, 1, 3]));
      }
      whatsApp.setMode('ok');
      for (const minutes of [5, 30, 60]) await hearAll(minutes);
      for (const { slot, latest, person } of all) {
        const facts = slot && {
          businessType: 'doctor' as const,
          ...slot,
          endTime: addMinutes(slot.time, 30),
        };
        const mailed = slot && `${formatDate(slot.date)} at ${formatTime(slot.time)}`;
        const knows =
          facts === null || mailed === null
            ? latest.length === 0 || latest.some((text) => text.includes('cancelled'))
            : latest.some(
                (text) => text.includes(formatWhen(messageWords.en, facts)) || text.includes(mailed),
              );
        expect([person.number, slot, latest, knows]).toEqual([person.number, slot, latest, true]);
      }
      expect(all.length).toBeGreaterThan(5);
    },
  );
});

interface Followed {
  readonly id: string;
  readonly person: Person;
  /** Null once it is cancelled. */
  slot: { readonly date: string; readonly time: string } | null;
  /** How many messages and emails have come. */
  messages: number;
  emails: number;
  /** The texts that told the person last. */
  latest: readonly string[];
}

describe('a late doctor', () => {
  const day = '2026-11-23';

  it('is announced once to each person who has not come and was not told by the desk [P-8.136]', async () => {
    await owner.call(setWaitingRoom, { body: { tokens: true } });
    const [asha, meera, ravi, tara] = [newPerson(), newPerson(), newPerson(), newPerson()];
    const first = await book(asha, { date: day, time: '09:00' });
    await book(meera, { date: day, time: '10:00', personName: 'Meera' });
    const told = await book(ravi, { date: day, time: '11:00', personName: 'Ravi' });
    await book(tara, { date: day, time: '17:00' });
    await pass(0);
    const params = { id: first.resourceId ?? '' };
    await owner.call(setLateness, { params, body: { minutes: 60 } });
    // The desk tells one before Samay does, and one comes.
    await owner.call(addWhatsAppMessage, { params: { id: told.id }, body: { kind: 'late' } });
    await owner.call(markArrived, { params: { id: first.id } });
    const people = async () =>
      (await owner.call(getLateness, { params })).body.people.map(({ personName, notice }) => [
        personName,
        notice,
      ]);
    expect(await people()).toContainEqual(['Meera', 'queued']);
    await pass(0);
    // Sixty was a slip.
    await owner.call(setLateness, { params, body: { minutes: 30 } });
    await pass(0);
    await pass(1);
    const late = (person: Person) => texts(person).filter((text) => text.includes('is late today'));
    expect(late(meera)).toEqual([
      expect.stringMatching(
        /begins at about 9:30 am[.] The appointment of Meera at .*: Monday, 23 November 2026, 10:00 am/,
      ),
    ]);
    expect([late(asha), late(ravi), late(tara)]).toEqual([[], [], []]);
    expect(await people()).toContainEqual(['Meera', 'sent']);
    await owner.call(setLateness, { params, body: { minutes: 60 } });
    await pass(0);
    await pass(1);
    expect(late(meera)).toHaveLength(1);
  });

  it('who is on time again before it has left is told to nobody [P-8.136]', async () => {
    await owner.call(setWaitingRoom, { body: { tokens: true } });
    const asha = newPerson();
    const { resourceId } = await book(asha, { date: day, time: '09:00' });
    await pass(0);
    const params = { id: resourceId ?? '' };
    await owner.call(setLateness, { params, body: { minutes: 30 } });
    await pass(0);
    await owner.call(endLateness, { params });
    await pass(1);
    expect(texts(asha)).toHaveLength(1);
  });

  it('who has begun before it has left is told to nobody [P-8.138]', async () => {
    await owner.call(setWaitingRoom, { body: { tokens: true } });
    const asha = newPerson();
    const { id: first, resourceId } = await book(newPerson(false), { date: day, time: '08:30' });
    await book(asha, { date: day, time: '09:00' });
    await pass(0);
    await owner.call(setLateness, { params: { id: resourceId ?? '' }, body: { minutes: 30 } });
    await pass(0);
    await owner.call(startVisit, { params: { id: first } });
    await pass(1);
    expect(texts(asha)).toHaveLength(1);
  });
});
