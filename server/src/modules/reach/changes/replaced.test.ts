import { createAppointment, rescheduleAppointment } from '@samay/contract/bookings/appointments';
import { cancelAppointment, undoCancel } from '@samay/contract/bookings/transitions';
import { changeWhatsApp, getBookingNotices, getNoticeSettings } from '@samay/contract/reach/notices';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildResource } from '../../../../test/fixtures/availability.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { claimEffects, deliver, deliverDue, handleEvents } from '../../../../test/fixtures/deliver-due.ts';
import { reportFailed } from '../../../../test/fixtures/notices/report-failed.ts';
import { newAppointment } from '../../../../test/fixtures/samples.ts';
import { openWhatsApp, type WhatsAppParty } from '../../../../test/fixtures/third-parties/whatsapp.ts';
import { asPlatform } from '../../../db/tenant.ts';

let app: TestApp;
let whatsApp: WhatsAppParty;
let clinic: BuiltTenant;
let owner: Client;
let now: Date;
let people = 0;
/** A number that nobody had before. */
let number: string;
beforeAll(async () => {
  whatsApp = await openWhatsApp();
  app = await testApp({ dependencies: { whatsApp: whatsApp.provider } });
});
afterAll(async () => {
  await app.close();
  await whatsApp.close();
});
beforeEach(async () => {
  now = new Date('2026-11-23T08:00:00+05:30');
  app.setNow(now.toISOString());
  clinic = await buildTenant(app, { plan: 'enterprise', times: 'apart' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  await owner.call(changeWhatsApp, { body: { isOn: true } });
  people += 1;
  number = `98762${String(10_000 + people)}`;
});

/** Lets some minutes pass, and delivers what is due. */
async function pass(minutes: number): Promise<void> {
  now = new Date(now.getTime() + minutes * 60_000);
  app.setNow(now.toISOString());
  await deliverDue(app.dependencies);
}
/** Delivers what is due in some minutes while WhatsApp is down. */
async function passInVain(minutes: number): Promise<void> {
  whatsApp.setMode('down');
  await pass(minutes);
  whatsApp.setMode('ok');
}
async function book(): Promise<string> {
  const free = { amount: null, paymentMethod: null, paymentId: null };
  const person = { personName: 'Asha', personContact: number, personEmail: null };
  const body = { ...newAppointment, ...free, ...person, date: '2026-11-26', time: '10:00' };
  return (await owner.call(createAppointment, { body })).body.id;
}
const move = async (id: string, date: string, time: string) =>
  owner.call(rescheduleAppointment, { params: { id }, body: { date, time } });
const texts = () =>
  whatsApp
    .phone(number)
    .messages.filter(({ from }) => from === 'business')
    .map(({ text }) => text)
    .toReversed();
async function noticesOf(id: string) {
  const { notices } = (await owner.call(getBookingNotices, { params: { id } })).body;
  return notices.map(({ kind, state, reason }) => `${kind} ${state} ${reason ?? ''}`.trim());
}

it('a booking is told that was cancelled and taken back while its message failed, which is no longer queued [P-12.170]', async () => {
  const id = await book();
  await passInVain(0);
  await owner.call(cancelAppointment, { params: { id } });
  await handleEvents(app.dependencies);
  const replaced = 'booked failed a later message has replaced it';
  expect(await noticesOf(id)).toEqual([replaced]);
  await owner.call(undoCancel, { params: { id } });
  await pass(0);
  expect(texts()).toEqual([expect.stringContaining('booked')]);
  expect((await noticesOf(id)).toSorted()).toEqual([replaced, 'booked sent']);
});

it('a booking is told that was cancelled and taken back while its message was reported as failed [P-12.170]', async () => {
  const id = await book();
  await pass(0);
  await owner.call(cancelAppointment, { params: { id } });
  await handleEvents(app.dependencies);
  await reportFailed(app, id);
  await owner.call(undoCancel, { params: { id } });
  await pass(2);
  expect(texts()).toEqual([expect.stringContaining('booked'), expect.stringContaining('booked')]);
});

it('a booking is told that was cancelled and taken back after its message had been given up [P-12.170]', async () => {
  whatsApp.setMode('error-131026');
  const id = await book();
  await pass(0);
  whatsApp.setMode('ok');
  await owner.call(cancelAppointment, { params: { id } });
  await handleEvents(app.dependencies);
  await owner.call(undoCancel, { params: { id } });
  await pass(2);
  expect([texts(), await noticesOf(id)]).toEqual([
    [expect.stringContaining('booked')],
    expect.arrayContaining(['booked sent']),
  ]);
});

it('a booking is told that was cancelled and taken back while a worker that died had its message [P-12.170]', async () => {
  const id = await book();
  await claimEffects(app.dependencies, 8);
  await owner.call(cancelAppointment, { params: { id } });
  await handleEvents(app.dependencies);
  // Another worker takes the message over, which gives way to that of the cancel.
  await pass(1);
  expect(texts()).toEqual([]);
  await owner.call(undoCancel, { params: { id } });
  await pass(0);
  expect(texts()).toEqual([expect.stringContaining('booked')]);
});

it('a booking is told that was cancelled in the moment in which its message would leave, and taken back [P-12.170]', async () => {
  const id = await book();
  const claimed = await claimEffects(app.dependencies, 8);
  const message = claimed.find(({ kind }) => kind === 'booking.notice');
  if (!message) throw new Error('no message waits');
  await owner.call(cancelAppointment, { params: { id } });
  await deliver(app.dependencies, message);
  await owner.call(undoCancel, { params: { id } });
  await pass(0);
  expect(texts()).toEqual([expect.stringContaining('booked')]);
});

it('a move there and back is told where the person may have heard of the place between or not [P-12.170]', async () => {
  const id = await book();
  await pass(0);
  await move(id, '2026-11-28', '09:00');
  await handleEvents(app.dependencies);
  await passInVain(2);
  await move(id, '2026-11-30', '12:00');
  await handleEvents(app.dependencies);
  await move(id, '2026-11-28', '09:00');
  await pass(0);
  await pass(2);
  expect(texts().slice(1)).toEqual([expect.stringContaining('Saturday, 28 November 2026, 9:00 am')]);
});

it('a move to another doctor at the same time is told, and none that is taken back [P-12.24]', async () => {
  const [first, second] = await Promise.all([buildResource(app, clinic), buildResource(app, clinic)]);
  const at = { date: '2026-11-26', time: '10:00' };
  const id = await book();
  const to = async (resourceId: string, time = at.time) => {
    await owner.call(rescheduleAppointment, { params: { id }, body: { ...at, time, resourceId } });
    await handleEvents(app.dependencies);
  };
  await to(first);
  await pass(0);
  await to(first, '11:00');
  await to(second);
  await pass(2);
  expect(texts().slice(1)).toEqual([expect.stringContaining('10:00 am')]);
  await to(first);
  await to(second);
  await pass(2);
  expect(texts()).toHaveLength(2);
});

it('a cancel is told after one that failed and was taken back for a moment [P-12.170]', async () => {
  const id = await book();
  await pass(0);
  await owner.call(cancelAppointment, { params: { id } });
  await handleEvents(app.dependencies);
  await passInVain(2);
  await owner.call(undoCancel, { params: { id } });
  await handleEvents(app.dependencies);
  await owner.call(cancelAppointment, { params: { id } });
  await pass(0);
  await pass(2);
  expect(texts().slice(1)).toEqual([expect.stringContaining('is cancelled')]);
});

it('a message that is replaced gives back the credit that a worker had taken which died [P-12.170]', async () => {
  const id = await book();
  await passInVain(0);
  await asPlatform(app, async (tx) => {
    await tx.updateTable('notices').set({ credits: 1 }).where('appointment_id', '=', id).execute();
    await tx.updateTable('notice_channels').set({ credit_month: '2026-11', credits_used: 1 }).execute();
  });
  await owner.call(cancelAppointment, { params: { id } });
  await handleEvents(app.dependencies);
  expect((await owner.call(getNoticeSettings)).body.whatsApp).toMatchObject({ used: 0 });
});
