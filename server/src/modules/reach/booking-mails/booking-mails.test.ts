import { cancelAppointment, undoCancel } from '@samay/contract/bookings/transitions';
import { createAppointment, rescheduleAppointment } from '@samay/contract/bookings/appointments';
import { changeBookingMails, getBookingMails } from '@samay/contract/reach/booking-mails';
import { getBookingNotices } from '@samay/contract/reach/notices';
import { getDeliveries } from '@samay/contract/reach/deliveries';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp, testNow } from '../../../../test/fixtures/app.ts';
import { buildTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { type Mailbox, startMailbox } from '../../../../test/fixtures/third-parties/mailbox.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import { asPlatform, platform, type TenantId } from '../../../db/tenant.ts';
import { run } from '../../../db/transaction.ts';
import { claimEffects, handleEvents } from '../../../../test/fixtures/deliver-due.ts';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';
import { noteOptOut } from '../index.ts';
import { scheduleRetry } from '../../../outbox/queries.ts';

let app: TestApp;
let box: Mailbox;
beforeAll(async () => {
  box = await startMailbox({ connectMs: 3000, wholeMs: 3000 });
  app = await testApp({ dependencies: { mail: box.mailer } });
});
afterEach(() => asPlatform(app, (tx) => tx.deleteFrom('outbox').execute()));
afterAll(async () => {
  await app.close();
  await box.close();
});

it('mails the person of a booking when it is created, moved and cancelled, if the business has turned it on [P-12.20]', async () => {
  const clinic = await buildTenant(app);
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  const person = { ...newAppointment, personEmail: 'mailed@people.example', doctor: 'Dr. Rao' };
  expect((await owner.call(getBookingMails)).body).toMatchObject({ isOn: false, isAvailable: true });
  await owner.call(createAppointment, { body: person });
  await deliverDue(app.dependencies);
  expect(box.emails(person.personEmail)).toEqual([]);

  await owner.call(changeBookingMails, { body: { isOn: true } });
  const { body: made } = await owner.call(createAppointment, { body: person });
  await deliverDue(app.dependencies);
  await owner.call(rescheduleAppointment, {
    params: { id: made.id },
    body: { date: '2026-11-25', time: '16:30' },
  });
  await deliverDue(app.dependencies);
  await owner.call(cancelAppointment, { params: { id: made.id } });
  await deliverDue(app.dependencies);

  const texts = box.emails(person.personEmail).map(({ text }) => text);
  expect(texts).toHaveLength(3);
  expect(texts[0]).toMatch(
    /^Hello Kavita Menon,\n\nYour appointment with Dr\. Rao at Business \w+ is on Tuesday, 24 Nov 2026 at 12:00 pm \(India time\)\.\n/,
  );
  for (const text of texts)
    expect(text).toContain(
      `manages your appointment with Samay. How your details are handled: ${app.dependencies.settings.publicUrl}/privacy-policy`,
    );
  expect(texts[1]).toMatch(/was moved from .+ \(India time\) to .+ \(India time\)\./);
  expect(texts[2]).toMatch(/on .+ \(India time\) was cancelled\./);
});

it('confirms a booking again whose cancel is undone, and drops a cancellation that has not left [P-12.28]', async () => {
  const owner = await mailing(app);
  const person = { ...newAppointment, personEmail: 'uncancelled@people.example' };
  const { body: made } = await owner.call(createAppointment, { body: person });
  const params = { id: made.id };
  await deliverDue(app.dependencies);
  await owner.call(cancelAppointment, { params });
  await deliverDue(app.dependencies);
  expect((await owner.call(undoCancel, { params })).status).toBe(200);
  await deliverDue(app.dependencies);
  expect(box.emails(person.personEmail).map(({ text }) => text)).toEqual([
    expect.stringContaining('is on Tuesday, 24 Nov 2026'),
    expect.stringContaining('was cancelled.'),
    expect.stringContaining('is on Tuesday, 24 Nov 2026'),
  ]);
  await owner.call(cancelAppointment, { params });
  await handleEvents(app.dependencies);
  await owner.call(undoCancel, { params });
  await deliverDue(app.dependencies);
  expect(box.emails(person.personEmail)).toHaveLength(3);
});

it('says booking and no doctor for a turf, and drops queued emails once it is turned off [P-12.20]', async () => {
  const turf = await buildTenant(app, { businessType: 'turf' });
  const owner = await signInAs(app, turf, 'BUSINESS_OWNER');
  const { doctor: _, ...booking } = { ...newAppointment, personEmail: 'player@people.example' };
  await owner.call(changeBookingMails, { body: { isOn: true } });
  await owner.call(createAppointment, { body: booking });
  await deliverDue(app.dependencies);
  expect(box.emails(booking.personEmail)[0]?.text).toContain('Your booking at');
  await owner.call(createAppointment, { body: booking });
  await handleEvents(app.dependencies);
  await owner.call(changeBookingMails, { body: { isOn: false } });
  await deliverDue(app.dependencies);
  expect(box.emails(booking.personEmail)).toHaveLength(1);
});

it('mails none who wants no more notices, by the email or the number of the booking, which says so and is no failure [P-12.56, P-12.197]', async () => {
  const owner = await mailing(app);
  const wantsNoMore = { ...newAppointment, personEmail: 'no-more@people.example' };
  const sameNumber = { ...newAppointment, personEmail: 'same-number@people.example', time: '14:00' };
  const { body: first } = await owner.call(createAppointment, { body: wantsNoMore });
  await deliverDue(app.dependencies);
  await asPlatform(app, async (tx) => {
    const [of] = await tx.selectFrom('appointments').select('tenant_id').where('id', '=', first.id).execute();
    const work = { tenantId: of?.tenant_id as TenantId, now: new Date(testNow) };
    await noteOptOut(tx, work, { bookingId: first.id, wording: 'No more notices' });
  });
  const { body: second } = await owner.call(createAppointment, { body: sameNumber });
  await deliverDue(app.dependencies);
  await move(owner, first.id, '16:30');
  await deliverDue(app.dependencies);
  await owner.call(cancelAppointment, { params: { id: first.id } });
  await deliverDue(app.dependencies);
  expect(box.emails(wantsNoMore.personEmail)).toHaveLength(1);
  expect(box.emails(sameNumber.personEmail)).toEqual([]);
  const shown = async (id: string) =>
    (await owner.call(getBookingNotices, { params: { id } })).body.notices.map(
      ({ kind, channel, state, reason }) => [kind, channel, state, reason],
    );
  const failed = ['mail', 'failed', 'the person wants no more notices'];
  const ofFirst = await shown(first.id);
  expect(ofFirst).toHaveLength(2);
  expect(ofFirst).toEqual(
    expect.arrayContaining([
      ['cancelled', ...failed],
      ['moved', ...failed],
    ]),
  );
  expect(await shown(second.id)).toEqual([['booked', ...failed]]);
  expect((await owner.call(getDeliveries)).body).toMatchObject({ needsAttention: false, givenUp: [] });
});

it('sends nothing about a time in the past [P-12.24]', async () => {
  const owner = await signInAs(app, await buildTenant(app), 'BUSINESS_OWNER');
  await owner.call(changeBookingMails, { body: { isOn: true } });
  const visit = { ...newAppointment, personEmail: 'was-there@people.example', date: '2026-11-20' };
  const { body } = await owner.call(createAppointment, { body: visit });
  await deliverDue(app.dependencies);
  await owner.call(cancelAppointment, { params: { id: body.id } });
  expect(await deliverDue(app.dependencies)).toBe(1);
  expect(box.emails(visit.personEmail)).toEqual([]);
});

it('sends one email with the last state of a booking that was moved several times before [P-12.21]', async () => {
  const owner = await mailing(app);
  const person = { ...newAppointment, personEmail: 'moved-often@people.example' };
  const { body: made } = await owner.call(createAppointment, { body: person });
  await deliverDue(app.dependencies);
  for (let at = 0; at < 20; at += 1) await move(owner, made.id, `${10 + (at % 9)}:30`);
  await move(owner, made.id, '18:45');
  await deliverDue(app.dependencies);
  const [, ...moved] = box.emails(person.personEmail).map(({ text }) => text);
  expect(moved).toHaveLength(1);
  expect(moved[0]).toMatch(/was moved from .+ at 12:00 pm \(India time\) to .+ at 6:45 pm \(India time\)/);

  // Moves it there and back: the person knows that place.
  await move(owner, made.id, '09:15');
  await move(owner, made.id, '18:45');
  await deliverDue(app.dependencies);
  expect(box.emails(person.personEmail)).toHaveLength(2);
});

it('sends nothing about a booking that was created and cancelled before an email was sent', async () => {
  const owner = await mailing(app);
  const person = { ...newAppointment, personEmail: 'never-told@people.example' };
  const { body: made } = await owner.call(createAppointment, { body: person });
  await owner.call(cancelAppointment, { params: { id: made.id } });
  expect(await deliverDue(app.dependencies)).toBe(0);
  expect(box.emails(person.personEmail)).toEqual([]);
});

it('does not delay the email of a cancellation for a confirmation that the mail server rejects [P-12.21]', async () => {
  const owner = await mailing(app);
  const person = { ...newAppointment, personEmail: 'cancelled-late@people.example' };
  const { body: made } = await owner.call(createAppointment, { body: person });
  box.setMode('later');
  await deliverDue(app.dependencies);
  box.setMode('ok');
  await owner.call(cancelAppointment, { params: { id: made.id } });
  // Checks that the confirmation, which waits for its next time, is not sent after the
  // cancellation.
  await deliverDue(app.dependencies);
  app.setNow('2026-11-21T05:30:00.000Z');
  await deliverDue(app.dependencies);
  app.setNow(testNow);
  const emails = box.emails(person.personEmail).filter(({ mode }) => mode === 'ok');
  expect(emails.map(({ subject }) => subject.replace(/ at .+ was/, ' was'))).toEqual([
    'Your appointment was cancelled',
  ]);
});

it('waits for an email about the same booking that is being sent, and drops it if it failed', async () => {
  const owner = await mailing(app);
  const person = { ...newAppointment, personEmail: 'under-way@people.example' };
  const { body: made } = await owner.call(createAppointment, { body: person });
  const [underWay] = await claimEffects(app.dependencies, 8);
  if (!underWay) throw new Error('nothing is due');
  await owner.call(cancelAppointment, { params: { id: made.id } });
  expect(await deliverDue(app.dependencies)).toBe(0);
  const nextAt = new Date(app.dependencies.clock().getTime() + 60_000);
  await asPlatform(app, (tx) =>
    run(tx, platform, scheduleRetry({ ...underWay, nextAt, reason: 'the mail server answered 451' })),
  );
  // Delivers it immediately, and not at the next time of the failed one.
  await deliverDue(app.dependencies);
  expect(box.emails(person.personEmail).filter(({ mode }) => mode === 'ok')).toHaveLength(1);
  app.setNow('2026-11-21T05:30:00.000Z');
  await deliverDue(app.dependencies);
  app.setNow(testNow);
  const emails = box.emails(person.personEmail).filter(({ mode }) => mode === 'ok');
  expect(emails.map(({ subject }) => subject.replace(/ at .+ was/, ' was'))).toEqual([
    'Your appointment was cancelled',
  ]);
  expect((await owner.call(getDeliveries)).body).toMatchObject({
    needsAttention: false,
    givenUp: [{ kind: 'booking_mail', isSuperseded: true }],
  });
});

describe('an address', () => {
  it('gets ten emails a day from all businesses and five from one; the owner sees what was not sent [P-12.22]', async () => {
    const limited = await testApp({
      dependencies: { mail: box.mailer },
      limits: { bookingMailsPerEmail: 10 },
    });
    const [personEmail, spelled] = ['bombed@people.example', 'Bombed@people.example'];
    const booking = { ...newAppointment, personEmail };
    const owners = [await mailing(limited), await mailing(limited), await mailing(limited)];
    for (const [at, owner] of owners.entries()) {
      for (let count = 0; count < 7; count += 1) {
        // Books with another spelling of the address.
        await owner.call(createAppointment, {
          body: { ...booking, personEmail: count % 2 ? spelled : personEmail },
        });
        await deliverDue(limited.dependencies);
      }
      const sent = [...box.emails(personEmail), ...box.emails(spelled)];
      expect(sent).toHaveLength([5, 10, 10][at] ?? 0);
    }
    const seen = (await owners[0]?.call(getDeliveries))?.body;
    expect(seen?.kinds.find(({ kind }) => kind === 'booking_mail')).toMatchObject({
      delivered: 5,
      givenUp: 2,
      reason: 'the daily limit of emails to this address is reached',
    });

    // The day is over in India.
    limited.setNow('2026-11-21T18:30:00.000Z');
    const owner = await mailing(limited);
    await owner.call(createAppointment, { body: booking });
    await deliverDue(limited.dependencies);
    expect(box.emails(personEmail).length + box.emails(spelled).length).toBe(11);
    await limited.close();
  });

  it('loses none of them to a mail server that is away', async () => {
    const limited = await testApp({
      dependencies: { mail: box.mailer },
      limits: { bookingMailsPerEmail: 2 },
    });
    const owner = await mailing(limited);
    const personEmail = 'patient-reader@people.example';
    await owner.call(createAppointment, { body: { ...newAppointment, personEmail } });
    box.setMode('later');
    await deliverDue(limited.dependencies);
    box.setMode('ok');
    limited.setNow('2026-11-21T04:31:00.000Z');
    await deliverDue(limited.dependencies);
    expect(box.emails(personEmail).filter(({ mode }) => mode === 'ok')).toHaveLength(1);
    await limited.close();
  });

  it('contains no links from names: new ones are rejected, and stored ones are defused [P-12.23]', async () => {
    const owner = await mailing(app);
    const body = { ...newAppointment, personEmail: 'bait@people.example' };
    for (const [field, value] of [
      ['personName', 'You won! http://evil.example/claim'],
      ['doctor', 'evil.com/claim'],
    ] as const) {
      const refused = await owner.call(createAppointment, { body: { ...body, [field]: value } });
      expect(refused.error?.fields).toEqual({ [field]: 'Please leave out web addresses' });
    }
    const { body: made } = await owner.call(createAppointment, { body });
    await asPlatform(app, (tx) =>
      tx
        .updateTable('appointments')
        .set({ person_name: 'Claim at www.evil.com/x', doctor: 'evil.in' })
        .where('id', '=', made.id)
        .execute(),
    );
    await deliverDue(app.dependencies);
    const [message] = box.emails(body.personEmail);
    expect(message?.text).toContain('Hello Claim at www. evil. com/x,');
    expect(message?.text).toContain('with evil. in at');
    expect(message?.text).not.toMatch(/evil\.(?:com|in)/);
  });
});

it('is for owners to switch', async () => {
  const doctor = await signInAs(app, await buildTenant(app), 'DOCTOR');
  expect((await doctor.call(changeBookingMails, { body: { isOn: true } })).status).toBe(403);
});

async function mailing(on: TestApp): Promise<Client> {
  const owner = await signInAs(on, await buildTenant(on, { plan: 'premium' }), 'BUSINESS_OWNER');
  await owner.call(changeBookingMails, { body: { isOn: true } });
  await deliverDue(on.dependencies);
  return owner;
}

async function move(owner: Client, id: string, time: string): Promise<void> {
  expect(
    (await owner.call(rescheduleAppointment, { params: { id }, body: { date: '2026-11-24', time } })).status,
  ).toBe(200);
}
