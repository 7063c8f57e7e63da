import { createAppointment, rescheduleAppointment } from '@samay/contract/bookings/appointments';
import { cancelAppointment, undoCancel } from '@samay/contract/bookings/transitions';
import { addDays, indiaDate, indiaHour } from '@samay/contract/core/time';
import { changeBookingMails } from '@samay/contract/reach/booking-mails';
import { changeReminders, changeWhatsApp } from '@samay/contract/reach/notices';
import { changeSmsSettings, getSmsSettings } from '@samay/contract/reach/sms-settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asPlatform, type TenantId } from '../../../src/db/tenant.ts';
import { SeededRandom } from '../../../src/demo/seeded-random.ts';
import { noteOptOut } from '../../../src/modules/reach/index.ts';
import { type PlannedReminder, planReminder } from '../../../src/modules/reach/reminders/plan.ts';
import { testApp, type TestApp, testNow } from '../../fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../fixtures/builders.ts';
import type { Client } from '../../fixtures/client.ts';
import { claimEffects, deliverDue } from '../../fixtures/deliver-due.ts';
import { testEngine } from '../../fixtures/database.ts';
import { isFull, printInvariant } from '../../fixtures/invariants/invariant.ts';
import { type Arrived, openNoticeChannels, ownersNumber } from '../../fixtures/invariants/notice-channels.ts';
import { newAppointment } from '../../fixtures/samples.ts';

// Bookings are made, moved, cancelled and taken back at random over four days, while mail server, WhatsApp
// and MSG91 fail, hang, refuse with each code, take messages without an answer, and report late, twice and
// out of order; people write STOP, and workers die.

const bookings = isFull ? 500 : 20;
const stops = isFull ? 20 : 3;
const leads = [120, 1440] as const;
const stepMinutes = 30;
/** The minutes of a step at which workers look: a try that failed or was postponed comes again within seconds. */
const looks = [0, 2, 6];
/** Two servers, where the database can be shared. */
const workers = testEngine === 'embedded' ? [1] : [1, 2];
/** The share of steps in which a channel does well. */
const wellShare = 0.6;
const reached = new Set(['sent', 'delivered', 'read']);

interface Person {
  readonly contact: string;
  /** The digits of a mobile number. */
  readonly number: string | null;
  readonly email: string | null;
}

interface Booking {
  readonly id: string;
  readonly person: Person;
  readonly createdAt: Date;
  startsAt: Date;
  changedAt: Date;
  isScheduled: boolean;
}

const random = new SeededRandom(20_261_129);
/** People with a mobile number and an email, a number alone, or an email alone. */
const people = Array.from({ length: Math.ceil(bookings / 2) }, (_, at): Person => {
  const number = `98764${String(40_001 + at * 7)}`;
  const email = `person-${at}@people.example`;
  if (at % 4 === 3) return { contact: `020 2553 ${String(1000 + at)}`, number: null, email };
  return { contact: `+91 ${number}`, number, email: at % 4 === 2 ? null : email };
});
const all: Booking[] = [];
const optedOut = new Map<Person, Date>();
const violations: string[] = [];
const sent: (Arrived & { readonly person: Person; readonly at: Date })[] = [];
let repeats = 0;
let lost = 0;
let app: TestApp;
let channels: Awaited<ReturnType<typeof openNoticeChannels>>;
let clinic: BuiltTenant;
let owner: Client;
let desk: Client;
let now = new Date(testNow);
beforeAll(async () => {
  channels = await openNoticeChannels(random);
  const { mailer, whatsApp, provider } = channels;
  app = await testApp({ dependencies: { mail: mailer, whatsApp: whatsApp.provider, sms: provider } });
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  await owner.call(changeBookingMails, { body: { isOn: true } });
  await owner.call(changeReminders, { body: { isOn: true, leads: [...leads] } });
  await owner.call(changeWhatsApp, { body: { isOn: true, tellsChanges: false } });
  await saveSms();
  channels.reportSmsTo((await owner.call(getSmsSettings)).body.reportAddress ?? '');
});
afterAll(async () => {
  await app.close();
  await channels.close();
});

/** Saves the account of SMS with a text that the operators know, as the owner does where it has stopped. */
async function saveSms(): Promise<void> {
  const saved = await owner.send(changeSmsSettings, { body: channels.smsAccount(false) });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
}

function randomTime(): { date: string; time: string } {
  const date = addDays(indiaDate(now), random.between(1, 2));
  return {
    date,
    time: `${String(random.between(8, 19)).padStart(2, '0')}:${random.pick(['00', '20', '40'])}`,
  };
}
const instantOf = ({ date, time }: { date: string; time: string }) => new Date(`${date}T${time}:00+05:30`);

async function book(person: Person): Promise<void> {
  const at = randomTime();
  const who = { personEmail: person.email, personContact: person.contact };
  const body = { ...newAppointment, ...at, ...who, amount: null, paymentMethod: null };
  const { status, body: made } = await desk.send(createAppointment, { body: { ...body, paymentId: null } });
  if (status !== 200 && status !== 201) return;
  const { id } = made as { id: string };
  const [createdAt, startsAt] = [now, instantOf(at)];
  all.push({ id, person, createdAt, startsAt, changedAt: now, isScheduled: true });
}

async function change(booking: Booking): Promise<void> {
  const params = { id: booking.id };
  if (!booking.isScheduled || booking.startsAt <= now) return book(booking.person);
  if (random.chance(0.6)) {
    const at = randomTime();
    if ((await desk.send(rescheduleAppointment, { params, body: at })).status !== 200) return;
    Object.assign(booking, { startsAt: instantOf(at), changedAt: now });
    return;
  }
  if ((await desk.send(cancelAppointment, { params })).status !== 200) return;
  const isUndone = random.chance(0.5) && (await desk.send(undoCancel, { params })).status === 200;
  Object.assign(booking, { isScheduled: isUndone, changedAt: now });
}

/** Notes at the desk that a person wants no more, or lets them write STOP, or read and say that they come. */
async function optOut(): Promise<void> {
  const { id: bookingId, person } = random.pick(all);
  const phone = person.number && channels.whatsApp.phone(person.number);
  if (phone && phone.messages.some(({ from, state }) => from === 'business' && state !== 'failed')) {
    await channels.whatsApp.network.answer(phone, { text: 'Stop.' });
    await channels.settle();
    await channels.reports.post(app, random);
  } else {
    const work = { tenantId: clinic.id as TenantId, now };
    await asPlatform(app, (tx) => noteOptOut(tx, work, { bookingId, wording: 'No more' }));
  }
  optedOut.set(person, optedOut.get(person) ?? now);
}

async function channelsStopped(): Promise<string[]> {
  const stopped = await asPlatform(app, (tx) =>
    tx.selectFrom('notice_channels').select('channel').where('stopped_at', 'is not', null).execute(),
  );
  return stopped.map(({ channel }) => channel);
}

const latest = new Map<Person, { text: string; at: Date; wasLost: boolean }>();
function judge(arrived: Arrived): void {
  const { to, channel, kind, text, starts, hasMore, wasLost } = arrived;
  const person = people.find(({ number, email }) => to === (channel === 'mail' ? email : number));
  const refuse = (why: string) => violations.push(`${now.toISOString()} ${channel} ${to}: ${why}`);
  if (kind !== 'reminder' || to === ownersNumber) return;
  if (!person) return void refuse('to a stranger');
  sent.push({ ...arrived, person, at: now });
  if (wasLost) lost += 1;
  if (indiaHour(now) < 8 || indiaHour(now) >= 21) refuse('at night');
  if (optedOut.has(person)) refuse('after the opt-out');
  const known = all.filter((booking) => booking.person === person && booking.isScheduled);
  const listed = known.filter(({ startsAt }) => startsAt > now && starts.includes(startsAt.getTime()));
  const told = new Set(listed.map(({ startsAt }) => startsAt.getTime()));
  if (starts.length === 0 || told.size !== starts.length) refuse('of another time');
  const timely = hasMore ? known.filter(({ startsAt }) => startsAt > now) : listed;
  const isTimely = timely.some((booking) =>
    leads.some((lead) => {
      const plan = planReminder(booking, lead);
      return plan && plan.dueAt <= now && now < plan.expiresAt;
    }),
  );
  if (!isTimely) refuse('late');
  const before = latest.get(person);
  if (before && now.getTime() - before.at.getTime() < 3 * 3_600_000) {
    if (before.wasLost || before.text === text) repeats += 1;
    else refuse('within three hours');
  }
  latest.set(person, { text, at: now, wasLost: wasLost || (before?.wasLost === true && before.at === now) });
}

/** Returns whether another reminder to a person leaves no time for this one: none follows within three hours. */
function wasRemindedAround(person: Person, { dueAt, expiresAt }: PlannedReminder): boolean {
  return sent.some(
    ({ person: who, at }) =>
      who === person && at < expiresAt && at.getTime() > dueAt.getTime() - 3 * 3_600_000,
  );
}

/** How the channels did in a step. */
interface Step {
  readonly at: Date;
  readonly isDisturbed: boolean;
  readonly manners: (typeof channels)['manners'];
}

/** Returns whether a person is reached in a step, whatever was before it. */
function reaches(
  { isDisturbed, manners: { mail, whatsApp, sms } }: Step,
  { number, email }: Person,
): boolean {
  if (isDisturbed) return false;
  if (number === null) return mail === 'well';
  if (whatsApp === 'unsure' || sms === 'unsure') return false;
  return email === null ? sms === 'well' : mail === 'well';
}

it(
  'each person gets what the last state calls for, once, in time, and the ledger is true [P-12.60]',
  { timeout: 900_000 },
  async () => {
    desk = await signInAs(app, clinic, 'EMPLOYEE');
    for (let made = 0; made < bookings; made += 1) await book(random.pick(people));
    const steps: Step[] = [];
    const end = new Date(now.getTime() + 4 * 86_400_000);
    // Reminders that wait for another try leave before the end.
    const calm = new Date(end.getTime() - 90 * 60_000);
    let died = 0;
    for (; now < end; now = new Date(now.getTime() + stepMinutes * 60_000)) {
      app.setNow(now.toISOString());
      if (indiaHour(now) < 7 || indiaHour(now) >= 22) continue;
      const isMoving = indiaDate(now) < '2026-11-24';
      // A session lasts an hour.
      if (isMoving) desk = await signInAs(app, clinic, 'EMPLOYEE');
      for (let changes = isMoving ? random.between(0, bookings / 10) : 0; changes > 0; changes -= 1)
        await change(random.pick(all));
      if (isMoving && random.chance(0.04)) await optOut();
      channels.beWell();
      const stopped = new Set(await channelsStopped());
      if (stopped.has('sms') && random.chance(0.5)) {
        owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
        await saveSms();
        stopped.delete('sms');
      }
      if (now < calm) channels.change(wellShare);
      const before = channels.manners;
      // A worker takes some and dies; another takes them over at the next look.
      const dies =
        now < calm &&
        died < stops &&
        random.chance(0.3) &&
        (await claimEffects(app.dependencies, 8)).length > 0;
      if (dies) died += 1;
      for (const minutes of looks) {
        app.setNow(new Date(now.getTime() + minutes * 60_000).toISOString());
        await Promise.all(workers.map(() => deliverDue(app.dependencies)));
        for (const arrived of await channels.takeArrived()) judge(arrived);
        await channels.reports.post(app, random, 0.7);
      }
      steps.push({
        at: now,
        isDisturbed: dies,
        manners: {
          ...before,
          ...(stopped.has('whatsapp') && { whatsApp: before.whatsApp === 'unsure' ? 'unsure' : 'never' }),
          ...(stopped.has('sms') && { sms: 'never' }),
        },
      });
    }
    channels.beWell();
    await channels.reports.post(app, random);
    await deliverDue(app.dependencies);
    for (const arrived of await channels.takeArrived()) judge(arrived);
    await channels.reports.post(app, random);
    const ledger = await asPlatform(app, (tx) => tx.selectFrom('notices').selectAll().execute());
    for (const { state, channel, appointment_id: id, starts_at: startsAt } of ledger) {
      const booking = all.find((each) => each.id === id);
      if (!booking) continue;
      const has = sent.some(
        (each) =>
          each.person === booking.person &&
          each.channel === channel &&
          (each.hasMore || each.starts.includes(startsAt.getTime())),
      );
      if (state === 'queued') violations.push(`${id}: still queued`);
      if (reached.has(state) && !has) violations.push(`${id}: ${channel} ${state}, and nobody got it`);
    }
    for (const booking of all.filter(({ isScheduled }) => isScheduled))
      for (const lead of leads) {
        const plan = planReminder(booking, lead);
        if (!plan || plan.expiresAt <= booking.changedAt || plan.expiresAt > end) continue;
        const rows = ledger.filter(
          ({ appointment_id: id, lead_min: of, starts_at: at }) =>
            id === booking.id && of === lead && at.getTime() === booking.startsAt.getTime(),
        );
        const said = rows
          .map(({ channel, state, reason }) => `${channel} ${state} ${reason ?? ''}`)
          .join('; ');
        const isWanted = steps.some(
          (step) =>
            reaches(step, booking.person) &&
            step.at >= plan.dueAt &&
            step.at > booking.changedAt &&
            step.at < plan.expiresAt,
        );
        const got = rows.filter(({ state }) => reached.has(state)).length;
        if (rows.length === 0 || got > 1)
          violations.push(`${booking.id} ${lead}: ${rows.length} notices: ${said}`);
        else if (
          isWanted &&
          !optedOut.has(booking.person) &&
          got === 0 &&
          !/three hours/.test(said) &&
          !wasRemindedAround(booking.person, plan) &&
          !(booking.person.email === null && /sms failed/.test(said))
        )
          violations.push(`${booking.id} ${lead}: ${said}`);
      }
    const credits = await asPlatform(app, (tx) =>
      tx
        .selectFrom('notice_channels')
        .select('credits_used as used')
        .where('channel', '=', 'whatsapp')
        .executeTakeFirst(),
    );
    const charged = ledger.filter(({ channel, state }) => channel === 'whatsapp' && reached.has(state));
    const sum = charged.reduce((total, row) => total + row.credits, 0);
    if (credits?.used !== sum) violations.push(`${credits?.used} credits are used, and ${sum} were charged`);
    const by = (name: string) => sent.filter(({ channel }) => channel === name).length;
    printInvariant({
      id: 'P-12.60',
      driver: testEngine,
      n: sent.length,
      violations: violations.length,
      what: `reminders (${by('whatsapp')} by WhatsApp, ${by('sms')} by SMS, ${by('mail')} by mail), ${repeats} repeats of ${lost} lost answers`,
    });
    expect(violations).toEqual([]);
    expect(repeats).toBeLessThanOrEqual(lost);
    expect([died, sent.length > bookings / 2]).toEqual([stops, true]);
  },
);
