import { rescheduleAppointment } from '@samay/contract/bookings/appointments';
import { cancelAppointment } from '@samay/contract/bookings/transitions';
import { getWhatsAppOffer } from '@samay/contract/bookings/whatsapp-messages';
import { changeBookingMails } from '@samay/contract/reach/booking-mails';
import {
  changeChannelOrder,
  changeWhatsApp,
  getBookingNotices,
  type NoticeChannel,
} from '@samay/contract/reach/notices';
import { changeSmsSettings, getSmsSettings, type SmsChange } from '@samay/contract/reach/sms-settings';
import { proposeChangeText, type SmsTold } from '@samay/contract/reach/sms/change-texts';
import { proposeSmsText } from '@samay/contract/reach/sms/reminder-text';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../../test/fixtures/app.ts';
import { buildTenant, type BuiltTenant, signInAs } from '../../../../test/fixtures/builders.ts';
import type { Client } from '../../../../test/fixtures/client.ts';
import { deliverDue } from '../../../../test/fixtures/deliver-due.ts';
import { bookUnpaid } from '../../../../test/fixtures/notices/reminded.ts';
import { recordedMailbox } from '../../../../test/fixtures/third-parties/mailbox.ts';
import { openSms, type SmsParty } from '../../../../test/fixtures/third-parties/sms.ts';
import { openWhatsApp, type WhatsAppParty } from '../../../../test/fixtures/third-parties/whatsapp.ts';
import { asPlatform, type TenantId } from '../../../db/tenant.ts';
import { noteOptOut } from '../index.ts';

let app: TestApp;
let sms: SmsParty;
let whatsApp: WhatsAppParty;
const box = recordedMailbox();
let clinic: BuiltTenant;
let owner: Client;
let now: Date;
let people = 0;
/** A number that nobody had before. */
let number: string;
beforeAll(async () => {
  sms = await openSms();
  whatsApp = await openWhatsApp();
  app = await testApp({
    dependencies: { mail: box.mailer, sms: sms.provider, whatsApp: whatsApp.provider },
  });
});
afterAll(async () => {
  await app.close();
  await sms.close();
  await whatsApp.close();
});
beforeEach(async () => {
  box.setMode('ok');
  sms.setMode('no-webhook');
  whatsApp.setMode('ok');
  now = new Date('2026-11-23T08:00:00+05:30');
  app.setNow(now.toISOString());
  clinic = await buildTenant(app, { plan: 'enterprise', times: 'apart' });
  owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
  await owner.call(changeBookingMails, { body: { isOn: true } });
  people += 1;
  number = `91260${String(10_000 + people)}`;
});

/** Registers a text with the operators, and returns its ids. */
function register(text: string) {
  const dltId = `11071600000002${String(10_000 + sms.templates.all.length)}`;
  return { templateId: sms.templates.register(sms.account, { dltId, text }).id, dltId, text };
}
const changeText = (change: SmsTold) =>
  register(proposeChangeText(change, { language: 'en', businessType: 'doctor', business: 'City Care' }));

async function save(changes: SmsChange['texts'][number]['changes'], given: Partial<SmsChange> = {}) {
  const { authkey: key, entityId, header } = sms.account;
  const reminder = register(proposeSmsText('en', 'doctor', 'City Care'));
  const texts = [{ language: 'en' as const, ...reminder, changes }];
  const body = { isOn: true, key, entityId, header, texts, testNumber: '9800000002', ...given };
  return owner.call(changeSmsSettings, { body });
}
const saveAll = async () =>
  save({
    booked: changeText('booked'),
    moved: changeText('moved'),
    cancelled: changeText('cancelled'),
  });

/** Lets some minutes pass, and delivers what is due. */
async function pass(minutes: number): Promise<void> {
  now = new Date(now.getTime() + minutes * 60_000);
  app.setNow(now.toISOString());
  await deliverDue(app.dependencies);
  if (minutes > 0) owner = await signInAs(app, clinic, 'BUSINESS_OWNER');
}
const book = async (about: object = {}) =>
  bookUnpaid(owner, {
    personName: 'Asha',
    personContact: number,
    personEmail: `${number}@people.example`,
    ...about,
  });
const move = async (id: string, date: string, time: string) =>
  owner.call(rescheduleAppointment, { params: { id }, body: { date, time } });
const texts = () => sms.messages(number).map(({ text }) => text);
const mails = () => box.emails(`${number}@people.example`);
const messages = () => whatsApp.phone(number).messages.filter(({ from }) => from === 'business');
async function noticesOf(id: string) {
  const { notices } = (await owner.call(getBookingNotices, { params: { id } })).body;
  return notices.map(({ kind, channel, state }) => `${kind} ${channel} ${state}`);
}
const sentOf = async (id: string) => (await owner.call(getWhatsAppOffer, { params: { id } })).body.sent;
async function report(outcome: object): Promise<void> {
  const { reportAddress } = (await owner.call(getSmsSettings)).body;
  const data = [{ requestId: sms.messages(number)[0]?.requestId, report: [outcome] }];
  const reply = await app.app.inject({
    method: 'POST',
    url: new URL(reportAddress ?? '').pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ data: JSON.stringify(data) }).toString(),
  });
  expect(reply.statusCode).toBe(204);
}
const choose = async (...order: NoticeChannel[]) => owner.call(changeChannelOrder, { body: { order } });

it('a booking that is made, moved and cancelled is told by SMS where WhatsApp is off, with the last state alone, and not by the desk too [P-12.117, P-12.118]', async () => {
  expect((await saveAll()).body.texts[0]?.changes).toMatchObject({ moved: { text: expect.any(String) } });
  const id = await book();
  expect(await sentOf(id)).toContainEqual({ kind: 'booked', state: 'queued' });
  await pass(0);
  await move(id, '2026-11-27', '11:00');
  await move(id, '2026-11-27', '11:30');
  expect(await sentOf(id)).toContainEqual({ kind: 'moved', state: 'queued' });
  await pass(0);
  await pass(2);
  await owner.call(cancelAppointment, { params: { id } });
  await pass(0);
  await pass(2);
  expect(texts().toReversed()).toEqual([
    expect.stringMatching(/^Dear Asha, .* is booked for 26 Nov 2026 10\.00 AM\. .*\/m\?[\w-]{39} City Care$/),
    expect.stringMatching(/^Dear Asha, .* is moved to 27 Nov 2026 11\.30 AM\. .*\/m\?[\w-]{39} City Care$/),
    'Dear Asha, your appointment at City Care on 27 Nov 2026 11.30 AM is cancelled. City Care',
  ]);
  expect(mails()).toEqual([]);
  expect(await noticesOf(id)).toEqual(['cancelled sms sent', 'moved sms sent', 'booked sms sent']);
});

it('leaves a change without a text of its own to its mail, which waits for nothing, and to the desk [P-12.117, P-12.118]', async () => {
  await save({ booked: changeText('booked') });
  const id = await book();
  await pass(0);
  await move(id, '2026-11-27', '11:30');
  expect(await sentOf(id)).toEqual([{ kind: 'booked', state: 'sent' }]);
  await pass(0);
  expect([texts().length, mails().length]).toEqual([1, 1]);
});

it('reaches no number that a visitor typed who has proven an email instead [P-12.232]', async () => {
  await saveAll();
  const id = await book({ personEmail: null });
  await asPlatform(app, (tx) =>
    sql`insert into number_proofs (tenant_id, id, visitor, service_id, resource_id, is_chosen, appointment_date,
        appointment_time, person_name, contact, number, email, language, channel, sends, sent_at, asked_at, proven_at, appointment_id)
      select booked.tenant_id, booked.id, booked.id, services.id, resources.id, true, appointment_date,
        appointment_time, person_name, ${number}, ${number}, 'visitor@people.example', 'en', 'mail', 1, ${now}, ${now}, ${now}, booked.id
      from appointments as booked join services on services.tenant_id = booked.tenant_id
      join resources on resources.tenant_id = booked.tenant_id where booked.id = ${id} limit 1`.execute(tx),
  );
  expect(await sentOf(id)).toEqual([]);
  await pass(0);
  expect(texts()).toEqual([]);
});

it('has its turn in the order of the owner, where WhatsApp does not reach them, and only with a text of that change [P-12.118]', async () => {
  await save({ booked: changeText('booked') });
  await owner.call(changeWhatsApp, { body: { isOn: true } });
  const id = await book();
  await pass(0);
  expect([messages().length, texts().length]).toEqual([1, 0]);
  whatsApp.setMode('error-131026');
  const second = await book({ time: '11:00' });
  await pass(0);
  expect([texts().length, mails().length]).toEqual([1, 0]);
  expect(await noticesOf(second)).toEqual(
    expect.arrayContaining(['booked whatsapp failed', 'booked sms sent']),
  );
  // No text of moves is registered.
  await move(id, '2026-11-27', '11:30');
  await pass(0);
  await pass(2);
  expect([texts().length, mails().length]).toEqual([1, 1]);
  whatsApp.setMode('ok');
  await choose('sms', 'whatsapp', 'mail');
  await book({ time: '12:00' });
  await pass(0);
  expect([texts().length, messages().length]).toEqual([2, 1]);
  await choose('mail', 'sms', 'whatsapp');
  await book({ time: '13:00' });
  await pass(0);
  expect([texts().length, messages().length, mails().length]).toEqual([2, 1, 2]);
});

it('is followed by the next channel where it fails late, names the text that operators refuse, and not sent after STOP [P-12.118]', async () => {
  await saveAll();
  const id = await book();
  await pass(0);
  await report({ status: '16', desc: 'REJECTED', failedReason: '633 TEMPLATE_NOT_MATCHED' });
  await pass(0);
  expect([await noticesOf(id), mails().length]).toEqual([['booked sms failed'], 1]);
  expect((await owner.call(getSmsSettings)).body.trouble).toBe(
    'SMS has stopped, because the text at MSG91 differs from the registered one (booked, en): compare both letter by letter and mend the one at MSG91, then save here, which sends a test.',
  );
  await saveAll();
  const work = { tenantId: clinic.id as TenantId, now };
  await asPlatform(app, (tx) => noteOptOut(tx, work, { bookingId: id, wording: 'STOP' }));
  await move(id, '2026-11-27', '11:30');
  await pass(0);
  await pass(2);
  expect(texts()).toHaveLength(1);
});

it('is followed by each channel that has not failed, also where the owner has put it first meanwhile [P-12.118]', async () => {
  await saveAll();
  await choose('whatsapp', 'sms', 'mail');
  await owner.call(changeWhatsApp, { body: { isOn: true } });
  whatsApp.setMode('error-131026');
  const id = await book();
  await pass(0);
  whatsApp.setMode('ok');
  await choose('whatsapp', 'mail', 'sms');
  await report({ status: '16', desc: 'REJECTED', failedReason: '633 TEMPLATE_NOT_MATCHED' });
  await pass(0);
  expect([messages().length, mails().length]).toEqual([0, 1]);
  expect((await noticesOf(id)).toSorted()).toEqual(['booked sms failed', 'booked whatsapp failed']);
});

it('leaves nothing queued by WhatsApp where email comes first before its next try [P-12.118]', async () => {
  await owner.call(changeWhatsApp, { body: { isOn: true } });
  whatsApp.setMode('down');
  const id = await book();
  await pass(0);
  expect(await noticesOf(id)).toEqual(['booked whatsapp queued']);
  await choose('mail', 'whatsapp', 'sms');
  await pass(1);
  await pass(0);
  expect([mails().length, await noticesOf(id)]).toEqual([1, ['booked whatsapp failed']]);
});

it('keeps its texts in a change that does not name them, removes one by null, and checks its variables [P-12.118]', async () => {
  await saveAll();
  const [text] = (await owner.call(getSmsSettings)).body.texts;
  if (!text) throw new Error('no text is kept');
  const { changes, ...rest } = text;
  const kept = await save(undefined, { key: null, texts: [rest], testNumber: null });
  expect(kept.body.texts[0]?.changes).toEqual(changes);
  const removed = await save(undefined, {
    key: null,
    texts: [{ ...rest, changes: { ...changes, moved: null } }],
  });
  expect(Object.keys(removed.body.texts[0]?.changes ?? {}).toSorted()).toEqual(['booked', 'cancelled']);
  const wrong = { ...changeText('cancelled'), text: 'Dear {#alphanumeric#}, it is cancelled. City Care' };
  expect((await save({ cancelled: wrong })).error?.fields).toEqual({
    'texts.0.changes.cancelled.text': expect.stringContaining('needs two variables'),
  });
});
