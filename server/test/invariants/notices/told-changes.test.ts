import { createAppointment, rescheduleAppointment } from '@samay/contract/bookings/appointments';
import { cancelAppointment, undoCancel } from '@samay/contract/bookings/transitions';
import { addDays, indiaDate } from '@samay/contract/core/time';
import { changeBookingMails } from '@samay/contract/reach/booking-mails';
import {
  changeChannelOrder,
  changeReminders,
  changeWhatsApp,
  type NoticeChannel,
} from '@samay/contract/reach/notices';
import { changeSmsSettings, getSmsSettings } from '@samay/contract/reach/sms-settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asPlatform, type TenantId } from '../../../src/db/tenant.ts';
import { SeededRandom } from '../../../src/demo/seeded-random.ts';
import { noteOptOut } from '../../../src/modules/reach/index.ts';
import { testApp, type TestApp, testNow } from '../../fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../fixtures/builders.ts';
import type { Client } from '../../fixtures/client.ts';
import { claimEffects, deliverDue, handleEvents } from '../../fixtures/deliver-due.ts';
import { testEngine } from '../../fixtures/database.ts';
import { isFull, printInvariant } from '../../fixtures/invariants/invariant.ts';
import { type Arrived, openNoticeChannels, ownersNumber } from '../../fixtures/invariants/notice-channels.ts';
import { newAppointment } from '../../fixtures/samples.ts';

// Bookings are made, moved, moved back, cancelled and taken back at random, within and after the two minutes,
// while mail server, WhatsApp and MSG91 fail, hang, refuse with each code, lose answers, and report late,
// twice and out of order; people write STOP, and workers die.

const bookings = isFull ? 500 : 20;
const kills = isFull ? 20 : 3;
const steps = isFull ? 90 : 60;
/** Two servers, where the database can be shared. */
const workers = testEngine === 'embedded' ? [1] : [1, 2];
const reached = new Set(['sent', 'delivered', 'read']);

/** A booking of a person of its own, with a mobile number and an email, a number alone, or an email alone. */
interface Booking {
  readonly id: string;
  readonly number: string | null;
  readonly email: string | null;
  startsAt: Date;
  changedAt: Date;
  isScheduled: boolean;
  hasMoved: boolean;
  /** The place before the latest move. */
  before: { date: string; time: string };
  optedOutAt: Date | null;
  /** The state that its person was told last. */
  told: { readonly startsAt: Date; readonly isScheduled: boolean; readonly at: Date } | null;
  wasLost: boolean;
}

const random = new SeededRandom(20_261_130);
const all: Booking[] = [];
const violations: string[] = [];
const sent: (Arrived & { readonly id: string })[] = [];
let repeats = 0;
let lost = 0;
/** The last instant at which not all was well: a channel, a worker, the order of the channels. */
let disturbedAt = new Date(testNow);
let order: NoticeChannel[] = ['whatsapp', 'sms', 'mail'];
let app: TestApp;
let channels: Awaited<ReturnType<typeof openNoticeChannels>>;
let clinic: BuiltTenant;
let owner: Client;
let signedInAt = new Date(0);
let now = new Date(testNow);
beforeAll(async () => {
  channels = await openNoticeChannels(random);
  const { mailer, whatsApp, provider } = channels;
  app = await testApp({ dependencies: { mail: mailer, whatsApp: whatsApp.provider, sms: provider } });
  clinic = await buildTenant(app, { plan: 'enterprise', times: 'apart' });
  await pass(0);
  await owner.call(changeBookingMails, { body: { isOn: true } });
  await owner.call(changeReminders, { body: { isOn: false, leads: [1440] } });
  await mend();
  channels.reportSmsTo((await owner.call(getSmsSettings)).body.reportAddress ?? '');
});
afterAll(async () => {
  await app.close();
  await channels.close();
});

/** Lets some minutes pass; a token lasts a quarter of an hour. */
async function pass(minutes: number): Promise<void> {
  now = new Date(now.getTime() + minutes * 60_000);
  app.setNow(now.toISOString());
  if (now.getTime() - signedInAt.getTime() < 10 * 60_000) return;
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  signedInAt = now;
}

/** Turns the channels on again, as the owner does where one has stopped. */
async function mend(): Promise<void> {
  await owner.call(changeWhatsApp, { body: { isOn: true, tellsChanges: true } });
  const saved = await owner.send(changeSmsSettings, { body: channels.smsAccount(true) });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
}

function randomPlace(): { date: string; time: string } {
  const hour = String(random.between(8, 19)).padStart(2, '0');
  const minute = String(random.between(0, 59)).padStart(2, '0');
  return { date: addDays(indiaDate(now), random.between(3, 9)), time: `${hour}:${minute}` };
}
const instantOf = ({ date, time }: { date: string; time: string }) => new Date(`${date}T${time}:00+05:30`);

async function book(): Promise<void> {
  const place = randomPlace();
  const at = all.length;
  const number = at % 4 === 3 ? null : `98764${String(40_001 + at * 7)}`;
  const email = at % 4 === 2 ? null : `person-${at}@people.example`;
  const who = { personEmail: email, personContact: number ?? `020 2553 ${String(1000 + at)}` };
  const body = { ...newAppointment, ...place, ...who, amount: null, paymentMethod: null, paymentId: null };
  const { status, body: made } = await owner.send(createAppointment, { body });
  if (status >= 300) return;
  const { id } = made as { id: string };
  const startsAt = instantOf(place);
  const state = { startsAt, changedAt: now, isScheduled: true, hasMoved: false, before: place };
  all.push({ id, number, email, ...state, optedOutAt: null, told: null, wasLost: false });
}

/** Moves a booking, also back to where it was, cancels it, or takes its cancel back. */
async function change(booking: Booking): Promise<void> {
  const params = { id: booking.id };
  if (!booking.isScheduled) {
    if ((await owner.send(undoCancel, { params })).status !== 200) return;
    return void Object.assign(booking, { isScheduled: true, changedAt: now });
  }
  if (random.chance(0.35)) {
    if ((await owner.send(cancelAppointment, { params })).status !== 200) return;
    return void Object.assign(booking, { isScheduled: false, changedAt: now });
  }
  const place = random.chance(0.4) ? booking.before : randomPlace();
  const startsAt = instantOf(place);
  if (startsAt.getTime() === booking.startsAt.getTime()) return;
  if ((await owner.send(rescheduleAppointment, { params, body: place })).status !== 200) return;
  const at = new Date(booking.startsAt.getTime() + 330 * 60_000).toISOString();
  const before = { date: at.slice(0, 10), time: at.slice(11, 16) };
  Object.assign(booking, { startsAt, changedAt: now, hasMoved: true, before });
}

/** Notes at the desk that a person wants no more, or lets them write STOP. */
async function optOut(booking: Booking): Promise<void> {
  const phone = booking.number && channels.whatsApp.phone(booking.number);
  if (phone && phone.messages.some(({ from, state }) => from === 'business' && state !== 'failed')) {
    await channels.whatsApp.network.answer(phone, { text: 'Stop.' });
    await channels.settle();
    await channels.reports.post(app, random);
  } else {
    const work = { tenantId: clinic.id as TenantId, now };
    const noted = { bookingId: booking.id, wording: 'No more' };
    await asPlatform(app, (tx) => noteOptOut(tx, work, noted));
  }
  booking.optedOutAt ??= now;
}

/** Returns the channel that is first in the owner's order of those that a booking's person has. */
function firstOf({ number, email }: Booking): NoticeChannel | undefined {
  return order.find((channel) => (channel === 'mail' ? email : number) !== null);
}

const isTold = ({ told, startsAt, isScheduled }: Booking) =>
  told?.isScheduled === isScheduled && told.startsAt.getTime() === startsAt.getTime();

function judge(arrived: Arrived): void {
  const { to, channel, kind, starts, wasLost } = arrived;
  if (to === ownersNumber) return;
  const booking = all.find(({ number, email }) => to === (channel === 'mail' ? email : number));
  const refuse = (why: string) => violations.push(`${now.toISOString()} ${channel} ${kind} ${to}: ${why}`);
  if (!booking) return void refuse('to a stranger');
  const { id, startsAt, isScheduled, changedAt, told } = booking;
  sent.push({ ...arrived, id });
  if (wasLost) lost += 1;
  if (booking.optedOutAt) refuse('after the opt-out');
  if (starts.length !== 1 || starts[0] !== startsAt.getTime()) refuse('of another time');
  const fits = { booked: isScheduled, moved: isScheduled && booking.hasMoved, cancelled: !isScheduled };
  if (kind === 'reminder' || !fits[kind]) refuse('of another state');
  if (kind !== 'booked' && channel !== 'mail' && now.getTime() - changedAt.getTime() < 120_000)
    refuse('too soon');
  if (changedAt > disturbedAt && channel !== firstOf(booking)) refuse('not by the first channel');
  if (told && isTold(booking) && (told.at > changedAt || told.at > disturbedAt)) {
    if (booking.wasLost) repeats += 1;
    else refuse('a second time');
  }
  Object.assign(booking, {
    told: { startsAt, isScheduled, at: now },
    wasLost: wasLost || (booking.wasLost && told?.at === now),
  });
}

/** Returns whether a channel has stopped. */
async function hasStopped(): Promise<boolean> {
  const stopped = await asPlatform(app, (tx) =>
    tx.selectFrom('notice_channels').select('channel').where('stopped_at', 'is not', null).execute(),
  );
  return stopped.length > 0;
}

/** Lets both servers deliver, no message in the very moment of a change, and the providers report. */
async function deliver(share: number): Promise<void> {
  await handleEvents(app.dependencies);
  await Promise.all(workers.map(() => deliverDue(app.dependencies)));
  for (const arrived of await channels.takeArrived()) judge(arrived);
  await channels.reports.post(app, random, share);
}

it(
  'each person is told of the last state of a booking once, and of none that is over [P-12.229]',
  { timeout: 900_000 },
  async () => {
    let died = 0;
    let isWell = true;
    for (let step = 0; step < steps; step += 1) {
      for (let left = bookings / 40; left > 0 && all.length < bookings; left -= 1) await book();
      for (let left = random.between(0, bookings / 6); left > 0; left -= 1) await change(random.pick(all));
      if (random.chance(0.06)) await optOut(random.pick(all));
      if (random.chance(0.25)) isWell = !isWell;
      channels.beWell();
      if (isWell && random.chance(0.4)) await mend();
      if (random.chance(0.04)) {
        order = order.toSorted(() => random.next() - 0.5);
        await owner.call(changeChannelOrder, { body: { order } });
        disturbedAt = now;
      }
      if (!isWell) channels.change(0.4);
      if (!isWell || (await hasStopped())) disturbedAt = now;
      // A worker takes some and dies; another takes them over after a minute.
      if (died < kills && random.chance(0.4) && (await claimEffects(app.dependencies, 8)).length > 0) {
        died += 1;
        disturbedAt = now;
        if (random.chance(0.5)) await change(random.pick(all));
      }
      await deliver(0.7);
      await pass(random.pick([0, 1, 1, 2, 2, 3, 5, 15]));
    }
    channels.beWell();
    await mend();
    // The longest pause between two tries is an hour and a fifth.
    for (const minutes of [0, 2, 3, 30, 40, 40, 80, 80]) {
      await pass(minutes);
      // A late report may have stopped a channel, which the owner turns on again.
      if (await hasStopped()) {
        disturbedAt = now;
        await mend();
      }
      await deliver(1);
    }
    const ledger = await asPlatform(app, (tx) => tx.selectFrom('notices').selectAll().execute());
    for (const { state, channel, kind, appointment_id: id, starts_at: startsAt } of ledger) {
      const has = sent.some(
        (each) =>
          each.id === id &&
          each.channel === channel &&
          each.kind === kind &&
          each.starts.includes(startsAt.getTime()),
      );
      if (state === 'queued') violations.push(`${id}: ${kind} ${channel} still queued`);
      if (reached.has(state) && !has) violations.push(`${id}: ${channel} ${state}, and nobody got it`);
    }
    for (const booking of all) {
      const { id, told, isScheduled, startsAt, changedAt, optedOutAt, email } = booking;
      if (optedOutAt || isTold(booking) || (!isScheduled && !told)) continue;
      // A booking says that no channel reached its person while some failed.
      const failed = ledger.filter(
        (row) =>
          row.appointment_id === id &&
          row.starts_at.getTime() === startsAt.getTime() &&
          (row.kind === 'cancelled') === !isScheduled &&
          row.created_at >= changedAt &&
          row.state === 'failed',
      );
      if (email === null && failed.length > 0 && disturbedAt >= changedAt) continue;
      const knows = told ? `${told.isScheduled} ${told.startsAt.toISOString()}` : 'nothing';
      violations.push(
        `${id} ${booking.number} ${email}: ${isScheduled} ${startsAt.toISOString()} since ${changedAt.toISOString()}, knows ${knows}`,
      );
    }
    const credits = await asPlatform(app, (tx) =>
      tx
        .selectFrom('notice_channels')
        .select('credits_used as used')
        .where('channel', '=', 'whatsapp')
        .executeTakeFirst(),
    );
    const sum = ledger
      .filter(({ channel, state }) => channel === 'whatsapp' && reached.has(state))
      .reduce((total, row) => total + row.credits, 0);
    if (credits?.used !== sum) violations.push(`${credits?.used} credits are used, and ${sum} were charged`);
    const by = (name: string) => sent.filter(({ channel }) => channel === name).length;
    printInvariant({
      id: 'P-12.229',
      driver: testEngine,
      n: sent.length,
      violations: violations.length,
      what: `changes (${by('whatsapp')} by WhatsApp, ${by('sms')} by SMS, ${by('mail')} by mail), ${repeats} repeats of ${lost} lost answers`,
    });
    expect(violations).toEqual([]);
    expect([died, sent.length > bookings]).toEqual([kills, true]);
  },
);
