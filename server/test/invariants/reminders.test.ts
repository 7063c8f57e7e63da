import { createAppointment, rescheduleAppointment } from '@samay/contract/bookings/appointments';
import { formatWhen, messageWords } from '@samay/contract/bookings/whatsapp-messages/compose';
import { cancelAppointment, undoCancel } from '@samay/contract/bookings/transitions';
import { addDays, indiaDate, indiaHour, indiaTime } from '@samay/contract/core/time';
import { changeBookingMails } from '@samay/contract/reach/booking-mails';
import { changeReminders } from '@samay/contract/reach/notices';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EmailNotAccepted } from '../../src/adapters/mail/port.ts';
import { asPlatform, type TenantId } from '../../src/db/tenant.ts';
import { SeededRandom } from '../../src/demo/seeded-random.ts';
import { noteOptOut } from '../../src/modules/reach/index.ts';
import { planReminder } from '../../src/modules/reach/notices/plan.ts';
import { testApp, type TestApp, testNow } from '../fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../fixtures/builders.ts';
import type { Client } from '../fixtures/client.ts';
import { claimEffects, deliverDue } from '../fixtures/deliver-due.ts';
import { testEngine } from '../fixtures/database.ts';
import { isFull, printInvariant } from '../fixtures/invariants/invariant.ts';
import { newAppointment } from '../fixtures/samples.ts';
import { type Mailbox, type ReceivedEmail, recordedMailbox } from '../fixtures/third-parties/mailbox.ts';

// Bookings are made, moved, cancelled and taken back at random over four days, while the mail server
// fails, hangs and accepts mails without an answer, and workers die.

const bookings = isFull ? 500 : 20;
const stops = isFull ? 20 : 3;
const leads = [120, 1440] as const;
const stepMinutes = 30;
/** The minutes of a step at which workers look: a try that failed or was postponed comes again within seconds. */
const looks = [0, 2, 6];

interface Booking {
  readonly id: string;
  readonly address: string;
  readonly createdAt: Date;
  startsAt: Date;
  changedAt: Date;
  isScheduled: boolean;
}

const random = new SeededRandom(20_261_129);
const all: Booking[] = [];
const optedOut = new Map<string, Date>();
const violations: string[] = [];
let repeats = 0;
let lost = 0;
let losesAnswers = false;
let app: TestApp;
const box = recordedMailbox();
let clinic: BuiltTenant;
let owner: Client;
let now = new Date(testNow);
beforeAll(async () => {
  const mail: Mailbox['mailer'] = {
    async send(email) {
      await box.mailer.send(email);
      if (!losesAnswers) return;
      lost += 1;
      throw new EmailNotAccepted('the mail server did not answer in time');
    },
  };
  app = await testApp({ dependencies: { mail } });
  clinic = await buildTenant(app, { plan: 'enterprise' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  await owner.call(changeBookingMails, { body: { isOn: true } });
  await owner.call(changeReminders, { body: { isOn: true, leads: [...leads] } });
});
afterAll(async () => {
  await app.close();
});

function randomTime(): { date: string; time: string } {
  const date = addDays(indiaDate(now), random.between(1, 2));
  return {
    date,
    time: `${String(random.between(8, 19)).padStart(2, '0')}:${random.pick(['00', '20', '40'])}`,
  };
}
const instantOf = ({ date, time }: { date: string; time: string }) => new Date(`${date}T${time}:00+05:30`);

async function book(address: string): Promise<void> {
  const at = randomTime();
  // An opt-out holds for the number too.
  const personContact = `98000 ${(/\d+/.exec(address)?.[0] ?? '').padStart(5, '0')}`;
  const person = { personEmail: address, personContact };
  const body = { ...newAppointment, ...at, ...person, amount: null, paymentMethod: null };
  const { status, body: made } = await owner.send(createAppointment, { body: { ...body, paymentId: null } });
  if (status !== 200 && status !== 201) return;
  const { id } = made as { id: string };
  const [createdAt, startsAt] = [now, instantOf(at)];
  all.push({ id, address, createdAt, startsAt, changedAt: now, isScheduled: true });
}

async function change(booking: Booking): Promise<void> {
  const params = { id: booking.id };
  if (!booking.isScheduled || booking.startsAt <= now) return book(booking.address);
  if (random.chance(0.6)) {
    const at = randomTime();
    if ((await owner.send(rescheduleAppointment, { params, body: at })).status !== 200) return;
    Object.assign(booking, { startsAt: instantOf(at), changedAt: now });
    return;
  }
  if ((await owner.send(cancelAppointment, { params })).status !== 200) return;
  const isUndone = random.chance(0.5) && (await owner.send(undoCancel, { params })).status === 200;
  Object.assign(booking, { isScheduled: isUndone, changedAt: now });
}

const lineOf = ({ startsAt }: Booking) => {
  const [date, time] = [indiaDate(startsAt), indiaTime(startsAt)];
  return formatWhen(messageWords.en, { businessType: 'doctor', date, time, endTime: time });
};
const reminders = () =>
  box.emails().filter(({ subject, mode }) => subject.startsWith('Reminder') && mode === 'ok');

const latest = new Map<string, { text: string; at: Date; wasLost: boolean }>();
function judge({ to: [address = ''], text }: ReceivedEmail): void {
  const refuse = (why: string) => violations.push(`${now.toISOString()} ${address}: ${why}`);
  if (indiaHour(now) < 8 || indiaHour(now) >= 21) refuse('at night');
  if (optedOut.has(address)) refuse('after the opt-out');
  const known = all.filter((booking) => booking.address === address && booking.isScheduled);
  const listed = known.filter((booking) => booking.startsAt > now && text.includes(lineOf(booking)));
  const lines = new Set(text.match(/^\w+day, \d+ \w+ \d+, .*$/gm));
  if (lines.size === 0 || lines.size !== new Set(listed.map(lineOf)).size) refuse('of another time');
  const isTimely = listed.some((booking) =>
    leads.some((lead) => {
      const plan = planReminder(booking, lead);
      return plan && plan.dueAt <= now && now < plan.expiresAt;
    }),
  );
  if (!isTimely) refuse('late');
  const before = latest.get(address);
  if (before && now.getTime() - before.at.getTime() < 3 * 3_600_000) {
    if (before.wasLost || before.text === text) repeats += 1;
    else refuse('within three hours');
  }
  latest.set(address, { text, at: now, wasLost: losesAnswers });
}

it(
  'each person gets what the last state calls for, once, in time, and the ledger is true [P-12.60]',
  { timeout: 900_000 },
  async () => {
    for (let made = 0; made < bookings; made += 1)
      await book(`person-${random.between(1, Math.ceil(bookings / 2))}@people.example`);
    const steps: { at: Date; isWell: boolean }[] = [];
    const end = new Date(now.getTime() + 4 * 86_400_000);
    let judged = 0;
    let died = 0;
    for (; now < end; now = new Date(now.getTime() + stepMinutes * 60_000)) {
      app.setNow(now.toISOString());
      if (indiaHour(now) < 7 || indiaHour(now) >= 22) continue;
      if (indiaTime(now) === '07:00') owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
      const isMoving = indiaDate(now) < '2026-11-24';
      for (let changes = isMoving ? random.between(0, bookings / 10) : 0; changes > 0; changes -= 1)
        await change(random.pick(all));
      if (isMoving && random.chance(0.02)) {
        const { id: bookingId, address } = random.pick(all);
        const work = { tenantId: clinic.id as TenantId, now };
        await asPlatform(app, (tx) => noteOptOut(tx, work, { bookingId, wording: 'No more' }));
        optedOut.set(address, optedOut.get(address) ?? now);
      }
      const mode = random.pick(['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'later', 'refuse', 'close', 'lost']);
      const state = random.chance(0.01) ? 'hang' : mode;
      losesAnswers = state === 'lost';
      box.setMode(losesAnswers ? 'ok' : state);
      // A worker takes some and dies; another takes them over at the next look.
      const dies = died < stops && random.chance(0.3) && (await claimEffects(app.dependencies, 8)).length > 0;
      if (dies) died += 1;
      for (const minutes of looks) {
        app.setNow(new Date(now.getTime() + minutes * 60_000).toISOString());
        await deliverDue(app.dependencies);
      }
      steps.push({ at: now, isWell: state === 'ok' && !dies });
      const arrived = reminders();
      for (const email of arrived.slice(judged)) judge(email);
      judged = arrived.length;
    }
    box.setMode('ok');
    losesAnswers = false;
    await deliverDue(app.dependencies);
    const ledger = await asPlatform(app, (tx) => tx.selectFrom('notices').selectAll().execute());
    const sent = reminders();
    for (const { state, appointment_id: id, starts_at: startsAt } of ledger) {
      const booking = all.find((each) => each.id === id);
      if (!booking) continue;
      const line = lineOf({ ...booking, startsAt });
      const has = sent.some(({ to, text }) => to.includes(booking.address) && text.includes(line));
      if (state === 'queued') violations.push(`${id}: still queued`);
      if (state === 'sent' && !has) violations.push(`${id}: sent, says the ledger, and nobody got it`);
    }
    for (const booking of all.filter(({ isScheduled }) => isScheduled)) {
      for (const lead of leads) {
        const plan = planReminder(booking, lead);
        if (!plan || plan.expiresAt <= booking.changedAt || plan.expiresAt > end) continue;
        const rows = ledger.filter(
          ({ appointment_id: id, lead_min: of, starts_at: at }) =>
            id === booking.id && of === lead && at.getTime() === booking.startsAt.getTime(),
        );
        const isWanted = steps.some(
          ({ at, isWell }) => isWell && at >= plan.dueAt && at > booking.changedAt && at < plan.expiresAt,
        );
        const [row, ...more] = rows;
        if (!row || more.length > 0) violations.push(`${booking.id} ${lead}: ${rows.length} notices`);
        else if (
          isWanted &&
          !optedOut.has(booking.address) &&
          row.state !== 'sent' &&
          !/three hours/.test(row.reason ?? '')
        )
          violations.push(`${booking.id} ${lead}: ${row.state} ${row.reason}`);
      }
    }
    printInvariant({
      id: 'P-12.60',
      driver: testEngine,
      n: sent.length,
      violations: violations.length,
      what: `reminders, ${repeats} repeats of ${lost} lost answers`,
    });
    expect(violations).toEqual([]);
    expect(repeats).toBeLessThanOrEqual(lost);
    expect([died, sent.length > bookings / 2]).toEqual([stops, true]);
  },
);
