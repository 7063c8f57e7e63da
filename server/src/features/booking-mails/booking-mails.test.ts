import { cancelAppointment, createAppointment, rescheduleAppointment } from '@samay/contract/appointments';
import { changeBookingMails, getBookingMails } from '@samay/contract/booking-mails';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../test/app.ts';
import { buildTenant, signInAs } from '../../../test/builders.ts';
import { type Mailbox, startMailbox } from '../../../test/mailbox.ts';
import { newAppointment } from '../../../test/samples.ts';
import { asPlatform } from '../../db/tenant.ts';
import { deliverDue } from '../../outbox/index.ts';

let app: TestApp;
let box: Mailbox;
beforeAll(async () => {
  box = await startMailbox({ connectMs: 3000, wholeMs: 3000 });
  app = await testApp({ parts: { mail: box.mailer } });
});
afterEach(() => asPlatform(app, (tx) => tx.deleteFrom('outbox').execute()));
afterAll(async () => {
  await app.close();
  await box.close();
});

it('mails the person of a booking when it is made, moved and cancelled, once the business wants that', async () => {
  const clinic = await buildTenant(app);
  const owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  const person = { ...newAppointment, personEmail: 'mailed@people.example', doctor: 'Dr. Rao' };
  expect((await owner.call(getBookingMails)).body).toMatchObject({ isOn: false, isAvailable: true });
  await owner.call(createAppointment, { body: person });
  await deliverDue(app.parts);
  expect(box.letters(person.personEmail)).toEqual([]);

  await owner.call(changeBookingMails, { body: { isOn: true } });
  const { body: made } = await owner.call(createAppointment, { body: person });
  await deliverDue(app.parts);
  await owner.call(rescheduleAppointment, { params: { id: made.id }, body: { date: '2026-11-25', time: '16:30' } });
  await deliverDue(app.parts);
  await owner.call(cancelAppointment, { params: { id: made.id } });
  await deliverDue(app.parts);

  const texts = box.letters(person.personEmail).map(({ text }) => text);
  expect(texts).toHaveLength(3);
  expect(texts[0]).toMatch(
    /^Hello Kavita Menon,\n\nYour appointment with Dr\. Rao at Business \w+ is on Tuesday, 24 Nov 2026 at 12:00 pm \(India time\)\.\n/,
  );
  for (const text of texts)
    expect(text).toContain(
      `keeps your appointment with Samay. How your details are handled: ${app.parts.settings.publicUrl}/privacy-policy`,
    );
  expect(texts[1]).toMatch(/was moved from .+ \(India time\) to .+ \(India time\)\./);
  expect(texts[2]).toMatch(/on .+ \(India time\) was cancelled\./);
});

it('says booking and no doctor for a turf, and stops what waits once it is switched off', async () => {
  const turf = await buildTenant(app, { businessType: 'turf' });
  const owner = await signInAs(app, turf, 'BUSINESS_OWNER');
  const { doctor: _, ...booking } = { ...newAppointment, personEmail: 'player@people.example' };
  await owner.call(changeBookingMails, { body: { isOn: true } });
  await owner.call(createAppointment, { body: booking });
  await deliverDue(app.parts);
  expect(box.letters(booking.personEmail)[0]?.text).toContain('Your booking at');
  await owner.call(createAppointment, { body: booking });
  await owner.call(changeBookingMails, { body: { isOn: false } });
  await deliverDue(app.parts);
  expect(box.letters(booking.personEmail)).toHaveLength(1);
});

it('leaves people alone about a time that is past', async () => {
  const owner = await signInAs(app, await buildTenant(app), 'BUSINESS_OWNER');
  await owner.call(changeBookingMails, { body: { isOn: true } });
  const visit = { ...newAppointment, personEmail: 'was-there@people.example', date: '2026-11-20' };
  const { body } = await owner.call(createAppointment, { body: visit });
  await owner.call(cancelAppointment, { params: { id: body.id } });
  expect(await deliverDue(app.parts)).toBe(2);
  expect(box.letters(visit.personEmail)).toEqual([]);
});

it('is for owners to switch', async () => {
  const doctor = await signInAs(app, await buildTenant(app), 'DOCTOR');
  expect((await doctor.call(changeBookingMails, { body: { isOn: true } })).status).toBe(403);
});
